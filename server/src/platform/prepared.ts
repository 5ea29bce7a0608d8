import { createHash } from 'node:crypto';
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
  const name = `s${createHash('sha1').update(shape).digest('hex').slice(0, 24)}`;
  const statement = (known.get(name) as T | undefined) ?? prepare(name);
  known.set(name, statement);
  return statement;
};
