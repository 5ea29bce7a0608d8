import { describe, expect, test } from 'vitest';
import { getClass, updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import {
  getLesson,
  listLessonChanges,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { aTutor, aUser } from '../../../test/factories/user.factory.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { classStaff } from '../classes/classes.schema.ts';
import { lessonStaff } from './lessons.schema.ts';

const app = useTestApp();

const sunday = { start_time: '16:00', end_time: '17:30', date_of_week: 'Sun' } as const;
const saturday = { start_time: '14:00', end_time: '15:30', date_of_week: 'Sat' } as const;

/** Saturday lessons far in the future, 14:00–15:30 business time, each taught by the class's tutor. */
const aTaughtClass = async (days: readonly string[]) => {
  const tutor = await aTutor(app, { name: 'Goh Shi Min' });
  const { id } = await aClass(app, {
    startDate: new Date('2027-04-01T00:00:00+08:00'),
    endDate: new Date('2028-12-31T00:00:00+08:00'),
    dateOfWeek: 'Sat',
    startTime: '14:00',
    endTime: '15:30',
  });
  await app.database.db.insert(classStaff).values({ classId: id, userId: tutor.id, kind: 'tutor' });
  const lessons = await Promise.all(
    days.map((day, at) => aTaughtLesson(id, tutor.id, { day, lessonIndex: at + 1 })),
  );
  return { id, tutor, lessons };
};

const aTaughtLesson = async (
  classId: string,
  tutorId: string,
  { day, start = '14:00', end = '15:30', ...values }: Record<string, unknown> & { day: string },
) => {
  const lesson = await aLesson(app, classId, {
    scheduledAt: new Date(`${day}T${String(start)}:00+08:00`),
    endedAt: new Date(`${day}T${String(end)}:00+08:00`),
    ...values,
  });
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: lesson.id, userId: tutorId, kind: 'tutor' });
  return lesson;
};

type Body = BodyInput<typeof updateClass>;

const idsOf = (people: readonly { _id: string }[]) => people.map(({ _id }) => _id);

const lessonNow = async ({ id }: { id: string }) => {
  const { data } = await (await app.as('Admin')).call(getLesson, { params: { id } });
  const { scheduled_on, ended_on, tutor, ta, version } = data;
  return { scheduled_on, ended_on, tutor: idsOf(tutor), ta: idsOf(ta), version };
};

const save = async (id: string, body: Body) =>
  (await app.as('Admin')).call(updateClass, { params: { id }, body });

const refused = async (id: string, body: Body) => {
  const {
    status,
    code,
    field,
    body: answer,
  } = await (await app.as('Admin')).refused(updateClass, { params: { id }, body });
  const message = answer.message.errors[0]?.message ?? '';
  return { status, code, field, message, current: answer.current };
};

