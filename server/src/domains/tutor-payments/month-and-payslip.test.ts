import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getPaymentRunTutor } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { readTutorPay } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { toCents } from 'staffroom-contract/shared/money.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aPaidTutor, aTaughtLesson, enrol } from '../../../test/factories/tutor-payment.factory.ts';
import { lessons, lessonStaff } from '../lessons/lessons.schema.ts';
import { aLessonOf, at, payroll } from './payment-run.test-helper.ts';

// A separate app, because a run covers all tutors of a month. Each test uses its own year.
const app = useOwnTestApp();
const { start, pay } = payroll(app);

const read = async (tutor: { id: string }, month: string) =>
  (await (await app.as('Admin')).call(readTutorPay, { query: { tutor: tutor.id, month } })).data;

const change = (lesson: { id: string }, values: Partial<typeof lessons.$inferInsert>) =>
  app.database.db.update(lessons).set(values).where(eq(lessons.id, lesson.id));

/** March and April are paid, then each lesson changes in a different way. */
const aChangedYear = async (year: number) => {
  const tutor = await aPaidTutor(app);
  const teach = (day: string, hours = 1) =>
    aLessonOf(app, tutor, `${year}-${day}T06:00:00Z`, { hours });
  const kept = await teach('03-02');
  const inactive = await teach('03-03');
  const movedAway = await teach('03-04', 2);
  const takenOff = await teach('03-05', 3);
  const deleted = await teach('03-06', 4);
  const fuller = await teach('03-07');
  const movedHere = await teach('04-02', 5);
  const march = await pay(`${year}-03`);
  await pay(`${year}-04`);
  await change(inactive, { isActive: false });
  await change(movedAway, at(`${year}-05-04T06:00:00Z`, 2));
  await app.database.db.delete(lessonStaff).where(eq(lessonStaff.lessonId, takenOff.id));
  await app.database.db.delete(lessonStaff).where(eq(lessonStaff.lessonId, deleted.id));
  await app.database.db.delete(lessons).where(eq(lessons.id, deleted.id));
  await enrol(app, fuller, 6);
  await change(movedHere, at(`${year}-03-20T06:00:00Z`, 5));
  const added = await teach('03-08', 6);
  return { tutor, march, kept, inactive, movedAway, takenOff, deleted, fuller, movedHere, added };
};

