import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  changePassword,
  getMe,
  signInWithCode,
} from 'staffroom-contract/domains/identity/identity.contract.ts';
import {
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  startSecondFactor,
} from 'staffroom-contract/domains/identity/second-factor.contract.ts';
import { listServiceTokens } from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { apiWith, pathOf, signInAs } from '../../../test/sign-in-as.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { signInNetworks } from './identity.schema.ts';
import { secondFactors } from './second-factor.schema.ts';
import { resetFactorByEmail } from './reset-second-factor.ts';
import { anAccount, anAddress, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';
import { codeAt, stepOf } from './totp.ts';
import { users } from './users.schema.ts';

const key = 'a-key-of-tests-that-protects-nothing-at-all';
const app = useOwnTestApp({ settings: { secondFactor: { key, isRequiredForAdmins: false } } });
const strict = useOwnTestApp({ settings: { secondFactor: { key, isRequiredForAdmins: true } } });

const minute = 60_000;
const pass = (milliseconds: number) =>
  app.clock.setTo(new Date(app.clock.now().getTime() + milliseconds));

const bytesOf = (secret: string) => {
  const bits = [...secret]
    .map((letter) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    )
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
/** The code that an app with this secret shows now, or some steps later. */
const codeOf = (secret: string, later = 0, stage = app) =>
  codeAt(bytesOf(secret), stepOf(stage.clock.now()) + later);

/** An account with the second factor on. */
const protectedAccount = async (values: Parameters<typeof anAccount>[1] = {}) => {
  const account = await anAccount(app, { type: 'SalesAdmin', ...values });
  const { token } = await tryToSignIn(app, { email: account.email, password: rightPassword });
  const api = apiWith(app, { id: account.id, token });
  const { secret } = (await api.call(startSecondFactor)).data;
  const body = { code: codeOf(secret) };
  const { recovery_codes: codes } = (await api.call(confirmSecondFactor, { body })).data;
  // The confirmed code is used.
  pass(minute);
  return { account, api, secret, codes };
};

const challengeOf = async (account: { email: string }, address = anAddress()) => {
  const answer = await tryToSignIn(
    app,
    { email: account.email, password: rightPassword },
    { address },
  );
  expect(answer).toMatchObject({ status: 401, code: 'second_factor_required', token: '' });
  const { challenge } = answer.body as { challenge?: string };
  return challenge ?? '';
};

const send = async (challenge: string, code: string, address = anAddress()) => {
  const answer = await app.http.inject({
    method: 'POST',
    url: pathOf(signInWithCode),
    payload: { challenge, code },
    remoteAddress: address,
  });
  const body = JSON.parse(answer.body) as {
    token?: string;
    message?: { errors: { code: string }[] };
  };
  return {
    status: answer.statusCode,
    code: body.message?.errors[0]?.code,
    token: body.token ?? '',
  };
};

const rowsOf = (id: string) =>
  app.database.db.select().from(auditLog).where(eq(auditLog.entityId, id));

describe('setting up', () => {
  test('changes nothing until the first code, then ends every other session', async () => {
    const account = await anAccount(app);
    const sign = async () =>
      (await tryToSignIn(app, { email: account.email, password: rightPassword })).token;
    const [api, other] = [await sign(), await sign()].map((token) =>
      apiWith(app, { id: account.id, token }),
    );
    const { secret, uri } = (await api!.call(startSecondFactor)).data;
    expect(uri).toContain(`secret=${secret}&issuer=Staffroom`);
    expect((await api!.call(getSecondFactor)).data.on_since).toBeNull();
    const wrong = { code: codeOf(secret, 5) };
    expect(await api!.refused(confirmSecondFactor, { body: wrong })).toMatchObject({
      status: 400,
      field: 'code',
    });
    expect((await tryToSignIn(app, { email: account.email, password: rightPassword })).status).toBe(
      200,
    );
    const code = codeOf(secret).replace(/^.../, '$& ');
    const { recovery_codes: codes } = (await api!.call(confirmSecondFactor, { body: { code } }))
      .data;
    expect(new Set(codes).size).toBe(10);
    for (const one of codes) expect(one).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    expect((await api!.call(getSecondFactor)).data).toEqual({
      on_since: app.clock.now().toISOString(),
      recovery_codes_left: 10,
      is_required: false,
    });
    expect((await other!.send(getMe)).status).toBe(401);
    const row = (await rowsOf(account.id)).find(({ action }) => action === 'user.second_factor_on');
    expect(row).toMatchObject({ actorId: account.id, before: null, after: null });
  });

  test('again keeps the old app until the first code of the new one, with the password', async () => {
    const { account, api, secret } = await protectedAccount();
    const next = (await api.call(startSecondFactor)).data.secret;
    expect((await send(await challengeOf(account), codeOf(next))).status).toBe(400);
    expect((await send(await challengeOf(account), codeOf(secret))).status).toBe(200);
    for (const password of [undefined, 'Wrong-horse-7']) {
      const body = { code: codeOf(next), ...(password && { password }) };
      const refused = await api.refused(confirmSecondFactor, { body });
      expect(refused).toMatchObject({ code: 'invalid_value', field: 'password' });
    }
    expect((await send(await challengeOf(account), codeOf(secret, 1))).status).toBe(200);
    const body = { code: codeOf(next), password: rightPassword };
    await api.call(confirmSecondFactor, { body });
    pass(minute);
    expect((await send(await challengeOf(account), codeOf(secret))).status).toBe(400);
    expect((await send(await challengeOf(account), codeOf(next))).status).toBe(200);
  });

  test('needs a start, and stores neither secret nor recovery codes in clear', async () => {
    const api = await signInAs(app, 'Agent', {});
    const body = { code: '123456' };
    expect((await api.refused(confirmSecondFactor, { body })).code).toBe(
      'second_factor_not_started',
    );
    const { secret, codes } = await protectedAccount();
    const { rows } = await app.database.pool.query<{ text: string }>(
      `select (select json_agg(f)::text from second_factors f) || (select json_agg(r)::text from recovery_codes r)
         || (select json_agg(a)::text from audit_log a) as text`,
    );
    expect(rows[0]?.text).not.toContain(bytesOf(secret).toString('hex'));
    for (const code of codes)
      for (const text of [code, Buffer.from(code).toString('hex')])
        expect(rows[0]?.text).not.toContain(text);
  });
});

describe('signing in with the second factor', () => {
  test('needs the password and then the code, and opens one session', async () => {
    const { account, secret } = await protectedAccount();
    const challenge = await challengeOf(account);
    const { status, token } = await send(challenge, codeOf(secret));
    expect(status).toBe(200);
    expect((await apiWith(app, { id: account.id, token }).call(getMe)).data._id).toBe(account.id);
    expect(await send(challenge, codeOf(secret, 1))).toMatchObject({
      status: 401,
      code: 'challenge_not_valid',
    });
  });

  test('a wrong password gets no challenge', async () => {
    const { account } = await protectedAccount();
    const answer = await tryToSignIn(app, { email: account.email, password: 'Staffroom2025' });
    expect(answer.code).toBe('wrong_credentials');
    expect(answer.body).not.toHaveProperty('challenge');
  });

  test('a code works once: not again with another challenge, nor an earlier one', async () => {
    const { account, secret } = await protectedAccount();
    const [one, other] = [await challengeOf(account), await challengeOf(account)];
    const code = codeOf(secret);
    expect((await send(one, code)).status).toBe(200);
    for (const used of [code, codeOf(secret, -1)])
      expect(await send(other, used)).toMatchObject({ status: 400, code: 'invalid_value' });
    expect((await send(other, codeOf(secret, 1))).status).toBe(200);
  });

  test('of concurrent uses of one code only one opens a session', async () => {
    const { account, secret } = await protectedAccount();
    const challenges = [
      await challengeOf(account),
      await challengeOf(account),
      await challengeOf(account),
    ];
    const answers = await Promise.all(challenges.map((each) => send(each, codeOf(secret))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const again = await protectedAccount();
    const challenge = await challengeOf(again.account);
    const [first = '', second = ''] = again.codes;
    const both = await Promise.all([send(challenge, first), send(challenge, second)]);
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401']);
  });

  test('a recovery code works once, in any case and with spaces', async () => {
    const { account, api, codes } = await protectedAccount();
    const [code = ''] = codes;
    const typed = ` ${code.toLowerCase().replace('-', ' ')}`;
    expect((await send(await challengeOf(account), typed)).status).toBe(200);
    expect((await send(await challengeOf(account), code)).status).toBe(400);
    expect((await api.call(getSecondFactor)).data.recovery_codes_left).toBe(9);
  });

  test('5 wrong codes within 15 minutes lock it for 15, whatever the challenge and the code', async () => {
    const { account, secret, codes } = await protectedAccount();
    for (let time = 0; time < 5; time += 1)
      expect((await send(await challengeOf(account), '000000')).code).toBe('invalid_value');
    const challenge = await challengeOf(account, '203.0.113.77').catch(() => '');
    const locked = { status: 429, code: 'second_factor_locked' };
    if (challenge !== '') {
      expect(await send(challenge, codeOf(secret))).toMatchObject(locked);
      expect(await send(challenge, codes[0] ?? '')).toMatchObject(locked);
    }
    expect((await rowsOf(account.id)).map(({ action }) => action)).toContain('session.locked');
    pass(15 * minute);
    expect((await send(await challengeOf(account), codeOf(secret))).status).toBe(200);
  });

  test('guesses at once do not exceed the limit', async () => {
    const { account } = await protectedAccount();
    const challenge = await challengeOf(account);
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(challenge, '000000')));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('a challenge ends after 10 minutes, with a new password and with a disabled account', async () => {
    const { account, api, secret } = await protectedAccount();
    const late = await challengeOf(account);
    pass(10 * minute);
    expect((await send(late, codeOf(secret))).code).toBe('challenge_not_valid');
    const old = await challengeOf(account);
    await api.call(changePassword, {
      body: { password: 'Classroom2027', old_password: rightPassword },
    });
    expect((await send(old, codeOf(secret))).code).toBe('challenge_not_valid');
    for (const challenge of ['', 'x', 'A'.repeat(43)])
      expect((await send(challenge, codeOf(secret))).code).toBe('challenge_not_valid');
    const other = await protectedAccount();
    const challenge = await challengeOf(other.account);
    await app.database.db
      .update(users)
      .set({ enabled: false })
      .where(eq(users.id, other.account.id));
    expect((await send(challenge, codeOf(other.secret))).code).toBe('challenge_not_valid');
  });

  test('the password alone makes no network known, and stays counted as a failure', async () => {
    const { account, secret } = await protectedAccount();
    const address = anAddress();
    const known = async () =>
      (
        await app.database.db
          .select()
          .from(signInNetworks)
          .where(eq(signInNetworks.userId, account.id))
      ).map(({ network }) => network);
    const challenge = await challengeOf(account, address);
    expect(await known()).not.toContain(address);
    expect((await send(challenge, codeOf(secret), address)).status).toBe(200);
    expect(await known()).toContain(address);
  });
});

describe('turning off', () => {
  test('needs the password', async () => {
    const { account, api } = await protectedAccount();
    const wrong = await api.refused(removeSecondFactor, { body: { password: 'Staffroom2025' } });
    expect(wrong).toMatchObject({ status: 400, field: 'password' });
    const body = { password: rightPassword };
    expect(await api.call(removeSecondFactor, { body })).toEqual({ data: { removed: true } });
    expect(await api.call(removeSecondFactor, { body })).toEqual({ data: { removed: false } });
    expect((await tryToSignIn(app, { email: account.email, password: rightPassword })).status).toBe(
      200,
    );
  });

  test('new recovery codes need the password and replace the old ones', async () => {
    const { account, api, codes } = await protectedAccount();
    const refused = await api.refused(renewRecoveryCodes, { body: { password: 'x' } });
    expect(refused).toMatchObject({ status: 400, field: 'password' });
    const body = { password: rightPassword };
    const next = (await api.call(renewRecoveryCodes, { body })).data.recovery_codes;
    expect((await send(await challengeOf(account), codes[0] ?? '')).status).toBe(400);
    expect((await send(await challengeOf(account), next[0] ?? '')).status).toBe(200);
    const without = await anAccount(app);
    const { token } = await tryToSignIn(app, { email: without.email, password: rightPassword });
    const other = apiWith(app, { id: without.id, token });
    expect((await other.refused(renewRecoveryCodes, { body })).code).toBe('second_factor_off');
  });

  test('for a lost phone is done by another Admin, never by oneself, and ends the sessions', async () => {
    const { account, api } = await protectedAccount({ type: 'Admin' });
    const own = await api.refused(resetSecondFactor, { params: { id: account.id } });
    expect(own).toMatchObject({ status: 409, code: 'second_factor_own' });
    const admin = await signInAs(app, 'Admin', {});
    const reset = () => admin.call(resetSecondFactor, { params: { id: account.id } });
    expect(await reset()).toEqual({ data: { removed: true } });
    expect(await reset()).toEqual({ data: { removed: false } });
    expect((await api.send(getMe)).status).toBe(401);
    expect((await tryToSignIn(app, { email: account.email, password: rightPassword })).status).toBe(
      200,
    );
    const row = (await rowsOf(account.id)).find(
      ({ action }) => action === 'user.second_factor_reset',
    );
    expect(row?.actorId).toBe(admin.id);
  });

  test('from the command line is for the last Admin', async () => {
    const { account } = await protectedAccount({ type: 'Admin' });
    const reset = (email: string) =>
      resetFactorByEmail(app.database.db, { email, clock: app.clock, jobs: app.jobs });
    expect(await reset('unknown@example.com')).toBe('unknown');
    expect(await reset(account.email.toUpperCase())).toBe('reset');
    expect(await reset(account.email)).toBe('off');
    expect(
      await app.database.db
        .select()
        .from(secondFactors)
        .where(eq(secondFactors.userId, account.id)),
    ).toEqual([]);
    const row = (await rowsOf(account.id)).find(
      ({ action }) => action === 'user.second_factor_reset',
    );
    expect(row).toMatchObject({ actorId: null, actorName: 'Command line' });
  });
});

describe('required for Admins by the setting', () => {
  const admin = () => signInAs(strict, 'Admin', {});

  test('an Admin without it can only set it up', async () => {
    const api = await admin();
    expect(await api.refused(listServiceTokens)).toMatchObject({
      status: 403,
      code: 'second_factor_needed',
    });
    expect((await api.call(getMe)).data).toMatchObject({ needs_second_factor: true });
    const { secret } = (await api.call(startSecondFactor)).data;
    const body = { code: codeOf(secret, 0, strict) };
    await api.call(confirmSecondFactor, { body });
    expect((await api.send(listServiceTokens)).status).toBe(200);
    expect((await api.call(getMe)).data).toMatchObject({ needs_second_factor: false });
  });

  test('it cannot be turned off, and other roles do not need it', async () => {
    const api = await admin();
    const body = { password: rightPassword };
    expect((await api.refused(removeSecondFactor, { body })).code).toBe('second_factor_needed');
    const sales = await signInAs(strict, 'SalesAdmin', {});
    expect((await sales.refused(listServiceTokens)).code).toBe('forbidden');
    expect((await sales.call(getMe)).data).toMatchObject({ needs_second_factor: false });
    const acting = await signInAs(strict, 'Agent', { actsAs: 'Admin' });
    expect((await acting.refused(listServiceTokens)).code).toBe('second_factor_needed');
  });
});
