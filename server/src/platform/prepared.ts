import { createHash } from 'node:crypto';
import {
  Column,
  DrizzleQueryError,
  fillPlaceholders,
  getTableColumns,
  is,
  sql,
  SQL,
  Table,
  type Query,
} from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { clientOf, type Db } from './database.ts';

const statements = new WeakMap<Db, Map<string, unknown>>();

/** The prepared statement of a shape, created once per database; the shape must name all that its text depends on. */
export const preparedByShape = <T>(db: Db, shape: string, prepare: (name: string) => T): T => {
  const known = statements.get(db) ?? new Map<string, unknown>();
  statements.set(db, known);
  const statement = (known.get(shape) as T | undefined) ?? prepare(nameOf(shape));
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
  const name = knownShapes.has(query.sql) ? nameOf(query.sql) : undefined;
  return (await run(db, { name, text: query.sql, values: query.params })) as Row[];
};

/** PostgreSQL truncates names to 63 characters. */
const nameOf = (shape: string) => `s${createHash('sha1').update(shape).digest('hex').slice(0, 24)}`;

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

const hotStatements = new Map<string, { query: Query; name: string; read: Read }>();

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
  const known = hotStatements.get(shape);
  const { query, name, read } = known ?? hotStatement(shape, select());
  if (!known && hotStatements.size < mostShapes) hotStatements.set(shape, { query, name, read });
  const rows = await run(db, {
    // Only kept statements are named, so that connections keep no others.
    name: hotStatements.has(shape) ? name : undefined,
    text: query.sql,
    values: fillPlaceholders(query.params, values),
    rowMode: 'array',
  });
  return rows.map((row) => read(row as unknown[])) as Row[];
};

const hotStatement = <Row>(shape: string, select: Select<Row>) => ({
  query: select.toSQL(),
  name: nameOf(shape),
  read: readerOf(select._.selectedFields as Fields),
});

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