describe('a month after its run was confirmed', () => {
  test('shows why a lesson differs from the payslip, and which lessons have left the month', async () => {
    const made = await aChangedYear(2019);
    const month = await read(made.tutor, '2019-03');
    const of = ({ id }: { id: string }) => month.lessons.find(({ _id }) => _id === id);
    const left = ({ id }: { id: string }) => month.left.find(({ _id }) => _id === id);
    expect(of(made.kept)).toMatchObject({ pay: 40, payslip: 40, differs: null });
    expect(of(made.inactive)).toMatchObject({ pay: 0, payslip: 40, differs: 'inactive' });
    expect(of(made.fuller)).toMatchObject({ pay: 45, payslip: 40, differs: 'changed' });
    expect(of(made.added)).toMatchObject({ pay: 240, payslip: 0, differs: 'not_in_run' });
    expect(of(made.movedHere)).toMatchObject({
      pay: 200,
      payslip: 0,
      differs: 'moved_here',
      paid_in: { month: '2019-04', paid: 200 },
      was: { scheduled_on: '2019-04-02T06:00:00.000Z' },
    });
    expect(month.lessons).toHaveLength(5);
    expect(left(made.movedAway)).toMatchObject({
      payslip: 80,
      differs: 'moved_away',
      scheduled_on: '2019-05-04T06:00:00.000Z',
      was: { scheduled_on: '2019-03-04T06:00:00.000Z' },
    });
    expect(left(made.takenOff)).toMatchObject({ payslip: 120, differs: 'not_taught' });
    expect(left(made.deleted)).toMatchObject({ payslip: 160, differs: 'deleted' });
    expect(month.left).toHaveLength(3);
  });

  test('has reasons that add up from the month’s total to the payslip', async () => {
    const { tutor, march } = await aChangedYear(2020);
    const { total, payslip, reasons } = await read(tutor, '2020-03');
    const params = { id: march._id, tutorId: tutor.id };
    const slip = await (await app.as('Admin')).call(getPaymentRunTutor, { params });
    expect(payslip).toBe(slip.data.pay);
    expect(reasons).toEqual([
      { code: 'moved_here', lessons: 1, amount: -200 },
      { code: 'not_in_run', lessons: 1, amount: -240 },
      { code: 'changed', lessons: 1, amount: -5 },
      { code: 'inactive', lessons: 1, amount: 40 },
      { code: 'moved_away', lessons: 1, amount: 80 },
      { code: 'not_taught', lessons: 1, amount: 120 },
      { code: 'deleted', lessons: 1, amount: 160 },
    ]);
    const sum = reasons.reduce((cents, { amount }) => cents + toCents(amount), toCents(total));
    expect(sum).toBe(toCents(payslip));
  });

  test('shows the later run that paid a lesson added to it', async () => {
    const tutor = await aPaidTutor(app);
    await aLessonOf(app, tutor, '2021-03-02T06:00:00Z');
    await pay('2021-03');
    const added = await aTaughtLesson(app, tutor, at('2021-03-09T06:00:00Z', 1));
    await pay('2021-04');
    const month = await read(tutor, '2021-03');
    expect(month.lessons.find(({ _id }) => _id === added.id)).toMatchObject({
      pay: 40,
      payslip: 0,
      differs: 'other_run',
      paid_in: { month: '2021-04' },
    });
    expect(month).toMatchObject({ total: 120, payslip: 80 });
  });

  test('keeps its payslip when a later run settled a change', async () => {
    const tutor = await aPaidTutor(app);
    const lesson = await aLessonOf(app, tutor, '2022-03-02T06:00:00Z', { hours: 1, students: 5 });
    await pay('2022-03');
    await enrol(app, lesson, 1);
    await aLessonOf(app, tutor, '2022-04-02T06:00:00Z');
    await pay('2022-04');
    expect((await read(tutor, '2022-03')).lessons[0]).toMatchObject({
      pay: 45,
      payslip: 40,
      differs: 'changed',
      paid_in: { month: '2022-03', paid: 45 },
      was: { students: 5 },
    });
  });

  test('is the same in the download, with the same sums', async () => {
    const { tutor } = await aChangedYear(2023);
    const admin = await app.as('Admin');
    const query = { tutor: tutor.id, month: '2023-03' };
    const { body } = await admin.send(readTutorPay, { query, headers: { accept: 'text/csv' } });
    const lines = String(body)
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    const [headings = [], ...rows] = lines;
    const cell = (row: string[] | undefined, name: string) => row?.[headings.indexOf(name)];
    expect(rows.filter((row) => cell(row, 'why') === 'moved_away')).toHaveLength(1);
    const total = rows.find((row) => cell(row, 'class') === 'Grand total');
    expect([cell(total, 'pay'), cell(total, 'payslip')]).toEqual(['525', '480']);
    const named = rows.find((row) => cell(row, 'class') === 'Made inactive after payment');
    expect([cell(named, 'lesson'), cell(named, 'difference')]).toEqual(['1 lesson', '40']);
  });
});

describe('a month whose run is a draft', () => {
  test('leaves out of the run lessons that another run has paid', async () => {
    const tutor = await aPaidTutor(app);
    const moved = await aLessonOf(app, tutor, '2024-03-02T06:00:00Z');
    await pay('2024-03');
    await change(moved, at('2024-04-02T06:00:00Z', 2));
    await aLessonOf(app, tutor, '2024-04-03T06:00:00Z');
    const expected = {
      total: 160,
      payslip: 80,
      reasons: [{ code: 'moved_here', lessons: 1, amount: -80 }],
    };
    expect(await read(tutor, '2024-04')).toMatchObject(expected);
    await start('2024-04');
    expect(await read(tutor, '2024-04')).toMatchObject(expected);
  });
});
