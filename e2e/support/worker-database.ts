import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** Environment variable with the address of the run's PostgreSQL. */
export const postgresUrlVariable = 'STAFFROOM_E2E_POSTGRES';
export const templateName = 'staffroom_template';

export type WorkerDatabase = { url: string; drop(): Promise<void> };

const serverUrl = (): string => {
  const url = process.env[postgresUrlVariable];
  if (!url) throw new Error('The tests run through playwright.config.ts, which starts PostgreSQL.');
  return url;
};

const asAdmin = async (statement: string) => {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** Creates a migrated, empty database for one worker. */
export const createWorkerDatabase = async (): Promise<WorkerDatabase> => {
  const name = `e2e_${randomBytes(8).toString('hex')}`;
  await asAdmin(`create database ${name} template ${templateName}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    drop: () => asAdmin(`drop database if exists ${name} with (force)`),
  };
};
