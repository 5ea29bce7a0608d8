import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** A few rows of every table, as stored by a released version. */
export type SavedRows = {
  /** The version that stored the rows. */
  version: string;
  lastMigration: string;
  rows: { table: string; json: string }[];
};

const folder = import.meta.dirname;
const extension = '.rows';

/** Path of a version's file: one line with the last migration, then one line per row. */
export const fileOf = (version: string) => join(folder, `${version}${extension}`);

/** Reads the rows of every version with a file here. */
export const readSavedRows = async (): Promise<SavedRows[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(extension)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      const [lastMigration = '', ...lines] = text.trimEnd().split('\n');
      const rows = lines.map((line) => ({
        table: line.slice(0, line.indexOf(' ')),
        json: line.slice(line.indexOf(' ') + 1),
      }));
      return { version: name.slice(0, -extension.length), lastMigration, rows };
    }),
  );
};

/** A file's text: up to three rows of every table, and all they refer to. `lastMigration` is the database's newest. */
export const selectRows = async (client: pg.Client, lastMigration: string): Promise<string> => {
  await client.query(
    'create temp table picked (source regclass, at tid, primary key (source, at))',
  );
  const tables = await ownTables(client);
  for (const table of tables)
    await client.query(
      `insert into picked select '${table}'::regclass, ctid from ${table} limit 3`,
    );
  await pickParents(client);
  const lines: string[] = [lastMigration];
  for (const table of tables) {
    const { rows } = await client.query<{ json: string }>(
      `select to_jsonb(t)::text as json from ${table} t join picked on picked.at = t.ctid and picked.source = '${table}'::regclass order by 1`,
    );
    lines.push(...rows.map(({ json }) => `${table} ${json}`));
  }
  return `${lines.join('\n')}\n`;
};

/** Replaces the contents of the tables by these rows, without triggers and in any order. */
export const insertSavedRows = async (client: pg.Client, rows: SavedRows['rows']) => {
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  const columns = await insertableColumns(client);
  // Migrations insert rows too, such as the predefined tags.
  for (const table of new Set(rows.map((row) => row.table)))
    await client.query(`delete from ${table}`);
  for (const { table, json } of rows) {
    const list = columns.get(table);
    await client.query(
      `insert into ${table} (${list}) overriding system value select ${list} from jsonb_populate_record(null::${table}, $1::jsonb)`,
      [json],
    );
  }
  await client.query('commit');
};

/** Returns the current rows of a table, each with only the columns of the saved row. */
export const rowsAsSaved = async (client: pg.Client, table: string, saved: string) => {
  const { rows } = await client.query<{ json: string }>(
    `select jsonb_object_agg(key, value)::text as json
     from (select row_number() over () as number, to_jsonb(t) as row from ${table} t) r, jsonb_each(row)
     where $1::jsonb ? key
     group by number`,
    [saved],
  );
  return rows.map(({ json }) => json).toSorted();
};

const ownTables = async (client: pg.Client) => {
  const { rows } = await client.query<{ table: string }>(
    `select relname as table from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'applied_migrations' order by 1`,
  );
  return rows.map(({ table }) => table);
};

const insertableColumns = async (client: pg.Client) => {
  const { rows } = await client.query<{ table: string; columns: string }>(
    `select table_name as table, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
     from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, columns]));
};

/** Adds rows that picked rows refer to, until no row is missing. */
const pickParents = async (client: pg.Client) => {
  const { rows: keys } = await client.query<{ child: string; parent: string; match: string }>(
    `select conrelid::regclass::text as child, confrelid::regclass::text as parent,
       (select string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ')
        from unnest(conkey, confkey) as pair(own, other)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = own
        join pg_attribute b on b.attrelid = confrelid and b.attnum = other) as match
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  );
  for (let added = 1; added > 0;) {
    added = 0;
    for (const { child, parent, match } of keys) {
      const { rowCount } = await client.query(
        `insert into picked select distinct '${parent}'::regclass, p.ctid
         from ${child} c join picked on picked.at = c.ctid and picked.source = '${child}'::regclass join ${parent} p on ${match}
         on conflict do nothing`,
      );
      added += rowCount ?? 0;
    }
  }
};
