import { and, asc, count, desc, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { findPage as findIdsAndCount, type Found } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { userCounts, users } from '../identity/users.schema.ts';
import { conditionsOf, sortKeys, type Reader, type UserQuery } from './user-conditions.ts';

const summaryColumns = {
  id: users.id,
  type: users.type,
  email: users.email,
  name: users.name,
  phoneCountryCode: users.phoneCountryCode,
  phone: users.phone,
  enabled: users.enabled,
  emailVerified: users.emailVerified,
  phoneVerified: users.phoneVerified,
  referralCode: users.referralCode,
  actsAs: users.actsAs,
  created: users.created,
  level: users.level,
  school: users.school,
  leadSource: users.leadSource,
  parentName: users.parentName,
  parentEmail: users.parentEmail,
  parentPhoneCountryCode: users.parentPhoneCountryCode,
  parentPhone: users.parentPhone,
};
export type ListedUser = Awaited<ReturnType<typeof listCards>>[number];

/** Whom the reader finds, by `scope`; `isByKind` says that only kinds are scoped. */
type Scoped = Reader & { scope: SQL | undefined; isByKind: boolean };

/** Up to so many matches are all found and sorted; of more, the page is found by walking in the list's order. */
const few = 10_000;

/**
 * A page of the users that match, in the given scope, with the exact count of all. No way through it reads the
 * table from end to end (ADR 8), with whatever plan the database chooses.
 */
export const findPage = async (db: Db, query: UserQuery, reader: Scoped): Promise<Found> => {
  const { asked, walked, isByKind } = conditionsOf(query.filter, reader);
  const where = and(reader.scope, asked);
  const many = isByKind && reader.isByKind ? await findManyByKind(db, query, where) : undefined;
  if (many) return many;
  const found = await findFew(db, query, where);
  if (found.count <= few) return found;
  const whole = and(reader.scope, walked);
  return findIdsAndCount(db, {
    ids: walkedIds(db, query, whole).getSQL(),
    count: db.select({ count: count() }).from(users).where(whole).getSQL(),
  });
};

/**
 * Of more than a few whom the database has counted by kind, the page found by walking; otherwise undefined. The counts
 * have the names of the users' own columns, so that the same condition reads them.
 */
const findManyByKind = async (db: Db, query: UserQuery, where: SQL | undefined) => {
  const counted = db.$with('counted').as(
    db
      .select({ count: sql<number>`coalesce(sum(change), 0)::int`.as('count') })
      .from(sql`${userCounts} as users`)
      .where(where),
  );
  const [found] = await db
    .with(counted)
    .select({
      count: sql<number>`count`,
      ids: sql<
        string[] | null
      >`case when count > ${few} then array${walkedIds(db, query, where)} end`,
    })
    .from(counted);
  return found?.ids ? { ids: found.ids, count: found.count } : undefined;
};

/** The page's ids and the count; a count above `few` says only that there are more. */
const findFew = async (db: Db, query: UserQuery, where: SQL | undefined) => {
  const key = query.sortBy === 'created' ? sql`${users.created}` : sortKeys[query.sortBy];
  const matched = db.$with('matched').as(
    db
      .select({ id: users.id, key: key.as('key') })
      .from(users)
      .where(where)
      .limit(few + 1),
  );
  const direction = directionOf(query);
  const [found] = await db
    .with(matched)
    .select({
      count: sql<number>`count(*)::int`,
      ids: sql<
        string[]
      >`array(select id from matched order by ${direction(sql`key`)}, ${direction(sql`id`)} limit ${query.max} offset ${query.offset})`,
    })
    .from(matched);
  return found ?? { count: 0, ids: [] };
};

const sortColumns = {
  created: [users.created, users.id],
  name: [users.nameKey, users.id],
  email: [users.emailKey],
};

const directionOf = (query: UserQuery) => (query.order === 'asc' ? asc : desc);

/** The page's ids found in the index that has the list's order. */
const walkedIds = (db: Db, query: UserQuery, where: SQL | undefined) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(where)
    .orderBy(...sortColumns[query.sortBy].map(directionOf(query)))
    .limit(query.max)
    .offset(query.offset);

/** These users as lists show them, in any order. */
export const listCards = (db: Db, ids: readonly string[]) =>
  db
    .select(summaryColumns)
    .from(users)
    .where(anyOfList(users.id, ids, 'uuid'));

/** Which of these students lie in the scope. */
export const findVisibleStudents = async (db: Db, ids: string[], scope: SQL) => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(anyOfList(users.id, ids, 'uuid'), scope));
  return new Set(rows.map((row) => row.id));
};
