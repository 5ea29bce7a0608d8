import { and, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import {
  addAdjustment,
  confirmPaymentRun,
  getPaymentRun,
  getPaymentRunTutor,
  listPaymentRuns,
  listPaymentRunSlips,
  markPaymentRunPaid,
  removeAdjustment,
  startPaymentRun,
  type WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import {
  readTutorPay,
  setTutorRate,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aPaidTutor, aTaughtLesson, enrol } from '../../../test/factories/tutor-payment.factory.ts';
import { aStudent, aTutor } from '../../../test/factories/user.factory.ts';
import { lessons, lessonStaff, rosterSources } from '../lessons/lessons.schema.ts';
import { users } from '../identity/users.schema.ts';
import { aLessonOf, at, payroll } from './payment-run.test-helper.ts';

// A separate app, because a run covers all tutors of a month. Each test uses its own months.
const app = useOwnTestApp();
const { start, read, confirm, pay } = payroll(app);

// Runs settle debts from earlier runs, so each test clears its own.
afterEach(() =>
  app.database.pool.query(
    `insert into carried_pay_settled (from_run_id, tutor_id, reason, settled_by, settled_at)
      select run_id, tutor_id, 'The test is over', tutor_id, now() from carried_pay on conflict do nothing`,
  ),
);

const tutorIn = (run: WholePaymentRun, { id }: { id: string }) =>
  run.tutors.find(({ _id }) => _id === id);
const differencesOf = (run: WholePaymentRun, { id }: { id: string }) =>
  run.differences.filter(({ tutor }) => tutor._id === id);
const takeOff = (lesson: { id: string }, tutor: { id: string }) =>
  app.database.db
    .delete(lessonStaff)
    .where(and(eq(lessonStaff.lessonId, lesson.id), eq(lessonStaff.userId, tutor.id)));
const change = (lesson: { id: string }, values: Partial<typeof lessons.$inferInsert>) =>
  app.database.db.update(lessons).set(values).where(eq(lessons.id, lesson.id));
const leave = (lesson: { id: string }, student: { id: string } | undefined) =>
  app.database.db
    .update(rosterSources)
    .set({ releasedAt: app.clock.now() })
    .where(
      and(eq(rosterSources.lessonId, lesson.id), eq(rosterSources.studentId, student?.id ?? '')),
    );

describe('a draft', () => {
  test('has every tutor and TA of the month, calculated as in the worked examples', async () => {
    const [tutor, ta] = [await aPaidTutor(app), await aTutor(app, { type: 'TA' })];
    const regular = await aLessonOf(app, tutor, '2019-01-05T06:00:00Z', {
      hours: 1.5,
      students: 9,
    });
    const workshop = await aTaughtLesson(app, tutor, {
      ...at('2019-01-06T06:00:00Z', 2),
      type: 'Workshop',
    });
    await enrol(app, workshop, 23);
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: regular.id, userId: ta.id, kind: 'ta', position: 0 });
    const run = await read(await start('2019-01'));
    expect(run).toMatchObject({ state: 'draft', confirmed: null, differences: [] });
    expect(tutorIn(run, tutor)).toMatchObject({
      lessons: 2,
      hours: 3.5,
      base: 200,
      extra: 82,
      pay: 282,
      total: 282,
      warnings: [],
    });
    expect(tutorIn(run, ta)).toMatchObject({
      total: 0,
      warnings: [{ code: 'no_rate', count: 1 }],
    });
    expect(run.sums).toMatchObject({ tutors: 2, lessons: 3, total: 282 });
  });

  test('has the lessons that start in the month in the business time zone, also across midnight', async () => {
    const tutor = await aPaidTutor(app);
    await aLessonOf(app, tutor, '2019-01-31T15:59:00Z');
    await aLessonOf(app, tutor, '2019-01-31T16:00:00Z');
    await aLessonOf(app, tutor, '2019-02-28T15:30:00Z', { hours: 3 });
    await aLessonOf(app, tutor, '2019-02-28T16:00:00Z');
    const run = await read(await start('2019-02'));
    expect(tutorIn(run, tutor)).toMatchObject({ lessons: 2, hours: 5, total: 200 });
  });

  test('is calculated on each read, with warnings', async () => {
    const [tutor, other] = [await aPaidTutor(app), await aPaidTutor(app)];
    const lesson = await aLessonOf(app, tutor, '2019-03-05T06:00:00Z');
    const run = await start('2019-03');
    expect(tutorIn(await read(run), tutor)?.total).toBe(80);
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: other.id, kind: 'tutor', position: 1 });
    const inactive = await aLessonOf(app, tutor, '2019-03-06T06:00:00Z');
    await change(inactive, { isActive: false });
    await (
      await app.as('Admin')
    ).call(setTutorRate, {
      params: { tutorId: tutor.id, lessonId: lesson.id },
      body: { rate: 0, reason: 'Taught for nothing, agreed' },
    });
    const again = await read(run);
    expect(tutorIn(again, tutor)).toMatchObject({
      total: 0,
      warnings: [
        { code: 'inactive', count: 1 },
        { code: 'edited', count: 1 },
        { code: 'shared', count: 1 },
      ],
    });
    expect(tutorIn(again, other)).toMatchObject({ total: 80 });
  });

  test('exists once per month: starting again returns it, and a confirmed one is reported', async () => {
    await aLessonOf(app, await aPaidTutor(app), '2019-04-05T06:00:00Z');
    const run = await start('2019-04');
    expect(await start('2019-04')).toEqual(run);
    await confirm(run);
    const admin = await app.as('Admin');
    const refused = await admin.refused(startPaymentRun, { body: { month: '2019-04' } });
    expect(refused).toMatchObject({
      status: 409,
      code: 'payment_run_confirmed',
      body: { current: { _id: run._id, state: 'confirmed' } },
    });
  });

  test('is refused for a month that has not begun, is malformed, or has nothing to pay', async () => {
    const admin = await app.as('Admin');
    const refusedOf = (month: string) => admin.refused(startPaymentRun, { body: { month } });
    for (const month of ['2026-12', '2017-12', '2026-13', 'May'])
      expect(await refusedOf(month)).toMatchObject({ status: 400, field: 'month' });
    expect(await refusedOf('2018-01')).toMatchObject({
      status: 422,
      code: 'payment_run_empty',
      field: 'month',
    });
  });

  test('of the current month cannot be confirmed before the month ends', async () => {
    const tutor = await aPaidTutor(app);
    await aLessonOf(app, tutor, '2026-11-30T15:00:00Z');
    const { _id: id } = await start('2026-11');
    const admin = await app.as('Admin');
    const body = { version: 1 };
    expect(await admin.refused(confirmPaymentRun, { params: { id }, body })).toMatchObject({
      status: 422,
      code: 'payment_run_month_runs',
    });
    await takeOff(
      {
        id:
          (await admin.call(getPaymentRunTutor, { params: { id, tutorId: tutor.id } })).data
            .lines[0]?._id ?? '',
      },
      tutor,
    );
  });
});

