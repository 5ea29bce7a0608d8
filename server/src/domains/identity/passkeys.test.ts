import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  startPasskey,
} from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import { changePassword } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { resetSecondFactor } from 'staffroom-contract/domains/identity/second-factor.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aPasskey } from '../../../test/factories/passkey.factory.ts';
import { apiWith, pathOf, signInAs } from '../../../test/sign-in-as.ts';
import { newAuthenticator, type Authenticator } from '../../../test/software-authenticator.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { anAccount, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';
import { passkeyChallenges, passkeys } from './passkeys.schema.ts';
import { prune } from './pruning.ts';

const app = useOwnTestApp();

const minute = 60_000;
const body = { password: rightPassword };

/** A signed-in account with a password. */
const aColleague = async (values: Parameters<typeof anAccount>[1] = {}) => {
  const account = await anAccount(app, { type: 'SalesAdmin', ...values });
  const { token } = await tryToSignIn(app, { email: account.email, password: rightPassword });
  return { account, api: apiWith(app, { id: account.id, token }) };
};

type Colleague = Awaited<ReturnType<typeof aColleague>>;

const challengeOf = async ({ api }: Colleague) =>
  (await api.call(startPasskey, { body })).data.challenge;

/** Adds the passkey of an authenticator, with what it answers differently. */
const add = async (
  colleague: Colleague,
  authenticator: Authenticator = newAuthenticator(),
  changes: Parameters<Authenticator['create']>[1] = {},
) => {
  const challenge = await challengeOf(colleague);
  const credential = authenticator.create(challenge, changes);
  return colleague.api.send(addPasskey, { body: { credential } });
};

const codeOf = ({ status, body: answer }: { status: number; body: unknown }) => [
  status,
  (answer as { message?: { errors: { code: string }[] } }).message?.errors[0]?.code,
];

const rowsOf = (id: string) =>
  app.database.db.select().from(auditLog).where(eq(auditLog.entityId, id));

