import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countNames,
  type countSorts,
  expectedKinds,
  listAttendanceOfStudents,
  listLessonAttendance,
  listReportedStudents,
  sumLessonAttendance,
  type AttendanceCounts,
} from 'staffroom-contract/domains/attendance/lesson-attendance.contract.ts';
import type { AttendanceStatus } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import type { PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aLessonWith, pupils } from '../../../test/factories/announcement.factory.ts';
import { aStay } from '../../../test/factories/attendance.factory.ts';
import { aTutor } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { unique } from '../../../test/unique.ts';
import { someOf } from '../../../test/walk.ts';
import { newId } from '../../platform/ids.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessons, lessonStaff, rosterSources } from '../lessons/lessons.schema.ts';
import { attendanceCorrections } from './attendance.schema.ts';
import { classroomEvents } from './classroom-events.schema.ts';

const app = useTestApp();
const minute = 60_000;

/** By the fixed clock: a Sunday in Singapore. */
const dayAgo = (days: number) =>
  new Date(app.clock.now().getTime() + 8 * 60 * minute - days * 24 * 60 * minute)
    .toISOString()
    .slice(0, 10);
const at = (text: string) => new Date(`${text}+08:00`);

const aHeldLesson = async (
  people: Parameters<typeof aLessonWith>[1],
  {
    start = at(`${dayAgo(2)}T16:00`),
    minutes = 120,
    ...values
  }: { start?: Date; minutes?: number; isActive?: boolean; subject?: string } = {},
) => {
  const { tuitionClass, lesson, students } = await aLessonWith(app, people);
  const name = unique('Reported');
  const { subject = 'Mathematics', isActive = true } = values;
  await app.database.db
    .update(classes)
    .set({ name, subject })
    .where(eq(classes.id, tuitionClass.id));
  const endedAt = new Date(start.getTime() + minutes * minute);
  const [row] = await app.database.db
    .update(lessons)
    .set({ scheduledAt: start, endedAt, isActive })
    .where(eq(lessons.id, lesson.id))
    .returning();
  return { lesson: row!, students, class_name: { regex: name } };
};

type Asked = { between?: [string, string] } & Record<string, unknown>;

const bodyOf = ({ between = [dayAgo(6), dayAgo(0)], ...filter }: Asked) => ({
  date_range: { between },
  ...filter,
});

const report = async (api: Api, asked: Asked) =>
  (await api.call(listLessonAttendance, { body: bodyOf(asked) })).data;

const none: AttendanceCounts = { attended: 0, half: 0, absent: 0, unknown: 0 };