describe('the coming lessons of a class whose tutors or times change', () => {
  test('stay unchanged unless they are to follow', async () => {
    const { id, tutor, lessons } = await aTaughtClass(['2027-05-08']);
    const other = await aTutor(app);
    await save(id, { tutor: [other.id], schedule: sunday });
    expect(await lessonNow(lessons[0]!)).toMatchObject({ tutor: [tutor.id], version: 1 });
  });

  test('get the new tutors and TAs; lessons with others stay unchanged', async () => {
    const { id, tutor, lessons } = await aTaughtClass(['2027-05-08', '2027-05-15']);
    const [other, ta] = [await aTutor(app), await aUser(app, { type: 'TA' })];
    const covered = await aTaughtLesson(id, other.id, { day: '2027-05-22' });
    const wanted = await aTutor(app);

    await save(id, { tutor: [wanted.id, tutor.id], ta: [ta.id], coming_lessons: 'change' });

    for (const lesson of lessons)
      expect(await lessonNow(lesson)).toMatchObject({
        tutor: [wanted.id, tutor.id],
        ta: [ta.id],
        scheduled_on: lesson.scheduledAt.toISOString(),
      });
    expect(await lessonNow(covered)).toMatchObject({ tutor: [other.id], ta: [ta.id] });
  });

  test('move to the nearest such weekday and to the new times', async () => {
    const { id, lessons } = await aTaughtClass(['2027-05-08']);
    await save(id, { schedule: sunday, coming_lessons: 'change' });
    expect(await lessonNow(lessons[0]!)).toMatchObject({
      scheduled_on: '2027-05-09T08:00:00.000Z',
      ended_on: '2027-05-09T09:30:00.000Z',
    });
    await save(id, {
      schedule: { start_time: '23:00', end_time: '00:30', date_of_week: 'Wed' },
      coming_lessons: 'change',
    });
    expect(await lessonNow(lessons[0]!)).toMatchObject({
      scheduled_on: '2027-05-12T15:00:00.000Z',
      ended_on: '2027-05-12T16:30:00.000Z',
    });
    await save(id, { schedule: { ...saturday, date_of_week: 'Mon' }, coming_lessons: 'change' });
    expect(await lessonNow(lessons[0]!)).toMatchObject({
      scheduled_on: '2027-05-10T06:00:00.000Z',
      ended_on: '2027-05-10T07:30:00.000Z',
    });
  });

  test('follow only if they are active, in the future and at the old time', async () => {
    const { id, tutor, lessons } = await aTaughtClass(['2027-05-08']);
    const others = [
      await aTaughtLesson(id, tutor.id, { day: '2027-05-15', start: '15:00' }),
      await aTaughtLesson(id, tutor.id, { day: '2027-05-16' }),
      await aTaughtLesson(id, tutor.id, { day: '2027-05-22', end: '16:00' }),
      await aTaughtLesson(id, tutor.id, { day: '2027-05-29', isActive: false }),
      await aTaughtLesson(id, tutor.id, { day: '2026-01-03' }),
    ];
    await save(id, { schedule: { ...saturday, start_time: '14:30' }, coming_lessons: 'change' });
    expect((await lessonNow(lessons[0]!)).scheduled_on).toBe('2027-05-08T06:30:00.000Z');
    for (const other of others)
      expect(await lessonNow(other)).toMatchObject({
        scheduled_on: other.scheduledAt.toISOString(),
        version: 1,
      });
  });

  test('need a choice when the form is saved; nothing is saved before it', async () => {
    const { id, tutor, lessons } = await aTaughtClass(['2027-05-08', '2027-05-15']);
    const other = await aTutor(app);
    await aTaughtLesson(id, other.id, { day: '2027-05-22' });
    const wanted = await aTutor(app);
    const body: Body = { tutor: [wanted.id], coming_lessons: 'ask' };

    expect(await refused(id, body)).toMatchObject({
      status: 409,
      code: 'coming_lessons',
      message:
        '2 coming lessons have the old tutors. Change them too? 1 coming lesson differs and is left as it is.',
    });
    expect((await refused(id, { schedule: sunday, coming_lessons: 'ask' })).message).toBe(
      '3 coming lessons have the old times. Change them too? The first of them moves from Sat 8 May 2027, 14:00 to Sun 9 May 2027, 16:00.',
    );
    expect((await refused(id, { ...body, schedule: sunday })).message).toContain(
      '3 coming lessons have the old tutors or times.',
    );
    const now = await (await app.as('Admin')).call(getClass, { params: { id } });
    expect(now.data).toMatchObject({ version: 1, tutor: [{ _id: tutor.id }] });
    expect(await lessonNow(lessons[0]!)).toMatchObject({ tutor: [tutor.id] });
  });

  test('need no choice if no lesson follows, or neither tutors nor times change', async () => {
    const { id, tutor, lessons } = await aTaughtClass(['2027-05-08']);
    await save(id, { max_cap: 30, tutor: [tutor.id], schedule: saturday, coming_lessons: 'ask' });
    const { data } = await save(id, { tutor: [(await aTutor(app)).id] });
    await save(id, {
      tutor: [(await aTutor(app)).id],
      version: data.version,
      coming_lessons: 'ask',
    });
    expect(await lessonNow(lessons[0]!)).toMatchObject({ tutor: [tutor.id], version: 1 });
  });

  test('are refused with the other lessons of their tutor, unless overlaps are allowed', async () => {
    const { id, lessons } = await aTaughtClass(['2027-05-08', '2027-05-15', '2027-05-22']);
    const busy = await aTutor(app, { name: 'Daniel Chua' });
    const elsewhere = await aClass(app, { name: 'PSLE Maths' });
    for (const day of ['2027-05-08', '2027-05-22'])
      await aTaughtLesson(elsewhere.id, busy.id, { day, start: '13:00', end: '14:30', name: day });
    const body: Body = { tutor: [busy.id], coming_lessons: 'change' };

    expect(await refused(id, body)).toMatchObject({
      status: 409,
      code: 'tutor_booked',
      field: 'tutor',
      message:
        'Daniel Chua already teaches 2027-05-08 (PSLE Maths) 8 May 2027, 13:00 and 2027-05-22 (PSLE Maths) 22 May 2027, 13:00.',
      current: [{ lesson: { name: '2027-05-08' } }, { lesson: { name: '2027-05-22' } }],
    });
    expect((await lessonNow(lessons[1]!)).version).toBe(1);
    await save(id, { ...body, allow_overlap: true });
    for (const lesson of lessons)
      expect(await lessonNow(lesson)).toMatchObject({ tutor: [busy.id], version: 2 });
  });

  test('are checked against unchanged lessons of their class', async () => {
    const { id, tutor } = await aTaughtClass(['2027-05-08']);
    await aTaughtLesson(id, tutor.id, { day: '2027-05-08', start: '15:30', end: '17:00' });
    const schedule = { ...saturday, end_time: '16:00' };
    expect(await refused(id, { schedule, coming_lessons: 'change' })).toMatchObject({
      code: 'tutor_booked',
    });
  });

  test('are refused together if they would be on a holiday or after the class’s new end', async () => {
    const { id, lessons } = await aTaughtClass(['2027-05-08', '2027-05-22', '2027-05-29']);
    const body: Body = {
      schedule: { ...saturday, date_of_week: 'Thu' },
      end_date: '2027-05-25T10:00:00.000Z',
      coming_lessons: 'change',
    };
    expect(await refused(id, body)).toMatchObject({
      status: 409,
      code: 'lesson_unusual',
      message: '20 May 2027 is Vesak Day. The class ends on 25 May 2027. Save anyway?',
    });
    expect((await lessonNow(lessons[0]!)).version).toBe(1);
    await save(id, { ...body, allow_unusual: true });
    expect((await lessonNow(lessons[2]!)).scheduled_on).toBe('2027-05-27T06:00:00.000Z');
  });

  test('each get their own row in the timeline', async () => {
    const { id, lessons } = await aTaughtClass(['2027-05-08']);
    const admin = await app.as('Admin', { name: 'Nadia Tan' });
    const wanted = await aTutor(app, { name: 'Farah Aziz' });
    await admin.call(updateClass, {
      params: { id },
      body: { tutor: [wanted.id], coming_lessons: 'change' },
    });
    const { data } = await admin.call(listLessonChanges, { params: { id: lessons[0]!.id } });
    expect(data).toMatchObject([
      {
        action: 'lesson.updated',
        by: { name: 'Nadia Tan' },
        changes: [{ field: 'tutor', from: 'Goh Shi Min', to: 'Farah Aziz' }],
      },
    ]);
  });

  test('cannot exceed the maximum length of a lesson; the error names the field', async () => {
    const { id } = await aTaughtClass(['2027-05-08']);
    expect(
      await refused(id, { schedule: { ...saturday, end_time: '13:00' }, coming_lessons: 'change' }),
    ).toMatchObject({ status: 400, field: 'schedule.end_time' });
  });

  test('stay unchanged if the class is stale or unknown, or the user has no permission', async () => {
    const { id, tutor, lessons } = await aTaughtClass(['2027-05-08']);
    const body: Body = { tutor: [(await aTutor(app)).id], coming_lessons: 'change' };
    expect(await refused(id, { ...body, version: 9 })).toMatchObject({
      status: 409,
      code: 'stale',
    });
    expect(await refused(lessons[0]!.id, body)).toMatchObject({ status: 404 });
    for (const role of ['SalesAdmin', 'CustService', 'Tutor', 'Partner'] as const)
      expect(
        await (await app.as(role)).refused(updateClass, { params: { id }, body }),
      ).toMatchObject({ status: 403 });
    expect(await lessonNow(lessons[0]!)).toMatchObject({ tutor: [tutor.id] });
  });

  test('are changed consistently by concurrent saves', async () => {
    const { id, lessons } = await aTaughtClass(['2027-05-08', '2027-05-15', '2027-05-22']);
    const tutors = await Promise.all(Array.from({ length: 4 }, () => aTutor(app)));
    await Promise.all(
      tutors.map((tutor) => save(id, { tutor: [tutor.id], coming_lessons: 'change' })),
    );
    const taught = await Promise.all(lessons.map(lessonNow));
    const { data } = await (await app.as('Admin')).call(getClass, { params: { id } });
    expect(taught.map(({ tutor }) => tutor)).toEqual(lessons.map(() => idsOf(data.tutor)));
  });

  describe('that are changed concurrently', () => {
    /** Saves the class while another transaction changes one of its lessons; the save waits for it. */
    const saveMeanwhile = async (
      { id, lessons }: Awaited<ReturnType<typeof aTaughtClass>>,
      body: Body,
      [statement, ...values]: [statement: string, ...values: string[]],
    ) => {
      const lessonId = lessons[0]!.id;
      const blocker = await holdRows(app, 'select from lessons where id = $1 for no key update', [
        lessonId,
      ]);
      const saved = save(id, { ...body, coming_lessons: 'change' });
      await blocker.untilWaiting(1);
      await blocker.query(statement, [lessonId, ...values]);
      await blocker.commit();
      await saved;
    };

    test('keep a tutor who was added meanwhile', async () => {
      const taught = await aTaughtClass(['2027-05-08', '2027-05-15']);
      const [added, wanted] = [await aTutor(app), await aTutor(app)];
      await saveMeanwhile(taught, { tutor: [wanted.id] }, [
        "insert into lesson_staff (lesson_id, user_id, kind) values ($1, $2, 'tutor')",
        added.id,
      ]);
      const [first, second] = await Promise.all(taught.lessons.map(lessonNow));
      expect(first?.tutor.toSorted()).toEqual([taught.tutor.id, added.id].toSorted());
      expect(second?.tutor).toEqual([wanted.id]);
    });

    test('keep a time to which they were moved meanwhile', async () => {
      const taught = await aTaughtClass(['2027-05-08', '2027-05-15']);
      await saveMeanwhile(taught, { schedule: sunday }, [
        "update lessons set scheduled_at = scheduled_at + interval '5 hours', ended_at = ended_at + interval '5 hours' where id = $1",
      ]);
      const [first, second] = await Promise.all(taught.lessons.map(lessonNow));
      expect(first?.scheduled_on).toBe('2027-05-08T11:00:00.000Z');
      expect(second?.scheduled_on).toBe('2027-05-16T08:00:00.000Z');
    });

    test('stay unchanged if they were deactivated meanwhile', async () => {
      const taught = await aTaughtClass(['2027-05-08']);
      await saveMeanwhile(taught, { tutor: [(await aTutor(app)).id] }, [
        'update lessons set is_active = false where id = $1',
      ]);
      expect(await lessonNow(taught.lessons[0]!)).toMatchObject({ tutor: [taught.tutor.id] });
    });
  });
});
