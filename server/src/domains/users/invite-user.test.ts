import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  inviteUser,
  readPasswordLink,
  renewPasswordLink,
} from 'staffroom-contract/domains/identity/password-links.contract.ts';
import { getUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aUser } from '../../../test/factories/user.factory.ts';
import { apiWith, signInAs } from '../../../test/sign-in-as.ts';
import { unique } from '../../../test/unique.ts';
import { linksOf, newPassword, noLonger } from '../identity/password-link.test-helper.ts';
import { anAccount } from '../identity/sign-in.test-helper.ts';
import { users } from '../identity/users.schema.ts';

const app = useOwnTestApp();
const { post, forgot, linksTo, deliverTo, set, signsIn } = linksOf(app);

const minute = 60_000;
const pass = (milliseconds: number) =>
  app.clock.setTo(new Date(app.clock.now().getTime() + milliseconds));

describe('an invitation', () => {
  const invite = async (id: string) =>
    (await signInAs(app, 'Admin', {})).call(inviteUser, { params: { id } });
  const refusedFor = async (id: string) =>
    (await (await signInAs(app, 'Admin', {})).refused(inviteUser, { params: { id } })).code;

  test('lets a new account choose its password within 7 days, and names who invited', async () => {
    const admin = await signInAs(app, 'Admin', { name: 'Nadia Tan' });
    const account = await aUser(app, { type: 'Agent', name: 'Desmond Quek' });
    const invited = await admin.call(inviteUser, { params: { id: account.id } });
    const expires = new Date(app.clock.now().getTime() + 7 * 24 * 60 * minute).toISOString();
    expect(invited.data).toEqual({ sent_to: account.email, expires_on: expires });
    const token = await deliverTo(account.email);
    const record = (await admin.call(getUser, { params: { id: account.id } })).data;
    expect(record).toMatchObject({
      has_password: false,
      invitation: { sent_to: account.email, expires_on: expires, error: null },
    });
    pass(7 * 24 * 60 * minute - 1);
    expect((await post(readPasswordLink, { token })).body).toEqual({
      data: {
        kind: 'invitation',
        name: 'Desmond Quek',
        email: account.email,
        role: 'Agent',
        invited_by: 'Nadia Tan',
        expires_on: expires,
      },
    });
    expect((await set(token)).status).toBe(200);
    expect(await signsIn(account.email, newPassword)).toBe(true);
    const admin2 = await signInAs(app, 'Admin', {});
    const after = (await admin2.call(getUser, { params: { id: account.id } })).data;
    expect(after).toMatchObject({ has_password: true, invitation: null });
  });

  test('is for accounts without a password that can sign in', async () => {
    for (const type of ['Student', 'TA'] as const)
      expect(await refusedFor((await aUser(app, { type })).id)).toBe('cannot_sign_in');
    expect(await refusedFor((await aUser(app, { enabled: false })).id)).toBe('account_disabled');
    expect(await refusedFor((await anAccount(app)).id)).toBe('has_password');
    expect(await refusedFor(crypto.randomUUID())).toBe('not_found');
    const agent = await aUser(app);
    const service = await signInAs(app, 'CustService', {});
    expect((await service.refused(inviteUser, { params: { id: agent.id } })).status).toBe(403);
  });

  test('sent again replaces the first, at most 5 times in 15 minutes', async () => {
    const account = await aUser(app);
    await invite(account.id);
    const first = await deliverTo(account.email);
    await invite(account.id);
    expect(await post(readPasswordLink, { token: first })).toEqual(noLonger);
    for (let time = 0; time < 3; time += 1) await invite(account.id);
    expect(await refusedFor(account.id)).toBe('too_many_attempts');
  });

  test('is not prevented by requests of others for the same e-mail', async () => {
    const account = await aUser(app);
    for (let time = 0; time < 3; time += 1) await forgot(account.email);
    await invite(account.id);
    expect(await linksTo(account.email)).toHaveLength(4);
  });

  test.each([
    ['is disabled', { enabled: false }],
    ['gets another e-mail', { email: `${unique('moved')}@example.com` }],
    ['gets a password from an Admin', { password: 'AnotherRoom2027' }],
  ])('ends when the account %s', async (_what, body) => {
    const account = await aUser(app);
    await invite(account.id);
    const token = await deliverTo(account.email);
    const admin = await signInAs(app, 'Admin', {});
    await admin.call(updateUser, { params: { id: account.id, type: 'Agent' }, body });
    expect(await set(token)).toEqual(noLonger);
    await app.database.db
      .update(users)
      .set({ enabled: true, email: account.email, passwordHash: null })
      .where(eq(users.id, account.id));
    expect(await set(token)).toEqual(noLonger);
  });

  test('that is over is renewed at the same address: as an invitation, or as a reset once there is a password', async () => {
    const account = await aUser(app);
    await invite(account.id);
    const old = await deliverTo(account.email);
    pass(8 * 24 * 60 * minute);
    await post(renewPasswordLink, { token: old });
    const token = await deliverTo(account.email);
    expect((await post(readPasswordLink, { token })).body).toMatchObject({
      data: { kind: 'invitation', invited_by: expect.any(String) as unknown },
    });
    await set(token);
    await post(renewPasswordLink, { token: old });
    expect((await linksTo(account.email))[0]?.kind).toBe('reset');
  });

  test('is only shown to an Admin', async () => {
    const tutor = await aUser(app, { type: 'Tutor' });
    const service = await signInAs(app, 'CustService', {});
    const shown = (await service.call(getUser, { params: { id: tutor.id } })).data;
    expect(shown).not.toHaveProperty('has_password');
    expect(shown).not.toHaveProperty('invitation');
    expect(
      (await apiWith(app, { id: '', token: '' }).send(inviteUser, { params: { id: tutor.id } }))
        .status,
    ).toBe(401);
  });
});
