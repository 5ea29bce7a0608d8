import { describe, expect, test } from 'vitest';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import {
  checkLessons,
  listLessonChanges,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import {
  addLessonStudents,
  findLessonStudents,
} from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aClassWithLessons, aLesson } from '../../../test/factories/class.factory.ts';
import { anOrder } from '../../../test/factories/order.factory.ts';
import { aStudent, aUser } from '../../../test/factories/user.factory.ts';

const app = useTestApp();

const aLessonOf = async (maxCap: number) => {
  const { lessons } = await aClassWithLessons(app, 1, { maxCap });
  return lessons[0]?.id ?? '';
};

const students = (count: number) => Promise.all(Array.from({ length: count }, () => aStudent(app)));

const rosterOf = async (id: string) =>
  (await (await app.as('Admin')).call(getLessonRoster, { params: { id } })).data;

describe('finding students by e-mail', () => {
  test('returns found students, students already on the lesson, and unknown addresses', async () => {
    const order = await anOrder(app, { lessons: 1 });
    const id = order.detail.lesson[0] ?? '';
    const free = await aStudent(app, { email: 'Free.Student@example.com' });
    const tutor = await aUser(app, { type: 'Tutor' });
    const admin = await app.as('Admin');

    const { data } = await admin.call(findLessonStudents, {
      params: { id },
      body: {
        emails: [
          ' free.student@EXAMPLE.com ',
          order.created_by.email.toUpperCase(),
          'Unknown@example.com',
          tutor.email,
          '',
        ],
      },
    });

    expect(data.found).toEqual([{ _id: free.id, name: free.name, email: free.email }]);
    expect(data.existing).toMatchObject([{ _id: order.created_by._id, kind: 'PAYMENT' }]);
    expect(data.not_found).toEqual(['Unknown@example.com', tutor.email]);
  });

  test('accepts 500 addresses at once', async () => {
    const id = await aLessonOf(20);
    const known = await students(3);
    const emails = Array.from({ length: 497 }, (_, index) => `unknown${index}@example.com`);
    const admin = await app.as('Admin');
    const { data } = await admin.call(findLessonStudents, {
      params: { id },
      body: { emails: [...emails, ...known.map((student) => student.email)] },
    });
    expect(data.found).toHaveLength(3);
    expect(data.not_found).toEqual(emails);
  });
});

