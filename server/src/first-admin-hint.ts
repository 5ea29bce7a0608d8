import { resolve } from 'node:path';
import pg from 'pg';
import { connectionOf } from './platform/database-hosts.ts';
import type { Settings } from './platform/settings.ts';

/** Returns the command that creates an Admin, with the settings of its database. */
export const createAdminCommand = (settings: string[] = []) =>
  [
    ...settings,
    `ADMIN_PASSWORD='…'`,
    process.env['STAFFROOM_RELEASE'] ? './staffroom create-admin' : 'npm run create-admin --',
    `--email you@example.com --name "Your Name"`,
  ].join(' ');

/** How the operator creates the first Admin, if the database has none; the command works while the server runs. */
export const firstAdminHint = async (
  url: string,
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
): Promise<string | undefined> => {
  const client = new pg.Client({ ...connectionOf(url), application_name: 'staffroom start' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from users where type = 'Admin' limit 1`);
    if (rowCount !== 0) return undefined;
  } finally {
    await client.end();
  }
  const where =
    databaseUrl !== undefined
      ? [`DATABASE_URL='…'`]
      : dataDir === resolve('.data')
        ? []
        : [`DATA_DIR=${quoted(dataDir)}`];
  return [
    'There is no Admin yet. Create the first one in another terminal, with a password of your own:',
    '',
    `  ${createAdminCommand(where)}`,
  ].join('\n');
};

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
