import { readFileSync } from 'node:fs';
import { refuse, SettingsError, type Environment } from './environment.ts';

/** Settings that may be in a file instead: `SMTP_URL_FILE=/run/secrets/smtp-url`. */
const secretNames = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'TWILIO_AUTH_TOKEN',
  'ZOOM_CLIENT_SECRET',
  'ZOOM_WEBHOOK_SECRET',
  'LIVE_LINK_KEY',
  'SECOND_FACTOR_KEY',
  'OIDC_GOOGLE_CLIENT_SECRET',
  'OIDC_MICROSOFT_CLIENT_SECRET',
  'OIDC_COMPANY_CLIENT_SECRET',
  'METRICS_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'ADMIN_PASSWORD',
] as const;

/**
 * The environment with the secrets of their files; a line break at a file's end is left out. Throws SettingsError for a
 * file that cannot be read or is empty, and for a secret that is in the environment too. The message never has the content.
 */
export const withSecretFiles = (env: Environment): Environment => {
  const read = secretNames.flatMap((name) => {
    const path = env[`${name}_FILE`];
    if (!path) return [];
    if (env[name]) refuse(`${name}_FILE`, `left out when ${name} is set`, '');
    return [[name, contentOf(`${name}_FILE`, path)] as const];
  });
  return { ...env, ...Object.fromEntries(read) };
};

const contentOf = (setting: string, path: string): string => {
  let text;
  try {
    text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code = 'no answer' } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      `${setting} must be a file that this account can read (${path}: ${code}), for example ${setting}=/run/secrets/staffroom.`,
    );
  }
  if (text === '')
    refuse(setting, `a file with the secret (${path} is empty)`, '/run/secrets/staffroom');
  return text;
};
