import { createHmac } from 'node:crypto';
import pg from 'pg';

const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';

/** Creates the database `name` on the server of `url` if it does not exist; resolves to its URL. */
export const ensureDatabase = async (url: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  // A lost connection also fails the statement; an unhandled event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Concurrent processes may create it; either result is fine.
    const { code } = error as { code?: string };
    if (code !== DUPLICATE_DATABASE && code !== UNIQUE_VIOLATION) throw error;
  } finally {
    await client.end();
  }
  const own = new URL(url);
  own.pathname = `/${encodeURIComponent(name)}`;
  return own.href;
};

/** The application's own account on the embedded server: it owns one database and has no other rights. */
const applicationRole = 'staffroom';

/**
 * Creates the database `name` if it does not exist, and makes an account that is not a superuser the owner of all its
 * objects; resolves to the URL for that account. Databases of older versions are converted too.
 */
export const ensureOwnDatabase = async (url: string, name: string): Promise<string> => {
  const own = new URL(await ensureDatabase(url, name));
  // Derived from the server's password: a process that can read that one may act as the application anyway.
  const password = createHmac('sha256', own.password).update(applicationRole).digest('hex');
  const client = new pg.Client({ connectionString: own.href });
  await client.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [
      applicationRole,
    ]);
    const role = `role ${applicationRole} login nosuperuser nocreatedb nocreaterole password`;
    const verb = rowCount === 0 ? 'create' : 'alter';
    await client.query(`${verb} ${role} ${client.escapeLiteral(password)}`);
    await client.query(
      `alter database ${client.escapeIdentifier(name)} owner to ${applicationRole}`,
    );
    const { rows } = await client.query<{ statement: string }>(handOver, [applicationRole]);
    for (const { statement } of rows) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
  own.username = applicationRole;
  own.password = password;
  return own.href;
};

/** Statements for what the account does not own, without objects of extensions. */
const handOver = `
  with schemas as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'),
  objects as (
    select 'schema' as kind, oid, 'pg_namespace'::regclass as class, format('%I', nspname) as name, nspowner as owner, 0 as step
      from pg_namespace where oid in (select oid from schemas)
    union all
    select case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      pg_class.oid, 'pg_class'::regclass, format('%I.%I', nspname, relname), relowner, 1
      from pg_class join schemas on schemas.oid = relnamespace where relkind in ('r', 'p', 'S', 'v', 'm')
    union all
    select 'routine', pg_proc.oid, 'pg_proc'::regclass, pg_proc.oid::regprocedure::text, proowner, 2
      from pg_proc join schemas on schemas.oid = pronamespace
    union all
    select 'type', pg_type.oid, 'pg_type'::regclass, format('%I.%I', nspname, typname), typowner, 3
      from pg_type join schemas on schemas.oid = typnamespace where typtype in ('e', 'd')
  )
  select format('alter %s %s owner to %I', kind, name, $1::text) as statement
  from objects
  where owner <> (select oid from pg_roles where rolname = $1)
    -- objects of an extension, and sequences that go with their table
    and not exists (select from pg_depend where classid = class and objid = objects.oid and (deptype = 'e' or kind = 'sequence' and deptype in ('a', 'i')))
  order by step, name`;
