import { eq } from 'drizzle-orm';
import { passkeyChallenges, passkeys } from '../../src/domains/identity/passkeys.schema.ts';
import { hashToken } from '../../src/domains/identity/sessions.service.ts';
import { newAuthenticator } from '../software-authenticator.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { insertRow } from './insert-row.ts';

type Values = Partial<typeof passkeys.$inferInsert>;

/** A passkey of an account, with the authenticator that has its private key. */
export const aPasskey = async (app: Stage, userId: string, values: Values = {}) => {
  const authenticator = newAuthenticator();
  const passkey = await insertRow(app, passkeys, {
    userId,
    credentialId: authenticator.credentialId,
    publicKey: authenticator.coseKey,
    counter: 0,
    name: 'Chrome, macOS',
    addedAt: app.clock.now(),
    ...values,
  });
  return { passkey, authenticator };
};

/** The challenge that the example of `addPasskey` answers. */
export const exampleChallenge = Buffer.from('the challenge of the examples').toString('base64url');

/** A challenge of an account that adds a passkey, or of a sign-in (null), valid for 5 minutes; it replaces a former one. */
export const aPasskeyChallenge = async (
  app: Stage,
  userId: string | null,
  challenge = Buffer.from(unique('challenge')).toString('base64url'),
) => {
  const challengeHash = hashToken(challenge);
  await app.database.db
    .delete(passkeyChallenges)
    .where(eq(passkeyChallenges.challengeHash, challengeHash));
  await insertRow(app, passkeyChallenges, {
    challengeHash,
    userId,
    network: '203.0.113.9',
    expiresAt: new Date(app.clock.now().getTime() + 5 * 60_000),
  });
  return challenge;
};
