import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getMe } from 'staffroom-contract/domains/identity/identity.contract.ts';
import type { SessionUser } from 'staffroom-contract/domains/identity/identity.contract.ts';
import {
  addPasskey,
  removePasskey,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import { listServiceTokens } from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aPasskey } from '../../../test/factories/passkey.factory.ts';
import { aSecondFactor } from '../../../test/factories/second-factor.factory.ts';
import { apiWith, pathOf, signInAs } from '../../../test/sign-in-as.ts';
import { newAuthenticator } from '../../../test/software-authenticator.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { userSessions } from './identity.schema.ts';
import { passkeys } from './passkeys.schema.ts';
import { anAccount, anAddress, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';
import { users } from './users.schema.ts';

const app = useOwnTestApp();
const strict = useOwnTestApp({
  settings: { secondFactor: { key: undefined, isRequiredForAdmins: true } },
});

type Stage = typeof app;
type Credential = ReturnType<ReturnType<typeof newAuthenticator>['signIn']>;

/** An account with a passkey, by default a SalesAdmin. */
const holder = async (
  values: Parameters<typeof anAccount>[1] = {},
  passkeyValues: Parameters<typeof aPasskey>[2] = {},
  stage: Stage = app,
) => {
  const account = await anAccount(stage, { type: 'SalesAdmin', ...values });
  return { account, ...(await aPasskey(stage, account.id, passkeyValues)) };
};

const challengeOf = async (address = anAddress(), stage: Stage = app) => {
  const answer = await stage.http.inject({
    method: 'POST',
    url: pathOf(startPasskeySignIn),
    remoteAddress: address,
  });
  return (JSON.parse(answer.body) as { data: { challenge: string } }).data.challenge;
};

const send = async (credential: Credential, address = anAddress(), stage: Stage = app) => {
  const answer = await stage.http.inject({
    method: 'POST',
    url: pathOf(signInWithPasskey),
    payload: { credential },
    remoteAddress: address,
  });
  const body = JSON.parse(answer.body) as {
    token?: string;
    data?: SessionUser;
    message?: { errors: { code: string; message: string }[] };
  };
  return {
    status: answer.statusCode,
    code: body.message?.errors[0]?.code,
    message: body.message?.errors[0]?.message,
    token: body.token ?? '',
    data: body.data,
  };
};

const refusedAs = (code: string) => ({ status: 401, code, token: '' });

const rowsOf = async (id: string) =>
  (await app.database.db.select().from(auditLog).where(eq(auditLog.entityId, id))).map(
    ({ action, after }) => ({ action, after }),
  );

describe('signing in with a passkey', () => {
  test('opens a session without a code, also for an account with an authenticator app', async () => {
    const { account, passkey, authenticator } = await holder();
    await aSecondFactor(app, account.id);
    const answer = await send(authenticator.signIn(await challengeOf(), account.id));
    expect(answer).toMatchObject({ status: 200, data: { _id: account.id } });
    const { data } = await apiWith(app, { id: account.id, token: answer.token }).call(getMe);
    expect(data.email).toBe(account.email);
    expect(await rowsOf(account.id)).toContainEqual({
      action: 'session.started',
      after: { with: 'passkey', name: passkey.name },
    });
    const [used] = await app.database.db.select().from(passkeys).where(eq(passkeys.id, passkey.id));
    expect(used?.lastUsedAt).toEqual(app.clock.now());
  });

  test('works with a passkey that was added through the API', async () => {
    const account = await anAccount(app, { type: 'SalesAdmin' });
    const { token } = await tryToSignIn(app, { email: account.email, password: rightPassword });
    const api = apiWith(app, { id: account.id, token });
    const { data } = await api.call(startPasskey, { body: { password: rightPassword } });
    const authenticator = newAuthenticator({ counts: true });
    const credential = authenticator.create(data.challenge);
    const { data: added } = await api.call(addPasskey, { body: { credential } });
    const handle = Buffer.from(data.user.id, 'base64url').toString('hex');
    for (let use = 0; use < 2; use += 1)
      expect((await send(authenticator.signIn(await challengeOf(), handle))).status).toBe(200);
    const body = { password: rightPassword };
    await api.call(removePasskey, { params: { id: added._id }, body });
    const removed = authenticator.signIn(await challengeOf(), handle);
    expect(await send(removed)).toMatchObject(refusedAs('passkey_not_accepted'));
  });

  test.each([
    ['for another origin', { origin: 'http://localhost.example' }],
    ['for another relying party', { rpId: 'localhost.example' }],
    ['without a verified user', { isVerified: false }],
    ['of a new passkey', { type: 'webauthn.create' }],
    ['that names no account', { userHandle: 'AAAA' }],
  ])('refuses a signature %s', async (_what, changes) => {
    const { account, authenticator } = await holder();
    const credential = authenticator.signIn(await challengeOf(), account.id, changes);
    expect(await send(credential)).toMatchObject(refusedAs('passkey_not_accepted'));
    expect(await rowsOf(account.id)).toContainEqual({
      action: 'session.failed',
      after: { email: account.email.toLowerCase(), reason: 'wrong_passkey' },
    });
  });

  test('refuses the key, the id and the account of different passkeys', async () => {
    const [one, other] = [await holder(), await holder()];
    const asOther = one.authenticator.signIn(await challengeOf(), other.account.id);
    const { id, rawId } = other.authenticator.signIn(await challengeOf(), other.account.id);
    for (const credential of [
      asOther,
      { ...asOther, id, rawId },
      { ...one.authenticator.signIn(await challengeOf(), one.account.id), id, rawId },
    ])
      expect((await send(credential)).status).toBe(401);
  });

  test('an unknown passkey, a wrong signature and a disabled account get the same answer', async () => {
    const { account, authenticator } = await holder();
    const unknown = newAuthenticator().signIn(await challengeOf(), account.id);
    const signed = authenticator.signIn(await challengeOf(), account.id);
    const wrong = {
      ...signed,
      response: { ...signed.response, signature: unknown.response.signature },
    };
    const answers = [await send(unknown), await send(wrong)];
    await app.database.db.update(users).set({ enabled: false }).where(eq(users.id, account.id));
    answers.push(await send(authenticator.signIn(await challengeOf(), account.id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject(refusedAs('passkey_not_accepted'));
  });

  test.each(['Student', 'TA'] as const)('refuses a %s as a password does', async (type) => {
    const { account, authenticator } = await holder({ type });
    const credential = authenticator.signIn(await challengeOf(), account.id);
    expect(await send(credential)).toMatchObject(refusedAs('invalid_user_type'));
  });
});

describe('a challenge of a sign-in', () => {
  test('works once, whether it was accepted or refused', async () => {
    const { account, authenticator } = await holder();
    const used = await challengeOf();
    const credential = authenticator.signIn(used, account.id);
    expect((await send(credential)).status).toBe(200);
    expect(await send(credential)).toMatchObject(refusedAs('challenge_not_valid'));
    const wasted = await challengeOf();
    await send(authenticator.signIn(wasted, account.id, { isVerified: false }));
    const again = authenticator.signIn(wasted, account.id);
    expect(await send(again)).toMatchObject(refusedAs('challenge_not_valid'));
  });

  test('ends after 5 minutes', async () => {
    const { account, authenticator } = await holder();
    const challenge = await challengeOf();
    app.clock.setTo(new Date(app.clock.now().getTime() + 5 * 60_000));
    const late = authenticator.signIn(challenge, account.id);
    expect(await send(late)).toMatchObject(refusedAs('challenge_not_valid'));
  });

  test('is not one of adding a passkey, nor the other way round', async () => {
    const { account, authenticator } = await holder();
    const { token } = await tryToSignIn(app, { email: account.email, password: rightPassword });
    const api = apiWith(app, { id: account.id, token });
    const { data } = await api.call(startPasskey, { body: { password: rightPassword } });
    const adding = authenticator.signIn(data.challenge, account.id);
    expect(await send(adding)).toMatchObject(refusedAs('challenge_not_valid'));
    const credential = newAuthenticator().create(await challengeOf());
    expect((await api.refused(addPasskey, { body: { credential } })).code).toBe(
      'passkey_not_added',
    );
  });

  test('of concurrent uses opens one session', async () => {
    const { account, authenticator } = await holder();
    const credential = authenticator.signIn(await challengeOf(), account.id);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(credential)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = await app.database.db
      .select()
      .from(userSessions)
      .where(eq(userSessions.userId, account.id));
    expect(sessions).toHaveLength(1);
  });
});

describe('the counter of an authenticator', () => {
  test.each([
    ['stays', 7, 7],
    ['goes back', 7, 6],
    ['is gone', 7, 0],
  ])('that %s is a copied key: refused and audited', async (_what, counter, next) => {
    const { account, authenticator } = await holder({}, { counter });
    const credential = authenticator.signIn(await challengeOf(), account.id, { counter: next });
    expect(await send(credential)).toMatchObject(refusedAs('passkey_not_accepted'));
    expect(await rowsOf(account.id)).toContainEqual({
      action: 'session.failed',
      after: { email: account.email.toLowerCase(), reason: 'passkey_counter' },
    });
  });

  test('is compared for concurrent signatures one after the other', async () => {
    const { account, authenticator } = await holder({}, { counter: 7 });
    const credentials = [];
    for (let count = 0; count < 3; count += 1)
      credentials.push(authenticator.signIn(await challengeOf(), account.id, { counter: 8 }));
    const answers = await Promise.all(credentials.map((credential) => send(credential)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('the throttle of sign-ins', () => {
  test('locks an account after 5 wrong signatures, and its password too', async () => {
    const { account, authenticator } = await holder();
    for (let count = 0; count < 5; count += 1)
      await send(authenticator.signIn(await challengeOf(), account.id, { isVerified: false }));
    const right = authenticator.signIn(await challengeOf(), account.id);
    expect(await send(right)).toMatchObject({ status: 429, code: 'too_many_attempts' });
    const byPassword = { email: account.email, password: rightPassword };
    expect(await tryToSignIn(app, byPassword)).toMatchObject({ status: 429 });
  });

  test('stops a network after 20 unknown passkeys, whose rows name no e-mail', async () => {
    const address = anAddress();
    const { account } = await holder();
    for (let count = 0; count < 20; count += 1) {
      const unknown = newAuthenticator().signIn(await challengeOf(), account.id);
      expect((await send(unknown, address)).status).toBe(401);
    }
    const next = newAuthenticator().signIn(await challengeOf(), account.id);
    expect(await send(next, address)).toMatchObject({ status: 429, code: 'too_many_attempts' });
    const failures = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.address, address));
    expect(failures.map(({ after }) => Object.keys(after as object))).toContainEqual(['reason']);
    expect(JSON.stringify(failures)).not.toContain('passkey ');
  });

  test('limits how many sign-ins of a network wait for a signature', async () => {
    const address = anAddress();
    const begin = () =>
      app.http.inject({
        method: 'POST',
        url: pathOf(startPasskeySignIn),
        remoteAddress: address,
      });
    for (let count = 0; count < 200; count += 1) expect((await begin()).statusCode).toBe(200);
    const refused = await begin();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('300');
    expect(await challengeOf()).not.toBe('');
  });
});

test('a passkey does not replace the authenticator app that a setting requires of Admins', async () => {
  const { account, authenticator } = await holder({ type: 'Admin' }, {}, strict);
  const challenge = await challengeOf(anAddress(), strict);
  const answer = await send(authenticator.signIn(challenge, account.id), anAddress(), strict);
  expect(answer).toMatchObject({ status: 200, data: { needs_second_factor: true } });
  const api = apiWith(strict, { id: account.id, token: answer.token });
  expect(await api.refused(listServiceTokens)).toMatchObject({
    status: 403,
    code: 'second_factor_needed',
  });
  const sales = await signInAs(strict, 'SalesAdmin', {});
  expect((await sales.call(getMe)).data.needs_second_factor).toBe(false);
});
