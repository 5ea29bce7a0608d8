import { digitsOf } from 'staffroom-contract/shared/text.ts';
import type { Phone } from '../../kit/form/field.ts';

type Person = {
  _id: string;
  name: string;
  email: string;
  phone_country_code: string;
  phone: string;
};

/** Names of the people with exactly this number and country code, except the form's own person. */
export const sharersOf = (
  people: readonly Person[],
  { code, number }: Phone,
  ownId: string | undefined,
): string[] =>
  people
    .filter(
      (person) =>
        person._id !== ownId &&
        person.phone === digitsOf(number) &&
        person.phone_country_code === digitsOf(code),
    )
    .map(({ name, email }) => name || email);

/** Maximum number of names in the sentence. */
const namedAtMost = 3;

/** "Also the number of Tan Jun Wei and Tan Jia En."; undefined without names. */
export const sharersWords = (names: readonly string[]): string | undefined => {
  if (names.length === 0) return undefined;
  const rest = names.length - namedAtMost;
  const shown = rest > 0 ? [...names.slice(0, namedAtMost), `${rest} more`] : names;
  return `Also the number of ${inWords.format(shown)}.`;
};

const inWords = new Intl.ListFormat('en-SG', { type: 'conjunction' });
