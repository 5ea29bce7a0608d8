import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listDayLessons } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { aJoin, aRole, aRoom, aStay } from '../../../test/factories/attendance.factory.ts';
import { aStudentOn } from '../../../test/factories/homework.factory.ts';
import { aLessonWithPolls, anAnswer } from '../../../test/factories/poll.factory.ts';
import { anOrder, anOrderBody } from '../../../test/factories/order.factory.ts';
import { aTutor } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { lessonStaff } from './lessons.schema.ts';

const app = useTestApp();

const teach = (lessonId: string, userId: string) =>
  app.database.db.insert(lessonStaff).values({ lessonId, userId, kind: 'tutor' });

const idsOf = async (api: Api, filter: object) => {
  const { data, count } = await api.call(listDayLessons, { query: { filter } });
  expect(count).toBe(data.length);
  return data.map(({ _id }) => _id);
};

describe('the lessons of a day', () => {
  test('begin in the business day, from its first to its last minute', async () => {
    const { id } = await aClass(app);
    const at = (scheduledAt: string) => aLesson(app, id, { scheduledAt: new Date(scheduledAt) });
    // Midnight in Singapore is 16:00 in UTC.
    await at('2026-03-13T15:59:59Z');
    const first = await at('2026-03-13T16:00:00Z');
    const last = await at('2026-03-14T15:59:59Z');
    await at('2026-03-14T16:00:00Z');
    const admin = await app.as('Admin');
    expect(await idsOf(admin, { date: '2026-03-14', class: id })).toEqual([first.id, last.id]);
  });

  test('are those of today by the server’s clock if no day is given', async () => {
    const { id } = await aClass(app);
    const now = app.clock.now();
    const today = await aLesson(app, id, { scheduledAt: now });
    await aLesson(app, id, { inDays: 1 });
    const admin = await app.as('Admin');
    const answer = await admin.call(listDayLessons, { query: { filter: { class: id } } });
    expect(answer.data.map(({ _id }) => _id)).toEqual([today.id]);
    expect(answer.now).toBe(app.clock.now().toISOString());
    expect(answer.date).toBe(
      now.toLocaleDateString('sv-SE', { timeZone: app.settings.businessTimeZone }),
    );
  });

  test('contain their platform and the number of students of each kind', async () => {
    const tuitionClass = await aClass(app, { maxCap: 30 });
    const lesson = await aLesson(app, tuitionClass.id, {
      hostingPlatform: 'Zoom',
      hostingType: 'meeting',
    });
    for (const type of ['PAYMENT', 'PAYMENT', 'TRIAL', 'PAYMENT_VIDEO'] as const)
      await anOrder(app, anOrderBody(tuitionClass.id, [lesson], { type }));
    const date = lesson.scheduledAt.toLocaleDateString('sv-SE', {
      timeZone: app.settings.businessTimeZone,
    });
    const { data } = await (
      await app.as('Admin')
    ).call(listDayLessons, { query: { filter: { date, class: tuitionClass.id } } });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      hosting_platform: 'Zoom',
      hosting_type: 'meeting',
      seats: 3,
      max_cap: 30,
      counts: { student: 2, trial_student: 1, video_student: 1 },
    });
  });

  test('are filtered by tutor; a Tutor sees only its own', async () => {
    const { id } = await aClass(app);
    const scheduledAt = new Date('2026-03-14T06:00:00Z');
    const own = await aLesson(app, id, { scheduledAt });
    const other = await aLesson(app, id, { scheduledAt });
    const tutor = await app.as('Tutor');
    await teach(own.id, tutor.id);
    const colleague = await aTutor(app);
    await teach(other.id, colleague.id);
    const of = { date: '2026-03-14', class: id };
    expect(await idsOf(await app.as('Admin'), { ...of, tutor: colleague.id })).toEqual([other.id]);
    expect(await idsOf(tutor, of)).toEqual([own.id]);
    expect(await idsOf(tutor, { ...of, tutor: colleague.id })).toEqual([]);
  });

  test('are filtered by platform', async () => {
    const { id } = await aClass(app);
    const scheduledAt = new Date('2026-03-14T06:00:00Z');
    await aLesson(app, id, { scheduledAt });
    const zoom = await aLesson(app, id, { scheduledAt, hostingPlatform: 'Zoom' });
    const admin = await app.as('Admin');
    const of = { date: '2026-03-14', class: id };
    expect(await idsOf(admin, { ...of, hosting_platform: 'Zoom' })).toEqual([zoom.id]);
    expect(await idsOf(admin, { ...of, hosting_platform: 'ClassIn' })).toEqual([]);
  });

  test('show if a tutor has joined, once an attendee is known, and if there is a room', async () => {
    const { id } = await aClass(app);
    const lesson = await aLesson(app, id, { inDays: 0, hostingPlatform: 'Zoom' });
    const [tutor, ta] = [await aTutor(app), await aTutor(app)];
    await teach(lesson.id, tutor.id);
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: ta.id, kind: 'ta' });
    const admin = await app.as('Admin');
    const shown = async () =>
      (await admin.call(listDayLessons, { query: { filter: { class: id } } })).data[0];
    expect(await shown()).toMatchObject({ tutor_in: null, has_room: false });
    await aStay(app, lesson, { email: ta.email });
    expect(await shown()).toMatchObject({ tutor_in: false });
    await aRoom(app, lesson);
    await aStay(app, lesson, { email: tutor.email.toUpperCase() });
    expect(await shown()).toMatchObject({ tutor_in: true, has_room: true });
  });

  test('do not report a missing tutor while the host or an unmatched person is in', async () => {
    const { id } = await aClass(app);
    const lesson = await aLesson(app, id, { inDays: 0, hostingPlatform: 'Zoom' });
    const [tutor, substitute] = [await aTutor(app), await aTutor(app)];
    await teach(lesson.id, tutor.id);
    await aRoom(app, lesson);
    const student = await aStudentOn(app, lesson);
    const admin = await app.as('Admin');
    const tutorIn = async () =>
      (await admin.call(listDayLessons, { query: { filter: { class: id } } })).data[0]?.tutor_in;
    const come = (email: string) => aJoin(app, lesson, email);

    await come(student.email);
    await come(substitute.email);
    expect(await tutorIn()).toBe(false);
    const hostLeaves = await come('room3@example.net');
    expect(await tutorIn()).toBe(true);
    await hostLeaves();
    expect(await tutorIn()).toBe(false);
    const strangerLeaves = await come('a.stranger@example.com');
    expect(await tutorIn()).toBe(true);
    await strangerLeaves();

    const phone = `${randomUUID()}@example.com`;
    await come(phone);
    await aRole(app, phone, 'ta', substitute);
    expect(await tutorIn()).toBe(false);
    const tablet = `${randomUUID()}@example.com`;
    await come(tablet);
    await aRole(app, tablet, 'tutor', tutor);
    expect(await tutorIn()).toBe(true);
  });

  test('show if a student, only others or no one has joined, if joins are received', async () => {
    const { id } = await aClass(app);
    const lesson = await aLesson(app, id, {
      inDays: 0,
      hostingPlatform: `${app.settings.productName} Classroom`,
    });
    const video = await aStudentOn(app, lesson, { kind: 'PAYMENT_VIDEO' });
    const student = await aStudentOn(app, lesson);
    const elsewhere = await aLesson(app, id, { inDays: 0, hostingPlatform: 'ClassIn' });
    const admin = await app.as('Admin');
    const joined = async () => {
      const { data } = await admin.call(listDayLessons, { query: { filter: { class: id } } });
      const of = (wanted: string) => data.find(({ _id }) => _id === wanted)?.joined;
      return [of(lesson.id), of(elsewhere.id)];
    };
    expect(await joined()).toEqual(['no_one', 'unknown']);
    await aStay(app, lesson, { email: video.email });
    expect(await joined()).toEqual(['no_students', 'unknown']);
    await aStay(app, lesson, { email: student.email });
    expect(await joined()).toEqual(['students', 'unknown']);
  });

  test('count their poll questions, the ones that were asked, and the answers', async () => {
    const { lesson, first, second, quick, slow } = await aLessonWithPolls(app);
    const admin = await app.as('Admin');
    const date = lesson.scheduledAt.toLocaleDateString('sv-SE', {
      timeZone: app.settings.businessTimeZone,
    });
    const polls = async () =>
      (await admin.call(listDayLessons, { query: { filter: { date, class: lesson.classId } } }))
        .data[0]?.polls;
    expect(await polls()).toEqual({ questions: 2, asked: 1, answers: 1 });
    // A changed answer counts once, and a withdrawn answer does not count.
    await anAnswer(app, first, quick, [2]);
    await anAnswer(app, first, slow, [1]);
    await anAnswer(app, second, slow, []);
    expect(await polls()).toEqual({ questions: 2, asked: 1, answers: 2 });
  });

  test('an invalid day is refused with its field', async () => {
    const admin = await app.as('Admin');
    await expect(idsOf(admin, { date: '2026-02-30' })).rejects.toThrow();
  });
});