describe('the attendance of a lesson', () => {
  test('counts paying and trial students separately, and no video students', async () => {
    const { lesson, students, class_name } = await aHeldLesson([
      ...pupils(3),
      { kind: 'TRIAL' },
      { kind: 'TRIAL' },
      { kind: 'PAYMENT_VIDEO' },
    ]);
    await aStay(app, lesson, { email: students[0]!.email, to: 120 });
    await aStay(app, lesson, { email: students[1]!.email, to: 80 });
    await aStay(app, lesson, { email: students[3]!.email, to: 119 });
    const admin = await app.as('Admin');
    expect(await report(admin, { class_name })).toMatchObject([
      {
        _id: lesson.id,
        paying: { attended: 1, half: 1, absent: 1, unknown: 0 },
        trial: { attended: 1, half: 0, absent: 1, unknown: 0 },
      },
    ]);
  });

  test('sorts the lessons of a period of at most a month by each count and by the rate', async () => {
    const name = unique('Sorted');
    const held = async (present: number, absent: number, halves: number, trials = 0) => {
      const people = [
        ...pupils(present + absent + halves),
        ...Array.from({ length: trials }, () => ({ kind: 'TRIAL' as const })),
      ];
      const { lesson, students } = await aHeldLesson(people);
      await app.database.db
        .update(classes)
        .set({ name: `${name} ${present}` })
        .where(eq(classes.id, lesson.classId));
      for (const [index, { email }] of students.entries())
        if (index < present + halves || index >= present + absent + halves)
          await aStay(app, lesson, { email, to: index < halves ? 60 : 120 });
      return lesson.id;
    };
    const few = await held(1, 2, 0);
    const most = await held(3, 0, 1);
    const trial = await held(0, 1, 0, 2);
    const { lesson: silent, class_name: unknown } = await aHeldLesson(pupils(2));
    await app.database.db
      .update(classes)
      .set({ name: `${name} silent` })
      .where(eq(classes.name, unknown.regex));
    const admin = await app.as('Admin');
    const sorted = async (sortBy: (typeof countSorts)[number]) => {
      const query = { sortBy, order: 'desc' as const };
      const body = bodyOf({ class_name: { regex: name } });
      const { data } = await admin.call(listLessonAttendance, { query, body });
      return data.map(({ _id }) => _id);
    };
    expect(await sorted('attended')).toEqual([most, trial, few, silent.id]);
    expect((await sorted('absent')).slice(0, 2)).toEqual([few, trial]);
    expect((await sorted('half'))[0]).toBe(most);
    expect((await sorted('unknown'))[0]).toBe(silent.id);
    expect(await sorted('rate')).toEqual([most, trial, few, silent.id]);
    const tooLong = await admin.refused(listLessonAttendance, {
      query: { sortBy: 'rate' },
      body: bodyOf({ between: [dayAgo(31), dayAgo(0)] }),
    });
    expect(tooLong).toMatchObject({ status: 400, field: 'date_range' });
  });

  test('is N/A, not absent, without any data; such a lesson is reported as missing', async () => {
    const silent = await aHeldLesson([{}, { kind: 'TRIAL' }]);
    const justOver = await aHeldLesson(pupils(1), {
      start: new Date(app.clock.now().getTime() - 239 * minute),
    });
    const known = await aHeldLesson(pupils(1));
    await aStay(app, known.lesson, { email: 'stranger@example.org' });
    const empty = await aHeldLesson([]);
    const admin = await app.as('Admin');
    expect(await report(admin, { class_name: silent.class_name, missing: true })).toMatchObject([
      { paying: { ...none, unknown: 1 }, trial: { ...none, unknown: 1 } },
    ]);
    expect(await report(admin, { class_name: known.class_name })).toMatchObject([
      { paying: { ...none, absent: 1 }, trial: none },
    ]);
    // The data of this lesson may still arrive.
    for (const { class_name } of [known, empty, justOver])
      expect(await report(admin, { class_name, missing: true })).toEqual([]);
    const total = await admin.call(sumLessonAttendance, {
      body: bodyOf({ class_name: silent.class_name }),
    });
    expect(total.data).toMatchObject({ lessons: 1, missing: 1, paying: { unknown: 1 } });
  });

  test('is as staff corrected it, also without any other data', async () => {
    const { lesson, students, class_name } = await aHeldLesson(pupils(2));
    await correct(lesson.id, students[0]!.id, 'half attended');
    const admin = await app.as('Admin');
    expect(await report(admin, { class_name })).toMatchObject([
      { paying: { ...none, half: 1, unknown: 1 } },
    ]);
    expect(await report(admin, { class_name, missing: true })).toEqual([]);
  });

  test('shows the students behind its counts by name', async () => {
    const { lesson, students } = await aHeldLesson([{ name: 'Zoe' }, { name: 'Aidan' }]);
    await aStay(app, lesson, { email: students[0]!.email });
    const answer = await (
      await app.as('Admin')
    ).call(listReportedStudents, { params: { id: lesson.id } });
    expect(answer).toMatchObject({
      data: [
        { name: 'Aidan', kind: 'PAYMENT', status: 'absent', corrected: false },
        { name: 'Zoe', kind: 'PAYMENT', status: 'attended', corrected: false },
      ],
      count: 2,
      unnamed: 0,
    });
  });
});

