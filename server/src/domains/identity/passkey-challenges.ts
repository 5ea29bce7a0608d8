import { randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import * as passkeyQueries from './passkeys.queries.ts';
import { hashToken } from './sessions.service.ts';
import { networkOf } from './sign-in-locks.ts';

/** Milliseconds within which an authenticator must sign a challenge; browsers get the same time. */
export const challengeLifetime = 5 * 60_000;

/** Makes a challenge for an account that adds a passkey, or for a sign-in (null); only its hash is stored. */
export const newChallenge = async (
  tx: Db,
  { clock, address }: Pick<Context, 'clock' | 'address'>,
  userId: string | null,
) => {
  const challenge = randomBytes(32).toString('base64url');
  await passkeyQueries.insertPasskeyChallenge(tx, {
    challengeHash: hashToken(challenge),
    userId,
    network: networkOf(address),
    expiresAt: new Date(clock.now().getTime() + challengeLifetime),
  });
  return challenge;
};

/**
 * Ends the challenge that a browser's `clientDataJSON` names, and returns it; undefined if it is unknown, used, expired or
 * made for something else.
 */
export const takeChallenge = async (
  tx: Db,
  { clientDataJSON, userId, now }: { clientDataJSON: string; userId: string | null; now: Date },
): Promise<string | undefined> => {
  const challenge = namedIn(clientDataJSON);
  if (challenge === undefined) return undefined;
  const challengeHash = hashToken(challenge);
  const isTaken = await passkeyQueries.takePasskeyChallenge(tx, { challengeHash, userId, now });
  return isTaken ? challenge : undefined;
};

const namedIn = (clientDataJSON: string): string | undefined => {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    const { challenge } = (read ?? {}) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
};
