import {
  Column,
  DrizzleQueryError,
  fillPlaceholders,
  getTableColumns,
  getTableName,
  is,
  sql,
  SQL,
  Table,
  type Query,
} from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { PgDialect, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { clientOf, type Db } from './database.ts';
import { statementName } from './name-repeated.ts';

const statements = new WeakMap<Db, Map<string, unknown>>();

/** The prepared statement of a shape, created once per database; the shape must name all that its text depends on. */
export const preparedByShape = <T>(db: Db, shape: string, prepare: (name: string) => T): T => {
  const known = statements.get(db) ?? new Map<string, unknown>();
  statements.set(db, known);
  const statement = (known.get(shape) as T | undefined) ?? prepare(statementName(shape));
  known.set(shape, statement);
  return statement;
};

const dialect = new PgDialect({ casing: 'snake_case' });
const knownShapes = new Set<string>();
/** Most statements with varying text that every connection keeps. */
const mostShapes = 100;

/**
 * Runs a statement as a named prepared one, parsed and planned once per connection; only the first texts are kept. A
 * pattern search is planned each time, since its cost depends on the pattern.
 */
export const plannedOnce = async <Row extends object>(db: Db, statement: SQL): Promise<Row[]> => {
  const query = dialect.sqlToQuery(statement);
  if (knownShapes.size < mostShapes && !query.sql.includes(' like ')) knownShapes.add(query.sql);
  const name = knownShapes.has(query.sql) ? statementName(query.sql) : undefined;
  return (await run(db, { name, text: query.sql, values: query.params })) as Row[];
};

type Named = { name: string | undefined; text: string; values: unknown[]; rowMode?: 'array' };

/** Runs a statement by the driver itself; columns of the schema read times and dates from text, as Drizzle gives them. */
const run = async (db: Db, statement: Named): Promise<unknown[]> => {
  try {
    return (await clientOf(db).query<object>({ ...statement, types: asText })).rows;
  } catch (error) {
    throw new DrizzleQueryError(statement.text, statement.values, error as Error);
  }
};

/** date, timestamp, timestamptz and interval, arrays of these, and of numerics. */
const readAsText = new Set([1082, 1114, 1184, 1186, 1115, 1182, 1185, 1187, 1231]);
const asText = {
  getTypeParser: ((id: number, format: 'text') =>
    readAsText.has(id)
      ? (value: string) => value
      : (pg.types.getTypeParser(id, format) as unknown)) as typeof pg.types.getTypeParser,
};

/**
 * Separates a condition from its values. Conditions that differ only in their values have the same `shape`; `condition`
 * builds the statement of that shape, with placeholders.
 */
export const separateValues = (condition: SQL | undefined) => {
  if (!condition) return { shape: '', values: {}, condition: () => undefined };
  const { sql: text, params } = dialect.sqlToQuery(condition);
  const values: Record<string, unknown> = {};
  for (const [index, value] of params.entries()) values[`value${index}`] = value;
  return { shape: text, values, condition: () => withPlaceholders(text, params.length) };
};

const withPlaceholders = (text: string, count: number): SQL => {
  const parts = text.split(/\$\d+/);
  if (parts.length !== count + 1)
    throw new Error('A condition contains a text like a placeholder.');
  return sql.join(
    parts.flatMap((part, index) =>
      index === count ? [sql.raw(part)] : [sql.raw(part), sql`${sql.placeholder(`value${index}`)}`],
    ),
  );
};

const hotStatements = new Map<string, HotStatement>();

/**
 * Runs a frequent select. Its statement and the reader of its rows are built once for each shape, which must name everything
 * that changes the text: Drizzle builds the reader for every value of every row, a tenth of a list's time. Joined tables
 * must not be nullable, and columns written as SQL are returned as the driver reads them.
 */
export const hotRows = async <Row>(
  db: Db,
  shape: string,
  values: Record<string, unknown>,
  select: () => Select<Row>,
): Promise<Row[]> => {
  const statement = hotStatement(shape, () => {
    const built = select();
    return { query: built.toSQL(), read: readerOf(built._.selectedFields as Fields) };
  });
  const filled = fillPlaceholders(statement.query.params, values);
  return (await runHot(db, statement, filled)) as Row[];
};

/**
 * Inserts rows whose statement is built once for each table, number of rows and set of given columns: Drizzle builds an
 * insert column by column, a sixth of the time of an order. An absent column gets the database's default; values are
 * data, not SQL. Returns the inserted rows, none if `silent`; `unlessTaken` leaves out rows that exist with these columns.
 */
export const insertRows = async <T extends PgTable>(
  db: Db,
  table: T,
  rows: readonly T['$inferInsert'][],
  { silent = false, unlessTaken }: { silent?: boolean; unlessTaken?: PgColumn[] } = {},
): Promise<T['$inferSelect'][]> => {
  if (rows.length === 0) return [];
  const columns = Object.entries(getTableColumns(table));
  const given = rows.map((row: Record<string, unknown>) =>
    columns.filter(([key]) => row[key] !== undefined),
  );
  const keys = given.map((row) => row.map(([key]) => key).join(' '));
  const target = unlessTaken?.map(({ name }) => name).join(' ') ?? '';
  const shape = `insert into ${getTableName(table)}: ${keys.join(', ')} ${target} ${silent}`;
  const statement = hotStatement(shape, () => {
    const placeholders = given.map((row) =>
      Object.fromEntries(row.map(([key]) => [key, sql.placeholder(key)])),
    );
    const insert = builder.insert(table).values(placeholders as T['$inferInsert'][]);
    const chosen = unlessTaken ? insert.onConflictDoNothing({ target: unlessTaken }) : insert;
    return {
      query: (silent ? chosen : chosen.returning()).toSQL(),
      read: readerOf({ row: table }),
    };
  });
  const values = given.flatMap((row, at) =>
    row.map(([key, column]) => {
      const value = (rows[at] as Record<string, unknown>)[key];
      return value === null ? null : column.mapToDriverValue(value);
    }),
  );
  const inserted = (await runHot(db, statement, values)) as { row: T['$inferSelect'] }[];
  return inserted.map(({ row }) => row);
};

/** Builds statements; it is never run. */
const builder = drizzle.mock({ casing: 'snake_case' });

type HotStatement = { query: Query; name: string | undefined; read: Read };

/** The statement of a shape. Only kept ones are named, so that connections keep no others. */
const hotStatement = (shape: string, build: () => Omit<HotStatement, 'name'>): HotStatement => {
  const known = hotStatements.get(shape);
  if (known) return known;
  if (hotStatements.size >= mostShapes) return { ...build(), name: undefined };
  const statement = { ...build(), name: statementName(shape) };
  hotStatements.set(shape, statement);
  return statement;
};

const runHot = async (db: Db, { query, name, read }: HotStatement, values: unknown[]) => {
  const rows = await run(db, { name, text: query.sql, values, rowMode: 'array' });
  return rows.map((row) => read(row as unknown[]));
};

type Fields = { [key: string]: Column | SQL | Table | Fields };

/** A select of the builder, before it is run. */
export type Select<Row> = PromiseLike<Row[]> & {
  readonly _: { readonly selectedFields: unknown };
  toSQL(): Query;
};

type Read = (row: unknown[]) => unknown;

const readerOf = (selected: Fields): Read => {
  let position = 0;
  const readerOfAll = (fields: Fields): Read => {
    const readers = Object.entries(fields).map(
      ([key, field]) => [key, readerOfOne(field)] as const,
    );
    return (row) => {
      const read: Record<string, unknown> = {};
      for (const [key, reader] of readers) read[key] = reader(row);
      return read;
    };
  };
  const readerOfOne = (field: Fields[string]): Read => {
    if (is(field, Table)) return readerOfAll(getTableColumns(field));
    if (!is(field, Column) && !is(field, SQL)) return readerOfAll(field);
    const at = position;
    position += 1;
    if (is(field, SQL)) return (row) => row[at];
    return (row) => {
      const value = row[at];
      return value === null ? null : field.mapFromDriverValue(value);
    };
  };
  return readerOfAll(selected);
};
