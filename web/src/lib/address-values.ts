import { useMemo } from 'react';
import { z } from 'zod';

/** A text in the address; a hand-written `?search=91234567` is parsed as a number. */
export const textInAddress = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().min(1).max(200));

/** An optional value in the address; invalid values count as missing. */
export const optionalInAddress = <T extends z.ZodType>(schema: T) =>
  schema.optional().catch(undefined);

/** The open form of a record: its id, or 'new' to create one. */
export const formInAddress = optionalInAddress(z.union([z.literal('new'), z.uuid()]));

/**
 * For routes whose address only their own code can parse: the screen parses it with `useAddress`, so that other screens
 * do not load its schema.
 */
export const readByScreen =
  <Search extends object>() =>
  (search: Record<string, unknown>): Search =>
    search as Search;

/** The parsed address of such a route. */
export const useAddress = <Schema extends z.ZodObject>(
  schema: Schema,
  search: object,
): z.output<Schema> => useMemo(() => schema.parse(search), [schema, search]);
