import pg from 'pg';

/**
 * Pieces of SQL for data made in the database. Chance is a hash of a row's number and a salt, so that the
 * same rows come out every time. Only constants of this folder are written into it.
 */

/** From 0, below 1, for the number `n` (an SQL expression); another salt gives another number. */
export const chance = (n: string, salt: number) =>
  `((hashint8extended((${n})::bigint, ${salt}) & 2147483647)::float8 / 2147483648)`;

/** A whole number from 0, below `limit` (an SQL expression). */
export const below = (limit: string | number, n: string, salt: number) =>
  `floor(${chance(n, salt)} * (${limit}))::int`;

export const literal = (value: string) => pg.escapeLiteral(value);

export const textArray = (values: readonly string[]) =>
  `array[${values.map(literal).join(', ')}]::text[]`;

export const idArray = (ids: readonly string[]) => `array[${ids.map(literal).join(', ')}]::uuid[]`;

/** One element of an SQL array. */
export const pickFrom = (array: string, length: number, n: string, salt: number) =>
  `(${array})[1 + ${below(length, n, salt)}]`;

/** One of `[value, weight]`, the heavier the more often; values are SQL expressions. */
export const weighted = (
  entries: readonly (readonly [string, number])[],
  n: string,
  salt: number,
) => {
  const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
  let reached = 0;
  const branches = entries.map(([value, weight]) => {
    reached += weight;
    return `when ${chance(n, salt)} < ${reached / total} then ${value}`;
  });
  return `case ${branches.join(' ')} else ${entries.at(-1)?.[0] ?? 'null'} end`;
};

/** An id shaped like UUIDv7 for a time of whole seconds and a text that no other row has. */
export const idFor = (at: string, key: string) =>
  `overlay(overlay(overlay(md5(${key}) placing lpad(to_hex((date_part('epoch', ${at}) * 1000)::bigint), 12, '0') from 1 for 12) placing '7' from 13 for 1) placing 'a' from 17 for 1)::uuid`;

/** An instant as an SQL constant. */
export const instant = (at: number) => `timestamptz ${literal(new Date(at).toISOString())}`;
