import { lessonStaff, rosterSources } from '../../src/domains/lessons/lessons.schema.ts';
import { classes } from '../../src/domains/classes/classes.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aClass, aLesson } from './class.factory.ts';
import { confirmPaymentRun } from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { addMonths, startOfBusinessDay } from '@staffroom/contract/shared/dates.ts';
import { paymentRuns } from '../../src/domains/tutor-payments/payment-runs.schema.ts';
import { insertRow } from './insert-row.ts';
import { aStudent, aTutor } from './user.factory.ts';

/** A tutor. */
export const aPaidTutor = (app: Stage) =>
  aTutor(app, { type: 'Tutor', name: unique('Daniel Chua') });

/** A lesson that somebody teaches, of a class of its own unless told. */
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

/** Puts students of their own on a lesson by hand, and answers who they are. */
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

/** The draft of a month that no other test has, with a lesson of $80.00 in it; long ago, so that a thousand find room. */
export const aPaymentRun = async (app: Stage) => {
  const startedBy = (await app.as('Admin')).id;
  const { length } = await app.database.db.select({ id: paymentRuns.id }).from(paymentRuns);
  const month = addMonths('1900-01-01', length).slice(0, 7);
  const [starts, ends] = [startOf(`${month}-01`), startOf(addMonths(`${month}-01`, 1))];
  const tutor = await aPaidTutor(app);
  const lesson = await aTaughtLesson(app, tutor, { scheduledOn: new Date(+starts + 86_400_000) });
  const { id } = await insertRow(app, paymentRuns, { month, starts, ends, startedBy });
  return { id, month, tutor, lesson };
};

/** A run that is confirmed, of one tutor and lesson. */
export const aConfirmedRun = async (app: Stage) => {
  const run = await aPaymentRun(app);
  const params = { id: run.id };
  await (await app.as('Admin')).call(confirmPaymentRun, { params, body: { version: 1 } });
  return run;
};

/** The draft of a later month, with a lesson that was paid $80.00 and is worth $90.00 since. */
export const aDifference = async (app: Stage) => {
  const { lesson, tutor } = await aConfirmedRun(app);
  await enrol(app, lesson, 6);
  const { id } = await aPaymentRun(app);
  return { id, lesson, tutor };
};
