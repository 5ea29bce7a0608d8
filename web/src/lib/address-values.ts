import { z } from 'zod';

/** A hand-written `?search=91234567` reads as a number. */
export const textInAddress = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .pipe(z.string().min(1).max(200));

/** A value that an address may hold; nonsense counts as missing. */
export const optionalInAddress = <T extends z.ZodType>(schema: T) =>
  schema.optional().catch(undefined);
