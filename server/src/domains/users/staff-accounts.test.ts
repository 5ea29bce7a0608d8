import { describe, expect, test } from 'vitest';
import {
  getMe,
  releaseSignIn,
  signIn,
} from 'staffroom-contract/domains/identity/identity.contract.ts';
import { getUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aSecondFactor } from '../../../test/factories/second-factor.factory.ts';
import {
  anAgent,
  aStudent,
  aTutor,
  aUser,
  failedSignIns,
} from '../../../test/factories/user.factory.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import type { Api } from '../../../test/stage.ts';
import { signInNetworks } from '../identity/identity.schema.ts';
import { openSession } from '../identity/sessions.service.ts';

const app = useTestApp();

type Person = { id: string; type: string };
type Body = BodyInput<typeof updateUser>;

const save = async (api: Api, { id, type }: Person, body: Body) =>
  (await api.call(updateUser, { params: { id, type }, body })).data;
const refused = (api: Api, { id, type }: Person, body: Body) =>
  api.refused(updateUser, { params: { id, type }, body });

/** Returns the account with two sessions of its own. */
const signedInTwice = async (values: Parameters<typeof aUser>[1]) => {
  const account = await aUser(app, values);
  const session = async () =>
    apiWith(app, {
      id: account.id,
      token: await openSession(
        app.database.db,
        { clock: app.clock, address: '127.0.0.1' },
        { userId: account.id, userAgent: 'tests' },
      ),
    });
  return { account, sessions: [await session(), await session()] as const };
};
const statusOf = async (api: Api) => (await api.send(getMe)).status;

describe('an account’s settings', () => {
  test('are set one by one, and cleared', async () => {
    const admin = await app.as('Admin');
    const [agent, colleague] = [await anAgent(app), await anAgent(app, { name: 'Colleague' })];
    await save(admin, agent, {
      account: {
        acts_as: 'Partner',
        extra_routes: ['/user', '/tickets/trial', '/user'],
        sees_order_id: true,
        order_agents: [colleague.id],
        lead_source_scope: 'FB',
      },
    });
    const saved = await save(admin, agent, {
      account: { acts_as: null, lead_source_scope: '  ' },
    });
    expect(saved.account).toEqual({
      acts_as: null,
      extra_routes: ['/user', '/tickets/trial'],
      sees_order_id: true,
      order_agents: [{ _id: colleague.id, name: 'Colleague' }],
      lead_source_scope: null,
    });
    const emptied = await save(admin, agent, { account: { extra_routes: [], order_agents: [] } });
    expect(emptied.account).toMatchObject({ extra_routes: [], order_agents: [] });
  });

  test('apply from the next request, without a new sign-in', async () => {
    const { account, sessions } = await signedInTwice({ type: 'Agent' });
    const student = await aStudent(app);
    const open = () => sessions[0].send(getUser, { params: { id: student.id } });
    expect((await open()).status).toBe(403);
    await save(await app.as('Admin'), account, { account: { extra_routes: ['/user'] } });
    expect((await open()).status).toBe(200);
  });

  test('accept only agents as order agents', async () => {
    const [agent, tutor] = [await anAgent(app), await aTutor(app)];
    expect(
      await refused(await app.as('Admin'), agent, { account: { order_agents: [tutor.id] } }),
    ).toMatchObject({ status: 400, code: 'invalid_value', field: 'account.order_agents' });
  });
});

describe('a type', () => {
  test('changes among staff accounts', async () => {
    const agent = await anAgent(app);
    expect(await save(await app.as('Admin'), agent, { _type: 'SalesAdmin' })).toMatchObject({
      _type: 'SalesAdmin',
      version: 2,
    });
  });

  test.each([
    ['Student', 'Tutor'],
    ['Student', 'Admin'],
    ['Tutor', 'Admin'],
    ['TA', 'Tutor'],
    ['Agent', 'Student'],
    ['Agent', 'Tutor'],
  ] as const)('does not change from %s to %s', async (type, _type) => {
    const person = await aUser(app, { type });
    expect(await refused(await app.as('Admin'), person, { _type })).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field: '_type',
    });
  });

  test('may be sent unchanged', async () => {
    const student = await aStudent(app);
    expect(
      await save(await app.as('CustService'), student, { _type: 'Student', school: 'Raffles' }),
    ).toMatchObject({ school: 'Raffles' });
  });

  test('cannot be changed by staff who are not Admins', async () => {
    const tutor = await aTutor(app);
    expect((await refused(await app.as('CustService'), tutor, { _type: 'Admin' })).status).toBe(
      400,
    );
  });
});

