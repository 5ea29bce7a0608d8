import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getUser, updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { anAgent, aStudent, aTutor, aUser } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';

const app = useOwnTestApp();

type Person = { id: string; type: string };
type Body = BodyInput<typeof updateUser>;

const paramsOf = ({ id, type }: Person) => ({ id, type });
const save = async (api: Api, person: Person, body: Body) =>
  (await api.call(updateUser, { params: paramsOf(person), body })).data;
const refused = (api: Api, person: Person, body: object) =>
  api.refused(updateUser, { params: paramsOf(person), body });
const auditOf = (id: string) =>
  app.database.db.select().from(auditLog).where(eq(auditLog.entityId, id));

const studentFields = {
  name: 'Tan Jun Hao',
  phone_country_code: '65',
  phone: '98765432',
  gender: 'm',
  date_of_birth: '2014-03-09',
  level: 'Home school',
  school: 'Anglo-Chinese',
  first_language: 'English',
  meta: { background: '<p>Likes <strong>maths</strong></p>' },
  parent: {
    salute: 'Mr',
    name: 'Tan Ah Kow',
    email: 'father@example.org',
    phone_country_code: '65',
    phone: '81112222',
    contact_preference: { whatsapp: true },
  },
} as const satisfies Body;

describe('a saved record', () => {
  test('contains every field of the student’s form, with the next version', async () => {
    const student = await aStudent(app, { firstLanguage: 'Chinese' });
    app.clock.setTo('2026-11-20T03:00:00Z');
    const email = `${unique('Hao')}@Example.com`;
    const custService = await app.as('CustService');
    const saved = await save(custService, student, { ...studentFields, email, version: 1 });
    expect(saved).toMatchObject({
      ...studentFields,
      email,
      version: 2,
      created: student.created.toISOString(),
      updated: '2026-11-20T03:00:00.000Z',
    });
    expect((await custService.call(getUser, { params: { id: student.id } })).data).toEqual(saved);
  });

  test('contains every field of the tutor’s form', async () => {
    const fields = {
      name: 'Farah binte Aziz',
      profile_pic: '/api/image/01980000-0000-7000-8000-000000000000.webp',
      desc: '<p>Calm</p>',
      subject: ['A Maths', 'E Maths'],
      credential: { year_of_exp: 0, track_record: [] },
    };
    const tutor = await aTutor(app, { trackRecord: ['NIE'] });
    expect(await save(await app.as('CustService'), tutor, fields)).toMatchObject(fields);
  });

  test('keeps fields that were not sent, also within groups', async () => {
    const student = await aStudent(app, {
      school: 'Raffles',
      parentName: 'Mdm Tan',
      parentPhone: '81112222',
      parentPhoneCountryCode: '65',
      background: '<p>Shy</p>',
    });
    const saved = await save(await app.as('Admin'), student, {
      level: 'primary-6',
      parent: { name: ' Mdm Lim ' },
      meta: {},
    });
    expect(saved).toMatchObject({
      level: 'primary-6',
      school: 'Raffles',
      meta: { background: '<p>Shy</p>' },
      parent: { name: 'Mdm Lim', phone: '81112222', phone_country_code: '65' },
    });
  });

  test('can be emptied again', async () => {
    const admin = await app.as('Admin');
    const student = await aStudent(app);
    await save(admin, student, studentFields);
    const saved = await save(admin, student, {
      gender: null,
      date_of_birth: null,
      level: '',
      school: ' ',
      first_language: '',
      phone: '',
      meta: { background: '<p></p>' },
      parent: { salute: null, name: '', email: '', phone: '', contact_preference: null },
    });
    expect(saved).toMatchObject({
      gender: null,
      date_of_birth: null,
      level: '',
      school: '',
      first_language: '',
      phone: '',
      phone_country_code: '',
      meta: { background: '' },
      parent: {
        salute: null,
        name: '',
        email: '',
        phone: '',
        phone_country_code: '',
      },
    });
    expect(saved.parent?.contact_preference).toEqual({});
  });

  test('is found by its type in any letter case, and not by another type', async () => {
    const admin = await app.as('Admin');
    const student = await aStudent(app);
    for (const [index, type] of ['student', 'STUDENT', 'Student'].entries())
      expect(await save(admin, { ...student, type }, { school: `School ${index}` })).toMatchObject({
        school: `School ${index}`,
      });
    for (const type of ['Tutor', 'general', 'students'])
      expect(await refused(admin, { ...student, type }, { school: 'Raffles' })).toMatchObject({
        status: 404,
        code: 'not_found',
        field: 'id',
      });
  });
});

