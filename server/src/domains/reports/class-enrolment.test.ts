import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  listClassEnrolment,
  listEnrolledStudents,
  listStudentsOfClasses,
  readEnrolmentFigures,
  recentDays,
  type EnrolmentFilter,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { addLessonStudents } from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import { createOrder, listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass, aClassWithLessons, aLesson } from '../../../test/factories/class.factory.ts';
import { aStudentOn } from '../../../test/factories/homework.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { anOrder, anOrderBody } from '../../../test/factories/order.factory.ts';
import { unique } from '../../../test/unique.ts';
import { someOf } from '../../../test/walk.ts';
import { classes, classStaff } from '../classes/classes.schema.ts';
import { lessonStaff } from '../lessons/lessons.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { anyPlan, buildWorld, dayOf, rosterOf, type World } from './report-world.test-helper.ts';

const app = useTestApp();
const asAdmin = () => app.as('Admin');
const day = 24 * 3_600_000;

/** A simple calculation of the report for one class. */
const plainly = (world: World, { id, lessons }: World['classes'][number]) => {
  const { now, places, orders, sellers, people } = world;
  const own = new Set(lessons.map((lesson) => lesson.id));
  const coming = new Set(lessons.filter(({ endedAt }) => endedAt > now).map((lesson) => lesson.id));
  const paying = places.filter(({ lessonId, kind }) => own.has(lessonId) && kind === 'PAYMENT');
  const active = paying.filter((each) => coming.has(each.lessonId) && each.releasedAt === null);
  const [next] = lessons
    .filter((lesson) => lesson.isActive && lesson.endedAt > now)
    .toSorted(
      (one, other) =>
        Number(one.scheduledAt) - Number(other.scheduledAt) || (one.id < other.id ? -1 : 1),
    );
  const trials = next ? rosterOf(world, next.id).filter(({ kind }) => kind === 'TRIAL') : [];
  const recent = (days: number) => {
    const first = addDays(dayOf(now), 1 - days);
    const counted = orders.filter(
      (order) =>
        order.classId === id &&
        order.type !== 'TRIAL' &&
        order.status !== 'CANCELLED' &&
        dayOf(order.created) >= first,
    );
    const count = (agent: string | null) =>
      counted.filter(({ agentId }) => agentId === agent).length;
    const agents = [null, ...sellers.map((seller) => seller.id)].filter((each) => count(each) > 0);
    return { total: counted.length, byAgent: new Map(agents.map((each) => [each, count(each)])) };
  };
  return {
    id,
    active: new Set(active.map((each) => each.studentId)),
    aggregate: new Set(paying.map((each) => each.studentId)),
    next: next?.id,
    trialIds: new Set(trials.map(({ studentId }) => studentId)),
    trials: trials
      .map(({ studentId }) => people.find((each) => each.id === studentId)?.name ?? '')
      .toSorted((one, other) => one.localeCompare(other)),
    recent: recentDays.map(recent),
  };
};

const matches = (
  { classType, subject, isActive, isListed, endDate }: World['classes'][number],
  filter: EnrolmentFilter,
  now: Date,
) =>
  (filter.class_type === undefined || filter.class_type === classType) &&
  (filter.subject === undefined || filter.subject === subject) &&
  (filter.is_active === undefined || filter.is_active === isActive) &&
  (filter.is_listed === undefined || filter.is_listed === isListed) &&
  (filter.end_date === undefined || endDate > now);

const anyFilter = fc.record(
  {
    class_type: fc.constantFrom('Regular Classes' as const, 'Workshop' as const),
    subject: fc.constantFrom('English' as const, 'Mathematics' as const),
    is_active: fc.boolean(),
    is_listed: fc.boolean(),
    end_date: fc.constant({ gt: 'now' as const }),
  },
  { requiredKeys: [] },
);

