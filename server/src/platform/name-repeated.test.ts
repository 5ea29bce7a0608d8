import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useTestApp } from '../../test/build-test-app.ts';
import { unique } from '../../test/unique.ts';
import { nameOfRepeated } from './name-repeated.ts';

const app = useTestApp();

test('a text is named once it is run often, always with the same name', () => {
  const text = `select ${unique('n')}`;
  const names = Array.from({ length: 6 }, () => nameOfRepeated(text));
  expect(names.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
  expect(names[4]).toMatch(/^s[0-9a-f]{24}$/);
  expect(names[5]).toBe(names[4]);
});

test('a pattern search and a long insert stay unnamed', () => {
  const search = `select ${unique('n')} where name like $1`;
  const insert = `insert into ${unique('t')} values ${'($1), '.repeat(2000)}`;
  for (let run = 0; run < 6; run += 1)
    expect([nameOfRepeated(search), nameOfRepeated(insert)]).toEqual([undefined, undefined]);
});

test('a repeated statement of a transaction is prepared on its connection', async () => {
  const column = unique('n').replaceAll('-', '_');
  const prepared = await app.database.db.transaction(async (tx) => {
    for (let run = 0; run < 6; run += 1)
      await tx.execute(sql`select ${run}::int as ${sql.identifier(column)}`);
    const found = await tx.execute(
      sql`select from pg_prepared_statements where position(${column} in statement) > 0
        and name <> '' and statement not like '%pg_prepared%'`,
    );
    return found.rowCount;
  });
  expect(prepared).toBe(1);
});
