import { mayOpen } from '@staffroom/contract/domains/identity/permissions.ts';
import type { UserSummary } from '@staffroom/contract/domains/users/users.contract.ts';
import type { Actor, Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { refusal } from '../../platform/errors.ts';
import { defineListQuery } from '../../platform/list-query.ts';
import { users } from '../identity/users.schema.ts';
import { conditionsOf } from './user-conditions.ts';
import { isScopedByKind, mayReadAccount, readableDetails, userScope } from './users.policy.ts';
import { presentUserSummary } from './users.presenter.ts';
import type { UserQuery } from './user-conditions.ts';
import * as userQueries from './users.queries.ts';

const userList = defineListQuery<UserQuery, UserSummary>({
  from: users,
  id: users.id,
  scope: userScope,
  sort: { created: users.created, name: users.nameKey, email: users.emailKey },
  where: (filter, { actor }) => conditionsOf(filter, readableDetails(actor)).walked,
  find: (db, query, { actor }) =>
    userQueries.findPage(db, query, {
      scope: userScope(actor),
      readable: readableDetails(actor),
      isByKind: isScopedByKind(actor),
    }),
  cards: async (db, ids, { actor }) =>
    (await userQueries.listCards(db, ids)).map((row) => presentUserSummary(row, actor)),
});

/** Users that match and that the actor may see. By lead source only those filter who may read it: forbidden. */
export const listUsers = async (context: Context, query: UserQuery) => {
  refuseFilter(context.actor, query);
  return userList.page(context, query);
};

/** Every user that matches, as CSV, with no more than the list shows the actor. Throws what the list throws. */
export const exportUsers = (context: Context, query: UserQuery) => {
  refuseFilter(context.actor, query);
  return csvAnswer('users.csv', columnsFor(context.actor), userList.each(context, query));
};

const refuseFilter = (actor: Actor, { filter }: UserQuery) => {
  if (filter['lead_source.source'] !== undefined && !mayOpen(actor, '/user'))
    throw refusal('forbidden', { field: 'filter.lead_source.source' });
};

const columns: CsvColumn<UserSummary>[] = [
  { header: 'type', value: (user) => user._type },
  { header: 'email', value: (user) => user.email },
  { header: 'name', value: (user) => user.name },
  { header: 'phone_country_code', value: (user) => user.phone_country_code },
  { header: 'phone', value: (user) => user.phone },
  { header: 'enabled', value: (user) => user.enabled },
];

/** What the screen `/user` shows beyond a look-up. */
const listedColumns: CsvColumn<UserSummary>[] = [
  { header: 'e_verified', value: (user) => user.e_verified },
  { header: 'p_verified', value: (user) => user.p_verified },
  { header: 'referral_code', value: (user) => user.referral_code },
  { header: 'registered', time: (user) => user.created },
];

const accountColumns: CsvColumn<UserSummary>[] = [
  { header: 'acts_as', value: (user) => user.acts_as },
];

const columnsFor = (actor: Actor) => [
  ...columns,
  ...(mayOpen(actor, '/user') ? listedColumns : []),
  ...(mayReadAccount(actor) ? accountColumns : []),
];