describe('the lessons of a period', () => {
  test('start on its business days, latest first, without future and inactive ones', async () => {
    const monthEdge = await aHeldLesson(pupils(1), { start: at('2026-10-31T23:00') });
    const [before, after] = await Promise.all([
      report(await app.as('Admin'), {
        class_name: monthEdge.class_name,
        between: ['2026-10-01', '2026-10-31'],
      }),
      report(await app.as('Admin'), {
        class_name: monthEdge.class_name,
        between: ['2026-11-01', '2026-11-30'],
      }),
    ]);
    expect([before.length, after.length]).toEqual([1, 0]);
    const tomorrow = await aHeldLesson(pupils(1), {
      start: new Date(app.clock.now().getTime() + minute),
    });
    const inactive = await aHeldLesson(pupils(1), { isActive: false });
    for (const { class_name } of [tomorrow, inactive])
      expect(await report(await app.as('Admin'), { class_name })).toEqual([]);
  });

  test('may end after midnight, and a student who stays until the end attended', async () => {
    const { lesson, students, class_name } = await aHeldLesson(pupils(1), {
      start: at(`${dayAgo(2)}T23:30`),
    });
    await aStay(app, lesson, { email: students[0]!.email });
    expect(
      await report(await app.as('Admin'), { class_name, between: [dayAgo(2), dayAgo(2)] }),
    ).toMatchObject([{ paying: { attended: 1 } }]);
  });

  test('have an end after their start: the database refuses others', async () => {
    const { lesson } = await aHeldLesson(pupils(1));
    for (const endedAt of [null as never, lesson.scheduledAt])
      await expect(
        app.database.db.update(lessons).set({ endedAt }).where(eq(lessons.id, lesson.id)),
      ).rejects.toThrow();
  });

  test('are found by class, subject and tutor, and all of them are downloaded', async () => {
    const { lesson, class_name, students } = await aHeldLesson(pupils(2), { subject: 'Physics' });
    await aStay(app, lesson, { email: students[0]!.email });
    const name = unique('Ong Jun Jie');
    const tutor = await aTutor(app, { name });
    await teach(lesson.id, tutor.id);
    const admin = await app.as('Admin');
    expect(await report(admin, { tutor_name: { regex: name }, subject: 'Physics' })).toHaveLength(
      1,
    );
    expect(await report(admin, { tutor_name: { regex: name }, subject: 'English' })).toEqual([]);
    const file = await admin.send(listLessonAttendance, {
      body: bodyOf({ class_name }),
      headers: { accept: 'text/csv' },
    });
    expect(String(file.body).split('\r\n')[1]).toMatch(
      /,Physics,.*Ong Jun Jie[^,]*,.*,1,0,1,0,50,0,0,0,0,$/,
    );
  });

  test.each([
    ['a start after the end', { between: ['2026-11-20', '2026-11-19'] }, 'date_range'],
    ['half a period', { between: ['2026-11-20', null] }, 'date_range.between.1'],
    [
      'a day that does not exist',
      { between: ['2026-02-30', '2026-03-01'] },
      'date_range.between.0',
    ],
    ['an unknown subject', { subject: 'Magic' }, 'subject'],
  ])('are refused for %s', async (_, asked, field) => {
    const admin = await app.as('Admin');
    const refused = await admin.refused(listLessonAttendance, {
      body: bodyOf(asked as never),
    });
    expect(refused).toMatchObject({ status: 400, field });
  });

  test('in the future are not found; a sum of more than a month is refused', async () => {
    const admin = await app.as('Admin');
    expect(await report(admin, { between: ['2031-01-01', '2031-01-31'] })).toEqual([]);
    const sum = (between: [string, string]) =>
      admin.refused(sumLessonAttendance, { body: bodyOf({ between }) });
    expect(await sum(['2026-01-01', '2026-11-20'])).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field: 'date_range',
    });
  });
});