describe('a contact preference', () => {
  test.each([
    { whatsapp: true as const },
    { wechat: true as const, wechat_id: 'wx_tan' },
    { other: 'Telegram' },
  ])('%j replaces the whole old one', async (contact_preference) => {
    for (const old of [
      { whatsapp: true, wechat: false },
      { whatsapp: false, wechat: true, wechat_id: 'wx_old' },
      { other: 'Line' },
    ]) {
      const student = await aStudent(app, { contactPreference: old });
      const saved = await save(await app.as('CustService'), student, {
        parent: { contact_preference },
      });
      expect(saved.parent?.contact_preference).toEqual(contact_preference);
    }
  });

  test.each([
    {},
    { whatsapp: true, other: 'Telegram' },
    { wechat: true },
    { wechat: true, wechat_id: ' ' },
    { whatsapp: false },
  ])('%j is refused: it is not exactly one', async (contact_preference) => {
    const student = await aStudent(app);
    const answer = await refused(await app.as('Admin'), student, {
      parent: { contact_preference },
    });
    expect(answer.status).toBe(400);
    expect(answer.field).toMatch(/^parent\.contact_preference/);
  });
});

describe('a date of birth', () => {
  const bornOn = async (date_of_birth: string) =>
    (await save(await app.as('Admin'), await aStudent(app), { date_of_birth })).date_of_birth;

  test('may be a day, or an instant in a business day', async () => {
    app.clock.setTo('2026-11-20T02:00:00Z');
    expect(await bornOn('2014-03-09')).toBe('2014-03-09');
    expect(await bornOn('2014-03-08T16:00:00.000Z')).toBe('2014-03-09');
    expect(await bornOn('1900-01-01')).toBe('1900-01-01');
    expect(await bornOn('2026-11-20')).toBe('2026-11-20');
  });

  test.each([
    '2026-11-21',
    '2026-11-20T16:00:00Z',
    '1899-12-31',
    '1900-01-01T00:00:00+14:00',
    '2014-02-30',
    '9 Mar 2014',
    '',
  ])('cannot be %j', async (date_of_birth) => {
    app.clock.setTo('2026-11-20T02:00:00Z');
    const student = await aStudent(app);
    expect(await refused(await app.as('Admin'), student, { date_of_birth })).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field: 'date_of_birth',
    });
  });
});

test('formatted text is cleaned when it is written', async () => {
  const html =
    '<p onclick="x()">Shy</p><script>alert(1)</script><a href="javascript:alert(1)">link</a>';
  const admin = await app.as('Admin');
  const student = await save(admin, await aStudent(app), { meta: { background: html } });
  const tutor = await save(admin, await aTutor(app), { desc: html });
  for (const kept of [student.meta?.background, tutor.desc]) {
    expect(kept).toContain('<p>Shy</p>');
    expect(kept).not.toMatch(/script|onclick|alert/);
  }
});

describe('verification', () => {
  const aVerified = () =>
    aStudent(app, {
      emailVerified: true,
      phoneVerified: true,
      phoneCountryCode: '65',
      phone: '91234567',
    });

  test.each([
    [{ email: '' }, { e_verified: false, p_verified: true }],
    [{ phone: '81234567' }, { e_verified: true, p_verified: false }],
    [{ phone_country_code: '62' }, { e_verified: true, p_verified: false }],
    [{ phone: '' }, { e_verified: true, p_verified: false }],
    [{ name: 'Tan J. W.' }, { e_verified: true, p_verified: true }],
    [
      { phone: '9123 4567', phone_country_code: '+65' },
      { e_verified: true, p_verified: true },
    ],
  ])('after %j', async (change, flags) => {
    const student = await aVerified();
    const body = 'email' in change ? { email: `${unique('new')}@example.com` } : change;
    expect(await save(await app.as('Admin'), student, body)).toMatchObject(flags);
  });

  test('an e-mail in another letter case stays verified', async () => {
    const student = await aVerified();
    const email = student.email.toUpperCase();
    expect(await save(await app.as('Admin'), student, { email })).toMatchObject({
      email,
      e_verified: true,
    });
  });
});

