import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { useTestApp } from '../../test/build-test-app.ts';
import { unique } from '../../test/unique.ts';
import { createNames, namingRepeated } from './name-repeated.ts';

const app = useTestApp();

test('a text is named once it is run often, always with the same name', () => {
  const text = `select ${unique('n')}`;
  const nameOf = createNames();
  const names = Array.from({ length: 6 }, () => nameOf(text));
  expect(names.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
  expect(names[4]).toMatch(/^s[0-9a-f]{24}$/);
  expect(names[5]).toBe(names[4]);
});

test('a pattern search and a long insert stay unnamed', () => {
  const search = `select ${unique('n')} where name like $1`;
  const insert = `insert into ${unique('t')} values ${'($1), '.repeat(2000)}`;
  const nameOf = createNames();
  for (let run = 0; run < 6; run += 1)
    expect([nameOf(search), nameOf(insert)]).toEqual([undefined, undefined]);
});

test('a repeated statement is prepared on its connection', async () => {
  const connection = await app.database.pool.connect();
  onTestFinished(() => connection.release());
  const db = drizzle(namingRepeated(connection, createNames()));
  const column = unique('n').replaceAll('-', '_');
  for (let run = 0; run < 6; run += 1)
    await db.execute(sql`select ${run}::int as ${sql.identifier(column)}`);
  const { rows } = await connection.query<{ statement: string }>(
    'select statement from pg_prepared_statements',
  );
  expect(rows.filter(({ statement }) => statement.includes(column))).toHaveLength(1);
});
