import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CasingCache } from 'drizzle-orm/casing';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { beforeAll, expect, test } from 'vitest';
import { useTestApp } from '../build-test-app.ts';

const app = useTestApp();

/** Tables without a schema in code. */
const withoutCode = ['applied_migrations'];

const source = join(import.meta.dirname, '../../src');

type Column = { name: string; type: string; nullable: boolean; filled: boolean };
type Tables = Map<string, { columns: Column[]; key: string[] }>;

const byName = (a: Column, b: Column) => a.name.localeCompare(b.name);

/** All tables declared in a `*.schema.ts` under server/src. */
const tablesOfCode = async (): Promise<Tables> => {
  const casing = new CasingCache('snake_case');
  const found: Tables = new Map();
  for await (const file of glob('**/*.schema.ts', { cwd: source })) {
    const declared = (await import(pathToFileURL(join(source, file)).href)) as Record<
      string,
      unknown
    >;
    for (const value of Object.values(declared)) {
      if (!is(value, PgTable)) continue;
      const table = getTableConfig(value);
      const nameOf = (column: (typeof table.columns)[number]) => casing.getColumnCasing(column);
      const columns = table.columns.map((column) => ({
        name: nameOf(column),
        type: column.getSQLType(),
        nullable: !column.notNull,
        filled: column.hasDefault || column.generated !== undefined,
      }));
      const key = [
        ...table.columns.filter((column) => column.primary),
        ...table.primaryKeys.flatMap((primary) => primary.columns),
      ].map(nameOf);
      expect(found.has(table.name), `${table.name} is declared once`).toBe(false);
      found.set(table.name, { columns: columns.toSorted(byName), key: key.toSorted() });
    }
  }
  return found;
};

const tablesOfDatabase = async (): Promise<Tables> => {
  const columns = await app.database.pool.query<Column & { table: string }>(`
    select c.table_name as table, c.column_name as name,
      format_type(a.atttypid, a.atttypmod) as type,
      c.is_nullable = 'YES' as nullable,
      c.column_default is not null or c.is_generated = 'ALWAYS' as filled
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    join pg_attribute a on a.attrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
      and a.attname = c.column_name
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`);
  const keys = await app.database.pool.query<{ table: string; name: string }>(`
    select k.table_name as table, k.column_name as name
    from information_schema.table_constraints t
    join information_schema.key_column_usage k using (constraint_schema, constraint_name)
    where t.constraint_type = 'PRIMARY KEY' and t.table_schema = 'public'`);
  return new Map(
    [...Map.groupBy(columns.rows, (row) => row.table)].map(([table, rows]) => [
      table,
      {
        columns: rows
          .map(({ name, type, nullable, filled }) => ({ name, type, nullable, filled }))
          .toSorted(byName),
        key: keys.rows
          .filter((row) => row.table === table)
          .map((row) => row.name)
          .toSorted(),
      },
    ]),
  );
};

let code: Tables;
let database: Tables;
beforeAll(async () => {
  code = await tablesOfCode();
  database = await tablesOfDatabase();
});

test('all tables of the database are declared, and all declared tables exist', () => {
  const known = [...database.keys()].filter((table) => !withoutCode.includes(table));
  expect([...code.keys()].toSorted()).toEqual(known.toSorted());
});

test('every declared table has the columns, types, nulls, defaults and key of the real one', () => {
  for (const [table, declared] of code)
    expect({ table, ...declared }).toEqual({ table, ...database.get(table) });
});

test('instants end with _at and only days end with _on, in tables and views (ADR 87)', async () => {
  const { rows } = await app.database.pool.query<{ name: string; type: string }>(`
    select table_name || '.' || column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and column_name ~ '_(on|at)$'`);
  expect(rows.length).toBeGreaterThan(30);
  const expected = (name: string) => (name.endsWith('_on') ? 'date' : 'timestamp with time zone');
  expect(rows.filter(({ name, type }) => type !== expected(name))).toEqual([]);
});