describe('a save that changes nothing', () => {
  test('changes neither version nor time, and adds no audit entry', async () => {
    const student = await aStudent(app, {
      contactPreference: { whatsapp: true, wechat: false },
      parentPhoneCountryCode: '65',
    });
    app.clock.setTo('2026-11-20T05:00:00Z');
    const saved = await save(await app.as('Admin'), student, {
      email: student.email,
      name: student.name,
      level: '',
      parent: { name: '', contact_preference: { whatsapp: true } },
      version: 1,
    });
    expect(saved).toMatchObject({ version: 1, updated: student.updated.toISOString() });
    expect(await auditOf(student.id)).toEqual([]);
  });
});

describe('the audit trail', () => {
  test('contains the record before and after, as it is shown', async () => {
    const student = await aStudent(app, { school: 'Raffles' });
    const api = await app.as('CustService', { name: 'Nur Diyana' });
    await save(api, student, { school: 'Nanyang' });
    const [row, ...others] = await auditOf(student.id);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      actorId: api.id,
      actorName: 'Nur Diyana',
      action: 'user.updated',
      entity: 'user',
      before: { _id: student.id, school: 'Raffles', version: 1 },
      after: { _id: student.id, school: 'Nanyang', version: 2 },
    });
  });

  test('contains that a password was changed, never the password', async () => {
    const student = await aStudent(app, { passwordHash: 'argon2-old' });
    await save(await app.as('Admin'), student, { password: 'AnotherRoom2027' });
    const rows = await auditOf(student.id);
    expect(rows).toMatchObject([{ after: { password: 'changed' } }]);
    expect(JSON.stringify(rows)).not.toMatch(/argon2|AnotherRoom2027/);
  });
});

describe('concurrent saves', () => {
  test('a save of an older version is refused with the current record', async () => {
    const student = await aStudent(app);
    const mei = await app.as('Admin', { name: 'Mei Tan' });
    const current = await save(mei, student, { school: 'Nanyang', version: 1 });
    const answer = await refused(await app.as('CustService'), student, {
      school: 'Raffles',
      version: 1,
    });
    expect(answer).toMatchObject({ status: 409, code: 'stale' });
    expect(answer.body.current).toEqual(current);
    expect(answer.body.saved).toEqual({ by: 'Mei Tan', at: app.clock.now().toISOString() });
  });

  test('only one of several concurrent saves of a version succeeds', async () => {
    const student = await aStudent(app);
    const admin = await app.as('Admin');
    const { commit, untilWaiting } = await holdRows(
      app,
      `select id from users where id = '${student.id}' for update`,
    );
    const saves = Promise.all(
      ['A', 'B', 'C', 'D'].map((school) =>
        admin.send(updateUser, { params: paramsOf(student), body: { school, version: 1 } }),
      ),
    );
    await untilWaiting(4);
    await commit();
    const answers = await saves;
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409,
    ]);
  });
});