describe('the sessions of an account end at once', () => {
  test.each([
    ['disabled', { enabled: false }],
    ['another type', { _type: 'SalesAdmin' }],
    ['acting as another role', { account: { acts_as: 'SalesAdmin' } }],
    ['a new password', { password: 'AnotherRoom2027' }],
  ] as const)('%s', async (_what, body) => {
    const { account, sessions } = await signedInTwice({ type: 'Agent' });
    expect(await statusOf(sessions[0])).toBe(200);
    await save(await app.as('Admin'), account, body);
    for (const session of sessions) expect(await statusOf(session)).toBe(401);
  });

  test('no longer acting as another role', async () => {
    const { account, sessions } = await signedInTwice({ type: 'Agent', actsAs: 'Partner' });
    await save(await app.as('Admin'), account, { account: { acts_as: null } });
    for (const session of sessions) expect(await statusOf(session)).toBe(401);
  });

  test('and enabling it again does not bring them back', async () => {
    const { account, sessions } = await signedInTwice({ type: 'Agent' });
    const admin = await app.as('Admin');
    await save(admin, account, { enabled: false });
    await save(admin, account, { enabled: true });
    expect(await statusOf(sessions[0])).toBe(401);
  });

  test('also those of a tutor to whom customer service gives a password', async () => {
    const { account, sessions } = await signedInTwice({ type: 'Tutor' });
    await save(await app.as('CustService'), account, { password: 'AnotherRoom2027' });
    expect(await statusOf(sessions[0])).toBe(401);
  });

  test('but not by any other save', async () => {
    const { account, sessions } = await signedInTwice({ type: 'Agent' });
    await save(await app.as('Admin'), account, {
      name: 'Another Name',
      enabled: true,
      _type: 'Agent',
      account: { acts_as: null, sees_order_id: true },
    });
    for (const session of sessions) expect(await statusOf(session)).toBe(200);
  });

  test('the other sessions, when users change their own password', async () => {
    const { account, sessions } = await signedInTwice({ type: 'Admin' });
    await save(sessions[0], account, { password: 'AnotherRoom2027' });
    expect(await statusOf(sessions[0])).toBe(200);
    expect(await statusOf(sessions[1])).toBe(401);
  });
});

test('a new password replaces the old one, and a save without a password keeps it', async () => {
  const agent = await anAgent(app);
  const admin = await app.as('Admin');
  const signInWith = async (password: string) =>
    (
      await apiWith(app, { id: '', token: '' }).send(signIn, {
        body: { email: agent.email, password },
      })
    ).status;
  await save(admin, agent, { password: 'AnotherRoom2027' });
  expect(await signInWith('AnotherRoom2027')).toBe(200);
  await save(admin, agent, { name: 'Another Name' });
  expect(await signInWith('AnotherRoom2027')).toBe(200);
  await save(admin, agent, { password: 'ThirdRoom2028' });
  expect(await signInWith('AnotherRoom2027')).toBe(401);
  expect(await signInWith('ThirdRoom2028')).toBe(200);
});

test('only an Admin sees whether an account has a second factor', async () => {
  const [tutor, other] = [await aTutor(app), await aTutor(app)];
  await aSecondFactor(app, tutor.id);
  await aSecondFactor(app, other.id, { isPending: true });
  const shown = async (role: 'Admin' | 'CustService', { id }: { id: string }) =>
    (await (await app.as(role)).call(getUser, { params: { id } })).data.has_second_factor;
  expect(await shown('Admin', tutor)).toBe(true);
  expect(await shown('Admin', other)).toBe(false);
  expect(await shown('CustService', tutor)).toBeUndefined();
});

describe('an account locked by failed sign-ins', () => {
  const lockOf = async (api: Api, { id }: { id: string }) =>
    (await api.call(getUser, { params: { id } })).data.sign_in_locked_until;

  test('shows the end of the lock only to an Admin; a release ends it', async () => {
    const admin = await app.as('Admin');
    const tutor = await aTutor(app);
    await failedSignIns(app, tutor, { count: 4 });
    expect(await lockOf(admin, tutor)).toBeNull();
    await failedSignIns(app, tutor, { count: 1, address: '203.0.113.10' });
    const until = app.clock.now().getTime() + 15 * 60_000 - 3000;
    expect(await lockOf(admin, tutor)).toBe(new Date(until).toISOString());
    expect(await lockOf(await app.as('CustService'), tutor)).toBeUndefined();
    await admin.call(releaseSignIn, { params: { id: tutor.id } });
    expect(await lockOf(admin, tutor)).toBeNull();
  });

  test('is locked from a known network only by five failures from that network', async () => {
    const admin = await app.as('Admin');
    const agent = await anAgent(app);
    const address = '203.0.113.20';
    await app.database.db
      .insert(signInNetworks)
      .values({ userId: agent.id, network: address, lastSignedIn: app.clock.now() });
    await failedSignIns(app, agent, { count: 4 });
    await failedSignIns(app, agent, { count: 4, address });
    expect(await lockOf(admin, agent)).toBeNull();
    await failedSignIns(app, agent, { count: 1, address });
    expect(await lockOf(admin, agent)).not.toBeNull();
  });
});