describe('the scope of the report', () => {
  test('a Tutor reads only the lessons it teaches', async () => {
    const own = await aHeldLesson(pupils(1));
    const other = await aHeldLesson(pupils(1));
    const tutor = await app.as('Tutor', { name: 'Daniel Chua' });
    await teach(own.lesson.id, tutor.id);
    expect(await report(tutor, { class_name: own.class_name })).toHaveLength(1);
    expect(await report(tutor, { class_name: other.class_name })).toEqual([]);
    const total = await tutor.call(sumLessonAttendance, {
      body: bodyOf({ class_name: other.class_name }),
    });
    expect(total.data.lessons).toBe(0);
    const refused = await tutor.refused(listReportedStudents, { params: { id: other.lesson.id } });
    expect(refused.status).toBe(404);
  });

  test('each count of the total matches its list of students, page by page and in a file', async () => {
    const subject = 'Physics';
    const between: [string, string] = [dayAgo(40), dayAgo(39)];
    for (const [index, fix] of ([null, 'absent', 'attended'] as const).entries()) {
      const { lesson, students } = await aHeldLesson(
        [
          ...pupils(2),
          ...pupils(2, { name: 'Sim Yi Xuan' }),
          { kind: 'TRIAL' },
          { kind: 'TRIAL', name: 'Sim Wei' },
          { kind: 'PAYMENT_VIDEO' },
        ],
        { start: at(`${dayAgo(40)}T1${index}:00`), subject },
      );
      if (fix) await aStay(app, lesson, { email: students[0]!.email });
      if (fix) await correct(lesson.id, students[5]!.id, fix);
    }
    const body = bodyOf({ between, subject });
    const admin = await app.as('Admin');
    const { data: total } = await admin.call(sumLessonAttendance, { body });
    for (const kind of expectedKinds)
      for (const attended of countNames) {
        const { count, unnamed } = await admin.call(listAttendanceOfStudents, {
          body: { ...body, kind, attended },
        });
        expect([kind, attended, count, unnamed]).toEqual([
          kind,
          attended,
          total[kind][attended],
          0,
        ]);
      }
    expect([total.paying, total.trial]).toEqual([
      { attended: 2, half: 0, absent: 6, unknown: 4 },
      { attended: 1, half: 0, absent: 3, unknown: 2 },
    ]);
    const known = { ...body, attended: { in: ['attended' as const, 'absent' as const] } };
    const pages = await Promise.all(
      [0, 5, 10].map((offset) =>
        admin.call(listAttendanceOfStudents, { query: { max: 5, offset }, body: known }),
      ),
    );
    const rows = pages.flatMap(({ data }) => data);
    expect(new Set(rows.map(({ lesson, student }) => `${lesson._id} ${student._id}`)).size).toBe(
      12,
    );
    const starts = rows.map(({ lesson }) => lesson.scheduled_on);
    expect(starts).toEqual(starts.toSorted().toReversed());
    const file = await admin.send(listAttendanceOfStudents, {
      body: known,
      headers: { accept: 'text/csv' },
    });
    expect(String(file.body).trim().split('\r\n')).toHaveLength(13);
    // Pages contain the same students as the whole list, with any filter.
    for (const filter of [
      {},
      { kind: 'trial' as const },
      { student: { regex: 'sim' } },
      { kind: 'paying' as const, student: { regex: 'Yi' } },
    ]) {
      const whole = await admin.call(listAttendanceOfStudents, {
        query: { max: 200 },
        body: { ...body, ...filter, attended: { in: [...countNames] } },
      });
      expect(whole.count).toBeGreaterThan(0);
      expect(whole.data).toHaveLength(whole.count);
      const turned = await Promise.all(
        [0, 5, 10, 15].map((offset) =>
          admin.call(listAttendanceOfStudents, {
            query: { max: 5, offset },
            body: { ...body, ...filter },
          }),
        ),
      );
      expect(turned.flatMap(({ data }) => data)).toEqual(whole.data);
      for (const { count, unnamed } of turned)
        expect([count, unnamed]).toEqual([whole.count, whole.unnamed]);
    }
    // Students whom a reader may not see by name are only counted.
    const typist = await app.as('Typist', { extraRoutes: ['/dashboard'] });
    expect(await typist.call(listAttendanceOfStudents, { body: known })).toMatchObject({
      data: [],
      count: 0,
      unnamed: 12,
    });
    expect(await typist.call(listAttendanceOfStudents, { body })).toMatchObject({
      data: [],
      count: 0,
      unnamed: 18,
    });
  });

  test('DataAdmin reads every lesson, with only the names of its students', async () => {
    const { lesson, class_name, students } = await aHeldLesson([{ name: 'Goh Kai Xiang' }]);
    const dataAdmin = await app.as('DataAdmin');
    expect(await report(dataAdmin, { class_name })).toHaveLength(1);
    const { data } = await dataAdmin.call(listReportedStudents, { params: { id: lesson.id } });
    expect(data).toEqual([
      {
        _id: students[0]!.id,
        name: 'Goh Kai Xiang',
        kind: 'PAYMENT',
        status: null,
        corrected: false,
      },
    ]);
  });

  test('students out of scope are only counted', async () => {
    const { lesson, class_name } = await aHeldLesson(pupils(2));
    const typist = await app.as('Typist', { extraRoutes: ['/dashboard'] });
    expect(await report(typist, { class_name })).toMatchObject([{ paying: { unknown: 2 } }]);
    expect(await typist.call(listReportedStudents, { params: { id: lesson.id } })).toMatchObject({
      data: [],
      count: 2,
      unnamed: 2,
    });
  });
});

