import type { UserSummary } from '@staffroom/contract/domains/users/users.contract.ts';
import type { Actor } from '../../platform/context.ts';
import type { users } from '../identity/users.schema.ts';

type Row = Pick<
  typeof users.$inferSelect,
  'id' | 'type' | 'email' | 'name' | 'phoneCountryCode' | 'phone' | 'enabled'
>;

/** A user as look-ups show it; colleagues are only named to those who do not manage them. */
export const presentUserSummary = (row: Row, actor: Actor): UserSummary => {
  const isColleague = row.type !== 'Student' && row.type !== 'Tutor' && row.type !== 'TA';
  const hidden = isColleague && actor.role !== 'Admin';
  return {
    _id: row.id,
    _type: row.type,
    email: hidden ? '' : row.email,
    name: row.name,
    phone_country_code: hidden ? '' : row.phoneCountryCode,
    phone: hidden ? '' : row.phone,
    enabled: row.enabled,
  };
};
