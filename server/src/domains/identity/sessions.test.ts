import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  changePassword,
  getMe,
  refreshToken,
  signOut,
} from 'staffroom-contract/domains/identity/identity.contract.ts';
import {
  endMySession,
  endOtherSessions,
  listMySessions,
} from 'staffroom-contract/domains/identity/sessions.contract.ts';
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
  const toClassroom = { password: 'Classroom2027', old_password: rightPassword };

  test.each([
    ['', 'Fill in your new password'],
    ['Short1a', weak()],
    ['alllowercase1', weak()],
    ['ALLUPPERCASE1', weak()],
    ['NoNumbersHere', weak()],
    ['        ', weak()],
  ])('%j is refused with its message', async (password, message) => {
    const { api } = await aSession();
    const body = { password, old_password: rightPassword };
    const refused = await api.refused(changePassword, { body });
    expect(refused).toMatchObject({ status: 400, field: 'password' });
    expect(refused.body.message.errors.map((error) => error.message)).toEqual([message]);
  });

  test('ends every other session, keeps this one, and invalidates the old password', async () => {
    const { account, api, again } = await aSession();
    const others = [await again(), await again()];
    expect(await api.call(changePassword, { body: toClassroom })).toEqual({
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
    await api.call(changePassword, { body: toClassroom });
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

describe('changing the password needs the old one:', () => {
  const password = 'Classroom2027';
  const wrong = { password, old_password: 'Staffroom2025' };

  test('without it or with a wrong one nothing changes', async () => {
    const { account, api, again } = await aSession();
    const other = await again();
    const missing = await api.refused(changePassword, { body: { password } as typeof wrong });
    expect(missing).toMatchObject({ status: 400, field: 'old_password' });
    const refused = await api.refused(changePassword, { body: wrong });
    expect(refused).toMatchObject({ status: 400, code: 'invalid_value', field: 'old_password' });
    expect(await isLive(other)).toBe(true);
    const { status } = await tryToSignIn(app, { email: account.email, password: rightPassword });
    expect(status).toBe(200);
  });

  test('it cannot be guessed: the sixth wrong one within 15 minutes is refused, then the right one too', async () => {
    const { account, api } = await aSession();
    for (let time = 0; time < 5; time += 1)
      expect((await api.refused(changePassword, { body: wrong })).code).toBe('invalid_value');
    const right = { password, old_password: rightPassword };
    for (const body of [wrong, right])
      expect(await api.refused(changePassword, { body })).toMatchObject({
        status: 429,
        code: 'too_many_attempts',
      });
    const audit = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, account.id));
    expect(audit.map((row) => row.action)).toEqual(
      expect.arrayContaining(['session.failed', 'session.locked']),
    );
  });

  test('of two changes with the same old password only one succeeds', async () => {
    const { api } = await aSession();
    const bodies = ['Classroom2027', 'Classroom2028'].map((next) => ({
      password: next,
      old_password: rightPassword,
    }));
    const answers = await Promise.all(bodies.map((body) => api.send(changePassword, { body })));
    const statuses = answers.map(({ status }) => String(status));
    expect(statuses.toSorted()).toEqual(['200', '400']);
  });
});

describe('the own sessions', () => {
  const list = async (api: Api) => (await api.call(listMySessions, { query: {} })).data;

  test('are listed with address and browser, this one first, and no token', async () => {
    const { account, api, again } = await aSession();
    pass(minute);
    await again();
    const sessions = await list(api);
    expect(sessions).toMatchObject([
      { is_current: true, address: expect.stringMatching(/^203\.0\./) as unknown },
      { is_current: false, started_on: app.clock.now().toISOString() },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(api.token);
    expect(Object.keys(sessions[0] ?? {}).toSorted()).toEqual(
      ['_id', 'address', 'is_current', 'last_used_on', 'started_on', 'user_agent'].toSorted(),
    );
    const ids = (await sessionsOf(account.id)).map(({ id }) => id);
    expect(sessions.map(({ _id }) => _id).toSorted()).toEqual(ids.toSorted());
  });

  test('leave out those that have ended by time, and those of others', async () => {
    const { api, again } = await aSession();
    pass(11 * hour);
    const later = await again();
    await aSession();
    expect(await list(later)).toHaveLength(2);
    pass(hour);
    expect(await list(later)).toHaveLength(1);
    expect(await isLive(api)).toBe(false);
  });

  test('are ended one by one, also this one, but never those of others', async () => {
    const { api, again } = await aSession();
    const elsewhere = await again();
    const stranger = await aSession();
    const [, other] = await list(api);
    const [theirs] = await list(stranger.api);
    const end = (id = '') => api.call(endMySession, { params: { id } });
    expect(await end(theirs?._id)).toEqual({ data: { ended: false } });
    expect(await isLive(stranger.api)).toBe(true);
    expect(await end(other?._id)).toEqual({ data: { ended: true } });
    expect(await isLive(elsewhere)).toBe(false);
    expect(await end(other?._id)).toEqual({ data: { ended: false } });
    const [own] = await list(api);
    await end(own?._id);
    expect(await isLive(api)).toBe(false);
  });

  test('are ended all at once but this one, with one audit row', async () => {
    const { account, api, again } = await aSession();
    const others = [await again(), await again()];
    expect(await api.call(endOtherSessions)).toEqual({ data: { ended: 2 } });
    for (const other of others) expect(await isLive(other)).toBe(false);
    expect(await isLive(api)).toBe(true);
    expect(await api.call(endOtherSessions)).toEqual({ data: { ended: 0 } });
    const audit = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, account.id));
    expect(audit.filter(({ action }) => action === 'session.ended')).toMatchObject([
      { after: { others: 2 } },
    ]);
  });

  test('keep their id when the token is refreshed', async () => {
    const { api } = await aSession();
    const [before] = await list(api);
    const { token } = await api.call(refreshToken);
    const [after] = await list(apiWith(app, { id: api.id, token }));
    expect(after?._id).toBe(before?._id);
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
