import { z } from 'zod';

/** Invisible characters that a spreadsheet does not trim: no-break and full-width spaces, BOM. */
const oddSpaces = /[\u00a0\u2007\u202f\u3000\ufeff]/g;

/** Trims, and treats no-break and full-width spaces as spaces. */
export const cleanText = (text: string) => text.replace(oddSpaces, ' ').trim();

/** True for a name that can be read: "-" or an invisible character names no one. */
export const isReadableName = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** PostgreSQL text cannot contain NUL; lone surrogates cannot be encoded. Both are refused as invalid. */
const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/** Bounded text as typed. */
export const textSchema = (max = 500) =>
  z.string().max(max).refine(storable, 'This text contains characters that cannot be stored.');

/** Bounded, trimmed text that must not be empty; `message` is the error for an empty one. */
export const requiredText = (message: string, max = 500) =>
  textSchema(max).transform(cleanText).pipe(z.string().min(1, message));

/** An id in either letter case, converted to lower case. */
export const idSchema = z.uuid().toLowerCase();

/** Another system's id of an item. A repeat with the same content changes nothing and returns the first result. */
export const externalIdSchema = requiredText('Please name the item by an id of your own', 100);

const emailPattern =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** A standard e-mail pattern with a dot in the domain (part 2 §5, Order email). */
export const isEmail = (text: string) => text.length <= 254 && emailPattern.test(text);

export const invalidEmailMessage = 'You have entered an invalid email';

/** An e-mail address, trimmed, as typed otherwise. */
export const emailSchema = textSchema(254)
  .transform(cleanText)
  .pipe(z.string().refine(isEmail, invalidEmailMessage));

/** Only the digits of a text, so that '+65 9123 4567' finds 91234567 by its end. */
export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The parts of comma-separated text, trimmed, without empty ones (part 1 §5, User save). */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
