import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, readMigrations } from '../../src/platform/migrate.ts';
import { createDatabase, createEmptyDatabase } from '../test-database.ts';
import { insertSavedRows, readSavedRows, rowsAsSaved } from './saved-rows.ts';

const connect = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
};

/** Everything that migrations make: columns, constraints, indexes, triggers, functions and types. */
const describeSchema = async (client: pg.Client) => {
  const { rows } = await client.query<{ line: string }>(`
    select format('%s.%s %s %s %s %s', c.relname, attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, pg_get_expr(adbin, adrelid)) as line
      from pg_attribute a join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm') and attnum > 0 and not attisdropped
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid where relnamespace = 'public'::regnamespace and not tgisinternal
    union all select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace
      and prokind = 'f' and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all select typname || ' ' || enumlabel from pg_enum join pg_type on pg_type.oid = enumtypid where typnamespace = 'public'::regnamespace
    union all select viewname || ' ' || definition from pg_views where schemaname = 'public'
    union all select relname || ' ' || array_to_string(reloptions, ', ') from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and reloptions is not null
    order by 1`);
  return rows.map(({ line }) => line);
};

const saved = await readSavedRows();

test('has rows of the version before this one', () => {
  expect(saved.map(({ version }) => version)).toContain('0.9.0');
  for (const { rows } of saved) expect(rows.length).toBeGreaterThan(200);
});

/**
 * A migration that changes or moves stored values on purpose is named in `changedOnPurpose` with its tables; rows of all
 * other tables must come through unchanged.
 */
const changedOnPurpose: Record<string, readonly string[]> = {};

test.each(saved)(
  'upgrades a database of $version to the newest schema and keeps its rows',
  async ({ lastMigration, rows }) => {
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const migrations = await readMigrations();
    const applied = migrations.filter(({ name }) => name <= lastMigration);
    expect(applied.at(-1)?.name).toBe(lastMigration);
    await migrate(database.url, { migrations: applied });
    const client = await connect(database.url);
    await insertSavedRows(client, rows);

    await migrate(database.url);

    const fresh = await createEmptyDatabase();
    onTestFinished(() => fresh.drop());
    expect(await describeSchema(client)).toEqual(await describeSchema(await connect(fresh.url)));
    const skipped = new Set(Object.values(changedOnPurpose).flat());
    for (const [table, ofTable] of Map.groupBy(rows, (row) => row.table)) {
      if (skipped.has(table)) continue;
      const before = ofTable.map(({ json }) => json).toSorted();
      const after = await rowsAsSaved(client, table, before[0] ?? '{}');
      expect({ table, rows: after }).toEqual({ table, rows: before });
    }
    // The program's own writes work on what was upgraded: foreign keys and checks are valid.
    const { rows: invalid } = await client.query(
      `select conname from pg_constraint where not convalidated`,
    );
    expect(invalid).toEqual([]);
  },
);