/** The filter of the list of orders behind a figure, from a day until today. */
const ordersBehind = (filter: EnrolmentFilter, from: string, now: Date) => ({
  type: { in: ['PAYMENT' as const, 'PAYMENT_VIDEO' as const] },
  status: { in: ['INIT' as const, 'PAID' as const, 'PROCESSED' as const] },
  created: { between: [from, dayOf(now)] as [string, string] },
  ...(filter.name && { 'class.name': filter.name }),
  ...(filter.class_type && { 'class.class_type': filter.class_type }),
  ...(filter.subject && { subject: filter.subject }),
  ...(filter.is_active !== undefined && { 'class.is_active': filter.is_active }),
  ...(filter.is_listed !== undefined && { 'class.is_listed': filter.is_listed }),
  ...(filter.end_date !== undefined && { 'class.has_ended': false }),
});

test('the report matches the rosters and orders of every class', async () => {
  const admin = await asAdmin();
  await fc.assert(
    fc.asyncProperty(anyPlan, anyFilter, async (plan, filter) => {
      const world = await buildWorld(app, plan);
      const asked = { ...filter, name: { regex: world.word } };
      const expected = world.classes
        .filter((each) => matches(each, filter, world.now))
        .map((each) => plainly(world, each));
      const report = await admin.call(listClassEnrolment, { query: { max: 100 }, body: asked });
      expect(report.count).toBe(expected.length);
      expect(
        new Map(
          report.data.map((row) => [
            row._id,
            {
              active: row.active_student_count,
              aggregate: row.aggregate_student_count,
              next: row.class.next_lesson?._id,
              trials:
                row.class.next_lesson?.trial_student
                  .map(({ name }) => name)
                  .toSorted((one, other) => one.localeCompare(other)) ?? [],
              recent: recentDays.map((days) => {
                const { total, agents } = row.recent_order_summary[days];
                return { total, byAgent: new Map(agents?.map(({ _id, count }) => [_id, count])) };
              }),
            },
          ]),
        ),
      ).toEqual(
        new Map(
          expected.map(({ id, active, aggregate, trialIds: _ids, ...row }) => [
            id,
            { ...row, active: active.size, aggregate: aggregate.size },
          ]),
        ),
      );
      const order = report.data.map((row) => row.active_student_count);
      expect(order).toEqual(order.toSorted((one, other) => other - one));
      const byTrials = await admin.call(listClassEnrolment, {
        query: { max: 200, sortBy: 'trials' },
        body: asked,
      });
      const trials = byTrials.data.map((row) => row.class.next_lesson?.trial_student.length ?? 0);
      expect(trials).toEqual(trials.toSorted((one, other) => other - one));

      const { data: figures } = await admin.call(readEnrolmentFigures, { body: asked });
      const all = (sets: Set<string>[]) => new Set(sets.flatMap((set) => [...set])).size;
      expect(figures).toMatchObject({
        classes: expected.length,
        students: {
          active: all(expected.map(({ active }) => active)),
          aggregate: all(expected.map(({ aggregate }) => aggregate)),
        },
        next_lesson_trials: {
          students: all(expected.map(({ trialIds }) => trialIds)),
          classes: expected.filter(({ trials }) => trials.length > 0).length,
        },
      });
      // Each figure opens the same number of classes, students and orders.
      const tried = await admin.call(listClassEnrolment, {
        query: { max: 200 },
        body: { ...asked, next_lesson_trial: true },
      });
      expect(tried.count).toBe(figures.next_lesson_trials.classes);
      expect(new Set(tried.data.map(({ _id }) => _id))).toEqual(
        new Set(expected.filter(({ trials: some }) => some.length > 0).map(({ id }) => id)),
      );
      for (const [kind, students] of [
        ['active', figures.students.active],
        ['aggregate', figures.students.aggregate],
        ['next-lesson-trial', figures.next_lesson_trials.students],
      ] as const) {
        const found = await admin.call(listStudentsOfClasses, { params: { kind }, body: asked });
        expect([kind, found.count]).toEqual([kind, students]);
      }
      for (const days of recentDays) {
        const { count } = await admin.call(listOrders, {
          query: { filter: ordersBehind(asked, addDays(dayOf(world.now), 1 - days), world.now) },
        });
        expect([days, count]).toEqual([days, figures.orders[days].total]);
      }
      const ids = new Set(expected.map(({ id }) => id));
      recentDays.forEach((days, index) => {
        const before = world.orders.filter(
          ({ classId, type, status, created }) =>
            ids.has(classId) &&
            type !== 'TRIAL' &&
            status !== 'CANCELLED' &&
            dayOf(created) >= addDays(dayOf(world.now), 1 - 2 * days) &&
            created.getTime() <= world.now.getTime() - days * day,
        );
        expect(figures.orders[days]).toEqual({
          total: expected.reduce((sum, { recent }) => sum + (recent[index]?.total ?? 0), 0),
          before: before.length,
        });
      });
    }),
    { numRuns: someOf(20) },
  );
});

