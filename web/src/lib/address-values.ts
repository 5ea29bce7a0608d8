import { useMemo } from 'react';
import { z } from 'zod';

/** A hand-written `?search=91234567` reads as a number. */
export const textInAddress = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().min(1).max(200));

/** A value that an address may hold; nonsense counts as missing. */
export const optionalInAddress = <T extends z.ZodType>(schema: T) =>
  schema.optional().catch(undefined);

/**
 * Of a route whose address only its own code understands: the screen reads it with `useAddress`, so that what may stand
 * in it weighs nothing on other screens.
 */
export const readByScreen =
  <Search extends object>() =>
  (search: Record<string, unknown>): Search =>
    search as Search;

/** The address of such a route, as its schema reads it. */
export const useAddress = <Schema extends z.ZodObject>(
  schema: Schema,
  search: object,
): z.output<Schema> => useMemo(() => schema.parse(search), [schema, search]);