describe('a confirmed run', () => {
  test('keeps what it paid regardless of later changes of the lessons', async () => {
    const tutor = await aPaidTutor(app);
    const lesson = await aLessonOf(app, tutor, '2019-05-05T06:00:00Z', { students: 9 });
    const paid = await pay('2019-05');
    expect(paid).toMatchObject({ state: 'confirmed', confirmed: { tutors: 1, total: 120 } });
    await enrol(app, lesson, 3);
    await change(lesson, { name: 'Renamed', ...at('2019-05-05T06:00:00Z', 3) });
    await app.database.db.execute(sql`delete from lesson_staff where lesson_id = ${lesson.id}`);
    expect(await read(paid)).toEqual(paid);
    const admin = await app.as('Admin');
    const { data } = await admin.call(getPaymentRunTutor, {
      params: { id: paid._id, tutorId: tutor.id },
    });
    expect(data).toMatchObject({ number: '2019-05-0001', total: 120, changed: [], adjusted: [] });
    expect(data.lines).toMatchObject([
      { name: 'Surds', hours: 2, students: 9, rate: 40, base: 80, extra: 40, pay: 120 },
    ]);
  });

  test('locks the rates of its lessons, and is shown in the tutor’s month', async () => {
    const tutor = await aPaidTutor(app);
    const lesson = await aLessonOf(app, tutor, '2019-06-05T06:00:00Z');
    const run = await pay('2019-06');
    const admin = await app.as('Admin');
    const month = { tutor: tutor.id, month: '2019-06' };
    const [shown] = (await admin.call(readTutorPay, { query: month })).data.lessons;
    expect(shown?.paid_in).toEqual({
      _id: run._id,
      month: '2019-06',
      state: 'confirmed',
      paid: 80,
    });
    const params = { tutorId: tutor.id, lessonId: lesson.id };
    const body = { rate: 60, reason: 'Too late' };
    expect(await admin.refused(setTutorRate, { params, body })).toMatchObject({
      status: 409,
      code: 'lesson_paid',
      body: { current: { rate: 40 } },
    });
    expect(await read(run)).toEqual(run);
  });

  test('accepts no adjustment, and keeps those it has', async () => {
    const tutor = await aPaidTutor(app);
    await aLessonOf(app, tutor, '2019-07-05T06:00:00Z');
    const { _id: id } = await start('2019-07');
    const admin = await app.as('Admin');
    const body = { tutor: tutor.id, amount: -5.5, reason: 'Paid twice by hand' };
    const { data: draft } = await admin.call(addAdjustment, { params: { id }, body });
    const run = await read(await confirm(draft));
    expect(tutorIn(run, tutor)).toMatchObject({ adjustments: -5.5, total: 74.5 });
    const adjustmentId = draft.adjustments[0]?._id ?? '';
    expect(await admin.refused(addAdjustment, { params: { id }, body })).toMatchObject({
      status: 409,
      code: 'payment_run_confirmed',
      body: { current: { state: 'confirmed' } },
    });
    expect(await admin.refused(removeAdjustment, { params: { id, adjustmentId } })).toMatchObject({
      status: 409,
      code: 'payment_run_confirmed',
    });
    expect(await read(run)).toEqual(run);
  });

  test('can be marked as paid, but not before it is confirmed', async () => {
    await aLessonOf(app, await aPaidTutor(app), '2019-08-05T06:00:00Z');
    const { _id: id } = await start('2019-08');
    const admin = await app.as('Admin');
    const mark = (version: number) => ({ params: { id }, body: { version } });
    expect(await admin.refused(markPaymentRunPaid, mark(1))).toMatchObject({
      status: 409,
      code: 'payment_run_not_confirmed',
    });
    await confirm({ _id: id, version: 1 });
    expect(await admin.refused(markPaymentRunPaid, mark(1))).toMatchObject({ code: 'stale' });
    const { data } = await admin.call(markPaymentRunPaid, mark(2));
    expect(data).toMatchObject({ state: 'paid', version: 3 });
    expect((await admin.call(markPaymentRunPaid, mark(3))).data).toEqual(data);
  });

  test('is refused if it changed since it was shown', async () => {
    const tutor = await aPaidTutor(app);
    const lesson = await aLessonOf(app, tutor, '2019-09-05T06:00:00Z', { students: 5 });
    const { _id: id, version, seen } = await read(await start('2019-09'));
    await enrol(app, lesson, 1);
    const admin = await app.as('Admin');
    const body = { version, seen };
    expect(await admin.refused(confirmPaymentRun, { params: { id }, body })).toMatchObject({
      status: 409,
      code: 'payment_run_changed',
      body: { current: { state: 'draft' } },
    });
    const again = await read({ _id: id });
    await admin.call(confirmPaymentRun, { params: { id }, body: { version, seen: again.seen } });
    expect((await read({ _id: id })).sums.total).toBe(90);
  });

  test('is listed with its total, latest month first, a draft without a total', async () => {
    const admin = await app.as('Admin');
    const { data, count } = await admin.call(listPaymentRuns, { query: { max: 200 } });
    expect(count).toBe(data.length);
    expect(data.map(({ month }) => month)).toEqual(
      data
        .map(({ month }) => month)
        .toSorted()
        .toReversed(),
    );
    expect(data.find(({ month }) => month === '2019-05')?.confirmed?.total).toBe(120);
    expect(data.find(({ month }) => month === '2019-01')?.confirmed).toBeNull();
  });
});

