import { and, asc, count, desc, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { findPage as findIdsAndCount, type Found } from '../../platform/list-query.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { userChanges, userCounts, users } from '../identity/users.schema.ts';
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
  subjects: users.subjects,
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

/** A reader with its `scope`; `isByKind` is true if the scope depends only on type, lead source and state. */
type Scoped = Reader & { scope: SQL | undefined; isByKind: boolean };

/** Up to this many matches are sorted; beyond it, a page is found by a scan in the list's order. */
const few = 10_000;

/** A page of the matching users in the scope, with the exact count; never reads the whole table (ADR 8). */
export const findPage = async (db: Db, query: UserQuery, reader: Scoped): Promise<Found> => {
  const { asked, walked, counted } = conditionsOf(query.filter, reader);
  const whole = and(reader.scope, walked);
  if (counted && reader.isByKind) {
    const found = await findCounted(db, query, { ...counted, where: whole, scope: reader.scope });
    if (found) return found;
  }
  const found = await findFew(db, query, and(reader.scope, asked));
  if (found.count <= few) return found;
  return findIdsAndCount(db, {
    ids: sql`${walk(db, query, whole)} limit ${query.max} offset ${query.offset}`,
    count: db.select({ count: count() }).from(users).where(whole).getSQL(),
  });
};

type Counted = NonNullable<ReturnType<typeof conditionsOf>['counted']> & {
  scope: SQL | undefined;
  where: SQL | undefined;
};

/**
 * Returns a page for a query that `user_counts` can count. The scan stops at the last match. Returns undefined if
 * sorting the few matches is cheaper than scanning all other users.
 */
const findCounted = async (db: Db, query: UserQuery, { where, ...counted }: Counted) => {
  const canStopEarly = query.sortBy === 'created' && counted.part !== '';
  const passedBy = canStopEarly ? sql`(${holdersOf({ ...counted, part: '' })})` : sql`count`;
  const left = sql`least(${query.max}, greatest(count - ${query.offset}, 0))`;
  const { rows } = await db.execute<{ count: number; ids: string[] | null }>(sql`
    with counted as (select (${holdersOf(counted)})::int as count)
    select count, case when ${passedBy} > ${few} then array(
      ${walk(db, query, where)} limit ${left} offset ${query.offset}
    ) end as ids
    from counted`);
  const [found] = rows;
  return found?.ids ? { ids: found.ids, count: found.count } : undefined;
};

/** Counts users whose text contains a part. With the alias `users`, conditions on kinds apply to both tables. */
const holdersOf = ({ part, kinds, scope }: Omit<Counted, 'where'>) => sql`
  select coalesce(sum(held.count), 0) from (
    select users.count from ${userCounts} as users where ${and(sql`users.part = ${part}`, kinds, scope)}
    union all
    select users.change from ${userChanges} as users where ${and(containsText(users.search, part), kinds, scope)}
  ) as held`;

/** Returns the page's ids and the count; a count above `few` means only that there are more. */
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

/** Returns the matching ids by a scan of the index that has the list's order. */
const walk = (db: Db, query: UserQuery, where: SQL | undefined) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(where)
    .orderBy(...sortColumns[query.sortBy].map(directionOf(query)))
    .getSQL();

/** Returns these users as lists show them, in any order. */
export const listCards = (db: Db, ids: readonly string[]) =>
  db
    .select(summaryColumns)
    .from(users)
    .where(anyOfList(users.id, ids, 'uuid'));

/** Returns the ids of these students that are in the scope. */
export const findVisibleStudents = async (db: Db, ids: string[], scope: SQL) => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(anyOfList(users.id, ids, 'uuid'), scope));
  return new Set(rows.map((row) => row.id));
};