describe('a class of the report', () => {
  /** A class with two upcoming lessons and a tutor. */
  const aTaughtClass = async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
    const tutor = await app.as('Tutor', { name: unique('Farah Aziz') });
    await app.database.db
      .insert(classStaff)
      .values({ classId: tuitionClass.id, userId: tutor.id, kind: 'tutor' });
    return { tuitionClass, lessons, tutor };
  };
  const reportOf = async (name: string, role: Parameters<typeof app.as>[0] = 'Admin') =>
    (await app.as(role)).call(listClassEnrolment, { body: { name: { regex: name } } });

  test('is shown to its tutor without the agents of its orders', async () => {
    const { tuitionClass, lessons, tutor } = await aTaughtClass();
    await aTaughtClass();
    await (await asAdmin()).call(createOrder, { body: anOrderBody(tuitionClass.id, lessons) });
    const { data, count } = await tutor.call(listClassEnrolment, { body: {} });
    expect(count).toBe(1);
    expect(data[0]).toMatchObject({
      _id: tuitionClass.id,
      active_student_count: 1,
      recent_order_summary: { '1': { total: 1, agents: null } },
    });
    const { data: figures } = await tutor.call(readEnrolmentFigures, { body: {} });
    expect(figures).toMatchObject({ classes: 1, students: { active: 1, aggregate: 1 } });
  });

  test('shows a tutor the students of its own lessons, and only counts the others', async () => {
    const { tuitionClass, lessons, tutor } = await aTaughtClass();
    const admin = await asAdmin();
    const [next, later] = lessons;
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: later!.id, userId: tutor.id, kind: 'tutor' });
    const place = async (lesson: string, kind: 'student' | 'trial_student') => {
      const student = await aStudent(app);
      await admin.call(addLessonStudents, {
        params: { id: lesson },
        body: { student: [student.id], kind },
      });
      return student;
    };
    const ours = await place(later!.id, 'student');
    await place(next!.id, 'student');
    await place(next!.id, 'trial_student');
    const { data } = await tutor.call(listClassEnrolment, { body: {} });
    expect(data).toMatchObject([
      {
        active_student_count: 2,
        class: { next_lesson: { trial_student: [], trial_student_count: 1 } },
      },
    ]);
    for (const [kind, names] of [
      ['active', [ours.name]],
      ['aggregate', [ours.name]],
      ['next-lesson-trial', []],
    ] as const) {
      const params = { id: tuitionClass.id, kind };
      const one = await tutor.call(listEnrolledStudents, { params });
      const all = await tutor.call(listStudentsOfClasses, { params: { kind }, body: {} });
      expect(one.data.map(({ name }) => name)).toEqual(names);
      expect(all.data.map(({ name }) => name)).toEqual(names);
      const { body } = await tutor.send(listEnrolledStudents, {
        params,
        headers: { accept: 'text/csv' },
      });
      expect(String(body).trim().split('\r\n')).toHaveLength(names.length + 1);
    }
    const { body } = await tutor.send(listClassEnrolment, {
      body: {},
      headers: { accept: 'text/csv' },
    });
    expect(String(body).split('\r\n')[1]).toContain(',1,,2,2,');
    const whole = await admin.call(listEnrolledStudents, {
      params: { id: tuitionClass.id, kind: 'active' },
    });
    expect(whole.count).toBe(2);
  });

  test('counts a student with two trials next once, like the list behind it', async () => {
    const subject = 'Biology';
    const student = await aStudent(app);
    const admin = await asAdmin();
    for (const inDays of [1, 2]) {
      const { id } = await aClass(app, { subject });
      const lesson = await aLesson(app, id, { inDays });
      await admin.call(addLessonStudents, {
        params: { id: lesson.id },
        body: { student: [student.id], kind: 'trial_student' },
      });
    }
    const { data: figures } = await admin.call(readEnrolmentFigures, { body: { subject } });
    expect(figures.next_lesson_trials).toEqual({ students: 1, classes: 2 });
    const found = await admin.call(listStudentsOfClasses, {
      params: { kind: 'next-lesson-trial' },
      body: { subject },
    });
    expect(found).toMatchObject({ data: [{ _id: student.id }], count: 1 });
    const noStudent = { subject, student: { regex: 'no student of this name' } } as const;
    expect(
      await admin.call(listStudentsOfClasses, {
        params: { kind: 'next-lesson-trial' },
        body: noStudent,
      }),
    ).toEqual({ data: [], count: 0 });
  });

  test('is compared with as many days before, up to the same time of day', async () => {
    const { tuitionClass, lessons } = await aTaughtClass();
    const admin = await asAdmin();
    // The time is 10:00 on 20 November in Singapore.
    for (const created of [
      '2026-11-19T16:00:00Z',
      '2026-11-19T02:00:01Z',
      '2026-11-19T02:00:00Z',
      '2026-11-18T16:00:00Z',
      '2026-11-18T15:59:59Z',
    ]) {
      const body = anOrderBody(tuitionClass.id, lessons);
      const { data } = await admin.call(createOrder, { body });
      await app.database.db
        .update(orders)
        .set({ created: new Date(created) })
        .where(eq(orders.id, data._id));
    }
    const { data: figures } = await admin.call(readEnrolmentFigures, {
      body: { name: { regex: tuitionClass.name } },
    });
    expect(figures.orders).toEqual({
      '1': { total: 1, before: 2 },
      '7': { total: 5, before: 0 },
      '30': { total: 5, before: 0 },
    });
  });

  test('has as its next lesson the active one that has not ended', async () => {
    const { tuitionClass, lessons } = await aTaughtClass();
    const next = async () => (await reportOf(tuitionClass.name)).data[0]?.class.next_lesson?._id;
    expect(await next()).toBe(lessons[0]?.id);
    const running = await aLesson(app, tuitionClass.id, {
      scheduledAt: new Date('2026-11-20T01:00:00Z'),
    });
    await aLesson(app, tuitionClass.id, {
      scheduledAt: new Date('2026-11-20T00:30:00Z'),
      isActive: false,
    });
    await aLesson(app, tuitionClass.id, { inDays: -1 });
    expect(await next()).toBe(running.id);
  });

  test('lists the students behind each of its counts by name', async () => {
    const { tuitionClass, lessons } = await aTaughtClass();
    const [next] = lessons;
    if (!next) throw new Error('The class has no lessons.');
    const [payer, trial] = [
      await aStudentOn(app, next, { name: 'Ethan D’Cruz' }),
      await aStudentOn(app, next, { name: 'Sim Yi Xuan', kind: 'TRIAL' }),
    ];
    const admin = await asAdmin();
    const behind = (kind: 'active' | 'aggregate' | 'next-lesson-trial', search?: string) =>
      admin.call(listEnrolledStudents, {
        params: { id: tuitionClass.id, kind },
        ...(search !== undefined && { query: { filter: { search: { regex: search } } } }),
      });
    const shown = ({ id, name, email }: typeof payer) => ({ _id: id, name, email });
    expect(await behind('active')).toEqual({ data: [shown(payer)], count: 1 });
    expect(await behind('aggregate')).toEqual({ data: [shown(payer)], count: 1 });
    expect(await behind('next-lesson-trial')).toEqual({ data: [shown(trial)], count: 1 });
    expect(await behind('active', 'ETHAN')).toMatchObject({ count: 1 });
    expect(await behind('active', 'Yi Xuan')).toEqual({ data: [], count: 0 });
  });

  test('is found by its end date, compared by whole business days', async () => {
    const name = unique('Ends soon');
    await aClass(app, { name, endDate: new Date('2026-11-20T15:59:59Z') });
    const admin = await asAdmin();
    const count = async (end_date: EnrolmentFilter['end_date']) =>
      (await admin.call(listClassEnrolment, { body: { name: { regex: name }, end_date } })).count;
    expect(await count({ gt: '2026-11-19' })).toBe(1);
    expect(await count('2026-11-19')).toBe(1);
    // 23:59:59 in Singapore is still the 20th.
    expect(await count({ gt: '2026-11-20' })).toBe(0);
    expect(await count({ lt: '2026-11-21' })).toBe(1);
    expect(await count({ lt: '2026-11-20' })).toBe(0);
    expect(await count({ lt: 'now' })).toBe(0);
  });

  test('has ended at the instant of its end, here and in the list of orders', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const admin = await asAdmin();
    await admin.call(createOrder, { body: anOrderBody(tuitionClass.id, lessons) });
    await app.database.db
      .update(classes)
      .set({ endDate: app.clock.now() })
      .where(eq(classes.id, tuitionClass.id));
    const name = { regex: tuitionClass.name };
    const report = async (end_date: EnrolmentFilter['end_date']) =>
      (await admin.call(listClassEnrolment, { body: { name, end_date } })).count;
    const sold = async (hasEnded: boolean) =>
      (
        await admin.call(listOrders, {
          query: {
            filter: {
              'class.name': name,
              'class.has_ended': hasEnded,
              created: { between: [dayOf(app.clock.now()), dayOf(app.clock.now())] },
            },
          },
        })
      ).count;
    expect([await report({ gt: 'now' }), await sold(false)]).toEqual([0, 0]);
    expect([await report({ lt: 'now' }), await sold(true)]).toEqual([1, 1]);
  });

  test('is downloaded with its agents as text', async () => {
    const order = await anOrder(app);
    const { name } = order.detail.class_obj;
    const { body } = await (
      await asAdmin()
    ).send(listClassEnrolment, {
      body: { name: { regex: name } },
      headers: { accept: 'text/csv' },
    });
    const [head, row] = String(body).split('\r\n');
    expect(head).toBe(
      '\ufeffclass,tutor,next_lesson (Asia/Singapore),next_lesson_trial_count,next_lesson_trial_student,aggregate_student_count,active_student_count,orders_1_day,orders_1_day_by_agent,orders_7_days,orders_7_days_by_agent,orders_30_days,orders_30_days_by_agent',
    );
    expect(row).toBe(`${name},,2026-11-27 10:00,0,,1,1,1,No agent 1,1,No agent 1,1,No agent 1`);
  });

  test('of another tutor is hidden from a Tutor, also by its id', async () => {
    const { tuitionClass } = await aTaughtClass();
    const other = await app.as('Tutor', { name: unique('Farah Aziz') });
    expect(
      await other.call(listClassEnrolment, { body: { name: { regex: tuitionClass.name } } }),
    ).toEqual({ data: [], count: 0 });
    expect(
      await other.refused(listEnrolledStudents, {
        params: { id: tuitionClass.id, kind: 'active' },
      }),
    ).toMatchObject({ status: 404, code: 'not_found' });
  });

  test('is available only to users with access to the report', async () => {
    for (const role of ['CustService', 'Agent', 'Partner', 'Typist'] as const)
      expect(await (await app.as(role)).refused(listClassEnrolment, { body: {} })).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
    for (const role of ['DataAdmin', 'SalesAdmin'] as const)
      expect((await reportOf('', role)).count).toBeGreaterThan(0);
  });

  test('is refused at the invalid field', async () => {
    const refused = async (body: object) => (await asAdmin()).refused(listClassEnrolment, { body });
    expect(await refused({ end_date: '2026-02-30' })).toMatchObject({
      status: 400,
      field: 'end_date',
    });
    expect(await refused({ subject: 'Alchemy' })).toMatchObject({ status: 400, field: 'subject' });
    expect(await refused({ agent: 'x' })).toMatchObject({ status: 400 });
  });
});
