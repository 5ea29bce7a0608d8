import { eq } from 'drizzle-orm';
import { lessonStaff, rosterSources } from '../../src/domains/lessons/lessons.schema.ts';
import { classes } from '../../src/domains/classes/classes.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aClass, aLesson } from './class.factory.ts';
import {
  addAdjustment,
  confirmPaymentRun,
  getPaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { addMonths, startOfBusinessDay } from 'staffroom-contract/shared/dates.ts';
import {
  paymentRunPayees,
  paymentRuns,
} from '../../src/domains/tutor-payments/payment-runs.schema.ts';
import { insertRow } from './insert-row.ts';
import { aStudent, aTutor } from './user.factory.ts';

export const aPaidTutor = (app: Stage) =>
  aTutor(app, { type: 'Tutor', name: unique('Daniel Chua') });

/** A lesson that this tutor teaches, by default of a new class. */
export const aTaughtLesson = async (
  app: Stage,
  tutor: { id: string },
  {
    classId,
    kind = 'tutor',
    type = 'Regular Classes',
    ...values
  }: Parameters<typeof aLesson>[2] & {
    classId?: string;
    kind?: 'tutor' | 'ta';
    type?: (typeof classes.$inferInsert)['classType'];
  } = {},
) => {
  const id = classId ?? (await aClass(app, { classType: type })).id;
  const lesson = await aLesson(app, id, values);
  await app.database.db
    .insert(lessonStaff)
    .values({ lessonId: lesson.id, userId: tutor.id, kind, position: 0 });
  return lesson;
};

type Kind = (typeof rosterSources.$inferInsert)['kind'];

export const enrol = async (
  app: Stage,
  lesson: { id: string },
  count: number,
  { kind = 'PAYMENT', isInternal = false }: { kind?: Kind; isInternal?: boolean } = {},
) => {
  const { id: addedBy } = await app.as('Admin');
  const students: { id: string }[] = [];
  for (let made = 0; made < count; made += 1) {
    const student = await aStudent(app, { isInternal });
    students.push(student);
    const source = { lessonId: lesson.id, studentId: student.id, kind, addedBy };
    await insertRow(app, rosterSources, source);
  }
  return students;
};

const zone = 'Asia/Singapore';
const startOf = (day: string) => new Date(startOfBusinessDay(day, zone).epochMilliseconds);

/** A draft with a lesson of $80.00, of a month that no other test uses; from 1900 on, so that there are enough. */
export const aPaymentRun = async (app: Stage) => {
  const startedBy = (await app.as('Admin')).id;
  const { length } = await app.database.db.select({ id: paymentRuns.id }).from(paymentRuns);
  const month = addMonths('1900-01-01', length).slice(0, 7);
  const [starts, ends] = [startOf(`${month}-01`), startOf(addMonths(`${month}-01`, 1))];
  const tutor = await aPaidTutor(app);
  const lesson = await aTaughtLesson(app, tutor, { scheduledAt: new Date(+starts + 86_400_000) });
  const { id } = await insertRow(app, paymentRuns, { month, starts, ends, startedBy });
  return { id, month, ends, tutor, lesson };
};

export const aConfirmedRun = async (app: Stage) => {
  const run = await aPaymentRun(app);
  const params = { id: run.id };
  await (await app.as('Admin')).call(confirmPaymentRun, { params, body: { version: 1 } });
  return run;
};

/** Settles all debts that runs of other tests carry forward, so that the next run takes none over. */
export const settleCarriedPay = async (app: Stage) => {
  const { id } = await aPaymentRun(app);
  const params = { id };
  const admin = await app.as('Admin');
  const draft = (await admin.call(getPaymentRun, { params })).data;
  let { version } = draft;
  for (const { tutor, amount } of draft.carried) {
    const body = { tutor: tutor._id, amount: -amount, reason: 'Paid back' };
    ({ version } = (await admin.call(addAdjustment, { params, body })).data);
  }
  await admin.call(confirmPaymentRun, { params, body: { version } });
};

/** A confirmed run of an earlier version whose only tutor owes $100.00, which no run settles. */
export const aLeftOutDebt = async (app: Stage) => {
  const run = await aPaymentRun(app);
  const params = { id: run.id };
  const admin = await app.as('Admin');
  const body = { tutor: run.tutor.id, amount: -100, reason: 'Deposit for the tablet' };
  await admin.call(addAdjustment, { params, body });
  // Confirming through the API would carry the debt, and carried pay is append-only.
  await app.database.db
    .update(paymentRuns)
    .set({
      state: 'confirmed',
      confirmedBy: admin.id,
      confirmedAt: run.ends,
      tutorCount: 1,
      total: -10_000,
    })
    .where(eq(paymentRuns.id, run.id));
  const { tutor } = run;
  await app.database.db.insert(paymentRunPayees).values({
    runId: run.id,
    tutorId: tutor.id,
    name: tutor.name,
    email: tutor.email,
    type: 'Tutor',
    isEnabled: true,
    reference: `${run.month}-0001`,
  });
  return run;
};

/** The draft of a later month, with a lesson that was paid $80.00 and is now worth $90.00. */
export const aDifference = async (app: Stage) => {
  const { lesson, tutor } = await aConfirmedRun(app);
  await enrol(app, lesson, 6);
  const { id } = await aPaymentRun(app);
  return { id, lesson, tutor };
};
