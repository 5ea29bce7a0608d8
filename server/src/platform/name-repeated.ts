import { createHash } from 'node:crypto';
import type pg from 'pg';

/** Runs of a text in this process before it is named, so that rare texts take no memory in the database. */
const runsBeforeName = 5;
/** Most texts that are counted, and most that are named: every connection keeps the statements that it has run. */
const mostCounted = 2000;
const mostNamed = 200;
/** Longer texts are inserts of many rows, which differ each time. */
const longestText = 6000;

/** Name of a prepared statement; PostgreSQL truncates names to 63 characters. */
export const statementName = (shape: string) =>
  `s${createHash('sha1').update(shape).digest('hex').slice(0, 24)}`;

/**
 * Names the texts that are run often; undefined for others. PostgreSQL parses and plans a named statement once per
 * connection, and uses the general plan only if it costs no more than the plans of the first five runs. A pattern search
 * stays unnamed, since its cost depends on the pattern.
 */
export const createNames = () => {
  const runs = new Map<string, number>();
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known) return known;
    if (text.length > longestText || names.size >= mostNamed || text.includes(' like '))
      return undefined;
    const count = (runs.get(text) ?? 0) + 1;
    if (count < runsBeforeName) {
      if (runs.has(text) || runs.size < mostCounted) runs.set(text, count);
      return undefined;
    }
    runs.delete(text);
    const name = statementName(text);
    names.set(text, name);
    return name;
  };
};

const namesOfProcess = createNames();

type Config = { text: string; name?: string };

/** A connection whose statements are named once they are run often. */
export const namingRepeated = (client: pg.PoolClient, nameOf = namesOfProcess): pg.PoolClient => {
  const query = (statement: string | Config, values?: unknown[]) =>
    // A statement without values, such as `begin`, is planned quicker than a prepared one is found.
    typeof statement === 'string' || statement.name !== undefined || !values?.length
      ? client.query(statement, values)
      : client.query({ ...statement, name: nameOf(statement.text) }, values);
  return Object.assign(Object.create(client) as pg.PoolClient, { query });
};
