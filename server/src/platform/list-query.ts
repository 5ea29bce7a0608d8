import { and, asc, desc, eq, gte, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { addDays, startOfBusinessDay } from '@staffroom/contract/shared/dates.ts';
import { valuesOf } from '@staffroom/contract/shared/lists.ts';
import { groupsWithinBudget, nextOffset, withinBudget } from './byte-budget.ts';
import type { Actor, Context } from './context.ts';
import { csvAnswer, type CsvColumn } from './csv.ts';
import { readSnapshot, type Db } from './database.ts';
import { plannedOnce } from './prepared.ts';
import { anyOfList, containsText } from './sql-conditions.ts';

type Key = SQL | PgColumn;
/** Of what a row is sorted by; what follows from the time of asking needs the context. */
type SortKey = Key | JoinedKey | ((context: Context) => SQL);

/** A key that stands in another table: that of the row which every row of the list has there. */
type JoinedKey = { from: PgTable; on: SQL; key: Key };

const isJoined = (key: Key | JoinedKey): key is JoinedKey => 'key' in key && 'on' in key;

type Query = {
  max: number;
  offset: number;
  sortBy: string;
  order: 'asc' | 'desc';
  filter: object;
};

/** What one field of a filter asks; undefined where it asks nothing. */
type Condition<Value> = (value: Value, context: Context) => SQL | undefined;

/** A condition for every field of a filter: none can be forgotten. */
type Conditions<Filter> = {
  [Field in keyof Filter]-?: Condition<NonNullable<Filter[Field]>>;
};

type ListDefinition<Q extends Query, Shown> = {
  from: PgTable;
  id: PgColumn;
  /** What `sortBy` may be; never null, since a download goes on after the last one it has read. */
  sort: Record<Q['sortBy'], SortKey>;
  where: Conditions<Q['filter']> | ((filter: Q['filter'], context: Context) => SQL | undefined);
  /** Whose rows the actor finds. */
  scope?: (actor: Actor) => SQL | undefined;
  /** The rows of these ids as they are shown, in any order. */
  cards: (db: Db, ids: string[], context: Context) => Promise<Shown[]>;
  /** Its download: the file's name and columns. */
  csv?: readonly [fileName: string, columns: readonly CsvColumn<Shown>[]];
  /** Counts what matches in a way of its own, where the count of a query is kept. */
  count?: (query: Q) => SQL | undefined;
  /** What matches is costly to find and seldom many: it is found once for the page and the count. */
  matchesOnce?: true;
  /** Size of a row, where rows may be large: pages and batches of downloads then end at a budget (ADR 37). */
  bytes?: SQL<number>;
  /** Finds a page's ids and the count in one statement in a way of its own; undefined for queries that need none. */
  find?: (db: Db, query: Q, context: Context) => Promise<Found> | undefined;
};

/** The ids of a page in the list's order, and how many rows match in all. */
export type Found = { ids: string[]; count: number };

/** How many rows of a download are read at once. */
export const rowsAtOnce = 500;

/** A list: which rows match, in which order, and how they are shown; its page and its download follow from it. */
export const defineListQuery = <Q extends Query, Shown extends { _id: string }>(
  list: ListDefinition<Q, Shown>,
) => {
  const whereOf = ({ filter }: Pick<Q, 'filter'>, context: Context) =>
    and(
      list.scope?.(context.actor),
      typeof list.where === 'function'
        ? list.where(filter, context)
        : and(...conditionsOf(list.where, filter, context)),
    );
  const sortOf = ({ sortBy, order }: Q, context: Context) => {
    const sort: SortKey = list.sort[sortBy as Q['sortBy']];
    const found = typeof sort === 'function' ? sort(context) : sort;
    const [key, joined] = isJoined(found) ? [found.key, found] : [found];
    const direction = order === 'asc' ? asc : desc;
    return { key, joined, by: [direction(key), direction(list.id)] };
  };
  const select = <Fields extends Record<string, PgColumn | SQL<string>>>(
    db: Db,
    fields: Fields,
    { joined }: { joined?: JoinedKey | undefined },
  ) => {
    const rows = db.select(fields).from(list.from);
    return joined ? (rows.innerJoin(joined.from, joined.on) as unknown as typeof rows) : rows;
  };
  const find = (db: Db, query: Q, context: Context) => {
    const where = whereOf(query, context);
    const sort = sortOf(query, context);
    if (list.matchesOnce) {
      const direction = query.order === 'asc' ? asc : desc;
      const { key } = sort;
      const matched = select(db, { id: list.id, key: sql<string>`${key} as key` }, sort).where(
        where,
      );
      return findPage(db, {
        with: sql`with matched as materialized (${matched.getSQL()}) `,
        ids: sql`select id from matched order by ${direction(sql`key`)}, ${direction(sql`id`)}
          limit ${query.max} offset ${query.offset}`,
        count: sql`select count(*) from matched`,
      });
    }
    return findPage(db, {
      ids: select(db, { id: list.id }, sort)
        .where(where)
        .orderBy(...sort.by)
        .limit(query.max)
        .offset(query.offset)
        .getSQL(),
      count:
        list.count?.(query) ??
        db
          .select({ count: sql`count(*)` })
          .from(list.from)
          .where(where)
          .getSQL(),
    });
  };
  const show = async (db: Db, ids: string[], context: Context): Promise<Shown[]> => {
    if (ids.length === 0) return [];
    const cards = new Map((await list.cards(db, ids, context)).map((card) => [card._id, card]));
    return ids.flatMap((id) => cards.get(id) ?? []);
  };
  const sized = async (
    db: Db,
    ids: readonly string[],
  ): Promise<{ id: string; bytes: number }[]> => {
    if (!list.bytes || ids.length === 0) return ids.map((id) => ({ id, bytes: 0 }));
    const sizes = await db
      .select({ id: sql<string>`${list.id}`, bytes: list.bytes })
      .from(list.from)
      .where(anyOfList(list.id, ids, 'uuid'));
    const bytesOf = new Map(sizes.map(({ id, bytes }) => [id, bytes]));
    return ids.map((id) => ({ id, bytes: bytesOf.get(id) ?? 0 }));
  };
  /** Every row that matches, in the list's order, as of one moment; the page of the query does not matter. */
  const each = (context: Context, query: Q): AsyncGenerator<Shown> => {
    const where = whereOf(query, context);
    const sort = sortOf(query, context);
    const { key } = sort;
    const beyond = query.order === 'asc' ? sql`>` : sql`<`;
    return eachCard(context, {
      ids: (db, last?: { id: string; key: string }) =>
        select(db, { id: sql<string>`${list.id}`, key: sql<string>`${key}::text` }, sort)
          .where(and(where, last && sql`(${key}, ${list.id}) ${beyond} (${last.key}, ${last.id})`))
          .orderBy(...sort.by)
          .limit(rowsAtOnce),
      cards: async function* (db, ids) {
        for (const group of groupsWithinBudget(await sized(db, ids)))
          yield* await show(
            db,
            group.map(({ id }) => id),
            context,
          );
      },
    });
  };
  const [fileName, columns] = list.csv ?? [];
  return {
    each,
    /** Which rows match and the actor may see, for what else is asked of them. */
    where: whereOf,
    /** The same as a file, where the list has one. */
    csv:
      fileName && columns
        ? (context: Context, query: Q) => csvAnswer(fileName, columns, each(context, query))
        : undefined,
    /** The rows of a page with the exact count of all that match and that the actor may see; `next_offset` on a shorter page. */
    page: async (
      context: Context,
      query: Q,
    ): Promise<{ data: Shown[]; count: number; next_offset?: number }> => {
      const { ids, count } = await (list.find?.(context.db, query, context) ??
        find(context.db, query, context));
      const fitting = withinBudget(await sized(context.db, ids)).map(({ id }) => id);
      const data = await show(context.db, fitting, context);
      return { data, count, ...nextOffset(query.offset, fitting, ids) };
    },
  };
};

/** One statement for ids and count, so that they are of one moment. */
export const findPage = async (
  db: Db,
  { with: before = sql``, ids, count }: { with?: SQL; ids: SQL; count: SQL },
): Promise<Found> => {
  const statement = sql`${before}select array(${ids}) as ids, (${count})::int as count`;
  const [found] = await plannedOnce<Found>(db, statement);
  return found ?? { ids: [], count: 0 };
};

/**
 * Every row of a list, batch by batch after the last that was read (never by OFFSET), all in one snapshot: what is
 * saved meanwhile neither comes twice nor is missed.
 */
export const eachCard = <Last extends { id: string }, Shown>(
  context: Pick<Context, 'db' | 'actor'>,
  list: {
    ids: (db: Db, last: Last | undefined) => PromiseLike<Last[]>;
    cards: (db: Db, ids: string[]) => Promise<Shown[]> | AsyncIterable<Shown>;
  },
): AsyncGenerator<Shown> =>
  readSnapshot(context, async function* (snapshot) {
    let last: Last | undefined;
    do {
      const batch = await list.ids(snapshot, last);
      yield* await list.cards(
        snapshot,
        batch.map((row) => row.id),
      );
      last = batch.at(-1);
    } while (last !== undefined);
  });

const conditionsOf = <Filter extends object>(
  where: Conditions<Filter>,
  filter: Filter,
  context: Context,
) =>
  Object.entries(filter).map(([field, value]) => {
    const condition = where[field as keyof Filter] as Condition<unknown>;
    return value === undefined ? undefined : condition(value, context);
  });

/** A bare value or `{in: [...]}` of a uuid or text column. */
export const anyOf =
  (column: PgColumn): Condition<string | { in: string[] }> =>
  (value) =>
    anyOfList(column, valuesOf(value) ?? [], column.getSQLType() === 'uuid' ? 'uuid' : 'text');

/** Exactly this value. */
export const equalTo =
  <Value>(column: PgColumn): Condition<Value> =>
  (value) =>
    eq(column, value);

/** `{regex}`: a literal substring of any of these, whatever the case; an empty text asks nothing. */
export const containing =
  (...columns: PgColumn[]): Condition<{ regex: string }> =>
  ({ regex }) => {
    const text = regex.trim().toLowerCase();
    return text === ''
      ? undefined
      : or(...columns.map((column) => containsText(sql`lower(${column})`, text)));
  };

/** `{between: [from, to]}` of instants, both included; an open end is null. */
export const within =
  (column: PgColumn): Condition<{ between: [string | null, string | null] }> =>
  ({ between: [from, to] }) =>
    and(
      from === null ? undefined : gte(column, new Date(from)),
      to === null ? undefined : lte(column, new Date(to)),
    );

/** The same of whole business days, both included; what is a point in time is meant exactly. */
export const onDays =
  (at: PgColumn): Condition<{ between: [string | null, string | null] }> =>
  ({ between: [from, to] }, { settings: { businessTimeZone: zone } }) => {
    const startOf = (day: string) => startOfBusinessDay(day, zone).toString();
    return and(
      from === null ? undefined : sql`${at} >= ${from.length === 10 ? startOf(from) : from}`,
      to === null
        ? undefined
        : to.length === 10
          ? sql`${at} < ${startOf(addDays(to, 1))}`
          : sql`${at} <= ${to}`,
    );
  };
