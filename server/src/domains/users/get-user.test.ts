import { describe, expect, test } from 'vitest';
import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import { getUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { anOrder } from '../../../test/factories/order.factory.ts';
import { anAgent, aStudent, aTutor, aUser } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';

const app = useTestApp();

const read = async (api: Api, id: string) => (await api.call(getUser, { params: { id } })).data;
const refusedTo = (api: Api, id: string) => api.refused(getUser, { params: { id } });

const aFullStudent = async () => {
  const referrer = await aStudent(app, { name: 'Lim Hui Min' });
  const student = await aStudent(app, {
    phoneCountryCode: '65',
    phone: '91234567',
    emailVerified: true,
    referralCode: unique('REF'),
    referredBy: referrer.id,
    leadSource: unique('Source'),
    leadMedium: 'cpc',
    leadCampaign: 'P6 Bootcamp',
    leadMeta: { ad: 'P6-2' },
    gender: 'f',
    dateOfBirth: '2014-03-09',
    level: 'primary-6',
    school: 'Raffles Girls',
    firstLanguage: 'Chinese',
    background: '<p>Shy</p>',
    parentSalute: 'Mrs',
    parentName: 'Mdm Tan',
    parentEmail: `${unique('parent')}@example.org`,
    parentPhoneCountryCode: '65',
    parentPhone: '81110000',
    contactPreference: { whatsapp: false, wechat: true, wechat_id: 'wx_tan' },
  });
  return { referrer, student };
};

test('a student’s record contains all fields and the reader’s abilities', async () => {
  const { referrer, student } = await aFullStudent();
  await (
    await app.as('Admin')
  ).call(addCredit, { body: { target_id: student.id, qty: 7, remark: 'Class was cancelled' } });
  expect(await read(await app.as('CustService'), student.id)).toEqual({
    _id: student.id,
    _type: 'Student',
    email: student.email,
    name: 'Tan Jun Wei',
    phone_country_code: '65',
    phone: '91234567',
    enabled: true,
    e_verified: true,
    p_verified: false,
    referral_code: student.referralCode,
    created: student.created.toISOString(),
    updated: student.updated.toISOString(),
    version: 1,
    referred_by: { _id: referrer.id, name: 'Lim Hui Min', email: referrer.email },
    lead_source: {
      source: student.leadSource,
      medium: 'cpc',
      campaign: 'P6 Bootcamp',
      meta: { ad: 'P6-2' },
    },
    first_purchased_on: null,
    credit: 7,
    gender: 'f',
    date_of_birth: '2014-03-09',
    level: 'primary-6',
    school: 'Raffles Girls',
    first_language: 'Chinese',
    is_internal: false,
    meta: { background: '<p>Shy</p>' },
    parent: {
      salute: 'Mrs',
      name: 'Mdm Tan',
      email: student.parentEmail,
      phone_country_code: '65',
      phone: '81110000',
      contact_preference: { wechat: true, wechat_id: 'wx_tan' },
    },
    siblings: [],
    abilities: { update: true, manage_credit: true },
  });
});

test('an order sets the first purchase; the lead source may be null', async () => {
  const order = await anOrder(app, { lessons: 1 });
  expect(await read(await app.as('Admin'), order.created_by._id)).toMatchObject({
    first_purchased_on: app.clock.now().toISOString(),
    lead_source: null,
    referred_by: null,
    credit: 0,
  });
});

test.each([
  [{ whatsapp: true, wechat: false }, { whatsapp: true }],
  [{ whatsapp: false, wechat: false, other: 'Telegram' }, { other: 'Telegram' }],
  [{ whatsapp: false, wechat: false }, {}],
])('a stored contact preference %j is shown as one choice', async (kept, shown) => {
  const student = await aStudent(app, { contactPreference: kept });
  const record = await read(await app.as('Admin'), student.id);
  expect(record.parent?.contact_preference).toEqual(shown);
});

test('siblings are the students with the same parent’s e-mail or phone, in the reader’s scope', async () => {
  const [ours, other] = [unique('Source'), unique('Source')];
  const email = `${unique('Parent')}@example.org`;
  const phone = { parentPhoneCountryCode: '65', parentPhone: unique('8') };
  const child = await aStudent(app, { leadSource: ours, parentEmail: email, ...phone });
  const byEmail = await aStudent(app, {
    name: 'Ada',
    leadSource: ours,
    parentEmail: email.toUpperCase(),
  });
  const byPhone = await aStudent(app, { name: 'Ben', leadSource: other, ...phone });
  await aStudent(app, { ...phone, parentPhoneCountryCode: '86' });
  await aTutor(app, phone);
  const named = ({ id, name, email: address }: typeof child) => ({ _id: id, name, email: address });
  const siblings = async (api: Api, { id }: { id: string }) => (await read(api, id)).siblings;
  const admin = await app.as('Admin');
  expect(await siblings(admin, child)).toEqual([named(byEmail), named(byPhone)]);
  expect(await siblings(admin, byPhone)).toEqual([named(child)]);
  const partner = await app.as('Partner', { leadSourceScope: ours });
  expect(await siblings(partner, child)).toEqual([named(byEmail)]);
  expect(await siblings(admin, await aStudent(app, { parentEmail: '', parentPhone: '' }))).toEqual(
    [],
  );
});

test('a tutor’s record contains the tutor fields and, for an Admin, the account', async () => {
  const agent = await anAgent(app);
  const tutor = await aTutor(app, {
    profilePic: 'https://example.com/farah.jpg',
    description: '<p>Patient</p>',
    subjects: ['English'],
    yearsOfExperience: 8,
    trackRecord: ['NIE'],
    extraRoutes: ['/tickets/trial', '/gone'],
    orderAgents: [agent.id],
    leadSourceScope: 'FB',
  });
  const record = await read(await app.as('Admin'), tutor.id);
  expect(record).toMatchObject({
    profile_pic: 'https://example.com/farah.jpg',
    desc: '<p>Patient</p>',
    subject: ['English'],
    credential: { year_of_exp: 8, track_record: ['NIE'] },
    account: {
      acts_as: null,
      extra_routes: ['/tickets/trial'],
      sees_order_id: false,
      order_agents: [{ _id: agent.id, name: agent.name }],
      lead_source_scope: 'FB',
    },
    abilities: { update: true, manage_credit: false },
  });
  for (const name of ['parent', 'credit', 'gender']) expect(record).not.toHaveProperty(name);
  const seen = await read(await app.as('CustService'), tutor.id);
  expect(seen).not.toHaveProperty('account');
  expect(seen.email).toBe(tutor.email);
});

test('a TA has no account, and a staff member has no student or tutor fields', async () => {
  const admin = await app.as('Admin');
  expect(await read(admin, (await aUser(app, { type: 'TA' })).id)).not.toHaveProperty('account');
  const agent = await read(admin, (await anAgent(app)).id);
  expect(agent.account).toMatchObject({ acts_as: null });
  for (const name of ['parent', 'subject']) expect(agent).not.toHaveProperty(name);
});

describe('the abilities of a reader', () => {
  test.each([
    ['Admin', true, true],
    ['SalesAdmin', false, true],
    ['CustService', true, true],
    ['Partner', false, false],
  ] as const)('%s', async (role, update, manage_credit) => {
    const source = unique('Source');
    const student = await aStudent(app, { leadSource: source });
    const api = await app.as(role, { leadSourceScope: source });
    expect((await read(api, student.id)).abilities).toEqual({ update, manage_credit });
  });

  test('only an Admin may change a tutor who has staff permissions', async () => {
    for (const widened of [{ actsAs: 'Admin' as const }, { extraRoutes: ['/user'] }]) {
      const tutor = await aTutor(app, widened);
      expect((await read(await app.as('CustService'), tutor.id)).abilities.update).toBe(false);
      expect((await read(await app.as('Admin'), tutor.id)).abilities.update).toBe(true);
    }
  });
});

describe('access to records', () => {
  test('only an Admin opens staff records, also those of enabled agents', async () => {
    const agent = await anAgent(app);
    const colleague = await aUser(app, { type: 'CustService' });
    for (const { id } of [agent, colleague]) {
      expect((await read(await app.as('Admin'), id))._id).toBe(id);
      for (const role of ['SalesAdmin', 'CustService', 'Partner'] as const)
        expect(await refusedTo(await app.as(role), id)).toMatchObject({
          status: 404,
          code: 'not_found',
        });
    }
  });

  test('a Partner opens the students of its lead source, but no tutors', async () => {
    const source = unique('Source');
    const ours = await aStudent(app, { leadSource: source });
    const theirs = await aStudent(app, { leadSource: 'FB' });
    const tutor = await aTutor(app);
    const partner = await app.as('Partner', { leadSourceScope: source });
    expect((await read(partner, ours.id))._id).toBe(ours.id);
    for (const { id } of [theirs, tutor]) expect((await refusedTo(partner, id)).status).toBe(404);
    expect((await refusedTo(await app.as('Partner', {}), ours.id)).status).toBe(404);
  });

  test('a Partner sees a referrer only from its own lead source', async () => {
    const source = unique('Source');
    const partner = await app.as('Partner', { leadSourceScope: source });
    const inside = await aStudent(app, { leadSource: source });
    const outside = await aStudent(app, { leadSource: 'FB' });
    const referredBy = async (referrer: { id: string }) => {
      const student = await aStudent(app, { leadSource: source, referredBy: referrer.id });
      return (await read(partner, student.id)).referred_by;
    };
    expect(await referredBy(inside)).toMatchObject({ _id: inside.id });
    expect(await referredBy(outside)).toBeNull();
  });

  test('a tutor who may open /user opens own students, without their parents', async () => {
    const tutor = await app.as('Tutor', { extraRoutes: ['/user'] });
    const order = await anOrder(app, { lessons: 1 });
    const { _id: id } = order.created_by;
    expect((await refusedTo(tutor, id)).status).toBe(404);
    await app.database.pool.query(
      `insert into lesson_staff (lesson_id, user_id, kind) values ($1, $2, 'tutor')`,
      [order.detail.lesson[0], tutor.id],
    );
    const seen = await read(tutor, id);
    expect(seen.name).toBe(order.created_by.name);
    expect(seen).not.toHaveProperty('parent');
    expect(seen).not.toHaveProperty('siblings');
  });

  test('refuses unknown and invalid ids, and a role without this page', async () => {
    const admin = await app.as('Admin');
    const unknownId = '01980000-0000-7000-8000-000000000000';
    expect(await refusedTo(admin, unknownId)).toMatchObject({ status: 404, field: 'id' });
    expect(await refusedTo(admin, 'me')).toMatchObject({ status: 400, field: 'id' });
    expect((await refusedTo(await app.as('Agent'), unknownId)).status).toBe(403);
  });
});
