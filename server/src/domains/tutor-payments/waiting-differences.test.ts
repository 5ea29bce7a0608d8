import { describe, expect, test } from 'vitest';
import {
  confirmPaymentRun,
  getPaymentRunTutor,
  setDifferencesWaiting,
  type WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aPaidTutor, enrol } from '../../../test/factories/tutor-payment.factory.ts';
import { aLessonOf, payroll } from './payment-run.test-helper.ts';

// A separate app, because a run covers all tutors of a month. Each test uses its own months.
const app = useOwnTestApp();
const { start, read, confirm, pay } = payroll(app);

const tutorIn = (run: WholePaymentRun, { id }: { id: string }) =>
  run.tutors.find(({ _id }) => _id === id);
const differencesOf = (run: WholePaymentRun, { id }: { id: string }) =>
  run.differences.filter(({ tutor }) => tutor._id === id);

describe('a difference', () => {
  /** A draft with a lesson of $80.00 and a difference of $10.00. */
  const aDraft = async (year: number) => {
    const tutor = await aPaidTutor(app);
    const lesson = await aLessonOf(app, tutor, `${year}-11-05T06:00:00Z`, { students: 5 });
    await pay(`${year}-11`);
    await enrol(app, lesson, 1);
    await aLessonOf(app, tutor, `${year}-12-05T06:00:00Z`);
    const draft = await start(`${year}-12`);
    const params = { id: draft._id };
    const differences = [{ tutor: tutor.id, lesson: lesson.id }];
    const admin = await app.as('Admin');
    const wait = async (isWaiting: boolean) =>
      (await admin.call(setDifferencesWaiting, { params, body: { wait: isWaiting, differences } }))
        .data;
    return { admin, tutor, lesson, draft, params, differences, wait };
  };

  test('waits for a later run once an Admin postpones it, for every Admin and after a reload', async () => {
    const { admin, tutor, lesson, draft, params, wait } = await aDraft(2020);
    expect(await wait(true)).toMatchObject({
      waiting: [{ tutor: { _id: tutor.id }, lesson: { _id: lesson.id } }],
    });
    const run = await read(draft);
    expect(differencesOf(run, tutor)).toMatchObject([{ waits: true, amount: 10 }]);
    expect(tutorIn(run, tutor)).toMatchObject({ total: 80, differences: 0, to_bank: 80 });
    expect(run.sums).toMatchObject({ total: 80, differences: 0, to_bank: 80 });
    const slip = await admin.call(getPaymentRunTutor, {
      params: { ...params, tutorId: tutor.id },
    });
    expect(slip.data).toMatchObject({ changed: [], total: 80 });
    const body = { version: run.version, seen: run.seen };
    await admin.call(confirmPaymentRun, { params, body });
    const paid = await read(draft);
    expect(differencesOf(paid, tutor)).toEqual([]);
    expect(tutorIn(paid, tutor)).toMatchObject({ total: 80 });
    await aLessonOf(app, tutor, '2021-02-05T06:00:00Z');
    expect(differencesOf(await pay('2021-02'), tutor)).toMatchObject([{ amount: 10 }]);
  });

  test('is settled after all if an Admin decides so', async () => {
    const { tutor, draft, wait } = await aDraft(2021);
    await wait(true);
    expect(await wait(false)).toMatchObject({ waiting: [] });
    const run = await read(draft);
    expect(differencesOf(run, tutor)).toMatchObject([{ waits: false }]);
    expect(tutorIn(run, tutor)).toMatchObject({ total: 90 });
  });

  test('refuses a confirmation of the run as shown before the wait', async () => {
    const { admin, draft, params, wait } = await aDraft(2022);
    const { seen } = await read(draft);
    const { version } = await wait(true);
    const body = { version, seen };
    expect(await admin.refused(confirmPaymentRun, { params, body })).toMatchObject({
      code: 'payment_run_changed',
    });
  });

  test('cannot wait if it is no difference, or in a confirmed run', async () => {
    const { admin, draft, params, tutor, differences } = await aDraft(2023);
    const other = (await aLessonOf(app, tutor, '2023-12-06T06:00:00Z')).id;
    const refused = async (asked: { tutor: string; lesson: string }[]) =>
      admin.refused(setDifferencesWaiting, { params, body: { wait: true, differences: asked } });
    expect(await refused([{ tutor: tutor.id, lesson: other }])).toMatchObject({
      code: 'invalid_value',
      field: 'differences',
    });
    await confirm(draft);
    expect(await refused(differences)).toMatchObject({ code: 'payment_run_confirmed' });
  });
});
