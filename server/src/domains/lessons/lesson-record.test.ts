import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  checkLessons,
  createLesson,
  getLesson,
  listLessonChanges,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aClassWithLessons, aLesson } from '../../../test/factories/class.factory.ts';
import { anOrder } from '../../../test/factories/order.factory.ts';
import { aStudent, aUser } from '../../../test/factories/user.factory.ts';
import { unique } from '../../../test/unique.ts';
import { lessons, lessonStaff, rosterSources } from './lessons.schema.ts';
import { newId } from '../../platform/ids.ts';

const app = useTestApp();

const aTutor = (name = 'Mr Lim') => aUser(app, { type: 'Tutor', name });

/** A lesson on 14 March 2027; times are in UTC. */
const aLessonBody = (classId: string, changes: Record<string, unknown> = {}) => ({
  class: classId,
  name: 'Surds',
  scheduled_on: '2027-03-14T06:00:00.000Z',
  ended_on: '2027-03-14T08:00:00.000Z',
  ...changes,
});

describe('creating a lesson', () => {
  test('fills in the specification’s defaults', async () => {
    const tuitionClass = await aClass(app);
    const admin = await app.as('Admin');

    const { data } = await admin.call(createLesson, { body: aLessonBody(tuitionClass.id) });

    expect(data).toMatchObject({
      class: tuitionClass.id,
      class_obj: { name: tuitionClass.name },
      hosting_platform: 'Staffroom Classroom',
      hosting_type: 'webinar',
      is_active: true,
      is_released: true,
      is_completed: false,
      meta: { index: 1, term: 1 },
      counts: { student: 0, trial_student: 0, video_student: 0 },
      max_cap: 20,
      tutor: [],
      ta: [],
      version: 1,
      abilities: { manage: true, send_notification: true },
    });
    expect((await admin.call(getLesson, { params: { id: data._id } })).data).toEqual(data);
  });

  test.each([
    ['ended_on', { ended_on: '2027-03-14T06:00:00.000Z' }],
    ['ended_on', { ended_on: '2027-03-14T05:00:00.000Z' }],
    ['ended_on', { ended_on: '2027-03-14T18:00:00.001Z' }],
    ['name', { name: ' ' }],
    ['hosting_platform', { hosting_platform: 'Skype' }],
    ['hosting_type', { hosting_type: 'party' }],
    ['meta.term', { meta: { index: 1, term: 0 } }],
    ['class', { class: newId(new Date()) }],
  ])('refuses an invalid %s: %j', async (field, changes) => {
    const { id } = await aClass(app);
    const admin = await app.as('Admin');
    const refused = await admin.refused(createLesson, { body: aLessonBody(id, changes) });
    expect(refused).toMatchObject({ status: 400, field });
  });

  test('a batch of 40 whose responses were lost half-way ends with exactly 40', async () => {
    const { id } = await aClass(app);
    const admin = await app.as('Admin');
    const save = (index: number) =>
      admin.call(createLesson, {
        body: aLessonBody(id, {
          name: `Lesson ${index}`,
          meta: { index: index + 1, term: 1 },
          allow_unusual: true,
          scheduled_on: new Date(Date.UTC(2027, 0, 4 + 7 * index, 6)).toISOString(),
          ended_on: new Date(Date.UTC(2027, 0, 4 + 7 * index, 8)).toISOString(),
        }),
        headers: { 'idempotency-key': `batch-${id}-${index}` },
      });
    const rows = Array.from({ length: 40 }, (_, index) => index);

    for (const index of rows.slice(0, 23)) await save(index);
    for (const index of rows) await save(index);

    const made = await app.database.db.select().from(lessons).where(eq(lessons.classId, id));
    expect(made.map((lesson) => lesson.name).toSorted()).toEqual(
      rows.map((index) => `Lesson ${index}`).toSorted(),
    );
  });

  test('is allowed only for an Admin', async () => {
    const { id } = await aClass(app);
    for (const role of ['SalesAdmin', 'CustService', 'Tutor', 'Partner'] as const) {
      const refused = await (await app.as(role)).refused(createLesson, { body: aLessonBody(id) });
      expect({ role, status: refused.status }).toEqual({ role, status: 403 });
    }
  });
});

