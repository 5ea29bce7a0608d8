import { describe, expect, test } from 'vitest';
import {
  createClass,
  getClass,
  listClassChanges,
  updateClass,
} from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { aStudent, aUser } from '../../../test/factories/user.factory.ts';
import { unique } from '../../../test/unique.ts';
import { classStaff } from './classes.schema.ts';

const app = useTestApp();

const aTutor = () => aUser(app, { type: 'Tutor' });

/** The fields that the form sends: all without a default. */
const aClassBody = async (changes: Record<string, unknown> = {}) => ({
  name: unique('P6 Maths'),
  subject: 'Mathematics' as const,
  start_date: '2027-01-09T02:00:00.000Z',
  end_date: '2027-03-27T04:00:00.000Z',
  schedule: { start_time: '10:00', end_time: '12:00', date_of_week: 'Sat' as const },
  level: ['primary-6'],
  tutor: [(await aTutor()).id],
  ...changes,
});

describe('creating a class', () => {
  test('fills in the specification’s defaults', async () => {
    const admin = await app.as('Admin');
    const body = await aClassBody();

    const { data } = await admin.call(createClass, { body });

    expect(data).toMatchObject({
      name: body.name,
      country: 'SG',
      class_type: 'Workshop',
      max_cap: 20,
      rate: 18,
      currency: 'SGD',
      is_listed: true,
      is_active: true,
      is_free: false,
      is_trial: false,
      is_featured: false,
      is_sold_out: false,
      force_full_purchase: false,
      lesson_count: 0,
      version: 1,
      ta: [],
      abilities: { manage: true },
    });
    expect(data.tutor.map((tutor) => tutor._id)).toEqual(body.tutor);
    expect((await admin.call(getClass, { params: { id: data._id } })).data).toEqual(data);
  });

  test('keeps the order of tutors and TAs, and cleans the description', async () => {
    const [first, second] = [await aTutor(), await aTutor()];
    const ta = await aUser(app, { type: 'TA' });
    const admin = await app.as('Admin');

    const { data } = await admin.call(createClass, {
      body: await aClassBody({
        tutor: [second.id, first.id, second.id],
        ta: [ta.id],
        desc: '<p>Bring <strong>paper</strong></p><script>alert(1)</script>',
      }),
    });

    expect(data.tutor.map((tutor) => tutor._id)).toEqual([second.id, first.id]);
    expect(data.ta.map((person) => person._id)).toEqual([ta.id]);
    expect(data.desc).toBe('<p>Bring <strong>paper</strong></p>');
  });

  test.each([
    ['end_date', { end_date: '2027-01-09T02:00:00.000Z' }],
    ['rate', { rate: 0 }],
    ['rate', { rate: 18.005 }],
    ['rate', { rate: 10_001 }],
    ['max_cap', { max_cap: -1 }],
    ['max_cap', { max_cap: 0 }],
    ['level.0', { level: ['primary-7'] }],
    ['level', { level: [] }],
    ['name', { name: '   ' }],
    [
      'schedule.start_time',
      { schedule: { start_time: '25:00', end_time: '12:00', date_of_week: 'Sat' } },
    ],
    ['tutor', { tutor: [] }],
  ])('refuses an invalid %s: %j', async (field, changes) => {
    const admin = await app.as('Admin');
    const refused = await admin.refused(createClass, { body: await aClassBody(changes) });
    expect(refused).toMatchObject({ status: 400, field });
  });

  test('a tutor must be a Tutor, and a TA a TA', async () => {
    const admin = await app.as('Admin');
    const student = await aStudent(app);
    const tutor = await aTutor();

    for (const [field, changes] of [
      ['tutor', { tutor: [student.id] }],
      ['ta', { ta: [tutor.id] }],
    ] as const) {
      const refused = await admin.refused(createClass, { body: await aClassBody(changes) });
      expect(refused).toMatchObject({ status: 400, code: 'invalid_value', field });
    }
  });

  test('the same key twice creates one class', async () => {
    const admin = await app.as('Admin');
    const body = await aClassBody();
    const headers = { 'idempotency-key': unique('key') };
    const answers = await Promise.all([
      admin.call(createClass, { body, headers }),
      admin.call(createClass, { body, headers }),
    ]);
    expect(answers[0].data._id).toBe(answers[1].data._id);
    const list = await admin.call(listClasses, {
      query: { filter: { name: { regex: body.name } } },
    });
    expect(list.count).toBe(1);
  });

  test('is allowed only for an Admin', async () => {
    for (const role of ['SalesAdmin', 'CustService', 'Tutor', 'Partner'] as const) {
      const refused = await (await app.as(role)).refused(createClass, { body: await aClassBody() });
      expect({ role, status: refused.status }).toEqual({ role, status: 403 });
    }
  });
});

