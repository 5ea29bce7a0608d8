import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  listTrialStat,
  listTrialStudents,
  trialCounts,
  type TrialCount,
  type TrialStat,
} from 'staffroom-contract/domains/reports/trial-stat.contract.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { aStudentOn } from '../../../test/factories/homework.factory.ts';
import { aStay } from '../../../test/factories/attendance.factory.ts';
import { unique } from '../../../test/unique.ts';
import { someOf } from '../../../test/walk.ts';
import { newId } from '../../platform/ids.ts';
import { classStaff } from '../classes/classes.schema.ts';
import { lessons, rosterSources } from '../lessons/lessons.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { anyPlan, buildWorld, dayOf, type World } from './report-world.test-helper.ts';

const app = useTestApp();
const hour = 3_600_000;

/** A simple calculation of the rows of a range of days. */
const plainly = (world: World, [start, end]: readonly [string, string], subject: string | null) => {
  const { now, places, stays, corrections, orders } = world;
  const attendanceOf = (lessonId: string, studentId: string) => {
    const fix = corrections.get(`${lessonId} ${studentId}`);
    if (fix) return fix === 'absent' ? 'absent' : 'attended';
    const came = stays.filter((stay) => stay.lessonId === lessonId);
    if (came.length === 0) return null;
    return came.some((stay) => stay.studentId === studentId) ? 'attended' : 'absent';
  };
  return world.classes
    .filter((tuition) => subject === null || tuition.subject === subject)
    .flatMap((tuition) => tuition.lessons.map((lesson) => ({ tuition, lesson })))
    .flatMap(({ tuition, lesson }) => {
      const day = dayOf(lesson.scheduledAt);
      const trials = places.filter(
        (place) =>
          place.lessonId === lesson.id && place.kind === 'TRIAL' && place.releasedAt === null,
      );
      if (!lesson.isActive || day < start || day > end || trials.length === 0) return [];
      const isFinal = lesson.endedAt.getTime() + 2 * hour <= now.getTime();
      const students = [...new Set(trials.map(({ studentId }) => studentId))].map((studentId) => {
        const since = Math.min(
          ...trials
            .filter((each) => each.studentId === studentId)
            .map(({ created, orderId }) =>
              Number(orders.find(({ id }) => id === orderId)?.created ?? created),
            ),
        );
        const bought = orders.some((order) => {
          const at = Math.max(Number(order.created), Number(order.completedAt ?? 0));
          return (
            order.studentId === studentId &&
            order.classId === tuition.id &&
            order.type === 'PAYMENT' &&
            (order.status === 'PAID' || order.status === 'PROCESSED') &&
            at >= since &&
            dayOf(new Date(at)) <= addDays(day, 90)
          );
        });
        return {
          studentId,
          attendance: isFinal ? attendanceOf(lesson.id, studentId) : null,
          bought,
        };
      });
      const attended = students.filter(({ attendance }) => attendance === 'attended');
      const known = students.filter(({ attendance }) => attendance !== null);
      const both = attended.filter(({ bought }) => bought);
      const percent = (part: number, whole: number) =>
        whole === 0 ? null : Math.round((part / whole) * 100);
      return {
        _id: lesson.id,
        registered_trial_count: students.length,
        attendance_count: attended.length,
        converted_count: students.filter(({ bought }) => bought).length,
        attended_converted_count: both.length,
        attendance_percentage: percent(attended.length, known.length),
        attended_converted_percentage: percent(both.length, attended.length),
        students: students
          .map(({ studentId, ...rest }) => `${studentId} ${rest.attendance} ${rest.bought}`)
          .toSorted(),
      };
    })
    .toSorted((one, other) => (one._id < other._id ? -1 : 1));
};

const asPlain = ({
  trial_student: students,
  class: _c,
  lesson: _l,
  tutor: _t,
  ...row
}: TrialStat) => ({
  ...row,
  students: students
    .map((each) => `${each._id} ${each.attendance} ${each.class_purchased}`)
    .toSorted(),
});

const hasAttended = ({ attendance }: TrialStat['trial_student'][number]) =>
  attendance === 'attended';
const isCounted: Record<TrialCount, (student: TrialStat['trial_student'][number]) => boolean> = {
  registered: () => true,
  attended: hasAttended,
  converted: ({ class_purchased: hasBought }) => hasBought,
  'attended-converted': (student) => hasAttended(student) && student.class_purchased,
};
const fieldOf = {
  registered: 'registered_trial_count',
  attended: 'attendance_count',
  converted: 'converted_count',
  'attended-converted': 'attended_converted_count',
} as const satisfies Record<TrialCount, keyof TrialStat>;

