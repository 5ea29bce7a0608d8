import { and, asc, desc, eq, getTableName, gte, lte, or, sql, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { addDays, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import { firstWithinBudget, groupsWithinBudget, nextOffset } from './byte-budget.ts';
import type { Actor, Context } from './context.ts';
import { csvAnswer, type CsvAnswer, type CsvColumn } from './csv.ts';
import { readSnapshot, type Db } from './database.ts';
import { separateValues, hotRows, plannedOnce, type Select } from './prepared.ts';
import { anyOfList, containsText } from './sql-conditions.ts';

type Key = SQL | PgColumn;
/** A sort key; one that depends on the current time is a function of the context. */
type SortKey = Key | JoinedKey | ((context: Context) => SQL);

/** A key in another table, in which every row of the list has exactly one row. */
type JoinedKey = { from: PgTable; on: SQL; key: Key };

const isJoined = (key: Key | JoinedKey): key is JoinedKey => 'key' in key && 'on' in key;

type Query = {
  max: number;
  offset: number;
  sortBy: string;
  order: 'asc' | 'desc';
  filter: object;
};

/** Condition for one field of a filter; undefined if it does not restrict the rows. */
type Condition<Value> = (value: Value, context: Context) => SQL | undefined;

/** Conditions for all fields of a filter. */
export type Conditions<Filter> = {
  [Field in keyof Filter]-?: Condition<NonNullable<Filter[Field]>>;
};

type ListDefinition<Q extends Query, Shown, Row> = (
  | { from: PgTable & { id: PgColumn }; id?: undefined }
  /** Of a table whose rows have another key. */
  | { from: PgTable; id: PgColumn }
) & {
  /** Sort keys by name; never null, since a download continues after the last row that it has read. */
  sort: Record<Q['sortBy'], SortKey>;
  where: Conditions<Q['filter']> | ((filter: Q['filter'], context: Context) => SQL | undefined);
  /** Condition for the rows that the actor may see. */
  scope?: (actor: Actor) => SQL | undefined;
  /** Refuses a query that would read too much, of a page as of a download. */
  check?: (context: Context, query: Q) => void;
  /** File name and columns of the download. */
  csv?: readonly [fileName: string, columns: Columns<Shown> | ((actor: Actor) => Columns<Shown>)];
  /** A custom count, for queries whose count is stored. */
  count?: (query: Q) => SQL | undefined;
  /** Matching rows are expensive to find and usually few: they are found once for both the page and the count. */
  matchesOnce?: true;
  /** Size of a row, for large rows: pages and batches of downloads then end at a byte budget (ADR 37). */
  bytes?: SQL<number>;
  /** A custom statement for a page's ids and the count; undefined for queries that do not need it. */
  find?: (db: Db, query: Q, context: Context) => Promise<Found> | undefined;
} & (
    | {
        /** The rows of these ids as they are shown, in any order. */
        cards: (db: Db, ids: string[], context: Context) => Promise<Shown[]>;
        hot?: undefined;
      }
    | {
        /** For a list read at every turn: rows and `total` as one select, planned once per shape of filter. */
        hot: HotRows<Row>;
        present: (row: Row, context: Context) => Shown;
        bytes?: undefined;
        count?: undefined;
        find?: undefined;
        matchesOnce?: undefined;
      }
  );

type Columns<Shown> = readonly CsvColumn<Shown>[];

type HotRows<Row> = (
  db: Db,
  total: SQL<number | null>,
) => { where: (condition: SQL) => Select<Row> & { orderBy: (...by: SQL[]) => Select<Row> } };

/** The ids of a page in the list's order, and the number of all matching rows. */
export type Found = { ids: string[]; count: number };

/** Rows of a download that are read at once. */
const rowsAtOnce = 500;

/** Defines a list: matching rows, order and display. Returns its page and its download. */
export const defineListQuery = <
  Q extends Query,
  Shown extends { _id: string },
  Row extends { total: number | null } = never,
>(
  list: ListDefinition<Q, Shown, Row>,
) => {
  const rowId = list.id ?? list.from.id;
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
    return { key, joined, by: [direction(key), direction(rowId)] };
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
      const matched = select(db, { id: rowId, key: sql<string>`${key} as key` }, sort).where(where);
      return findPage(db, {
        with: sql`with matched as materialized (${matched.getSQL()}) `,
        ids: sql`select id from matched order by ${direction(sql`key`)}, ${direction(sql`id`)}
          limit ${query.max} offset ${query.offset}`,
        count: sql`select count(*) from matched`,
      });
    }
    return findPage(db, {
      ids: select(db, { id: rowId }, sort)
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
  /** Rows and count in one statement: the page's ids first, what the rows show joined to these alone. */
  const hotPage = async (context: Context, query: Q, rowsOf: HotRows<Row>) => {
    const { db } = context;
    const where = separateValues(whereOf(query, context));
    const sort = sortOf(query, context);
    const counted = () =>
      db
        .select({ count: sql<number>`count(*)::int` })
        .from(list.from)
        .where(where.condition());
    const about = `${getTableName(list.from)} ${where.shape}`;
    const values = { ...where.values, max: query.max, offset: query.offset };
    const rows = await hotRows(db, `${about} ${query.sortBy} ${query.order}`, values, () => {
      const ids = select(db, { id: rowId }, sort)
        .where(where.condition())
        .orderBy(...sort.by)
        .limit(sql.placeholder('max'))
        .offset(sql.placeholder('offset'));
      return rowsOf(db, sql<number>`${counted()}`)
        .where(sql`${rowId} = any(array${ids})`)
        .orderBy(...sort.by);
    });
    if (rows.length > 0 || query.offset === 0) return { rows, count: rows[0]?.total ?? 0 };
    // Beyond the last page there is no row to carry the count.
    const [total] = await hotRows(db, `${about} count`, where.values, counted);
    return { rows, count: total?.count ?? 0 };
  };
  const cardsOf = async (db: Db, ids: string[], context: Context) => {
    if (!list.hot) return list.cards(db, ids, context);
    const rows = await list.hot(db, sql`null::int`).where(anyOfList(rowId, ids, 'uuid'));
    return rows.map((row) => list.present(row, context));
  };
  const show = async (db: Db, ids: string[], context: Context): Promise<Shown[]> => {
    if (ids.length === 0) return [];
    const cards = new Map((await cardsOf(db, ids, context)).map((card) => [card._id, card]));
    return ids.flatMap((id) => cards.get(id) ?? []);
  };
  const sized = async (
    db: Db,
    ids: readonly string[],
  ): Promise<{ id: string; bytes: number }[]> => {
    if (!list.bytes || ids.length === 0) return ids.map((id) => ({ id, bytes: 0 }));
    const sizes = await db
      .select({ id: sql<string>`${rowId}`, bytes: list.bytes })
      .from(list.from)
      .where(anyOfList(rowId, ids, 'uuid'));
    const bytesOf = new Map(sizes.map(({ id, bytes }) => [id, bytes]));
    return ids.map((id) => ({ id, bytes: bytesOf.get(id) ?? 0 }));
  };
  /** Yields all matching rows in the list's order, from one snapshot; ignores the page of the query. */
  const each = (context: Context, query: Q): AsyncGenerator<Shown> => {
    const where = whereOf(query, context);
    const sort = sortOf(query, context);
    const { key } = sort;
    const beyond = query.order === 'asc' ? sql`>` : sql`<`;
    return eachCard(context, {
      ids: (db, last?: { id: string; key: string }) =>
        select(db, { id: sql<string>`${rowId}`, key: sql<string>`${key}::text` }, sort)
          .where(and(where, last && sql`(${key}, ${rowId}) ${beyond} (${last.key}, ${last.id})`))
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
    /** Condition for matching rows that the actor may see, for other queries about them. */
    where: whereOf,
    /** The list as a file, if it has columns. */
    csv:
      fileName && columns
        ? (context: Context, query: Q) => {
            list.check?.(context, query);
            const shown = typeof columns === 'function' ? columns(context.actor) : columns;
            return csvAnswer(fileName, shown, each(context, query));
          }
        : undefined,
    /** The rows of a page, with the exact count of all matching rows that the actor may see. */
    page: async (
      context: Context,
      query: Q,
    ): Promise<{ data: Shown[]; count: number; next_offset?: number }> => {
      list.check?.(context, query);
      if (list.hot) {
        const { rows, count } = await hotPage(context, query, list.hot);
        return { data: rows.map((row) => list.present(row, context)), count };
      }
      const { ids, count } = await (list.find?.(context.db, query, context) ??
        find(context.db, query, context));
      const sizes = await firstWithinBudget(ids, (some) => sized(context.db, some));
      const fitting = sizes.map(({ id }) => id);
      const data = await show(context.db, fitting, context);
      return { data, count, ...nextOffset(query.offset, fitting, ids) };
    },
  };
};

/** The same list for another query, of which `queryOf` makes the list's own. */
export const withQuery = <Q, Asked, Page>(
  list: {
    page: (context: Context, query: Q) => Promise<Page>;
    csv: ((context: Context, query: Q) => CsvAnswer) | undefined;
  },
  queryOf: (asked: Asked) => Q,
) => {
  const { page, csv } = list;
  return {
    page: (context: Context, asked: Asked) => page(context, queryOf(asked)),
    csv: csv && ((context: Context, asked: Asked) => csv(context, queryOf(asked))),
  };
};

/** Finds ids and count in one statement, so that they are consistent. */
export const findPage = async (
  db: Db,
  { with: before = sql``, ids, count }: { with?: SQL; ids: SQL; count: SQL },
): Promise<Found> => {
  const statement = sql`${before}select array(${ids}) as ids, (${count})::int as count`;
  const [found] = await plannedOnce<Found>(db, statement);
  return found ?? { ids: [], count: 0 };
};

/** All rows in batches (keyset paging, never OFFSET), from one snapshot: concurrent saves repeat or hide no rows. */
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

/** The rows with these ids, in any order. */
export const rowsOf = async <Table extends PgTable & { id: PgColumn }>(
  db: Db,
  table: Table,
  ids: readonly string[],
): Promise<Table['$inferSelect'][]> => {
  // The builder cannot infer the columns of a generic table.
  const anyTable: PgTable = table;
  return db
    .select()
    .from(anyTable)
    .where(anyOfList(table.id, ids, 'uuid'));
};

/** The conditions of the given fields of a filter, for a list whose `where` adds to them. */
export const conditionsOf = <Filter extends object>(
  where: Conditions<Filter>,
  filter: Filter,
  context: Context,
) =>
  Object.entries(filter).map(([field, value]) => {
    const condition = where[field as keyof Filter] as Condition<unknown>;
    return value === undefined ? undefined : condition(value, context);
  });

/** A single value or `{in: [...]}` of a uuid or text column. */
export const anyOf =
  (column: PgColumn): Condition<string | { in: string[] }> =>
  (value) =>
    anyOfList(column, valuesOf(value) ?? [], column.getSQLType() === 'uuid' ? 'uuid' : 'text');

export const equalTo =
  <Value>(column: PgColumn): Condition<Value> =>
  (value) =>
    eq(column, value);

/** `{regex}`: a literal substring of any of these columns, ignoring letter case; an empty text does not filter. */
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

/** `{between: [from, to]}` of business days, both included; an instant is used as it is. */
export const onDays =
  (at: PgColumn): Condition<{ between: [string | null, string | null] }> =>
  ({ between: [from, to] }, { settings: { businessTimeZone: zone } }) => {
    const startOf = (day: string) => startOfDay(day, zone);
    return and(
      from === null ? undefined : sql`${at} >= ${from.length === 10 ? startOf(from) : from}`,
      to === null
        ? undefined
        : to.length === 10
          ? sql`${at} < ${startOf(addDays(to, 1))}`
          : sql`${at} <= ${to}`,
    );
  };

/** Every request for a default view asks for the same few days. */
const dayStarts = new Map<string, string>();

const startOfDay = (day: string, timeZone: string) => {
  const key = `${day} ${timeZone}`;
  const start = dayStarts.get(key) ?? startOfBusinessDay(day, timeZone).toString();
  if (dayStarts.size > 1000) dayStarts.clear();
  dayStarts.set(key, start);
  return start;
};
