import { mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import type { UserSummary } from '@staffroom/contract/domains/users/users.contract.ts';
import { fieldsOfType } from '@staffroom/contract/domains/users/users.rules.ts';
import type { Actor } from '../../platform/context.ts';
import type { listCards } from './users.queries.ts';
import { mayReadAccount, readsDetails } from './users.policy.ts';

type Row = Awaited<ReturnType<typeof listCards>>[number];

/**
 * A user as look-ups show it, with more for those who may open `/user`; colleagues are only named to those who do not
 * manage them.
 */
export const presentUserSummary = (row: Row, actor: Actor): UserSummary => {
  const isReadable = readsDetails(actor, row.type);
  return {
    _id: row.id,
    _type: row.type,
    email: isReadable ? row.email : '',
    name: row.name,
    phone_country_code: isReadable ? row.phoneCountryCode : '',
    phone: isReadable ? row.phone : '',
    enabled: row.enabled,
    ...(isReadable && mayOpen(actor, '/user') ? presentListed(row, actor) : {}),
  };
};

const presentListed = (row: Row, actor: Actor) => ({
  e_verified: row.emailVerified,
  p_verified: row.phoneVerified,
  referral_code: row.referralCode,
  created: row.created.toISOString(),
  ...(mayReadAccount(actor) && fieldsOfType(row.type).includes('account')
    ? { acts_as: row.actsAs }
    : {}),
});