describe('a double booking of a tutor', () => {
  const overlapping = {
    scheduled_on: '2027-03-14T07:59:00.000Z',
    ended_on: '2027-03-14T09:00:00.000Z',
  };

  test('is reported with the other lesson and its time, and saved only when confirmed', async () => {
    const tuitionClass = await aClass(app);
    const tutor = await aTutor();
    const admin = await app.as('Admin');
    const body = aLessonBody(tuitionClass.id, { tutor: [tutor.id] });
    await admin.call(createLesson, { body });

    const second = { ...body, ...overlapping, meta: { index: 2, term: 1 } };
    const refused = await admin.refused(createLesson, { body: second });
    expect(refused).toMatchObject({ status: 409, code: 'tutor_booked', field: 'tutor' });
    // An inactive lesson takes no one's time.
    await admin.call(createLesson, { body: { ...second, is_active: false } });
    expect(refused.body.message.errors[0]?.message).toBe(
      `Mr Lim already teaches Surds (${tuitionClass.name}) 14 Mar 2027, 14:00.`,
    );

    const { data } = await admin.call(createLesson, { body: { ...second, allow_overlap: true } });
    expect(data.tutor).toEqual([{ _id: tutor.id, name: 'Mr Lim' }]);
  });

  test('does not occur right after a lesson, or beside an inactive one', async () => {
    const { id } = await aClass(app);
    const tutor = await aTutor();
    const admin = await app.as('Admin');
    const body = aLessonBody(id, { tutor: [tutor.id] });
    await admin.call(createLesson, { body: { ...body, is_active: false } });
    await admin.call(createLesson, { body });
    const next = {
      scheduled_on: '2027-03-14T08:00:00Z',
      ended_on: '2027-03-14T09:00:00Z',
      meta: { index: 2, term: 1 },
    };
    const { data } = await admin.call(createLesson, { body: { ...body, ...next } });
    expect(data.version).toBe(1);
  });

  test('is refused for concurrent saves: of twenty lessons one is saved', async () => {
    const { id } = await aClass(app);
    const tutor = await aTutor();
    const admin = await app.as('Admin');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        admin.send(createLesson, {
          body: aLessonBody(id, { tutor: [tutor.id], meta: { index: at + 1, term: 1 } }),
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(19).fill(409),
    ]);
  });

  test('is found when a lesson moves, is activated or gets the tutor, but not when only its name changes', async () => {
    const { id } = await aClass(app);
    const tutor = await aTutor();
    const admin = await app.as('Admin');
    const body = aLessonBody(id, { tutor: [tutor.id] });
    await admin.call(createLesson, { body });
    const { data: later } = await admin.call(createLesson, {
      body: {
        ...body,
        scheduled_on: '2027-03-14T10:00:00Z',
        ended_on: '2027-03-14T11:00:00Z',
        meta: { index: 2, term: 1 },
      },
    });
    const change = (changes: Record<string, unknown>) =>
      admin.send(updateLesson, { params: { id: later._id }, body: changes });

    expect((await change(overlapping)).status).toBe(409);
    expect((await change({ ...overlapping, allow_overlap: true })).status).toBe(200);
    expect((await change({ name: 'Surds again' })).status).toBe(200);
    expect((await change({ is_active: false })).status).toBe(200);
    expect((await change({ is_active: true })).status).toBe(409);
  });
});

describe('the check for double bookings', () => {
  test('returns tutors, TAs and students, lesson by lesson, and saves nothing', async () => {
    const tutor = await aTutor();
    const ta = await aUser(app, { type: 'TA', name: 'Ms Ong' });
    const student = await aStudent(app, { name: 'Tan Mei Ling' });
    const { id: classId } = await aClass(app);
    const taught = await aLesson(app, classId, { inDays: 30 });
    const own = await aLesson(app, classId, { inDays: 60 });
    await app.database.db.insert(lessonStaff).values([
      { lessonId: taught.id, userId: tutor.id, kind: 'tutor' },
      { lessonId: taught.id, userId: ta.id, kind: 'ta' },
    ]);
    const admin = await app.as('Admin');
    const at = app.clock.now();
    await app.database.db.insert(rosterSources).values(
      [taught.id, own.id].map((lessonId) => ({
        id: newId(at),
        lessonId,
        studentId: student.id,
        kind: 'PAYMENT' as const,
        addedBy: admin.id,
        created: at,
      })),
    );
    const times = {
      scheduled_on: taught.scheduledAt.toISOString(),
      ended_on: taught.endedAt.toISOString(),
    };

    const { data } = await admin.call(checkLessons, {
      body: {
        lessons: [
          { ...times, _id: own.id, tutor: [tutor.id], ta: [ta.id] },
          { ...times, _id: taught.id, tutor: [tutor.id], ta: [ta.id] },
        ],
      },
    });

    expect(
      data[0]?.bookings.map(({ as, person, lesson }) => [as, person.name, lesson._id]),
    ).toEqual([
      ['tutor', 'Mr Lim', taught.id],
      ['ta', 'Ms Ong', taught.id],
      ['student', 'Tan Mei Ling', taught.id],
    ]);
    expect(data[1]?.bookings).toEqual([]);
  });
});

