import { runServer } from './main.ts';
import { UnusableDatabaseError } from './platform/database.ts';
import { SettingsError } from './platform/environment.ts';
import { readSettings, type Role } from './platform/settings.ts';

/** Runs one role against the PostgreSQL of DATABASE_URL until a signal stops it. */
export const runAs = async (role: Role) => {
  const settings = settingsOrExit();
  const { databaseUrl } = settings;
  if (databaseUrl === undefined) {
    console.error(
      'DATABASE_URL must be set, for example DATABASE_URL=postgres://staffroom:secret@db:5432/staffroom.',
    );
    process.exit(1);
  }
  const server = await runServer({ ...settings, role, databaseUrl }).catch(exitWithSentence);
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= server.stop().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
};

const settingsOrExit = () => {
  try {
    return readSettings(process.env);
  } catch (error) {
    return exitWithSentence(error);
  }
};

/** Prints a message for the operator; any other error keeps its stack. */
const exitWithSentence = (error: unknown): never => {
  if (error instanceof SettingsError) console.error(error.message);
  else if (error instanceof UnusableDatabaseError) {
    const cause = error.cause instanceof Error ? `\n${error.cause.message}` : '';
    console.error(error.message + cause);
  } else throw error;
  return process.exit(1);
};