describe('a paid lesson that changes is a difference of the next run', () => {
  test('with more students, less time, another tutor, inactive, deleted: paid, now, and settled amount', async () => {
    const [tutor, other] = [await aPaidTutor(app), await aPaidTutor(app)];
    const lessonOn = (day: number) =>
      aLessonOf(app, tutor, `2020-01-${String(day).padStart(2, '0')}T06:00:00Z`, { students: 5 });
    const [fuller, shorter, handedOver, cancelled, deleted, same] = [
      await lessonOn(5),
      await lessonOn(6),
      await lessonOn(7),
      await lessonOn(8),
      await lessonOn(9),
      await lessonOn(10),
    ];
    await pay('2020-01');
    await enrol(app, fuller, 1);
    await change(shorter, at('2020-01-06T06:00:00Z', 1.5));
    await takeOff(handedOver, tutor);
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: handedOver.id, userId: other.id, kind: 'tutor', position: 0 });
    await change(cancelled, { isActive: false });
    await app.database.db.delete(rosterSources).where(eq(rosterSources.lessonId, deleted.id));
    await app.database.db.delete(lessons).where(eq(lessons.id, deleted.id));
    // Four of five students leave; the base covers up to five.
    await leave(same, same.enrolled[0]);

    const next = await start('2020-02');
    const draft = await read(next);
    expect(
      differencesOf(draft, tutor).map(({ lesson, before, paid, amount }) => ({
        id: lesson._id,
        paid,
        pay: lesson.pay,
        amount,
        students: before?.students,
        unpaid: lesson.unpaid,
      })),
    ).toEqual(
      expect.arrayContaining([
        { id: fuller.id, paid: 80, pay: 90, amount: 10, students: 5, unpaid: null },
        { id: shorter.id, paid: 80, pay: 60, amount: -20, students: 5, unpaid: null },
        { id: handedOver.id, paid: 80, pay: 0, amount: -80, students: 5, unpaid: 'not_taught' },
        { id: cancelled.id, paid: 80, pay: 0, amount: -80, students: 5, unpaid: 'inactive' },
        { id: deleted.id, paid: 80, pay: 0, amount: -80, students: 5, unpaid: 'not_taught' },
      ]),
    );
    expect(differencesOf(draft, tutor)).toHaveLength(5);
    expect(tutorIn(draft, tutor)).toMatchObject({
      lessons: 0,
      differences: -250,
      total: -250,
      warnings: [{ code: 'owes', count: 1 }],
    });
    expect(differencesOf(draft, other)).toMatchObject([{ before: null, paid: 0, amount: 80 }]);

    const held = await read(await confirm(next));
    expect(held.differences.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(
      draft.differences.map(({ amount }) => amount).toSorted((a, b) => a - b),
    );
    expect(differencesOf(held, tutor).find(({ lesson }) => lesson._id === fuller.id)).toMatchObject(
      { before: { students: 5, hours: 2 }, lesson: { students: 6 }, paid: 80, amount: 10 },
    );
  });

  test('settled once: the next run has none, until the lesson changes again', async () => {
    const tutor = await aPaidTutor(app);
    const lesson = await aLessonOf(app, tutor, '2020-03-05T06:00:00Z', { students: 5 });
    await pay('2020-03');
    const [more] = await enrol(app, lesson, 1);
    await aLessonOf(app, tutor, '2020-04-05T06:00:00Z');
    expect(differencesOf(await pay('2020-04'), tutor)).toMatchObject([{ amount: 10 }]);
    await aLessonOf(app, tutor, '2020-05-05T06:00:00Z');
    const third = await start('2020-05');
    expect(differencesOf(await read(third), tutor)).toEqual([]);
    await leave(lesson, more);
    expect(differencesOf(await read(third), tutor)).toMatchObject([{ paid: 90, amount: -10 }]);
    await takeOff(lesson, tutor);
    expect(differencesOf(await read(await confirm(third)), tutor)).toMatchObject([
      { paid: 90, amount: -90, lesson: { unpaid: 'not_taught' } },
    ]);
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor', position: 0 });
    await aLessonOf(app, tutor, '2020-06-05T06:00:00Z');
    expect(differencesOf(await pay('2020-06'), tutor)).toMatchObject([{ paid: 0, amount: 80 }]);
  });

  test('moved to another month it is not paid again, but one moved into a paid month is', async () => {
    const tutor = await aPaidTutor(app);
    const [moved, late] = [
      await aLessonOf(app, tutor, '2020-07-05T06:00:00Z'),
      await aLessonOf(app, tutor, '2020-08-06T06:00:00Z'),
    ];
    await pay('2020-07');
    await change(moved, at('2020-08-05T06:00:00Z', 2));
    await change(late, at('2020-07-06T06:00:00Z', 2));
    const run = await pay('2020-08');
    expect(tutorIn(run, tutor)).toMatchObject({ lessons: 0, differences: 80, total: 80 });
    expect(differencesOf(run, tutor)).toMatchObject([{ lesson: { _id: late.id }, before: null }]);
  });

  test('by the current number of students who are not internal', async () => {
    const tutor = await aPaidTutor(app);
    const lesson = await aLessonOf(app, tutor, '2020-09-05T06:00:00Z', { students: 6 });
    await pay('2020-09');
    await app.database.db
      .update(users)
      .set({ isInternal: true })
      .where(eq(users.id, lesson.enrolled[0]?.id ?? ''));
    await aLessonOf(app, tutor, '2020-10-05T06:00:00Z');
    expect(differencesOf(await pay('2020-10'), tutor)).toMatchObject([
      { before: { students: 6 }, lesson: { students: 5 }, amount: -10 },
    ]);
  });
});