test('the trial statistics match every lesson’s roster, attendance and orders', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyPlan,
      fc.integer({ min: -13, max: 5 }),
      fc.nat(12),
      fc.constantFrom(null, 'English', 'Mathematics'),
      async (plan, from, length, subject) => {
        const world = await buildWorld(app, plan);
        const tutor = await app.as('Tutor', { name: unique('Farah Aziz') });
        await app.database.db.insert(classStaff).values(
          world.classes.map(({ id }) => ({
            classId: id,
            userId: tutor.id,
            kind: 'tutor' as const,
          })),
        );
        const start = addDays(dayOf(world.now), from);
        const days = [start, addDays(start, length)] as const;
        const { data, count } = await tutor.call(listTrialStat, {
          query: { max: 200 },
          body: {
            date_range: { between: [...days] },
            ...(subject !== null && { subject: subject as 'English' }),
          },
        });
        const expected = plainly(world, days, subject);
        expect(count).toBe(expected.length);
        expect(data.map(asPlain).toSorted((one, other) => (one._id < other._id ? -1 : 1))).toEqual(
          expected,
        );
        // Each count is a sort key, with ties sorted by id.
        for (const sortBy of trialCounts) {
          const sorted = await tutor.call(listTrialStat, {
            query: { max: 200, sortBy, order: 'desc' },
            body: { date_range: { between: [...days] } },
          });
          const rank = (row: TrialStat) => [String(row[fieldOf[sortBy]]).padStart(4), row._id];
          expect([sortBy, ...sorted.data.map(rank)]).toEqual([
            sortBy,
            ...sorted.data.map(rank).toSorted((one, other) => (one.join() < other.join() ? 1 : -1)),
          ]);
        }
        // Each count lists the students that it counts.
        for (const row of data.slice(0, 3))
          for (const count of trialCounts) {
            const behind = await tutor.call(listTrialStudents, {
              params: { id: row._id, count },
              query: { max: 200 },
            });
            const known = row.trial_student.filter(isCounted[count]);
            expect([count, behind.count]).toEqual([count, row[fieldOf[count]]]);
            expect(new Set(behind.data)).toEqual(new Set(known));
          }
      },
    ),
    { numRuns: someOf(20) },
  );
});

