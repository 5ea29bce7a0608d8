import { cleanText, digitsOf, textSchema } from './text.ts';

/** Default country code (part 1 §9). */
export const defaultCountryCode = '65';

/** Problem of a phone number while it is typed, without its country code; undefined if it is accepted or empty. */
export const phoneProblem = (typed: string): string | undefined => {
  const text = cleanText(typed);
  if (text === '') return undefined;
  if (text.includes('+')) return 'The country code has its own field.';
  const strange = strangeIn(text);
  if (strange) return `“${strange}” is not part of a phone number.`;
  return lengthProblem(text, 6, 15);
};

/** Problem of a country code while it is typed: '65' and '+65' are the same. */
export const countryCodeProblem = (typed: string): string | undefined => {
  const text = cleanText(typed).replace(/^\+/, '');
  const strange = strangeIn(text);
  if (strange) return `“${strange}” is not part of a country code.`;
  return text === '' ? undefined : lengthProblem(text, 1, 4);
};

/** The first run of characters that are neither digits nor separators of phone numbers: "ext", "n/a". */
const strangeIn = (text: string) => /[^\d\s().\-–/]+/.exec(text)?.[0];

const lengthProblem = (text: string, least: number, most: number) => {
  const { length } = digitsOf(text);
  if (length < least) return `At least ${least} digits`;
  return length > most ? `At most ${most} digits` : undefined;
};

const digitsSchema = (max: number, problemOf: (typed: string) => string | undefined) =>
  textSchema(max)
    .superRefine((typed, context) => {
      const message = problemOf(typed);
      if (message !== undefined) context.addIssue({ code: 'custom', message });
    })
    .transform(digitsOf);

/** The digits of a country code. */
export const phoneCountryCodeSchema = digitsSchema(8, countryCodeProblem);

/** The digits of a number without its country code; '' if it is empty. Other characters are refused, never dropped. */
export const phoneSchema = digitsSchema(40, phoneProblem);