describe('an adjustment', () => {
  test('is added with its reason, counts, and can be removed, with a new version each time', async () => {
    const tutor = await aPaidTutor(app);
    await aLessonOf(app, tutor, '2021-02-05T06:00:00Z');
    const { _id: id } = await start('2021-02');
    const admin = await app.as('Admin');
    const body = { tutor: tutor.id, amount: 24, reason: 'Printing of notes' };
    const { data } = await admin.call(addAdjustment, { params: { id }, body });
    expect(data).toMatchObject({ version: 2, adjustments: [{ amount: 24, reason: body.reason }] });
    expect((await read(data)).sums).toMatchObject({ adjustments: 24, total: 104 });
    const stale = { params: { id }, body: { version: 1 } };
    expect(await admin.refused(confirmPaymentRun, stale)).toMatchObject({
      status: 409,
      code: 'stale',
      body: { current: { version: 2 } },
    });
    const params = { id, adjustmentId: data.adjustments[0]?._id ?? '' };
    const back = await admin.call(removeAdjustment, { params });
    expect(back.data).toMatchObject({ version: 3, adjustments: [] });
    expect(await admin.refused(removeAdjustment, { params })).toMatchObject({ status: 404 });
  });

  test('is from −$10,000 to $10,000 in cents, not 0, for a tutor or TA, with a reason', async () => {
    const tutor = await aPaidTutor(app);
    await aLessonOf(app, tutor, '2021-03-05T06:00:00Z');
    const { _id: id } = await start('2021-03');
    const admin = await app.as('Admin');
    const good = { tutor: tutor.id, amount: 1, reason: 'Any' };
    const student = await aStudent(app);
    for (const [field, value] of [
      ['amount', 0],
      ['amount', 1e9],
      ['amount', -10_000.01],
      ['amount', 12.345],
      ['reason', ' '],
      ['tutor', student.id],
    ] as const)
      expect(
        await admin.refused(addAdjustment, { params: { id }, body: { ...good, [field]: value } }),
      ).toMatchObject({ status: 400, field });
    expect((await read({ _id: id })).adjustments).toEqual([]);
  });
});

