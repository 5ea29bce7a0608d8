import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { userChanges, userCounts } from './users.schema.ts';

/** Returns whether users with this substring are counted (ADR 8). */
export const isPart = (text: string) => text !== '' && [...text].length <= 2;

type Change = {
  type: string;
  leadSource: string | null;
  enabled: boolean;
  search: string;
  change: number;
};

/** Changes per transaction: splitting them into parts blocks the process for some tens of milliseconds. */
const changesAtOnce = 5000;

/** Adds pending changes to the counts of users; uncommitted changes are added by a later run. */
export const sumUpUserCounts = async (db: Db) => {
  while ((await sumUpSome(db)) === changesAtOnce);
};

const sumUpSome = (db: Db) =>
  db.transaction(async (tx) => {
    // One worker at a time; queries and changes of users are not blocked.
    await tx.execute(sql`lock table ${userCounts} in share row exclusive mode`);
    const { rows: changes } = await tx.execute<Change>(sql`
      delete from ${userChanges}
      where ctid = any(array(select ctid from ${userChanges} limit ${changesAtOnce}))
      returning type, lead_source as "leadSource", enabled, search, change`);
    await addToCounts(tx, changes);
    return changes.length;
  });

const addToCounts = async (tx: Db, changes: readonly Change[]) => {
  const counts = countsOf(changes).filter(({ count }) => count !== 0);
  if (counts.length === 0) return;
  const all = <Key extends keyof Count>(key: Key) => sql.param(counts.map((count) => count[key]));
  await tx.execute(sql`
    insert into ${userCounts} (part, type, lead_source, enabled, count)
    select * from unnest(${all('part')}::text[], ${all('type')}::text[], ${all('leadSource')}::text[],
      ${all('enabled')}::boolean[], ${all('count')}::bigint[])
    on conflict (part, type, lead_source, enabled) do update set count = user_counts.count + excluded.count`);
};

type Kind = Pick<Change, 'type' | 'leadSource' | 'enabled'>;
type Count = Kind & { part: string; count: number };

const countsOf = (changes: readonly Change[]): Count[] => {
  const kinds = new Map<string, { kind: Kind; counts: Map<string, number> }>();
  for (const { search, change, ...kind } of changes) {
    const key = JSON.stringify(Object.values(kind));
    const { counts } = kinds.get(key) ?? { kind, counts: new Map<string, number>() };
    kinds.set(key, { kind, counts });
    for (const part of partsOf(search)) counts.set(part, (counts.get(part) ?? 0) + change);
  }
  return [...kinds.values()].flatMap(({ kind, counts }) =>
    [...counts].map(([part, count]) => ({ ...kind, part, count })),
  );
};

/** Returns all substrings of one or two letters within the lines of the searched text, and the empty one. */
const partsOf = (search: string) => {
  const parts = new Set(['']);
  for (const line of search.split('\n')) {
    let before = '';
    for (const letter of line) {
      parts.add(letter);
      if (before) parts.add(before + letter);
      before = letter;
    }
  }
  return parts;
};