describe('adding students by hand', () => {
  test('gives each a place with the user as the source', async () => {
    const id = await aLessonOf(20);
    const [first, second] = await students(2);
    const admin = await app.as('Admin', { name: 'Nadia Tan' });

    const { data } = await admin.call(addLessonStudents, {
      params: { id },
      body: {
        student: [first?.id ?? '', second?.id ?? '', first?.id ?? ''],
        kind: 'trial_student',
      },
    });

    expect(data).toEqual({ added: [first?.id, second?.id], existing: [], lessons: 1 });
    const roster = await rosterOf(id);
    expect(roster).toHaveLength(2);
    expect(roster[0]).toMatchObject({
      kind: 'TRIAL',
      sources: [{ kind: 'TRIAL', order: null, added_by: 'Nadia Tan' }],
    });
  });

  test('lists the added students with their kind in the timeline, by name', async () => {
    const id = await aLessonOf(20);
    const named = await aStudent(app, { name: 'Chua Si Ying' });
    const nameless = await aStudent(app, { name: '' });
    const admin = await app.as('Admin');

    await admin.call(addLessonStudents, {
      params: { id },
      body: { student: [named.id, nameless.id], kind: 'video_student' },
    });

    const timeline = await admin.call(listLessonChanges, { params: { id } });
    expect(timeline.data).toMatchObject([
      {
        action: 'lesson.studentsAdded',
        changes: [{ field: 'video_student', from: null, to: `${nameless.email}, Chua Si Ying` }],
      },
    ]);
  });

  test('skips students with the same kind or a stronger one, and raises weaker kinds', async () => {
    const id = await aLessonOf(20);
    const [student] = await students(1);
    const admin = await app.as('Admin');
    const add = (kind: 'student' | 'trial_student' | 'video_student') =>
      admin.call(addLessonStudents, {
        params: { id },
        body: { student: [student?.id ?? ''], kind },
      });

    expect((await add('video_student')).data.added).toHaveLength(1);
    expect((await add('student')).data.added).toHaveLength(1);
    expect((await add('trial_student')).data.existing).toHaveLength(1);
    const roster = await rosterOf(id);
    expect(roster).toMatchObject([{ kind: 'PAYMENT', student: { _id: student?.id } }]);
  });

  test('concurrent additions of the same 60 students add each once', async () => {
    const id = await aLessonOf(100);
    const sixty = (await students(60)).map((student) => student.id);
    const admins = [await app.as('Admin'), await app.as('Admin')];

    const answers = await Promise.all(
      admins.map((admin) =>
        admin.call(addLessonStudents, { params: { id }, body: { student: sixty } }),
      ),
    );

    expect(answers.flatMap((answer) => answer.data.added)).toHaveLength(60);
    const roster = await rosterOf(id);
    expect(roster).toHaveLength(60);
    expect(roster.every((place) => place.sources.length === 1)).toBe(true);
  });

  test('asks before the lesson exceeds its seats; video places take no seat', async () => {
    const id = await aLessonOf(2);
    const [first, second, third] = (await students(3)).map((student) => student.id);
    const admin = await app.as('Admin');
    const add = (student: (string | undefined)[], more: object = {}) =>
      admin.send(addLessonStudents, {
        params: { id },
        body: { student: student.filter((one) => one !== undefined), ...more },
      });

    const refused = await add([first, second, third]);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        message: {
          errors: [
            {
              code: 'class_full',
              message: 'This lesson has 2 of 2 seats left for 3 students. Add anyway?',
            },
          ],
        },
      },
    });
    expect(await rosterOf(id)).toHaveLength(0);
    expect((await add([first, second])).status).toBe(200);
    expect((await add([third])).status).toBe(422);
    expect((await add([third], { kind: 'video_student' })).status).toBe(200);
    expect((await add([third], { allow_overbook: true })).status).toBe(200);
  });

  test('asks before a student joins a class that is marked as sold out', async () => {
    const { lessons } = await aClassWithLessons(app, 1, { isSoldOut: true });
    const id = lessons[0]?.id ?? '';
    const [student] = await students(1);
    const admin = await app.as('Admin');
    const add = (more: object = {}) =>
      admin.send(addLessonStudents, {
        params: { id },
        body: { student: [student?.id ?? ''], ...more },
      });

    const refused = await admin.refused(addLessonStudents, {
      params: { id },
      body: { student: [student?.id ?? ''] },
    });
    expect(refused).toMatchObject({ status: 422, code: 'class_sold_out', field: 'student' });
    expect((await add({ kind: 'video_student' })).status).toBe(200);
    expect((await add({ allow_overbook: true })).status).toBe(200);
  });

  test('of 30 concurrent additions to the last 20 seats, 20 succeed', async () => {
    const id = await aLessonOf(20);
    const thirty = await students(30);
    const admin = await app.as('Admin');
    const answers = await Promise.all(
      thirty.map((student) =>
        admin.send(addLessonStudents, { params: { id }, body: { student: [student.id] } }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(20);
    expect(await rosterOf(id)).toHaveLength(20);
  });

  test('refuses a tutor, and users who are not Admins', async () => {
    const id = await aLessonOf(20);
    const tutor = await aUser(app, { type: 'Tutor' });
    const body = { student: [tutor.id] };
    const admin = await app.as('Admin');
    expect(await admin.refused(addLessonStudents, { params: { id }, body })).toMatchObject({
      status: 400,
      field: 'student',
    });
    for (const role of ['SalesAdmin', 'CustService', 'Tutor'] as const) {
      const refused = await (
        await app.as(role)
      ).refused(addLessonStudents, { params: { id }, body });
      expect({ role, status: refused.status }).toEqual({ role, status: 403 });
    }
  });
});

describe('adding students to several lessons of the class', () => {
  const kindsOf = async (lessons: { id: string }[]) =>
    Promise.all(
      lessons.map(async ({ id }) => (await rosterOf(id)).map(({ kind }) => kind).toSorted()),
    );

  test('gives a place on this and all coming lessons, raises Video to Payment, and audits each', async () => {
    const { lessons } = await aClassWithLessons(app, 4);
    const [before, here, next, last] = lessons;
    if (!before || !here || !next || !last) throw new Error('No lessons were made.');
    const [first, second] = (await students(2)).map(({ id }) => id);
    const both = [first ?? '', second ?? ''];
    const admin = await app.as('Admin');
    await admin.call(addLessonStudents, {
      params: { id: next.id },
      body: { student: both.slice(0, 1), kind: 'video_student' },
    });

    const { data } = await admin.call(addLessonStudents, {
      params: { id: here.id },
      body: { student: both, lessons: 'coming' },
    });

    expect(data).toEqual({ added: both, existing: [], lessons: 3 });
    expect(await kindsOf(lessons)).toEqual([
      [],
      ['PAYMENT', 'PAYMENT'],
      ['PAYMENT', 'PAYMENT'],
      ['PAYMENT', 'PAYMENT'],
    ]);
    for (const { id } of [here, last]) {
      const timeline = await admin.call(listLessonChanges, { params: { id } });
      expect(timeline.data).toMatchObject([{ action: 'lesson.studentsAdded' }]);
    }
  });

  test('gives a place on the chosen lessons only, and once for repeated requests', async () => {
    const { lessons } = await aClassWithLessons(app, 3);
    const [student] = await students(1);
    const admin = await app.as('Admin');
    const chosen = [lessons[0]?.id ?? '', lessons[2]?.id ?? ''];
    const call = () =>
      admin.call(addLessonStudents, {
        params: { id: chosen[0] ?? '' },
        body: { student: [student?.id ?? ''], lessons: chosen },
        headers: { 'idempotency-key': `add-${chosen.join()}` },
      });

    const first = await call();
    expect(first.data).toEqual({ added: [student?.id], existing: [], lessons: 2 });
    expect(await call()).toEqual(first);
    expect(await kindsOf(lessons)).toEqual([['PAYMENT'], [], ['PAYMENT']]);
  });

  test('names the lesson that is full, and adds nothing', async () => {
    const { lessons } = await aClassWithLessons(app, 2, { maxCap: 1 });
    const [first, second] = await students(2);
    const admin = await app.as('Admin');
    const [one, two] = lessons.map(({ id }) => id);
    await admin.call(addLessonStudents, {
      params: { id: two ?? '' },
      body: { student: [first?.id ?? ''] },
    });
    const refused = await admin.refused(addLessonStudents, {
      params: { id: one ?? '' },
      body: { student: [second?.id ?? ''], lessons: 'coming' },
    });
    expect(refused).toMatchObject({ status: 422, code: 'class_full' });
    expect(refused.body.message.errors[0]?.message).toBe('T1 L2 is full (1 of 1). Add anyway?');
    expect(await kindsOf(lessons)).toEqual([[], ['PAYMENT']]);
  });

  test('refuses lessons of another class', async () => {
    const { lessons } = await aClassWithLessons(app, 1);
    const other = await aClassWithLessons(app, 1);
    const [student] = await students(1);
    const refused = await (
      await app.as('Admin')
    ).refused(addLessonStudents, {
      params: { id: lessons[0]?.id ?? '' },
      body: { student: [student?.id ?? ''], lessons: [other.lessons[0]?.id ?? ''] },
    });
    expect(refused).toMatchObject({ status: 422, code: 'lessons_not_in_class', field: 'lessons' });
  });

  test('asks before the students of a past lesson change', async () => {
    const tuitionClass = await aClass(app);
    const held = await aLesson(app, tuitionClass.id, { inDays: -7 });
    const [student] = await students(1);
    const admin = await app.as('Admin');
    const add = (more: object) =>
      admin.send(addLessonStudents, {
        params: { id: held.id },
        body: { student: [student?.id ?? ''], ...more },
      });
    expect(await add({})).toMatchObject({
      status: 409,
      body: {
        message: {
          errors: [
            {
              code: 'lesson_unusual',
              message: 'The lesson of 13 Nov 2026 was held already. Save anyway?',
            },
          ],
        },
      },
    });
    expect((await add({ allow_unusual: true })).status).toBe(200);
  });

  test('returns which of the new students have another lesson at that time', async () => {
    const { lessons } = await aClassWithLessons(app, 1);
    const lesson = lessons[0];
    if (!lesson) throw new Error('No lesson was made.');
    const other = await aClass(app);
    const elsewhere = await aLesson(app, other.id, { scheduledAt: lesson.scheduledAt });
    const [busy, free] = (await students(2)).map(({ id }) => id);
    const admin = await app.as('Admin');
    await admin.call(addLessonStudents, {
      params: { id: elsewhere.id },
      body: { student: [busy ?? ''] },
    });
    const { data } = await admin.call(checkLessons, {
      body: {
        lessons: [
          {
            _id: lesson.id,
            scheduled_on: lesson.scheduledAt.toISOString(),
            ended_on: lesson.endedAt.toISOString(),
            student: [busy ?? '', free ?? ''],
          },
        ],
      },
    });
    expect(data).toMatchObject([
      { bookings: [{ as: 'student', person: { _id: busy }, lesson: { _id: elsewhere.id } }] },
    ]);
    expect(data[0]?.bookings).toHaveLength(1);
  });
});
