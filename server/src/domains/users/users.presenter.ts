import { mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import type { UserSummary } from '@staffroom/contract/domains/users/users.contract.ts';
import { fieldsOfType } from '@staffroom/contract/domains/users/users.rules.ts';
import type { Actor } from '../../platform/context.ts';
import { wantedTexts } from './user-conditions.ts';
import type { ListedUser } from './users.queries.ts';
import { findsByParent, mayReadAccount, readsDetails } from './users.policy.ts';

/**
 * A user as look-ups show it, with more for those who may open `/user`; colleagues are only named to those who do not
 * manage them. `typed` is what was searched for.
 */
export const presentUserSummary = (row: ListedUser, actor: Actor, typed?: string): UserSummary => {
  const isReadable = readsDetails(actor, row.type);
  const parent = typed && findsByParent(actor) ? parentMatch(row, typed) : undefined;
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
  ...(mayReadAccount(actor) && fieldsOfType(row.type).includes('account')
    ? { acts_as: row.actsAs }
    : {}),
});

/** "Tan Mei Ling", or "Tan Mei Ling, mei.ling@example.org" where not the name was found; nothing where the student was. */
const parentMatch = (row: ListedUser, typed: string): string | undefined => {
  const wanted = wantedTexts(typed, 'search');
  const holds = (...texts: (string | null)[]) =>
    texts.some((text) => wanted.some((one) => text?.toLowerCase().includes(one)));
  if (holds(row.email, row.name, ...numbersOf(row.phoneCountryCode, row.phone))) return undefined;
  const [number = '', inFull = number] = numbersOf(row.parentPhoneCountryCode, row.parentPhone);
  const name = row.parentName ?? '';
  const found = holds(name)
    ? []
    : [holds(row.parentEmail) && row.parentEmail, holds(number, inFull) && inFull];
  return [name, ...found].filter(Boolean).join(', ');
};

/** A number as it is searched for: alone and with its country code. */
const numbersOf = (code: string | null, phone: string | null) =>
  phone ? [phone, ...(code ? [`+${code}${phone}`] : [])] : [];