test('the bank file lists payees and amounts as text, and only of a confirmed run', async () => {
  const formula = await aTutor(app, { type: 'Tutor', name: '=2+3' });
  const inDebt = await aPaidTutor(app);
  await aLessonOf(app, formula, '2021-04-05T06:00:00Z');
  await aLessonOf(app, formula, '2021-04-06T06:00:00Z', { hours: 1.5 });
  const { _id: id } = await start('2021-04');
  const admin = await app.as('Admin');
  const headers = { accept: 'text/csv' };
  expect(await admin.refused(getPaymentRun, { params: { id }, headers })).toMatchObject({
    status: 409,
    code: 'payment_run_not_confirmed',
  });
  const body = { tutor: inDebt.id, amount: -5, reason: 'Paid twice by hand' };
  const { data } = await admin.call(addAdjustment, { params: { id }, body });
  await confirm(data);
  const file = await admin.send(getPaymentRun, { params: { id }, headers });
  const number = [formula.id, inDebt.id].toSorted().indexOf(formula.id) + 1;
  expect(String(file.body).replace('\uFEFF', '').split('\r\n')).toEqual([
    'tutor,email,reference,amount_sgd,lessons',
    `'=2+3,${formula.email},2021-04-000${number},140.00,2`,
    '',
  ]);
});

