import { phoneProblem } from 'staffroom-contract/shared/phone.ts';
import { cleanText, digitsOf } from 'staffroom-contract/shared/text.ts';
import type { Phone } from './field.ts';

const leadingPlus = /^\(?\s*(?:\+|00)\s*/;

/** True if a number is written with its country code: "+65 9123 4567", "0065 9123 4567". */
export const hasCountryCode = (number: string): boolean => leadingPlus.test(cleanText(number));

/**
 * Splits a number with a country code into code and number, keeping the number's formatting. Returns null if the code is
 * ambiguous or the number invalid; the input then stays as typed.
 */
export const splitPhone = async (typed: string): Promise<Phone | null> => {
  // The country data is loaded with the first number that needs it.
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const text = cleanText(typed).replace(leadingPlus, '');
  const parsed = parsePhoneNumberFromString(`+${text}`);
  if (!parsed) return null;
  const { countryCallingCode: code, nationalNumber } = parsed;
  const rest = withoutDigits(text, code.length);
  if (phoneProblem(rest) !== undefined) return null;
  return { code, number: digitsOf(rest) === nationalNumber ? rest : nationalNumber };
};

/** The text after the first `count` digits and the separators that follow them. */
const withoutDigits = (text: string, count: number) =>
  text.replace(new RegExp(`^(?:\\D*\\d){${count}}[^\\d(]*`), '');
