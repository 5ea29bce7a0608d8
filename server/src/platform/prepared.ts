import { createHash } from 'node:crypto';
import { Column, getTableColumns, is, SQL, Table, type Query } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

const statements = new WeakMap<Db, Map<string, unknown>>();

/**
 * A prepared statement for a shape of query, made once per database; the shape must name everything in
 * which its text can differ. Without a shape the statement is made for this one use.
 */
export const preparedByShape = <T>(
  db: Db,
  shape: string | undefined,
  prepare: (name: string) => T,
): T => {
  if (shape === undefined) return prepare('');
  const known = statements.get(db) ?? new Map<string, unknown>();
  statements.set(db, known);
  const statement = (known.get(shape) as T | undefined) ?? prepare(nameOf(shape));
  known.set(shape, statement);
  return statement;
};

const dialect = new PgDialect({ casing: 'snake_case' });
const knownShapes = new Set<string>();
/** What every connection keeps of statements that are asked for in ever new ways. */
const mostShapes = 100;

/**
 * Runs a statement under the name of its text, so that a connection which knows it need not read and plan it anew: the
 * values stand beside the text. Of texts of which there can be very many, the first are kept; a search for a pattern is
 * planned each time, since only the pattern tells how much it finds.
 */
export const plannedOnce = async <Row>(db: Db, statement: SQL): Promise<Row[]> => {
  const query = dialect.sqlToQuery(statement);
  if (knownShapes.size < mostShapes && !query.sql.includes(' like ')) knownShapes.add(query.sql);
  const name = knownShapes.has(query.sql) ? nameOf(query.sql) : undefined;
  const prepared = db._.session.prepareQuery<{
    execute: { rows: Row[] };
    all: never;
    values: never;
  }>(query, undefined, name, false);
  return (await prepared.execute()).rows;
};

/** PostgreSQL keeps 63 characters of a name. */
const nameOf = (shape: string) => `s${createHash('sha1').update(shape).digest('hex').slice(0, 24)}`;

type Fields = { [key: string]: Column | SQL | Table | Fields };

type Select<Row> = PromiseLike<Row[]> & {
  readonly _: { readonly selectedFields: unknown };
  toSQL(): Query;
};

/**
 * Prepares a select that is run at every turn: how its rows are read is found once, with the statement. The builder's
 * own finds it anew for each value of each row, a tenth of what a list takes. Objects of joined tables may not be
 * null, and what is given as SQL is taken as the driver reads it.
 */
export const prepareHot = <Row>(db: Db, name: string, select: Select<Row>) => {
  const read = readerOf(select._.selectedFields as Fields);
  return db._.session.prepareQuery<{ execute: Row[]; all: never; values: never }>(
    select.toSQL(),
    undefined,
    name,
    true,
    (rows) => rows.map(read) as Row[],
  );
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
