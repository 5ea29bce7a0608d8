import { phoneProblem } from '@staffroom/contract/shared/phone.ts';
import { cleanText, digitsOf } from '@staffroom/contract/shared/text.ts';
import type { Phone } from './field.ts';

const leadingPlus = /^\(?\s*(?:\+|00)\s*/;

/** Whether a number was written with its country code: "+65 9123 4567", "0065 9123 4567". */
export const hasCountryCode = (number: string): boolean => leadingPlus.test(cleanText(number));

/**
 * A number that was written with its country code, as code and number; the number keeps the way it was written. Null where
 * it is not known which digits are the code, or something in it is no phone number: it stays as it was typed then.
 */
export const splitPhone = async (typed: string): Promise<Phone | null> => {
  // The countries' numbers come with the first number that needs them.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const text = cleanText(typed).replace(leadingPlus, '');
  const parsed = parsePhoneNumberFromString(`+${text}`);
  if (!parsed) return null;
  const { countryCallingCode: code, nationalNumber } = parsed;
  const rest = withoutDigits(text, code.length);
  if (phoneProblem(rest) !== undefined) return null;
  return { code, number: digitsOf(rest) === nationalNumber ? rest : nationalNumber };
};

/** What follows the first digits, and the signs between them and the next. */
const withoutDigits = (text: string, count: number) =>
  text.replace(new RegExp(`^(?:\\D*\\d){${count}}[^\\d(]*`), '');
