import pg from 'pg';

const DUPLICATE_DATABASE = '42P04';
const UNIQUE_VIOLATION = '23505';

/** Creates the database `name` on the server of `url` unless it is there; resolves to its own URL. */
export const ensureDatabase = async (url: string, name: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  // A connection that is cut also fails the statement; the event alone would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Two processes may ask at the same moment; either one's database will do.
    const { code } = error as { code?: string };
    if (code !== DUPLICATE_DATABASE && code !== UNIQUE_VIOLATION) throw error;
  } finally {
    await client.end();
  }
  const own = new URL(url);
  own.pathname = `/${encodeURIComponent(name)}`;
  return own.href;
};
