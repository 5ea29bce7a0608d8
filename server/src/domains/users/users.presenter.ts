import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';
import { fieldsOfType } from 'staffroom-contract/domains/users/users.rules.ts';
import type { Actor } from '../../platform/context.ts';
import { wantedTexts } from './user-conditions.ts';
import type { ListedUser } from './users.queries.ts';
import { findsByParent, mayReadAccount, readsDetails } from './users.policy.ts';

/** A user as in look-ups; more for actors with `/user`, staff details only for Admins. `words` are the search words. */
export const presentUserSummary = (
  row: ListedUser,
  actor: Actor,
  words?: readonly string[],
): UserSummary => {
  const isReadable = readsDetails(actor, row.type);
  const parent = words && findsByParent(actor) ? parentMatch(row, words) : undefined;
  return {
    _id: row.id,
    _type: row.type,
    email: isReadable ? row.email : '',
    name: row.name,
    phone_country_code: isReadable ? row.phoneCountryCode : '',
    phone: isReadable ? row.phone : '',
    enabled: row.enabled,
    ...(isReadable && mayOpen(actor, '/user') ? presentListed(row, actor) : {}),
    ...(parent ? { parent_match: parent } : {}),
  };
};

const presentListed = (row: ListedUser, actor: Actor) => ({
  e_verified: row.emailVerified,
  p_verified: row.phoneVerified,
  referral_code: row.referralCode,
  created: row.created.toISOString(),
  ...(fieldsOfType(row.type).includes('subject') ? { subject: row.subjects } : {}),
  ...(mayReadAccount(actor) && fieldsOfType(row.type).includes('account')
    ? { acts_as: row.actsAs }
    : {}),
});

/**
 * Returns "Tan Mei Ling", or "Tan Mei Ling, mei.ling@example.org" if the words are not in the parent's name; undefined
 * if the student's own fields have every word.
 */
const parentMatch = (row: ListedUser, words: readonly string[]): string | undefined => {
  const own = [row.email, row.name, ...numbersOf(row.phoneCountryCode, row.phone)];
  const ofParent = words.filter((word) => !contains(own, word));
  if (ofParent.length === 0) return undefined;
  const matches = (...texts: (string | null)[]) => ofParent.some((word) => contains(texts, word));
  const [number = '', inFull = number] = numbersOf(row.parentPhoneCountryCode, row.parentPhone);
  const name = row.parentName ?? '';
  const found = matches(name)
    ? []
    : [matches(row.parentEmail) && row.parentEmail, matches(number, inFull) && inFull];
  return [name, ...found].filter(Boolean).join(', ');
};

const contains = (texts: readonly (string | null)[], word: string) =>
  wantedTexts(word, 'search').some((wanted) =>
    texts.some((text) => text?.toLowerCase().includes(wanted)),
  );

/** Returns a number in the forms that can be searched: alone and with its country code. */
const numbersOf = (code: string | null, phone: string | null) =>
  phone ? [phone, ...(code ? [`+${code}${phone}`] : [])] : [];
