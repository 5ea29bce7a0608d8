import { parseArgs } from 'node:util';
import { newPasswordSchema } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { isEmail } from 'staffroom-contract/shared/text.ts';
import { createFirstAdmin } from './domains/identity/create-first-admin.ts';
import { createAdminCommand } from './first-admin-hint.ts';
import { isDatabaseAway, openDatabase, UnusableDatabaseError } from './platform/database.ts';
import { ensureOwnDatabase } from './platform/embedded-postgres/ensure-database.ts';
import { useEmbeddedPostgres } from './platform/embedded-postgres/use-embedded-postgres.ts';
import { migrate } from './platform/migrate.ts';
import { SettingsError, type Environment } from './platform/environment.ts';
import { withSecretFiles } from './platform/secret-files.ts';
import { readSettings } from './platform/settings.ts';
import { hostsOf } from './platform/wait-for-database.ts';

/** An error in the call, with a message for the operator. */
class Refusal extends Error {}

/** Creates an Admin in the database of DATABASE_URL, otherwise in the embedded one of DATA_DIR, running or not. */
const createAdmin = async () => {
  const env = withSecretFiles(process.env);
  const { DATABASE_URL, DATA_DIR, WAL_ARCHIVE } = env;
  const settings = readSettings({ DATABASE_URL, DATA_DIR, WAL_ARCHIVE, DEMO: 'off' });
  const admin = { ...readArguments(), password: readPassword(env) };
  if (settings.databaseUrl !== undefined)
    return insertAdmin(settings.databaseUrl, admin).catch((error: unknown) => {
      throw unreachable(error, settings.databaseUrl ?? '') ?? error;
    });
  const { dataDir, walArchive } = settings;
  const embedded = await useEmbeddedPostgres({ dataDir, walArchive, log: console.log });
  try {
    await insertAdmin(await ensureOwnDatabase(embedded.url, 'staffroom'), admin);
  } finally {
    await embedded.leave();
  }
};

type Admin = { email: string; name: string; password: string };

const insertAdmin = async (url: string, admin: Admin) => {
  await migrate(url);
  const database = openDatabase(url, { poolSize: 1 });
  try {
    const outcome = await createFirstAdmin(database.db, { ...admin, now: new Date() });
    if (outcome === 'taken')
      throw new Refusal(`${admin.email} is taken by another account. Choose another e-mail.`);
    console.log(`${admin.email} can sign in now.`);
  } finally {
    await database.close();
  }
};

const readArguments = () => {
  const { email, name } = parseOptions();
  if (!email) throw new Refusal(`The e-mail is missing. ${use}`);
  if (!isEmail(email)) throw new Refusal(`${email} is not an e-mail address. ${use}`);
  if (!name?.trim()) throw new Refusal(`The name is missing. ${use}`);
  return { email, name: name.trim() };
};

const parseOptions = () => {
  try {
    const options = { email: { type: 'string' }, name: { type: 'string' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new Refusal(`${error instanceof Error ? error.message : String(error)}. ${use}`);
  }
};

/** From the environment or a file: every account of the machine can read a program's arguments. */
const readPassword = ({ ADMIN_PASSWORD: password }: Environment) => {
  if (!password) throw new Refusal(`ADMIN_PASSWORD is missing. ${use}`);
  const checked = newPasswordSchema.safeParse(password);
  if (checked.success) return password;
  throw new Refusal(
    `ADMIN_PASSWORD is too weak: ${checked.error.issues[0]?.message ?? 'choose a longer one.'}`,
  );
};

const use = `Use:\n  ${createAdminCommand()}`;

const unreachable = (error: unknown, url: string) => {
  const because = error instanceof Error ? error.message : String(error);
  const database = `The database of DATABASE_URL (${hostsOf(url)})`;
  if (isDatabaseAway(error))
    return new Refusal(
      `${database} cannot be reached: ${because || 'no answer'}. Start it, or correct DATABASE_URL.`,
    );
  const { code } = error as { code?: string };
  // Wrong password or account, or no such database.
  if (code?.startsWith('28') || code === '3D000')
    return new Refusal(`${database} refuses the connection: ${because}. Correct DATABASE_URL.`);
  return undefined;
};

const isSentence = (error: unknown) =>
  error instanceof Refusal ||
  error instanceof SettingsError ||
  error instanceof UnusableDatabaseError;

try {
  await createAdmin();
} catch (error) {
  console.error(isSentence(error) ? error.message : error);
  process.exitCode = 1;
}