describe('changing a lesson', () => {
  test('counts its students by kind, and adds the changes to the timeline', async () => {
    const { lessons: made } = await aClassWithLessons(app, 1);
    const order = await anOrder(app, { lessons: 1 });
    const admin = await app.as('Admin');
    const id = order.detail.lesson[0] ?? '';

    const { data } = await admin.call(updateLesson, {
      params: { id },
      body: { desc: '<p onclick="x()">Bring paper</p>', is_released: false, version: 1 },
    });

    expect(data).toMatchObject({
      desc: '<p>Bring paper</p>',
      is_released: false,
      version: 2,
      seats: 1,
      counts: { student: 1, trial_student: 0, video_student: 0 },
    });
    const timeline = await admin.call(listLessonChanges, { params: { id } });
    expect(timeline.data[0]?.changes.map((change) => change.field).toSorted()).toEqual([
      'desc',
      'is_released',
    ]);
    expect((await admin.call(getLesson, { params: { id: made[0]?.id ?? '' } })).data.version).toBe(
      1,
    );
  });

  test('a stale save is refused with the current lesson', async () => {
    const { lessons: made } = await aClassWithLessons(app, 1);
    const admin = await app.as('Admin');
    const params = { id: made[0]?.id ?? '' };
    await admin.call(updateLesson, { params, body: { name: 'Moved', version: 1 } });
    const refused = await admin.refused(updateLesson, { params, body: { name: 'X', version: 1 } });
    expect(refused).toMatchObject({
      status: 409,
      code: 'stale',
      body: { current: { name: 'Moved', version: 2 } },
    });
  });

  test('a tutor reads only its own lessons, and an unknown id is not found', async () => {
    const { lessons: made } = await aClassWithLessons(app, 2);
    const tutor = await app.as('Tutor');
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: made[0]?.id ?? '', userId: tutor.id, kind: 'tutor' });
    const own = await tutor.call(getLesson, { params: { id: made[0]?.id ?? '' } });
    expect(own.data.abilities).toEqual({ manage: false, send_notification: false });
    expect((await tutor.refused(getLesson, { params: { id: made[1]?.id ?? '' } })).status).toBe(
      404,
    );
    const admin = await app.as('Admin');
    expect((await admin.refused(getLesson, { params: { id: newId(new Date()) } })).status).toBe(
      404,
    );
  });

  test('the same key twice creates one lesson; another body with it is refused', async () => {
    const { id } = await aClass(app);
    const admin = await app.as('Admin');
    const headers = { 'idempotency-key': unique('key') };
    const first = await admin.call(createLesson, { body: aLessonBody(id), headers });
    const again = await admin.call(createLesson, { body: aLessonBody(id), headers });
    expect(again).toEqual(first);
    const other = await admin.refused(createLesson, {
      body: aLessonBody(id, { name: 'Other' }),
      headers,
    });
    expect(other.code).toBe('idempotency_key_reused');
  });
});

describe('an unusual lesson', () => {
  const day = 24 * 60 * 60_000;
  const words = (answer: { body: unknown }) =>
    (answer.body as { message: { errors: { message: string }[] } }).message.errors[0]?.message;

  test.each([
    ['2026-11-13T06:00:00Z', '13 Nov 2026 is in the past. Save anyway?'],
    ['2026-12-25T06:00:00Z', '25 Dec 2026 is Christmas Day. Save anyway?'],
    ['2027-11-13T06:00:00Z', 'The class ends on 19 May 2027. Save anyway?'],
  ])('a new lesson of %s is saved after confirmation', async (at, sentence) => {
    const { id } = await aClass(app);
    const admin = await app.as('Admin');
    const body = aLessonBody(id, {
      scheduled_on: at,
      ended_on: new Date(Date.parse(at) + 60 * 60_000).toISOString(),
    });
    const refused = await admin.send(createLesson, { body });
    expect(refused.status).toBe(409);
    expect(words(refused)).toBe(sentence);
    const seen = await admin.send(createLesson, { body: { ...body, allow_unusual: true } });
    expect(seen.status).toBe(201);
  });

  test('the error names another lesson of the same term and number', async () => {
    const { tuitionClass, lessons: made } = await aClassWithLessons(app, 1);
    const admin = await app.as('Admin');
    const refused = await admin.send(createLesson, { body: aLessonBody(tuitionClass.id) });
    expect(refused.status).toBe(409);
    expect(words(refused)).toBe('T1 L1 is also Lesson 1 of 27 Nov 2026. Save anyway?');
    const next = aLessonBody(tuitionClass.id, { meta: { index: 2, term: 1 } });
    const { data } = await admin.call(createLesson, { body: next });
    const renumber = (more: object) =>
      admin.send(updateLesson, {
        params: { id: data._id },
        body: { meta: { index: 1, term: 1 }, ...more },
      });
    expect((await renumber({})).status).toBe(409);
    expect((await renumber({ allow_unusual: true })).status).toBe(200);
    expect(made).toHaveLength(1);
  });

  test('a past lesson is changed after confirmation, and released without one', async () => {
    const { id } = await aClass(app);
    const held = await aLesson(app, id, { inDays: -7 });
    const admin = await app.as('Admin');
    const change = (body: object) => admin.send(updateLesson, { params: { id: held.id }, body });
    expect((await change({ is_released: false })).status).toBe(200);
    const refused = await change({ name: 'Indices' });
    expect(refused.status).toBe(409);
    expect(words(refused)).toBe('The lesson of 13 Nov 2026 was held already. Save anyway?');
    expect((await change({ name: 'Indices', allow_unusual: true })).status).toBe(200);
  });

  test('needs no confirmation if it was unusual before', async () => {
    const { id } = await aClass(app, { endDate: new Date(app.clock.now().getTime() + day) });
    const late = await aLesson(app, id, { inDays: 7 });
    const { status } = await (
      await app.as('Admin')
    ).send(updateLesson, { params: { id: late.id }, body: { name: 'Indices' } });
    expect(status).toBe(200);
  });
});