describe('a lesson of the trial statistics', () => {
  const aTrialLesson = async (at: string) => {
    const tutor = await app.as('Tutor', { name: unique('Farah Aziz') });
    const tuitionClass = await aClass(app, { subject: 'English' });
    await app.database.db
      .insert(classStaff)
      .values({ classId: tuitionClass.id, userId: tutor.id, kind: 'tutor' });
    const lesson = await aLesson(app, tuitionClass.id, { scheduledAt: new Date(at) });
    const student = await aStudentOn(app, lesson, { kind: 'TRIAL', name: 'Sim Yi Xuan' });
    const rows = async (start: string, end = start) =>
      (await tutor.call(listTrialStat, { body: { date_range: { between: [start, end] } } })).data;
    return { tutor, lesson, student, rows };
  };

  test('counts on the business day of its start, also over midnight and the end of a month', async () => {
    // From 23:30 on 31 October until 1:30 on 1 November in Singapore.
    const late = await aTrialLesson('2026-10-31T15:30:00Z');
    expect(await late.rows('2026-10-31')).toHaveLength(1);
    expect(await late.rows('2026-11-01', '2026-11-30')).toHaveLength(0);
    // 0:00 on 1 November in Singapore, still October in UTC.
    const early = await aTrialLesson('2026-10-31T16:00:00Z');
    expect(await early.rows('2026-10-01', '2026-10-31')).toHaveLength(0);
    expect(await early.rows('2026-11-01')).toHaveLength(1);
    // An instant is taken as its business day.
    expect(await early.rows('2026-10-31T16:00:00Z', '2026-11-01T15:59:59+00:00')).toHaveLength(1);
  });

  test('in the future has trials, and nulls for unknown figures', async () => {
    const { rows, student } = await aTrialLesson('2026-11-25T02:00:00Z');
    expect(await rows('2026-11-25')).toMatchObject([
      {
        registered_trial_count: 1,
        attendance_count: 0,
        attendance_percentage: null,
        attended_converted_percentage: null,
        trial_student: [
          { _id: student.id, attendance: null, class_purchased: false, purchase: null },
        ],
      },
    ]);
  });

  test('without attendance data counts no student as absent', async () => {
    const { rows, lesson, student } = await aTrialLesson('2026-11-10T02:00:00Z');
    const attendance = async () =>
      (await rows('2026-11-10')).map((row) => [
        row.trial_student[0]?.attendance,
        row.attendance_percentage,
      ]);
    expect(await attendance()).toEqual([[null, null]]);
    await aStay(app, lesson, { email: 'another-student@example.com' });
    expect(await attendance()).toEqual([['absent', 0]]);
    await aStay(app, lesson, { email: student.email });
    expect(await attendance()).toEqual([['attended', 100]]);
  });

  /** An order of a student for the class of a lesson. */
  const anOrderOf = async (
    { classId }: { classId: string },
    studentId: string,
    created: string,
    type: 'TRIAL' | 'PAYMENT' | 'PAYMENT_VIDEO' = 'PAYMENT',
  ) => {
    const id = newId(new Date(created));
    await app.database.db.insert(orders).values({
      id,
      type,
      status: 'PROCESSED',
      created: new Date(created),
      studentId,
      classId,
      remark: '',
      currency: 'SGD',
      originalPrice: 0,
      actualPrice: 0,
      updated: new Date(created),
    });
    return id;
  };

  test('is sorted by each of its counts, highest first', async () => {
    const { tutor, lesson, student } = await aTrialLesson('2026-11-10T02:00:00Z');
    await aStay(app, lesson, { email: student.email });
    await anOrderOf(lesson, student.id, '2026-11-21T02:00:00Z');
    // More trials without results; its id is the higher one.
    const other = await aLesson(app, lesson.classId, {
      id: newId(new Date('2026-12-01T00:00:00Z')),
      scheduledAt: new Date('2026-11-09T02:00:00Z'),
      lessonIndex: 2,
    });
    await aStudentOn(app, other, { kind: 'TRIAL' });
    await aStudentOn(app, other, { kind: 'TRIAL' });
    const sorted = async (sortBy: TrialCount) =>
      (
        await tutor.call(listTrialStat, {
          query: { sortBy },
          body: { date_range: { between: ['2026-11-09', '2026-11-10'] } },
        })
      ).data.map(({ _id }) => _id);
    expect(await sorted('registered')).toEqual([other.id, lesson.id]);
    for (const count of ['attended', 'converted', 'attended-converted'] as const)
      expect([count, ...(await sorted(count))]).toEqual([count, lesson.id, other.id]);
  });

  test.each([
    ['on the 90th day after it', '2026-11-08T15:59:59Z', 'PAYMENT', 1],
    ['on the 91st', '2026-11-08T16:00:00Z', 'PAYMENT', 0],
    // The order has moved with its lesson to a later day.
    ['after it was ordered, before it took place', '2026-08-03T02:00:00Z', 'PAYMENT', 1],
    ['before it was ordered', '2026-07-31T02:00:00Z', 'PAYMENT', 0],
    ['of videos', '2026-08-12T02:00:00Z', 'PAYMENT_VIDEO', 0],
  ] as const)(
    'counts a conversion correctly for a purchase %s',
    async (_words, at, type, count) => {
      const { rows, lesson, student } = await aTrialLesson('2026-08-10T02:00:00Z');
      const orderId = await anOrderOf(lesson, student.id, '2026-08-01T02:00:00Z', 'TRIAL');
      await app.database.db
        .update(rosterSources)
        .set({ orderId, addedBy: null, created: new Date('2026-08-05T02:00:00Z') })
        .where(eq(rosterSources.studentId, student.id));
      const purchase = await anOrderOf(lesson, student.id, at, type);
      const [row] = await rows('2026-08-10');
      expect(row).toMatchObject({
        converted_count: count,
        trial_student: [{ purchase: count === 1 ? { _id: purchase } : null }],
      });
    },
  );

  test('that is inactive is left out', async () => {
    const { rows, lesson } = await aTrialLesson('2026-11-10T02:00:00Z');
    expect(await rows('2026-11-10')).toHaveLength(1);
    await app.database.db.update(lessons).set({ isActive: false }).where(eq(lessons.id, lesson.id));
    expect(await rows('2026-11-10')).toEqual([]);
  });

  test('has attendance once two hours have passed', async () => {
    const attendanceOf = async (start: string) => {
      const { rows, lesson, student } = await aTrialLesson(start);
      await aStay(app, lesson, { email: student.email });
      return (await rows(start))[0]?.trial_student[0]?.attendance;
    };
    // The time is 10:00 in Singapore; a lesson lasts two hours.
    expect(await attendanceOf('2026-11-19T22:00:00Z')).toBe('attended');
    expect(await attendanceOf('2026-11-19T22:00:01Z')).toBeNull();
  });

  test('is refused at its days if they begin after their end, do not exist, or are too many', async () => {
    const { tutor } = await aTrialLesson('2026-11-10T02:00:00Z');
    const refused = (between: [string, string]) =>
      tutor.refused(listTrialStat, { body: { date_range: { between } } });
    expect(await refused(['2026-11-02', '2026-11-01'])).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field: 'date_range',
    });
    expect(await refused(['2026-02-29', '2026-03-01'])).toMatchObject({
      status: 400,
      field: 'date_range.between.0',
    });
    expect(await refused(['2020-01-01', '2026-01-01'])).toMatchObject({
      status: 400,
      field: 'date_range',
    });
  });

  test('is sorted by attendance and purchases for at most 92 days, also as CSV', async () => {
    const { tutor } = await aTrialLesson('2026-11-10T02:00:00Z');
    const asked = (start: string, sortBy: 'registered' | 'attended') => ({
      query: { sortBy },
      body: { date_range: { between: [start, '2026-11-10'] as [string, string] } },
    });
    await tutor.call(listTrialStat, asked('2026-08-11', 'attended'));
    await tutor.call(listTrialStat, asked('2026-08-10', 'registered'));
    const tooLong = { status: 400, code: 'invalid_value', field: 'date_range' };
    expect(await tutor.refused(listTrialStat, asked('2026-08-10', 'attended'))).toMatchObject(
      tooLong,
    );
    expect(
      await tutor.send(listTrialStat, {
        ...asked('2026-08-10', 'attended'),
        headers: { accept: 'text/csv' },
      }),
    ).toMatchObject({ status: 400 });
  });

  test('is downloaded with its figures', async () => {
    const { tutor, student } = await aTrialLesson('2026-11-10T02:00:00Z');
    const { body } = await tutor.send(listTrialStat, {
      body: { date_range: { between: ['2026-11-10', '2026-11-10'] } },
      headers: { accept: 'text/csv' },
    });
    const [head, row] = String(body).split('\r\n');
    expect(head).toContain('class,lesson,term,index,scheduled_on (Asia/Singapore),tutor,');
    expect(row).toContain(`,Surds,1,1,2026-11-10 10:00,,1,0,,0,0,,Sim Yi Xuan <${student.email}>`);
  });

  test('lists the students behind a count, by name and as CSV', async () => {
    const { tutor, lesson, student } = await aTrialLesson('2026-11-10T02:00:00Z');
    const other = await aStudentOn(app, lesson, { kind: 'TRIAL', name: 'Ethan D’Cruz' });
    await aStay(app, lesson, { email: student.email });
    const behind = (count: TrialCount, search = '') =>
      tutor.call(listTrialStudents, {
        params: { id: lesson.id, count },
        query: { filter: { search: { regex: search } } },
      });
    const ids = async (...asked: Parameters<typeof behind>) =>
      (await behind(...asked)).data.map(({ _id }) => _id);
    expect(await ids('registered')).toEqual([other.id, student.id]);
    expect(await ids('registered', 'ethan')).toEqual([other.id]);
    expect(await ids('attended')).toEqual([student.id]);
    expect(await behind('converted')).toEqual({ data: [], count: 0 });
    const { body } = await tutor.send(listTrialStudents, {
      params: { id: lesson.id, count: 'registered' },
      headers: { accept: 'text/csv' },
    });
    expect(String(body)).toBe(
      '\ufeffname,email,attendance,class_purchased,purchased_on (Asia/Singapore)\r\n' +
        `Ethan D’Cruz,${other.email},absent,false,\r\nSim Yi Xuan,${student.email},attended,false,\r\n`,
    );
  });

  test('lists nothing to a tutor of other classes, nor for an inactive lesson', async () => {
    const { tutor, lesson } = await aTrialLesson('2026-11-10T02:00:00Z');
    const other = await app.as('Tutor', { name: unique('Farah Aziz') });
    const behind = { params: { id: lesson.id, count: 'registered' } } as const;
    const missing = { status: 404, code: 'not_found' };
    expect(await other.refused(listTrialStudents, behind)).toMatchObject(missing);
    await app.database.db.update(lessons).set({ isActive: false }).where(eq(lessons.id, lesson.id));
    expect(await tutor.refused(listTrialStudents, behind)).toMatchObject(missing);
  });

  test('is available only to users with access to the report', async () => {
    for (const role of ['CustService', 'Agent', 'Partner', 'Typist'] as const)
      expect(
        await (
          await app.as(role)
        ).refused(listTrialStat, {
          body: { date_range: { between: ['2026-11-10', '2026-11-10'] } },
        }),
      ).toMatchObject({ status: 403, code: 'forbidden' });
  });
});