test('the payslips of a run are listed by tutor name, in pages of the requested size', async () => {
  const tutors = [];
  for (const name of ['Ong', 'chua', 'Goh']) {
    const tutor = await aTutor(app, { type: 'Tutor', name });
    await aLessonOf(app, tutor, `2021-08-0${tutors.push(tutor)}T06:00:00Z`);
  }
  const changed = await aLessonOf(app, tutors[2] ?? { id: '' }, '2021-08-20T06:00:00Z');
  await pay('2021-08');
  await aLessonOf(app, tutors[1] ?? { id: '' }, '2021-09-02T06:00:00Z');
  await enrol(app, changed, 6);
  const { _id: id, version, tutors: paid } = await read(await start('2021-09'));
  const admin = await app.as('Admin');
  const body = { tutor: tutors[0]?.id ?? '', amount: 24, reason: 'Printing of notes' };
  const draft = await admin.call(addAdjustment, { params: { id }, body });
  await confirm(draft.data);
  expect([version, paid.length]).toEqual([1, 2]);

  const pageOf = (query: Record<string, number>) =>
    admin.call(listPaymentRunSlips, { params: { id }, query });
  const all = await pageOf({});
  expect(all.count).toBe(3);
  expect(all.data.map(({ tutor, total }) => [tutor.name, total])).toEqual([
    ['chua', 80],
    ['Goh', 10],
    ['Ong', 24],
  ]);
  expect(
    all.data.map(({ lines, changed: lessons, adjusted }) => [lines, lessons, adjusted]),
  ).toMatchObject([
    [[{ name: 'Surds' }], [], []],
    [[], [{ amount: 10 }], []],
    [[], [], [{ amount: 24 }]],
  ]);
  for (const slip of all.data)
    expect(
      (await admin.call(getPaymentRunTutor, { params: { id, tutorId: slip._id } })).data,
    ).toEqual(slip);
  expect(await pageOf({ max: 2 })).toEqual({ data: all.data.slice(0, 2), count: 3 });
  expect(await pageOf({ max: 2, offset: 2 })).toEqual({ data: all.data.slice(2), count: 3 });
});

test('the database refuses to pay a lesson to a tutor twice, and to change a payment', async () => {
  const tutor = await aPaidTutor(app);
  await aLessonOf(app, tutor, '2021-05-05T06:00:00Z');
  await aLessonOf(app, tutor, '2021-06-05T06:00:00Z');
  await pay('2021-05');
  const { _id: other } = await start('2021-06');
  const { pool } = app.database;
  const again = pool.query(
    `insert into payment_run_lines select (json_populate_record(line, json_build_object('run_id', $2::text))).*
      from payment_run_lines line where tutor_id = $1`,
    [tutor.id, other],
  );
  await expect(again).rejects.toThrow('payment_run_lines_paid_once');
  await expect(pool.query('update payment_run_lines set pay = 0')).rejects.toThrow(
    'cannot be changed',
  );
});
