import { createHash, randomBytes } from 'node:crypto';
import type { Settings } from '../../platform/settings.ts';

const name = 'staffroom_oidc';
/** Seconds for a sign-in at the service. */
const lifetime = 600;

/** The secret of a browser that begins a sign-in with a service. */
export const newBrowserSecret = () => randomBytes(32).toString('base64url');

/**
 * State, nonce and PKCE verifier of a browser's sign-in, all derived from its secret: nothing is stored, and only this
 * browser can complete it.
 */
export const checksOf = (secret: string) => {
  const derived = (use: string) =>
    createHash('sha256').update(`${use}:${secret}`).digest('base64url');
  return { state: derived('state'), nonce: derived('nonce'), verifier: derived('verifier') };
};

/** The cookie that keeps the secret: out of reach of scripts, and sent when the service leads back. */
export const browserCookie = (secret: string, { publicUrl }: Pick<Settings, 'publicUrl'>) =>
  [
    `${name}=${secret}`,
    'Path=/api/auth/oidc',
    `Max-Age=${lifetime}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(publicUrl?.startsWith('https:') ? ['Secure'] : []),
  ].join('; ');

/** The secret in a Cookie header; '' without one. */
export const browserSecretIn = (cookies: string | undefined) =>
  (cookies ?? '')
    .split(';')
    .map((cookie) => cookie.trim().split('='))
    .find(([key]) => key === name)?.[1] ?? '';