describe('an e-mail that another account has', () => {
  test('is refused in any letter case; the error names the account if the actor may open it', async () => {
    const [student, other] = [await aStudent(app), await aStudent(app, { name: 'Lim Hui Min' })];
    const api = await app.as('CustService');
    const answer = await refused(api, student, { email: other.email.toUpperCase() });
    expect(answer).toMatchObject({ status: 409, code: 'email_taken', field: 'email' });
    expect(answer.body.current).toEqual({ _id: other.id, _type: 'Student', name: 'Lim Hui Min' });
    const agent = await anAgent(app);
    const hidden = await refused(api, student, { email: agent.email });
    expect(hidden).toMatchObject({ status: 409, code: 'email_taken' });
    expect(hidden.body).not.toHaveProperty('current');
  });

  test('only one of two concurrent saves gets it', async () => {
    const admin = await app.as('Admin');
    const people = await Promise.all([aStudent(app), aStudent(app)]);
    const email = `${unique('both')}@example.com`;
    const answers = await Promise.all(
      people.map((person) => admin.send(updateUser, { params: paramsOf(person), body: { email } })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });
});

describe('refused', () => {
  test.each([
    ['Student', { subject: ['English'], desc: '', account: {} }, ['subject', 'desc', 'account']],
    ['Student', { enabled: false }, ['enabled']],
    ['Tutor', { gender: 'f', parent: { name: 'Mdm Tan' } }, ['gender', 'parent']],
    ['TA', { enabled: false }, ['enabled']],
    ['Agent', { school: 'Raffles', credential: {} }, ['school', 'credential']],
  ] as const)('a field of another type, in a %s’s record: %j', async (type, body, names) => {
    const person = await aUser(app, { type });
    const answer = await refused(await app.as('Admin'), person, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message.errors.map(({ code, field }) => `${code} ${field}`)).toEqual(
      expect.arrayContaining(names.map((name) => `invalid_value ${name}`)),
    );
    expect(answer.body.message.errors).toHaveLength(names.length);
  });

  test('fields that only an Admin may set', async () => {
    const api = await app.as('CustService');
    for (const [person, body, field] of [
      [await aStudent(app), { is_internal: true }, 'is_internal'],
      [await aTutor(app), { enabled: false }, 'enabled'],
      [await aTutor(app), { account: { extra_routes: ['/user'] } }, 'account'],
    ] as const) {
      expect(await refused(api, person, body)).toMatchObject({
        status: 403,
        code: 'forbidden',
        field,
      });
      expect(await save(await app.as('Admin'), person, body as Body)).toMatchObject({ version: 2 });
    }
  });

  test('to change a tutor with staff permissions, unless the actor is an Admin', async () => {
    for (const widened of [{ actsAs: 'Admin' as const }, { extraRoutes: ['/user'] }]) {
      const tutor = await aTutor(app, widened);
      expect(
        await refused(await app.as('CustService'), tutor, { password: 'AnotherRoom2027' }),
      ).toMatchObject({ status: 403, code: 'forbidden', field: 'id' });
    }
  });

  test('with 404 for staff records, unless the actor is an Admin', async () => {
    expect(
      await refused(await app.as('CustService'), await anAgent(app), { name: 'X' }),
    ).toMatchObject({ status: 404, code: 'not_found' });
  });

  test.each(['SalesAdmin', 'Partner', 'Agent', 'Tutor'] as const)('to a %s', async (role) => {
    expect(await refused(await app.as(role), await aStudent(app), { name: 'X' })).toMatchObject({
      status: 403,
      field: undefined,
    });
  });

  test('for an unknown id', async () => {
    const unknownUser = { id: '01980000-0000-7000-8000-000000000000', type: 'Student' };
    expect(await refused(await app.as('Admin'), unknownUser, {})).toMatchObject({ status: 404 });
  });

  test.each([
    ['name', { name: ' ' }],
    ['email', { email: 'x' }],
    ['parent.email', { parent: { email: 'x' } }],
    ['parent.salute', { parent: { salute: 'Dr' } }],
    ['gender', { gender: 'x' }],
    ['level', { level: 'x'.repeat(81) }],
    ['meta.background', { meta: { background: 'x'.repeat(50_001) } }],
    ['password', { password: 'short' }],
    ['_type', { _type: 'Robot' }],
  ])('%s: %j', async (field, body) => {
    expect(await refused(await app.as('Admin'), await aStudent(app), body)).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field,
    });
  });

  test('and nothing is changed', async () => {
    const student = await aStudent(app);
    const api = await app.as('CustService');
    await refused(api, student, { school: 'Raffles', is_internal: true });
    await refused(api, student, { school: 'Raffles', date_of_birth: '2200-01-01' });
    const { data } = await api.call(getUser, { params: { id: student.id } });
    expect(data).toMatchObject({ school: '', version: 1 });
    expect(await auditOf(student.id)).toEqual([]);
  });
});
