import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { signIn } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import { firstAdminHint } from '../../first-admin-hint.ts';
import { quickLoading } from '../../quick-loading.ts';
import type { Settings } from '../../platform/settings.ts';
import { ensureOwnDatabase } from '../../platform/embedded-postgres/ensure-database.ts';
import { ask, start, useUsedFolders } from '../../platform/embedded-postgres/test-helpers.ts';
import { findLivePostmaster } from '../../platform/embedded-postgres/postmaster-file.ts';

const app = useOwnTestApp();
const aUsedDataDir = useUsedFolders();
const command = join(import.meta.dirname, '../../create-admin.ts');

const password = 'Correct1Horse';
const named = (email: string) => ['--email', email, '--name', 'Nadia Tan'];

/** Runs the command and resolves to what it printed; a failure has `code` and `stderr`. */
const create = (args: string[], env: Record<string, string | undefined>) =>
  promisify(execFile)(process.execPath, [...quickLoading, command, ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ADMIN_PASSWORD: password,
      ...env,
    },
  });

/** Returns the error message; fails if it is a stack trace. */
const refused = async (args: string[], env: Record<string, string | undefined>) => {
  const failure = await create(args, env).then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  expect(failure.code).toBe(1);
  expect(failure.stderr).not.toMatch(/^ +at /m);
  return failure.stderr;
};

const inDatabase = () => ({ DATABASE_URL: app.databaseUrl });

const createIt = `ADMIN_PASSWORD='…' npm run create-admin -- --email you@example.com --name "Your Name"`;
const hintFor = (settings: Pick<Settings, 'databaseUrl' | 'dataDir'>) =>
  firstAdminHint(app.databaseUrl, settings);

test('the command creates an Admin who can sign in, and refuses a taken e-mail', async () => {
  const email = 'nadia.first@example.com';
  expect(await hintFor(app.settings)).toContain(`  DATABASE_URL='…' ${createIt}`);
  expect(await hintFor({ databaseUrl: undefined, dataDir: resolve('.data') })).toContain(
    `  ${createIt}`,
  );
  expect(await hintFor({ databaseUrl: undefined, dataDir: "/srv/it's" })).toContain(
    `  DATA_DIR='/srv/it'\\''s' ${createIt}`,
  );
  expect((await create(named(email), inDatabase())).stdout).toBe(`${email} can sign in now.\n`);
  const { data } = await apiWith(app, { id: '', token: '' }).call(signIn, {
    body: { email, password },
  });
  expect(data._type).toBe('Admin');
  expect(await hintFor(app.settings)).toBeUndefined();
  expect(await refused(named(email.toUpperCase()), inDatabase())).toBe(
    `${email.toUpperCase()} is taken by another account. Choose another e-mail.\n`,
  );
});

test('the command refuses wrong arguments with a message for each', async () => {
  const email = 'other@example.com';
  const all = await Promise.all([
    refused(['--name', 'Nadia Tan'], inDatabase()),
    refused([...named(email), '--role', 'Admin'], inDatabase()),
    refused(named(email), { ...inDatabase(), ADMIN_PASSWORD: undefined }),
  ]);
  for (const sentence of all) expect(sentence).toContain(`Use:\n  ${createIt}`);
  expect(all.map((sentence) => sentence.split(' Use:')[0])).toEqual([
    'The e-mail is missing.',
    expect.stringContaining("Unknown option '--role'"),
    'ADMIN_PASSWORD is missing.',
  ]);
  expect(await refused(named(email), { ...inDatabase(), ADMIN_PASSWORD: 'weak' })).toMatch(
    /^ADMIN_PASSWORD is too weak: Password need/,
  );
});

test('the command names a database to which it cannot connect', async () => {
  const away = { DATABASE_URL: 'postgres://staffroom:secret@127.0.0.1:9/staffroom' };
  const wrong = new URL(app.databaseUrl);
  wrong.password = 'wrong';
  const missing = new URL(app.databaseUrl);
  missing.pathname = '/not_there';
  const email = 'other@example.com';
  const all = await Promise.all([
    refused(named(email), away),
    refused(named(email), { DATABASE_URL: wrong.href }),
    refused(named(email), { DATABASE_URL: missing.href }),
    refused(named(email), { DATABASE_URL: 'db:5432' }),
  ]);
  expect(all).toEqual([
    'The database of DATABASE_URL (127.0.0.1:9) cannot be reached: connect ECONNREFUSED 127.0.0.1:9. Start it, or correct DATABASE_URL.\n',
    expect.stringMatching(
      /refuses the connection: password authentication failed for user "\w+"\. Correct DATABASE_URL/,
    ),
    expect.stringMatching(/refuses the connection: database "not_there" does not exist\. Correct/),
    expect.stringMatching(/^DATABASE_URL must be a URL/),
  ]);
});

test('without DATABASE_URL the command uses the embedded database, running or not', async () => {
  const dataDir = aUsedDataDir();
  const first = await create(named('first@example.com'), { DATA_DIR: dataDir });
  expect(first.stdout).toContain('first@example.com can sign in now.');
  expect(findLivePostmaster(join(dataDir, 'postgres/cluster'))).toBeUndefined();

  const running = await start(dataDir);
  await create(named('second@example.com'), { DATA_DIR: dataDir });

  const database = await ensureOwnDatabase(running.url, 'staffroom');
  expect(await ask(database, `select string_agg(email, ' ' order by email) from users`)).toBe(
    'first@example.com second@example.com',
  );
  expect(findLivePostmaster(join(dataDir, 'postgres/cluster'))?.port).toBe(running.port);
});
