import { describe, expect, test } from 'vitest';
import { changePassword } from 'staffroom-contract/domains/identity/identity.contract.ts';
import {
  createUser,
  listUserChanges,
  updateUser,
} from 'staffroom-contract/domains/users/user-record.contract.ts';
import type { RecordChange } from 'staffroom-contract/shared/changes.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { anOrder } from '../../../test/factories/order.factory.ts';
import { anAgent, aStudent, aTutor, aUser } from '../../../test/factories/user.factory.ts';
import { signInAs } from '../../../test/sign-in-as.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';
import { hashPassword } from '../identity/passwords.ts';

const app = useOwnTestApp();

const sorted = (changes: readonly RecordChange['changes'][number][]) =>
  changes.toSorted((a, b) => a.field.localeCompare(b.field));

const timelineOf = (api: Api, id: string, query = {}) =>
  api.call(listUserChanges, { params: { id }, query });

describe('the timeline of a record', () => {
  test('shows the changes, newest first: who, when, from, to', async () => {
    const admin = await app.as('Admin', { name: 'Siti Nurhaliza' });
    const student = await aStudent(app, { school: 'Raffles' });
    const save = (body: object) =>
      admin.call(updateUser, { params: { type: 'Student', id: student.id }, body });
    app.clock.setTo('2026-11-20T03:00:00Z');
    await save({
      school: 'Nanyang',
      parent: { contact_preference: { wechat: true, wechat_id: 'w' } },
    });
    app.clock.setTo('2026-11-20T04:00:00Z');
    await save({
      school: '',
      password: 'AnotherRoom2027',
      parent: { contact_preference: { other: 'Telegram' } },
      meta: { background: '<p>Shy</p>' },
    });
    const { data, count } = await timelineOf(admin, student.id);
    expect(count).toBe(2);
    const preference = 'parent.contact_preference';
    expect(data.map((entry) => ({ ...entry, changes: sorted(entry.changes) }))).toEqual([
      {
        _id: data[0]?._id,
        at: '2026-11-20T04:00:00.000Z',
        by: { _id: admin.id, name: 'Siti Nurhaliza' },
        action: 'user.updated',
        changes: [
          { field: 'meta.background', from: null, to: 'Shy' },
          { field: `${preference}.other`, from: null, to: 'Telegram' },
          { field: `${preference}.wechat`, from: 'true', to: null },
          { field: `${preference}.wechat_id`, from: 'w', to: null },
          { field: 'password', from: null, to: 'changed' },
          { field: 'school', from: 'Nanyang', to: null },
        ],
      },
      {
        _id: data[1]?._id,
        at: '2026-11-20T03:00:00.000Z',
        by: { _id: admin.id, name: 'Siti Nurhaliza' },
        action: 'user.updated',
        changes: [
          { field: `${preference}.wechat`, from: null, to: 'true' },
          { field: `${preference}.wechat_id`, from: null, to: 'w' },
          { field: 'school', from: 'Raffles', to: 'Nanyang' },
        ],
      },
    ]);
  });

  test('has pages with the exact count', async () => {
    const admin = await app.as('Admin');
    const student = await aStudent(app);
    for (const school of ['A', 'B', 'C', 'D', 'E'])
      await admin.call(updateUser, {
        params: { type: 'Student', id: student.id },
        body: { school },
      });
    const schoolsOf = async (query: object) => {
      const { data, count } = await timelineOf(admin, student.id, query);
      return { schools: data.map(({ changes }) => changes[0]?.to), count };
    };
    expect(await schoolsOf({ max: 2 })).toEqual({ schools: ['E', 'D'], count: 5 });
    expect(await schoolsOf({ max: 2, offset: 4 })).toEqual({ schools: ['A'], count: 5 });
    expect(await schoolsOf({ offset: 9 })).toEqual({ schools: [], count: 5 });
  });

  test('begins with the creation by the first order or by a colleague', async () => {
    const admin = await app.as('Admin');
    const order = await anOrder(app, { lessons: 1 });
    const student = await timelineOf(admin, order.created_by._id);
    expect(student.data).toMatchObject([{ action: 'user.created' }]);
    expect(sorted(student.data[0]?.changes ?? [])).toEqual([
      { field: '_type', from: null, to: 'Student' },
      { field: 'e_verified', from: null, to: 'false' },
      { field: 'email', from: null, to: order.created_by.email },
      { field: 'enabled', from: null, to: 'true' },
      { field: 'is_internal', from: null, to: 'false' },
      { field: 'name', from: null, to: 'Tan Jun Wei' },
      { field: 'p_verified', from: null, to: 'false' },
      { field: 'phone', from: null, to: '80004571' },
      { field: 'phone_country_code', from: null, to: '65' },
      { field: 'referral_code', from: null, to: expect.stringMatching(/^[0-9a-f]{12}$/) as string },
    ]);
    const email = `${unique('tutor')}@example.com`;
    const made = await admin.call(createUser, { body: { _type: 'TA', email, name: 'Farah' } });
    const ta = await timelineOf(admin, made.data._id);
    expect(ta.data).toMatchObject([{ action: 'user.created' }]);
    expect(ta.data[0]?.changes).toContainEqual({ field: 'email', from: null, to: email });
  });

  test('contains a change of one’s own password, but not sign-ins', async () => {
    const agent = await aUser(app, { passwordHash: await hashPassword('Staffroom2026') });
    const signedIn = await app.http.inject({
      method: 'POST',
      url: '/api/auth',
      payload: { email: agent.email, password: 'Staffroom2026' },
    });
    expect(signedIn.statusCode).toBe(200);
    const passwordHash = await hashPassword('Staffroom2026');
    const own = await signInAs(app, 'Agent', { passwordHash });
    await own.call(changePassword, {
      body: { password: 'AnotherRoom2027', old_password: 'Staffroom2026' },
    });
    const admin = await app.as('Admin');
    expect(await timelineOf(admin, agent.id)).toEqual({ data: [], count: 0 });
    expect(await timelineOf(admin, own.id)).toMatchObject({
      data: [{ action: 'user.password_changed', by: { _id: own.id }, changes: [] }],
      count: 1,
    });
  });
});

