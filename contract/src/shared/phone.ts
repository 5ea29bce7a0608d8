import { cleanText, digitsOf, textSchema } from './text.ts';

/** The country code of a number of which nothing else was said (part 1 §9). */
export const defaultCountryCode = '65';

/** What is wrong with a phone number as it is typed, without its country code; undefined for none at all, too. */
export const phoneProblem = (typed: string): string | undefined => {
  const text = cleanText(typed);
  if (text === '') return undefined;
  if (text.includes('+')) return 'The country code goes into the field of its own.';
  const strange = strangeIn(text);
  if (strange) return `“${strange}” is not part of a phone number.`;
  return lengthProblem(text, 6, 15);
};

/** What is wrong with a country code as it is typed: '65' and '+65' are the same. */
export const countryCodeProblem = (typed: string): string | undefined => {
  const text = cleanText(typed).replace(/^\+/, '');
  const strange = strangeIn(text);
  if (strange) return `“${strange}” is not part of a country code.`;
  return text === '' ? undefined : lengthProblem(text, 1, 4);
};

/** The first run of what is neither a digit nor a sign that people put between digits: "ext", "n/a". */
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

/** The digits of a number without its country code; '' for none. Whatever else was typed is refused, never dropped. */
export const phoneSchema = digitsSchema(40, phoneProblem);
