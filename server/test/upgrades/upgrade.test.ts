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

/** Everything that migrations create: columns, constraints, indexes, triggers, functions and types. */
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

test('includes rows of version 0.9.0', () => {
  expect(saved.map(({ version }) => version)).toContain('0.9.0');
  for (const { rows } of saved) expect(rows.length).toBeGreaterThan(200);
});

/** Tables whose stored values a migration changes on purpose, by migration; rows of other tables must not change. */
const changedOnPurpose: Record<string, readonly string[]> = {};

/** Columns that a migration renames, by table. Their values must not change. */
const renamed: Record<string, Record<string, string>> = {
  zoom_rooms: { told: 'synced_plan', asked: 'requests', taken_on: 'taken_at' },
  questions: { compared: 'plain_text', searched: 'search_text', alike: 'similarity_marks' },
  question_versions: { by_id: 'changed_by' },
  no_duplicates: { by_id: 'decided_by' },
  users: { first_purchased_on: 'first_purchased_at' },
  lessons: { scheduled_on: 'scheduled_at', ended_on: 'ended_at' },
  orders: { completed_on: 'completed_at', cancelled_on: 'cancelled_at' },
  roster_sources: { released_on: 'released_at' },
  lesson_materials: { attached_on: 'attached_at', removed_on: 'removed_at' },
  homework: {
    released_on: 'released_at',
    due_on: 'due_at',
    return_on: 'return_at',
    removed_on: 'removed_at',
  },
  submissions: { marked_on: 'marked_at' },
  material_runs: { ended_on: 'ended_at' },
  attendance_records: { joined_on: 'joined_at', left_on: 'left_at' },
  attendance_assignments: { assigned_on: 'assigned_at' },
  attendance_corrections: { corrected_on: 'corrected_at' },
  live_sessions: { scheduled_on: 'scheduled_at' },
  live_session_attendees: { signed_up_on: 'signed_up_at' },
  live_session_stays: { joined_on: 'joined_at', left_on: 'left_at' },
  tutor_rates: { set_on: 'set_at' },
  payment_runs: { confirmed_on: 'confirmed_at', paid_on: 'paid_at' },
  payment_adjustments: { added_on: 'added_at' },
  payment_run_lines: {
    scheduled_on: 'scheduled_at',
    ended_on: 'ended_at',
    rate_set_on: 'rate_set_at',
  },
  carried_pay_settled: { settled_on: 'settled_at' },
  attendance_imports: { imported_on: 'imported_at', undone_on: 'undone_at' },
  attendee_roles: { given_on: 'given_at' },
  payment_run_waits: { set_on: 'set_at' },
  zoom_reports: { requested_on: 'requested_at' },
  left_out_files: { removed_on: 'removed_at' },
};

/** New names of the row's renamed columns, each with the old one. */
const newNamesOf = (table: string, row: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(renamed[table] ?? {})
      .filter(([before]) => before in row)
      .map(([before, after]) => [after, before]),
  );

/** Returns the row with new column names, in one order of columns. */
const underNewNames = (table: string, json: string) => {
  const names = renamed[table];
  if (names === undefined) return json;
  const columns = Object.entries(JSON.parse(json) as Record<string, unknown>);
  return JSON.stringify(
    columns.map(([name, value]) => JSON.stringify([names[name] ?? name, value])).toSorted(),
  );
};

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
      const before = ofTable.map(({ json }) => underNewNames(table, json)).toSorted();
      const row = JSON.parse(ofTable[0]?.json ?? '{}') as Record<string, unknown>;
      const sample = { ...row, ...newNamesOf(table, row) };
      const after = (await rowsAsSaved(client, table, JSON.stringify(sample)))
        .map((json) => underNewNames(table, json))
        .toSorted();
      expect({ table, rows: after }).toEqual({ table, rows: before });
    }
    // The program can write to the upgraded database: foreign keys and checks are valid.
    const { rows: invalid } = await client.query(
      `select conname from pg_constraint where not convalidated`,
    );
    expect(invalid).toEqual([]);
  },
);
