import { mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import { levelWords } from 'staffroom-contract/shared/levels.ts';
import type { UserSummary } from 'staffroom-contract/domains/users/users.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { Actor, Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { refusal } from '../../platform/errors.ts';
import { defineListQuery } from '../../platform/list-query.ts';
import { users } from '../identity/users.schema.ts';
import { conditionsOf } from './user-conditions.ts';
import {
  findsByParent,
  isScopedByKind,
  mayReadAccount,
  readableDetails,
  userScope,
} from './users.policy.ts';
import { presentUserSummary } from './users.presenter.ts';
import type { UserQuery } from './user-conditions.ts';
import * as userQueries from './users.queries.ts';

/** A user as lists show it, with the row for the additional columns of a download. */
type Listed = UserSummary & { row: userQueries.ListedUser };

const found = defineListQuery<UserQuery, { _id: string; row: userQueries.ListedUser }>({
  from: users,
  scope: userScope,
  sort: { created: users.created, name: users.nameKey, email: users.emailKey },
  where: (filter, { actor }) => conditionsOf(filter, readerOf(actor)).walked,
  find: (db, query, { actor }) =>
    userQueries.findPage(db, query, {
      ...readerOf(actor),
      scope: userScope(actor),
      isByKind: isScopedByKind(actor),
    }),
  cards: async (db, ids) =>
    (await userQueries.listCards(db, ids)).map((row) => ({ _id: row.id, row })),
});

/** Returns what an actor may search users by. */
export const readerOf = (actor: Actor) => ({
  readable: readableDetails(actor),
  findsByParent: findsByParent(actor),
});

/** Returns the matching users in the actor's scope. Throws forbidden for a filter that the actor may not use. */
export const listUsers = async (context: Context, asked: UserQuery) => {
  const query = askedOf(context, asked);
  const { data, count } = await found.page(context, query);
  const typed = query.filter.search?.regex;
  const words = typed === undefined ? undefined : [typed];
  return { data: data.map(({ row }) => presentUserSummary(row, context.actor, words)), count };
};

/** Exports every matching user as CSV, with no more than the list shows the actor. Throws what the list throws. */
const exportUsers = (context: Context, query: UserQuery) =>
  csvAnswer('users.csv', columnsFor(context.actor), eachUser(context, askedOf(context, query)));

/** The users whom the actor may see, with the details that the actor may read. */
export const userList = { page: listUsers, csv: exportUsers };

const eachUser = async function* (context: Context, query: UserQuery): AsyncGenerator<Listed> {
  for await (const { row } of found.each(context, query))
    yield { ...presentUserSummary(row, context.actor), row };
};

/** Filters that only roles with `/user` may use. */
const ofRecords = ['lead_source.source', 'birthday'] as const;

/** Returns the query with a day in place of "today". Throws forbidden for filters that the actor may not use. */
const askedOf = ({ actor, clock, settings }: Context, query: UserQuery): UserQuery => {
  const field = ofRecords.find((name) => query.filter[name] !== undefined);
  if (field !== undefined && !mayOpen(actor, '/user'))
    throw refusal('forbidden', { field: `filter.${field}` });
  if (query.filter.birthday !== 'today') return query;
  const birthday = businessDayOf(clock.now().toISOString(), settings.businessTimeZone);
  return { ...query, filter: { ...query.filter, birthday } };
};

const columns: CsvColumn<Listed>[] = [
  { header: 'type', value: (user) => user._type },
  { header: 'email', value: (user) => user.email },
  { header: 'name', value: (user) => user.name },
  { header: 'phone_country_code', value: (user) => user.phone_country_code },
  { header: 'phone', value: (user) => user.phone },
  { header: 'enabled', value: (user) => user.enabled },
];

/** Columns that the screen `/user` shows in addition to a look-up. */
const listedColumns: CsvColumn<Listed>[] = [
  { header: 'e_verified', value: (user) => user.e_verified },
  { header: 'p_verified', value: (user) => user.p_verified },
  { header: 'referral_code', value: (user) => user.referral_code },
  { header: 'registered', time: (user) => user.created },
  { header: 'level', value: ({ row }) => levelWords(row.level ?? '') },
  { header: 'school', value: ({ row }) => row.school },
  { header: 'lead_source', value: ({ row }) => row.leadSource },
];

const parentColumns: CsvColumn<Listed>[] = [
  { header: 'parent_name', value: ({ row }) => row.parentName },
  { header: 'parent_email', value: ({ row }) => row.parentEmail },
  { header: 'parent_phone_country_code', value: ({ row }) => row.parentPhoneCountryCode },
  { header: 'parent_phone', value: ({ row }) => row.parentPhone },
];

const accountColumns: CsvColumn<Listed>[] = [{ header: 'acts_as', value: (user) => user.acts_as }];

const columnsFor = (actor: Actor) => [
  ...columns,
  ...(mayOpen(actor, '/user') ? listedColumns : []),
  ...(findsByParent(actor) ? parentColumns : []),
  ...(mayReadAccount(actor) ? accountColumns : []),
];
