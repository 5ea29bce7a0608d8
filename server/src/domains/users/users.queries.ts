import { and, asc, count, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import { valuesOf } from '@staffroom/contract/shared/lists.ts';
import { digitsOf } from '@staffroom/contract/shared/text.ts';
import type { listUsers } from '@staffroom/contract/domains/users/users.contract.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList, containsText, startsWith } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';

export type UserQuery = QueryOf<typeof listUsers>;

const summaryColumns = {
  id: users.id,
  type: users.type,
  email: users.email,
  name: users.name,
  phoneCountryCode: users.phoneCountryCode,
  phone: users.phone,
  enabled: users.enabled,
};

const sortColumns = { created: users.created, name: users.name, email: users.email };

/**
 * Users that match, in the given scope, with the exact count. Whose details are not to be read, by
 * `readable`, is found by name only: what may not be seen may not be guessed by searching either.
 */
export const listAndCount = async (
  db: Db,
  query: UserQuery,
  { scope, readable }: { scope: SQL | undefined; readable: SQL | undefined },
) => {
  const where = and(scope, ...conditionsOf(query.filter, readable));
  const direction = query.order === 'asc' ? asc : desc;
  const rows = await db
    .select(summaryColumns)
    .from(users)
    .where(where)
    .orderBy(direction(sortColumns[query.sortBy]), direction(users.id))
    .limit(query.max)
    .offset(query.offset);
  const [total] = await db.select({ count: count() }).from(users).where(where);
  return { rows, count: total?.count ?? 0 };
};

const conditionsOf = (
  filter: UserQuery['filter'],
  readable: SQL | undefined,
): (SQL | undefined)[] => {
  const types = valuesOf(filter._type);
  const ids = valuesOf(filter._id);
  return [
    ids && anyOfList(users.id, ids, 'uuid'),
    types && anyOfList(users.type, types, 'text'),
    filter.enabled === undefined ? undefined : eq(users.enabled, filter.enabled),
    typeof filter.email === 'string'
      ? eq(users.emailKey, filter.email.trim().toLowerCase())
      : textCondition(filter.email?.regex, [users.emailKey]),
    filter.name && textCondition(filter.name.regex, [lowerName]),
    filter.phone && phoneCondition(filter.phone.regex),
    filter.search && searchCondition(filter.search.regex),
    filter.email !== undefined || filter.phone !== undefined ? readable : undefined,
    filter.search && readable && or(readable, nameCondition(filter.search.regex)),
  ];
};

const lowerName = sql`lower(${users.name})`;
const nameCondition = (typed: string) => textCondition(typed, [lowerName]) ?? sql`true`;

/** Other scripts than ours say a whole name in one or two signs: any place counts, without an index. */
const anywhere = (text: string) =>
  text.length < 3 && /[^\u0020-\u024f]/.test(text)
    ? containsText(sql`(${users.search} || '')`, text)
    : undefined;

/** From 3 characters the trigram index narrows `search` first; below, a prefix (architecture: Indexes). */
const textCondition = (typed: string | undefined, columns: (SQL | typeof users.emailKey)[]) => {
  const text = typed?.trim().toLowerCase();
  if (!text) return undefined;
  const exact = sql.join(
    columns.map((column) => containsText(column, text)),
    sql` or `,
  );
  const narrowed = text.length < 3 ? anywhere(text) : containsText(users.search, text);
  if (narrowed) return sql`(${narrowed} and (${exact}))`;
  return sql`(${sql.join(
    columns.map((c) => startsWith(c, text)),
    sql` or `,
  )})`;
};

/** '+65 9123 4567' finds 91234567: only digits count, with or without the country code. */
const phoneCondition = (typed: string) => {
  const digits = digitsOf(typed);
  if (digits === '') return undefined;
  if (digits.length < 3) return startsWith(users.phone, digits);
  return sql`(${containsText(users.search, digits)} and ${containsText(sql`${users.phoneCountryCode} || ${users.phone}`, digits)})`;
};

const looksLikePhone = /^[+\d][\d\s()-]{2,}$/;

/** E-mail, phone or name at once. */
const searchCondition = (typed: string) => {
  const text = typed.trim().toLowerCase();
  if (text === '') return undefined;
  if (looksLikePhone.test(text) && digitsOf(text).length >= 3)
    return containsText(users.search, digitsOf(text));
  const short = anywhere(text);
  if (short) return short;
  if (text.length < 3)
    return sql`(${startsWith(users.emailKey, text)} or ${startsWith(sql`lower(${users.name})`, text)} or ${startsWith(users.phone, text)})`;
  return containsText(users.search, text);
};

/** Which of these students lie in the scope. */
export const findVisibleStudents = async (db: Db, ids: string[], scope: SQL) => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(anyOfList(users.id, ids, 'uuid'), scope));
  return new Set(rows.map((row) => row.id));
};