describe('changing a class', () => {
  test('to a description that equals the old one after cleaning changes nothing', async () => {
    const { id } = await aClass(app, { description: '<p>Bring a ruler</p>' });
    const admin = await app.as('Admin');
    const desc = '<p onclick="steal()">Bring a ruler</p>';
    const { data } = await admin.call(updateClass, { params: { id }, body: { desc } });
    expect(data).toMatchObject({ desc: '<p>Bring a ruler</p>', version: 1 });
    expect((await admin.call(listClassChanges, { params: { id } })).count).toBe(0);
  });

  test('changes only the sent fields; the timeline contains the changes and the user', async () => {
    const row = await aClass(app, { rate: 3000 });
    await aLesson(app, row.id);
    const admin = await app.as('Admin');

    const { data } = await admin.call(updateClass, {
      params: { id: row.id },
      body: { is_active: false, rate: 32.5, version: 1 },
    });

    expect(data).toMatchObject({
      is_active: false,
      rate: 32.5,
      name: row.name,
      version: 2,
      lesson_count: 1,
    });
    const timeline = await admin.call(listClassChanges, { params: { id: row.id } });
    expect(timeline).toMatchObject({
      count: 1,
      data: [
        {
          action: 'class.updated',
          by: { _id: admin.id },
          changes: [
            { field: 'rate', from: '30', to: '32.5' },
            { field: 'is_active', from: 'true', to: 'false' },
          ],
        },
      ],
    });
  });

  test('a stale save is refused with the current class', async () => {
    const row = await aClass(app);
    const admin = await app.as('Admin');
    await admin.call(updateClass, { params: { id: row.id }, body: { max_cap: 30, version: 1 } });

    const refused = await admin.refused(updateClass, {
      params: { id: row.id },
      body: { max_cap: 40, version: 1 },
    });

    expect(refused).toMatchObject({
      status: 409,
      code: 'stale',
      body: { current: { max_cap: 30, version: 2 } },
    });
  });

  test('refuses fields that do not fit the unchanged ones', async () => {
    const row = await aClass(app, { rate: 50_000_000, currency: 'IDR' });
    const admin = await app.as('Admin');
    const dollars = await admin.refused(updateClass, {
      params: { id: row.id },
      body: { currency: 'SGD' },
    });
    expect(dollars).toMatchObject({ status: 400, field: 'rate' });
    const early = await admin.refused(updateClass, {
      params: { id: row.id },
      body: { end_date: '2020-01-01T00:00:00Z' },
    });
    expect(early).toMatchObject({ status: 400, field: 'end_date' });
  });

  test('a tutor reads its own classes only', async () => {
    const tutor = await app.as('Tutor');
    const own = await aClass(app);
    const other = await aClass(app);
    const colleague = await aTutor();
    await app.database.db.insert(classStaff).values([
      { classId: own.id, userId: tutor.id, kind: 'tutor' },
      { classId: other.id, userId: colleague.id, kind: 'tutor' },
    ]);

    const { data } = await tutor.call(getClass, { params: { id: own.id } });
    expect(data.abilities.manage).toBe(false);
    expect((await tutor.refused(getClass, { params: { id: other.id } })).status).toBe(404);
  });
});
