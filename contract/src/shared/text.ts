import { z } from 'zod';

/** Characters that look like nothing but are not trimmed by a spreadsheet: no-break and full-width spaces, BOM. */
const oddSpaces = /[\u00a0\u2007\u202f\u3000\ufeff]/g;

/** Trims, and treats no-break and full-width spaces as spaces. */
export const cleanText = (text: string) => text.replace(oddSpaces, ' ').trim();

/** PostgreSQL text cannot hold NUL; lone surrogates cannot be encoded. Both are refused as invalid. */
const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

/** Bounded text as typed. */
export const textSchema = (max = 500) =>
  z.string().max(max).refine(storable, 'This text holds characters that cannot be stored.');

/** Bounded text, trimmed, that may not be empty; `message` is the sentence shown when it is. */
export const requiredText = (message: string, max = 500) =>
  textSchema(max).transform(cleanText).pipe(z.string().min(1, message));

/** An id in either letter case; kept in lower case, as it is compared. */
export const idSchema = z.uuid().toLowerCase();

/** What another system calls an item: sent again with the same content it does nothing and gets the first answer. */
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

/** Only the digits of what was typed, so that '+65 9123 4567' finds 91234567 by its tail. */
export const digitsOf = (text: string) => text.replace(/\D/g, '');

/** The parts of a text with commas: trimmed, without empty ones (part 1 §5, User save). */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