describe('adding a passkey', () => {
  test('needs the password first, and lists it by browser and password manager', async () => {
    const colleague = await aColleague();
    const { account, api } = colleague;
    const wrong = { password: 'Staffroom2025' };
    expect(await api.refused(startPasskey, { body: wrong })).toMatchObject({
      status: 400,
      field: 'password',
    });
    const { data } = await api.call(startPasskey, { body });
    expect(data).toMatchObject({
      rp: { id: 'localhost', name: 'Staffroom' },
      user: { name: account.email },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const apple = newAuthenticator({
      aaguid: Buffer.from('fbfc3007154e4ecc8c0b6e020557d7bd', 'hex'),
    });
    const credential = apple.create(data.challenge);
    const headers = { 'user-agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605' };
    const added = await api.call(addPasskey, { body: { credential }, headers });
    expect(added.data).toMatchObject({
      name: 'Safari, macOS · Apple Passwords',
      added_on: app.clock.now().toISOString(),
      last_used_on: null,
    });
    expect(await api.call(listPasskeys)).toEqual({ data: [added.data], count: 1 });
    const known = (await api.call(startPasskey, { body })).data.excludeCredentials;
    expect(known).toEqual([{ type: 'public-key', id: credential.id }]);
    const row = (await rowsOf(account.id)).find(({ action }) => action === 'user.passkey_added');
    expect(row).toMatchObject({ actorId: account.id, after: { name: added.data.name } });
  });

  test('stores the challenge as a hash', async () => {
    const challenge = await challengeOf(await aColleague());
    const { rows } = await app.database.pool.query<{ text: string }>(
      'select json_agg(c)::text as text from passkey_challenges c',
    );
    for (const form of [challenge, Buffer.from(challenge, 'base64url').toString('hex')])
      expect(rows[0]?.text).not.toContain(form);
  });

  test.each([
    ['for another origin', { origin: 'http://localhost.example' }],
    ['for another port', { origin: 'http://localhost:4001' }],
    ['for another relying party', { rpId: 'localhost.example' }],
    ['without a verified user', { isVerified: false }],
    ['as an answer to a sign-in', { type: 'webauthn.get' }],
    ['for a challenge that no one asked for', { challenge: 'A'.repeat(43) }],
  ])('is refused %s', async (_what, changes) => {
    const colleague = await aColleague();
    const answer = await add(colleague, newAuthenticator(), changes);
    expect(codeOf(answer)).toEqual([422, 'passkey_not_added']);
    expect((await colleague.api.call(listPasskeys)).count).toBe(0);
  });

  test('uses a challenge up, also by a refused answer', async () => {
    const colleague = await aColleague();
    const challenge = await challengeOf(colleague);
    const send = (credential: ReturnType<Authenticator['create']>) =>
      colleague.api.send(addPasskey, { body: { credential } });
    const elsewhere = newAuthenticator().create(challenge, { origin: 'http://localhost:4001' });
    expect((await send(elsewhere)).status).toBe(422);
    expect((await send(newAuthenticator().create(challenge))).status).toBe(422);
    const next = await challengeOf(colleague);
    expect((await send(newAuthenticator().create(next))).status).toBe(201);
    expect((await send(newAuthenticator().create(next))).status).toBe(422);
  });

  test('accepts a challenge for 5 minutes, from its own account, until the sessions end', async () => {
    const [colleague, other] = [await aColleague(), await aColleague()];
    const send = ({ api }: Colleague, challenge: string) =>
      api.send(addPasskey, {
        body: { credential: newAuthenticator().create(challenge) },
      });
    const foreign = await challengeOf(colleague);
    expect((await send(other, foreign)).status).toBe(422);
    const replaced = await challengeOf(colleague);
    const newest = await challengeOf(colleague);
    expect((await send(colleague, replaced)).status).toBe(422);
    expect((await send(colleague, newest)).status).toBe(201);
    const before = await challengeOf(colleague);
    await colleague.api.call(changePassword, {
      body: { password: 'Classroom2027', old_password: rightPassword },
    });
    expect((await send(colleague, before)).status).toBe(422);
    const late = await challengeOf(other);
    app.clock.setTo(new Date(app.clock.now().getTime() + 5 * minute));
    expect((await send(other, late)).status).toBe(422);
  });

  test('of concurrent answers to one challenge adds one', async () => {
    const colleague = await aColleague();
    const challenge = await challengeOf(colleague);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        colleague.api.send(addPasskey, {
          body: { credential: newAuthenticator().create(challenge) },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('refuses one that an account has already', async () => {
    const [colleague, other] = [await aColleague(), await aColleague()];
    const authenticator = newAuthenticator();
    expect((await add(colleague, authenticator)).status).toBe(201);
    for (const again of [colleague, other])
      expect(codeOf(await add(again, authenticator))).toEqual([409, 'passkey_known']);
  });

  test('refuses an eleventh', async () => {
    const colleague = await aColleague();
    const challenge = await challengeOf(colleague);
    for (let count = 0; count < 10; count += 1) await aPasskey(app, colleague.account.id);
    const credential = newAuthenticator().create(challenge);
    const answer = await colleague.api.send(addPasskey, { body: { credential } });
    expect(codeOf(answer)).toEqual([409, 'too_many_passkeys']);
    expect((await colleague.api.refused(startPasskey, { body })).code).toBe('too_many_passkeys');
  });
});

describe('removing a passkey', () => {
  test('needs the password, and never reaches those of another account', async () => {
    const [colleague, other] = [await aColleague(), await aColleague()];
    const { passkey } = await aPasskey(app, colleague.account.id);
    const params = { id: passkey.id };
    const wrong = await colleague.api.refused(removePasskey, {
      params,
      body: { password: 'Staffroom2025' },
    });
    expect(wrong).toMatchObject({ status: 400, field: 'password' });
    const foreign = await other.api.call(removePasskey, { params, body });
    expect(foreign).toEqual({ data: { removed: false } });
    const own = () => colleague.api.call(removePasskey, { params, body });
    expect(await own()).toEqual({ data: { removed: true } });
    expect(await own()).toEqual({ data: { removed: false } });
    const rows = await rowsOf(colleague.account.id);
    const removals = rows.filter(({ action }) => action === 'user.passkey_removed');
    expect(removals).toMatchObject([{ before: { name: passkey.name }, after: null }]);
  });

  test('is refused to an account without a password, whose last way to sign in it may be', async () => {
    const api = await signInAs(app, 'Agent', { passwordHash: null });
    const { passkey } = await aPasskey(app, api.id);
    const removal = await api.refused(removePasskey, { params: { id: passkey.id }, body });
    expect(removal).toMatchObject({ status: 409, code: 'password_needed' });
    expect(await api.refused(startPasskey, { body })).toMatchObject({ code: 'password_needed' });
    expect((await api.call(listPasskeys)).count).toBe(1);
  });

  test('is part of the reset by an Admin, since a lost phone has them too', async () => {
    const { account } = await aColleague();
    await aPasskey(app, account.id);
    const admin = await app.as('Admin');
    const params = { id: account.id };
    expect(await admin.call(resetSecondFactor, { params })).toEqual({ data: { removed: true } });
    const left = await app.database.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, account.id));
    expect(left).toEqual([]);
    const rows = await rowsOf(account.id);
    const reset = rows.find(({ action }) => action === 'user.second_factor_reset');
    expect(reset).toMatchObject({ actorId: admin.id, after: { passkeys: 1 } });
  });
});

test('expired challenges are pruned', async () => {
  const colleague = await aColleague();
  await challengeOf(colleague);
  const waiting = () =>
    app.database.db
      .select()
      .from(passkeyChallenges)
      .where(eq(passkeyChallenges.userId, colleague.account.id));
  await prune(app.database.db, app.clock.now());
  expect(await waiting()).toHaveLength(1);
  await prune(app.database.db, new Date(app.clock.now().getTime() + 5 * minute));
  expect(await waiting()).toEqual([]);
});

describe('the site of passkeys', () => {
  const site = useOwnTestApp({ settings: { publicUrl: 'https://desk.example:8443/app' } });
  const open = useOwnTestApp({ settings: { host: '0.0.0.0' } });

  const begin = async (stage: typeof app, host: string) => {
    const answer = await stage.http.inject({
      method: 'POST',
      url: pathOf({ path: '/auth/passkey/options' } as never),
      headers: { host },
    });
    const { data, message } = JSON.parse(answer.body) as {
      data?: { rpId: string };
      message?: { errors: { code: string }[] };
    };
    return data?.rpId ?? message?.errors[0]?.code;
  };

  test('is that of PUBLIC_URL, whatever the Host header', async () => {
    for (const host of ['desk.example', 'evil.example', 'localhost'])
      expect(await begin(site, host)).toBe('desk.example');
  });

  test('without PUBLIC_URL is localhost alone, on a server that listens on loopback', async () => {
    expect(await begin(app, 'localhost:4000')).toBe('localhost');
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1:4000', '[::1]:4000'])
      expect(await begin(app, host)).toBe('passkeys_off');
    expect(await begin(open, 'localhost:4000')).toBe('passkeys_off');
  });
});
