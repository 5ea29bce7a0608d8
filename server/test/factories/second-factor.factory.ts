import {
  secondFactors,
  signInChallenges,
} from '../../src/domains/identity/second-factor.schema.ts';
import { hashToken } from '../../src/domains/identity/sessions.service.ts';
import { sealSecret } from '../../src/domains/identity/stored-secrets.ts';
import { codeAt, stepOf } from '../../src/domains/identity/totp.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { insertRow } from './insert-row.ts';

/** The secret of every second factor of the tests, encrypted with no key. */
const secret = Buffer.from('12345678901234567890');

/** The code that an app with the tests' secret shows now. */
export const codeNow = (app: Pick<Stage, 'clock'>) => codeAt(secret, stepOf(app.clock.now()));

/** A second factor of an account: on, or with a secret that is not confirmed yet. */
export const aSecondFactor = (
  app: Stage,
  userId: string,
  { isPending = false }: { isPending?: boolean } = {},
) => {
  const stored = sealSecret(secret, undefined, userId);
  return insertRow(app, secondFactors, {
    userId,
    ...(isPending ? { pendingSecret: stored } : { secret: stored, confirmedAt: app.clock.now() }),
  });
};

/** A sign-in of an account whose password was right; returns the challenge that its code must name. */
export const aChallenge = async (app: Stage, userId: string) => {
  const challenge = unique('challenge');
  const now = app.clock.now();
  await insertRow(app, signInChallenges, {
    tokenHash: hashToken(challenge),
    userId,
    attemptId: newId(now),
    network: '203.0.113.9',
    expiresAt: new Date(now.getTime() + 10 * 60_000),
  });
  return challenge;
};
