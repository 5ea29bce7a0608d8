import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  changePassword,
  getMe,
  refreshToken,
  signOut,
} from 'staffroom-contract/domains/identity/identity.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import type { Api } from '../../../test/stage.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { users } from './users.schema.ts';
import { userSessions } from './identity.schema.ts';
import { anAccount, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';

const app = useOwnTestApp();

const minute = 60_000;
const hour = 60 * minute;
const pass = (milliseconds: number) =>
  app.clock.setTo(new Date(app.clock.now().getTime() + milliseconds));

const aSession = async (values: Parameters<typeof anAccount>[1] = {}) => {
  const account = await anAccount(app, values);
  const again = async () => {
    const { token } = await tryToSignIn(app, { email: account.email, password: rightPassword });
    return apiWith(app, { id: account.id, token });
  };
  return { account, api: await again(), again };
};

const isLive = async (api: Api) => {
  const answer = await api.send(getMe);
  if (answer.status === 200) return true;
  expect(answer).toMatchObject({
    status: 401,
    body: { message: { errors: [{ code: 'session_expired', isExpired: true }] } },
  });
  return false;
};

const sessionsOf = (userId: string) =>
  app.database.db.select().from(userSessions).where(eq(userSessions.userId, userId));

describe('a session', () => {
  test('ends 12 hours after its last use', async () => {
    const { api } = await aSession();
    pass(12 * hour - 1);
    expect(await isLive(api)).toBe(true);
    pass(12 * hour);
    expect(await isLive(api)).toBe(false);
  });

  test('ends 7 days after its start, even if it is used', async () => {
    const { api } = await aSession();
    for (let time = 0; time < 16; time += 1) {
      pass(10 * hour);
      expect(await isLive(api)).toBe(true);
    }
    pass(8 * hour - 1);
    expect(await isLive(api)).toBe(true);
    pass(1);
    expect(await isLive(api)).toBe(false);
  });

  test('is not extended by a refused call', async () => {
    const { api } = await aSession();
    pass(12 * hour);
    for (let time = 0; time < 2; time += 1) expect(await isLive(api)).toBe(false);
  });

  test('updates its last use at most once a minute', async () => {
    const { account, api } = await aSession();
    const lastUse = async () => (await sessionsOf(account.id))[0]?.lastUsed;
    const started = app.clock.now();
    pass(minute - 1);
    await api.call(getMe);
    expect(await lastUse()).toEqual(started);
    pass(1);
    await api.call(getMe);
    expect(await lastUse()).toEqual(app.clock.now());
    const written = app.clock.now();
    pass(30_000);
    await api.call(getMe);
    expect(await lastUse()).toEqual(written);
  });
});

describe('refreshing the token', () => {
  test('gives a new one and invalidates the old one', async () => {
    const { api } = await aSession();
    const { token, data } = await api.call(refreshToken);
    expect(token).not.toBe(api.token);
    expect(data._id).toBe(api.id);
    expect(await isLive(api)).toBe(false);
    expect(await isLive(apiWith(app, { id: api.id, token }))).toBe(true);
    expect(await api.refused(refreshToken)).toMatchObject({ status: 401, code: 'session_expired' });
  });

  test('does not extend the 7 days', async () => {
    const { api } = await aSession();
    let token = api.token;
    for (let time = 0; time < 16; time += 1) {
      pass(10 * hour);
      token = (await apiWith(app, { id: api.id, token }).call(refreshToken)).token;
    }
    pass(8 * hour);
    expect(await isLive(apiWith(app, { id: api.id, token }))).toBe(false);
  });

  test('at the same time from two tabs leaves exactly one session', async () => {
    const { account, api } = await aSession();
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.send(refreshToken)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(4);
    expect(await sessionsOf(account.id)).toHaveLength(1);
  });
});

test('signing out ends this session and no other', async () => {
  const { account, api, again } = await aSession();
  const elsewhere = await again();
  expect(await api.call(signOut)).toEqual({ data: { ended: true } });
  expect(await isLive(api)).toBe(false);
  expect(await isLive(elsewhere)).toBe(true);
  expect(await sessionsOf(account.id)).toHaveLength(1);
  const audit = await app.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, account.id));
  expect(audit.map((row) => row.action)).toContain('session.ended');
});

describe('changing the password', () => {
  test.each([
    ['', 'Fill in your new password'],
    ['Short1a', weak()],
    ['alllowercase1', weak()],
    ['ALLUPPERCASE1', weak()],
    ['NoNumbersHere', weak()],
    ['        ', weak()],
  ])('%j is refused with its message', async (password, message) => {
    const { api } = await aSession();
    const refused = await api.refused(changePassword, { body: { password } });
    expect(refused).toMatchObject({ status: 400, field: 'password' });
    expect(refused.body.message.errors.map((error) => error.message)).toEqual([message]);
  });

  test('ends every other session, keeps this one, and invalidates the old password', async () => {
    const { account, api, again } = await aSession();
    const others = [await again(), await again()];
    expect(await api.call(changePassword, { body: { password: 'Classroom2027' } })).toEqual({
      data: { changed: true },
    });
    expect(await isLive(api)).toBe(true);
    for (const other of others) expect(await isLive(other)).toBe(false);
    const old = await tryToSignIn(app, { email: account.email, password: rightPassword });
    expect(old.code).toBe('wrong_credentials');
    const next = await tryToSignIn(app, { email: account.email, password: 'Classroom2027' });
    expect(next.status).toBe(200);
  });

  test('stores only an argon2id hash, and audits the actor without the password', async () => {
    const { account, api } = await aSession();
    await api.call(changePassword, { body: { password: 'Classroom2027' } });
    const [row] = await app.database.db.select().from(users).where(eq(users.id, account.id));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$/);
    const audit = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, account.id));
    const change = audit.find((entry) => entry.action === 'user.password_changed');
    expect(change).toMatchObject({ actorId: account.id, before: null, after: null });
  });
});

describe('an account that changes', () => {
  test('is signed out at once when it is disabled', async () => {
    const { account, api } = await aSession();
    await app.database.db.update(users).set({ enabled: false }).where(eq(users.id, account.id));
    expect(await isLive(api)).toBe(false);
  });

  test('is signed out at once when it becomes a student', async () => {
    const { account, api } = await aSession();
    await app.database.db.update(users).set({ type: 'Student' }).where(eq(users.id, account.id));
    expect(await isLive(api)).toBe(false);
  });

  test('has the permissions of its current role', async () => {
    const { account, api } = await aSession({ type: 'Typist' });
    expect((await api.call(getMe)).data.routes).toEqual(['/question-bank']);
    await app.database.db.update(users).set({ actsAs: 'Agent' }).where(eq(users.id, account.id));
    expect((await api.call(getMe)).data).toMatchObject({ _type: 'Agent', routes: ['/orders'] });
  });
});

function weak() {
  return 'Password need at least 8 characters, a lowercase letter, a capital letter & a number';
}
