import {
  confirmPaymentRun,
  getPaymentRun,
  startPaymentRun,
  type WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import type { TestApp } from '../../../test/build-test-app.ts';
import { aTaughtLesson, enrol } from '../../../test/factories/tutor-payment.factory.ts';
import { aClass } from '../../../test/factories/class.factory.ts';

/** Start and end of a lesson of this many hours. */
export const at = (start: string, hours: number) => ({
  scheduledAt: new Date(start),
  endedAt: new Date(+new Date(start) + hours * 3_600_000),
});

/** Payroll actions as Admin. */
export const payroll = (app: TestApp) => {
  const start = async (month: string) =>
    (await (await app.as('Admin')).call(startPaymentRun, { body: { month } })).data;
  const read = async ({ _id: id }: { _id: string }): Promise<WholePaymentRun> =>
    (await (await app.as('Admin')).call(getPaymentRun, { params: { id } })).data;
  const confirm = async ({ _id: id, version }: { _id: string; version: number }) =>
    (await (await app.as('Admin')).call(confirmPaymentRun, { params: { id }, body: { version } }))
      .data;
  /** Starts and confirms the run of a month, and returns the confirmed run. */
  const pay = async (month: string) => read(await confirm(await start(month)));
  return { start, read, confirm, pay };
};

/** A lesson of a regular class with paying students: $40.00 an hour, and $5.00 for each student above five. */
export const aLessonOf = async (
  app: TestApp,
  tutor: { id: string },
  start: string,
  {
    hours = 2,
    students = 0,
    classId,
  }: { hours?: number; students?: number; classId?: string } = {},
) => {
  const lesson = await aTaughtLesson(app, tutor, {
    classId: classId ?? (await aClass(app)).id,
    ...at(start, hours),
  });
  const enrolled = await enrol(app, lesson, students);
  return { ...lesson, enrolled };
};