describe('the timeline is readable for', () => {
  test('every user who may open the record', async () => {
    const source = unique('Source');
    const student = await aStudent(app, { leadSource: source });
    const agent = await anAgent(app);
    const partner = await app.as('Partner', { leadSourceScope: source });
    const stranger = await app.as('Partner', { leadSourceScope: 'FB' });
    expect(await timelineOf(partner, student.id)).toEqual({ data: [], count: 0 });
    for (const [api, id] of [
      [stranger, student.id],
      [await app.as('CustService'), agent.id],
      [await app.as('Admin'), '01980000-0000-7000-8000-000000000000'],
    ] as const)
      expect(await api.refused(listUserChanges, { params: { id } })).toMatchObject({
        status: 404,
        code: 'not_found',
        field: 'id',
      });
    expect(
      (await (await app.as('Agent')).refused(listUserChanges, { params: { id: student.id } }))
        .status,
    ).toBe(403);
    expect(
      await (
        await app.as('Admin')
      ).refused(listUserChanges, { params: { id: student.id }, query: { max: 201 } }),
    ).toMatchObject({ status: 400, field: 'max' });
  });

  test('only an Admin if it concerns a tutor’s account', async () => {
    const admin = await app.as('Admin');
    const tutor = await aTutor(app);
    await admin.call(updateUser, {
      params: { type: 'Tutor', id: tutor.id },
      body: { name: 'Farah binte Aziz', account: { sees_order_id: true } },
    });
    const fieldsFor = async (api: Api) =>
      (await timelineOf(api, tutor.id)).data.flatMap(({ changes }) =>
        changes.map(({ field }) => field),
      );
    expect((await fieldsFor(admin)).toSorted()).toEqual(['account.sees_order_id', 'name']);
    expect(await fieldsFor(await app.as('CustService'))).toEqual(['name']);
  });
});
