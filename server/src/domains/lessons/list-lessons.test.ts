import type { Api } from '../../../test/stage.ts';
import { describe, expect, test } from 'vitest';
import { listLessons } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aClassWithLessons, aLesson } from '../../../test/factories/class.factory.ts';
import { anOrder, anOrderBody } from '../../../test/factories/order.factory.ts';
import { lessonStaff } from './lessons.schema.ts';

const app = useTestApp();

const find = async (api: Api, filter: object, query: object = {}) => {
  const { data, count } = await api.call(listLessons, { query: { ...query, filter } });
  expect(count).toBe(data.length);
  return data;
};
const idsOf = async (api: Api, filter: object, query: object = {}) =>
  (await find(api, filter, query)).map((lesson) => lesson._id);

const teach = (lessonId: string, userId: string, kind: 'tutor' | 'ta' = 'tutor', position = 0) =>
  app.database.db.insert(lessonStaff).values({ lessonId, userId, kind, position });

describe('finding lessons', () => {
  test('of a class, earliest first, with taken and total seats', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 2, { maxCap: 15 });
    const [first, second] = lessons;
    const admin = await app.as('Admin');
    for (const type of ['PAYMENT', 'PAYMENT_VIDEO'] as const)
      await anOrder(app, anOrderBody(tuitionClass.id, lessons, { type }));
    const trial = await anOrder(
      app,
      anOrderBody(tuitionClass.id, lessons.slice(0, 1), { type: 'TRIAL' }),
    );
    const found = await find(admin, { class: tuitionClass.id });
    expect(found[0]).toEqual({
      _id: first?.id,
      class: tuitionClass.id,
      class_obj: {
        _id: tuitionClass.id,
        name: tuitionClass.name,
        subject: tuitionClass.subject,
      },
      name: 'Lesson 1',
      meta: { index: 1, term: 1 },
      scheduled_on: first?.scheduledAt.toISOString(),
      ended_on: first?.endedAt.toISOString(),
      tutor: [],
      is_active: true,
      is_released: true,
      seats: 2,
      trial_seats: 1,
      max_cap: 15,
    });
    expect(found[1]).toMatchObject({ _id: second?.id, seats: 1, trial_seats: 0 });

    // A trial student who has paid since does not count as a trial student.
    const { email } = trial.created_by;
    await anOrder(app, anOrderBody(tuitionClass.id, lessons, { email }));
    const [paid] = await find(admin, { class: tuitionClass.id });
    expect(paid).toMatchObject({ seats: 2, trial_seats: 0 });
  });

  test('by id, class, state and tutor', async () => {
    const admin = await app.as('Admin');
    const tuitionClass = await aClass(app);
    const active = await aLesson(app, tuitionClass.id, { inDays: 1 });
    const cancelled = await aLesson(app, tuitionClass.id, { inDays: 2, isActive: false });
    const elsewhere = await aLesson(app, (await aClass(app)).id, { inDays: 3 });
    const ofClass = { class: tuitionClass.id };
    expect(await idsOf(admin, ofClass)).toEqual([active.id, cancelled.id]);
    expect(await idsOf(admin, { ...ofClass, is_active: true })).toEqual([active.id]);
    expect(await idsOf(admin, { ...ofClass, is_active: false })).toEqual([cancelled.id]);
    expect(await idsOf(admin, { _id: { in: [active.id, elsewhere.id] } })).toEqual([
      active.id,
      elsewhere.id,
    ]);
    expect(await idsOf(admin, { ...ofClass, _id: elsewhere.id })).toEqual([]);
    const tutor = await app.as('Tutor', {});
    const assistant = await app.as('Tutor', {});
    await teach(cancelled.id, tutor.id);
    await teach(elsewhere.id, tutor.id);
    await teach(elsewhere.id, assistant.id, 'ta');
    expect(await idsOf(admin, { tutor: tutor.id })).toEqual([cancelled.id, elsewhere.id]);
    expect(await idsOf(admin, { tutor: { in: [tutor.id, assistant.id] } })).toEqual([
      cancelled.id,
      elsewhere.id,
    ]);
  });

  test('with the tutors in their order, without TAs', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
    const [taught, other] = lessons.map((lesson) => lesson.id);
    const second = await app.as('Tutor', { name: 'Goh Shi Min' });
    const first = await app.as('Tutor', { name: 'Ong Jun Jie' });
    const assistant = await app.as('Tutor', { name: 'Lim Wei Ling' });
    await teach(taught ?? '', second.id, 'tutor', 1);
    await teach(taught ?? '', first.id, 'tutor', 0);
    await teach(taught ?? '', assistant.id, 'ta');
    const found = await find(await app.as('Admin'), { class: tuitionClass.id });
    expect(found.map(({ _id, tutor }) => ({ _id, tutor }))).toEqual([
      {
        _id: taught,
        tutor: [
          { _id: first.id, name: 'Ong Jun Jie' },
          { _id: second.id, name: 'Goh Shi Min' },
        ],
      },
      { _id: other, tutor: [] },
    ]);
  });

  test('between two times, inclusive, with any offset, open at either end', async () => {
    const admin = await app.as('Admin');
    const tuitionClass = await aClass(app);
    const at = (time: string) =>
      aLesson(app, tuitionClass.id, {
        scheduledAt: new Date(time),
        endedAt: new Date(Date.parse(time) + 3_600_000),
      });
    const early = await at('2026-12-01T01:00:00Z');
    const late = await at('2026-12-01T09:00:00Z');
    const within = (field: string, between: [string | null, string | null]) =>
      idsOf(admin, { class: tuitionClass.id, [field]: { between } });
    const [one, nine] = ['2026-12-01T01:00:00Z', '2026-12-01T09:00:00Z'];
    expect(await within('scheduled_on', [one, nine])).toEqual([early.id, late.id]);
    expect(await within('scheduled_on', ['2026-12-01T09:00:00.001+08:00', nine])).toEqual([
      late.id,
    ]);
    expect(await within('scheduled_on', [null, '2026-12-01T16:59:59+08:00'])).toEqual([early.id]);
    expect(await within('scheduled_on', ['2026-12-01T09:00:01Z', null])).toEqual([]);
    expect(await within('scheduled_on', [null, null])).toEqual([early.id, late.id]);
    expect(await within('scheduled_on', [nine, one])).toEqual([]);
    expect(await within('ended_on', ['2026-12-01T10:00:00Z', null])).toEqual([late.id]);
  });

  test('in either order, page by page', async () => {
    const admin = await app.as('Admin');
    const { tuitionClass, lessons } = await aClassWithLessons(app, 5);
    const ids = lessons.map((lesson) => lesson.id);
    const filter = { class: tuitionClass.id };
    expect(await idsOf(admin, filter, { order: 'desc' })).toEqual(ids.toReversed());
    expect(await idsOf(admin, filter, { sortBy: 'ended_on' })).toEqual(ids);
    const page = await admin.call(listLessons, { query: { filter, max: 2, offset: 3 } });
    expect({ ids: page.data.map((lesson) => lesson._id), count: page.count }).toEqual({
      ids: ids.slice(3),
      count: 5,
    });
    expect((await admin.refused(listLessons, { query: { max: 201 } })).field).toBe('max');
  });

  test('refuses an unknown filter', async () => {
    const admin = await app.as('Admin');
    for (const [field, filter] of [
      ['filter.name', { name: { regex: 'Surds' } }],
      ['filter.class', { class: 'Sec 3' }],
      ['filter.scheduled_on', { scheduled_on: { between: ['yesterday', null] } }],
      ['filter.scheduled_on', { scheduled_on: { between: [null] } }],
    ] as const) {
      const refused = await admin.refused(listLessons, { query: { filter } });
      expect(refused.status).toBe(400);
      expect(refused.field).toContain(field);
    }
  });
});

describe('the scope', () => {
  test('of a Tutor is the lessons it teaches or assists, of other roles all', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
    const [taught, assisted, others] = lessons.map((lesson) => lesson.id);
    const tutor = await app.as('Tutor', {});
    await teach(taught ?? '', tutor.id);
    await teach(assisted ?? '', tutor.id, 'ta');
    const filter = { class: tuitionClass.id };
    expect(await idsOf(tutor, filter)).toEqual([taught, assisted]);
    expect(await idsOf(tutor, { _id: others })).toEqual([]);
    for (const role of ['SalesAdmin', 'Partner', 'Agent', 'CustService'] as const)
      expect(await idsOf(await app.as(role), filter)).toEqual([taught, assisted, others]);
  });
});