describe('the counts', () => {
  const person = fc.record({
    kind: fc.constantFrom<PlaceKind>('PAYMENT', 'TRIAL', 'PAYMENT_VIDEO'),
    /** A second source of the same place. */
    also: fc.option(fc.constantFrom<PlaceKind>('PAYMENT', 'TRIAL', 'PAYMENT_VIDEO')),
    stays: fc.uniqueArray(
      fc.record({
        source: fc.constantFrom('zoom' as const, 'join' as const, 'leave' as const),
        from: fc.integer({ min: -20, max: 119 }),
        length: fc.integer({ min: 1, max: 100 }),
      }),
      { maxLength: 3, selector: ({ from }) => from },
    ),
    fix: fc.option(fc.constantFrom('attended', 'half attended', 'absent', 'taken back'), {
      freq: 6,
    }),
  });
  const world = fc.record({
    /** Minutes since the start. During a lesson, students with an open stay count as present until the end. */
    began: fc.constantFrom(30, 90, 500),
    people: fc.array(person, { maxLength: 5 }),
    stranger: fc.boolean(),
  });
  type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

  const build = async ({ began, people, stranger }: World) => {
    const { lesson, students, class_name } = await aHeldLesson(people, {
      start: new Date(app.clock.now().getTime() - began * minute),
    });
    const { db } = app.database;
    if (stranger) await aStay(app, lesson, { email: 'stranger@example.org', to: 300 });
    for (const [index, { also, stays, fix }] of people.entries()) {
      const { id, email } = students[index]!;
      if (also)
        await db.insert(rosterSources).values({
          id: newId(app.clock.now()),
          lessonId: lesson.id,
          studentId: id,
          kind: also,
          addedBy: id,
          created: app.clock.now(),
        });
      for (const { source, from, length } of stays)
        if (source === 'zoom') await aStay(app, lesson, { email, from, to: from + length });
        else
          await db.insert(classroomEvents).values({
            id: newId(app.clock.now()),
            lessonId: lesson.id,
            studentId: id,
            email,
            name: 'Guest',
            action: source,
            at: new Date(lesson.scheduledAt.getTime() + from * minute),
            received: app.clock.now(),
          });
      if (fix) await correct(lesson.id, id, fix === 'taken back' ? null : fix);
    }
    return { lesson, class_name };
  };

  /** A simple implementation of the rule, student by student, in minutes since the start. */
  const slowly = ({ began, people, stranger }: World) => {
    const ranks: PlaceKind[] = ['PAYMENT', 'TRIAL', 'PAYMENT_VIDEO'];
    const untils = people.map(({ stays }) => {
      const came = stays.flatMap(({ source, from }) => (source === 'leave' ? [] : [from]));
      const left = stays.flatMap(({ source, from, length }) =>
        source === 'join' ? [] : [source === 'zoom' ? from + length : from],
      );
      if (came.length + left.length === 0) return null;
      const isIn = left.length === 0 || (came.length > 0 && Math.max(...came) > Math.max(...left));
      return isIn ? Math.max(Math.min(...came, ...left), Math.min(began, 120)) : Math.max(...left);
    });
    const last = Math.max(...untils.map((until) => until ?? -Infinity));
    const isKnown = stranger || untils.some((until) => until !== null);
    const total = { paying: { ...none }, trial: { ...none } };
    people.forEach(({ kind, also, fix }, index) => {
      const rank = Math.min(ranks.indexOf(kind), also ? ranks.indexOf(also) : 2);
      if (rank === 2) return;
      const until = untils[index] ?? null;
      const found =
        until === null ? (isKnown ? 'absent' : 'unknown') : last - until > 30 ? 'half' : 'attended';
      const status = fix && fix !== 'taken back' ? (fix === 'half attended' ? 'half' : fix) : found;
      total[rank === 0 ? 'paying' : 'trial'][status] += 1;
    });
    return total;
  };

  test('equal those of a simple implementation, for one lesson and for the sum', async () => {
    const admin = await app.as('Admin');
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const { class_name, lesson } = await build(given);
        const expected = slowly(given);
        expect(await report(admin, { class_name })).toMatchObject([expected]);
        const total = await admin.call(sumLessonAttendance, { body: bodyOf({ class_name }) });
        expect(total.data).toMatchObject({ lessons: 1, ...expected });
        // The list of students behind the counts uses another query and must agree.
        const behind = await admin.call(listAttendanceOfStudents, {
          query: { max: 200 },
          body: bodyOf({ class_name }),
        });
        const found = { paying: { ...none }, trial: { ...none } };
        for (const { kind, status } of behind.data) found[kind][nameOfStatus(status)] += 1;
        expect(found).toEqual(expected);
        expect(behind.count).toBe(behind.data.length);
        const { data } = await admin.call(listReportedStudents, { params: { id: lesson.id } });
        expect(
          data.filter(({ kind, status }) => kind === 'PAYMENT' && status === 'absent'),
        ).toHaveLength(expected.paying.absent);
        expect(
          data.filter(({ kind, status }) => kind === 'TRIAL' && status === 'half attended'),
        ).toHaveLength(expected.trial.half);
      }),
      { numRuns: someOf(60) },
    );
  });
});

const nameOfStatus = (status: AttendanceStatus | null): keyof AttendanceCounts =>
  status === null ? 'unknown' : status === 'half attended' ? 'half' : status;

const teach = (lessonId: string, userId: string) =>
  app.database.db.insert(lessonStaff).values({ lessonId, userId, kind: 'tutor' });

const correct = async (
  lessonId: string,
  studentId: string,
  status: 'attended' | 'half attended' | 'absent' | null,
) =>
  app.database.db.insert(attendanceCorrections).values({
    lessonId,
    studentId,
    status,
    reason: 'Reported by phone',
    correctedBy: (await app.as('Admin')).id,
    correctedAt: app.clock.now(),
    version: 2,
  });
