import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  confirmPaymentRun,
  startPaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { setTutorRate } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { aPaidTutor, enrol } from '../../../test/factories/tutor-payment.factory.ts';
import { aLessonOf, payroll } from './payment-run.test-helper.ts';

const app = useOwnTestApp();
const { start, read, pay } = payroll(app);

const statusesOf = (answers: { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);

const linesOf = async (lesson: { id: string }) => {
  const { rows } = await app.database.db.execute<{ lines: number; paid: number }>(
    sql`select count(*)::int as lines, coalesce(sum(pay - paid_before), 0)::int as paid
      from payment_run_lines where lesson_id = ${lesson.id}`,
  );
  return rows[0];
};

test('ten concurrent starts of a month’s run return one run', async () => {
  await aLessonOf(app, await aPaidTutor(app), '2019-01-05T06:00:00Z');
  const admin = await app.as('Admin');
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin.call(startPaymentRun, { body: { month: '2019-01' } })),
  );
  expect(new Set(answers.map(({ data }) => data._id)).size).toBe(1);
});

test('ten concurrent confirmations confirm it once, and each lesson is paid once', async () => {
  const tutor = await aPaidTutor(app);
  const lesson = await aLessonOf(app, tutor, '2019-02-05T06:00:00Z');
  const { _id: id } = await start('2019-02');
  const admin = await app.as('Admin');
  const blocker = await holdRows(app, 'update payment_runs set updated = updated where id = $1', [
    id,
  ]);
  const confirming = Promise.all(
    Array.from({ length: 10 }, () =>
      admin.send(confirmPaymentRun, { params: { id }, body: { version: 1 } }),
    ),
  );
  await blocker.untilWaiting(10);
  await blocker.commit();
  const answers = await confirming;
  expect(statusesOf(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  expect(JSON.stringify(answers.find(({ status }) => status === 409)?.body)).toContain(
    '"state":"confirmed"',
  );
  expect(await linesOf(lesson)).toEqual({ lines: 1, paid: 8000 });
});

test('the runs of two months confirmed concurrently settle a difference once', async () => {
  const tutor = await aPaidTutor(app);
  const lesson = await aLessonOf(app, tutor, '2019-03-05T06:00:00Z', { students: 5 });
  await pay('2019-03');
  await enrol(app, lesson, 1);
  await aLessonOf(app, tutor, '2019-04-05T06:00:00Z');
  await aLessonOf(app, tutor, '2019-05-05T06:00:00Z');
  const runs = [await start('2019-04'), await start('2019-05')];
  const admin = await app.as('Admin');
  const blocker = await holdRows(app, "select pg_advisory_xact_lock(hashtext('tutor rates'))");
  const confirming = Promise.all(
    runs.map(({ _id: id }) =>
      admin.send(confirmPaymentRun, { params: { id }, body: { version: 1 } }),
    ),
  );
  await blocker.untilWaiting(2);
  await blocker.commit();
  expect(statusesOf(await confirming)).toEqual([200, 200]);
  const settled = await Promise.all(runs.map(read));
  expect(settled.flatMap(({ differences }) => differences)).toHaveLength(1);
  expect(await linesOf(lesson)).toEqual({ lines: 2, paid: 9000 });
});

test('a rate set while a run is being confirmed is included or refused', async () => {
  const tutor = await aPaidTutor(app);
  const lesson = await aLessonOf(app, tutor, '2019-06-05T06:00:00Z');
  const { _id: id } = await start('2019-06');
  const admin = await app.as('Admin');
  const setting = () =>
    admin.send(setTutorRate, {
      params: { tutorId: tutor.id, lessonId: lesson.id },
      body: { rate: 60, reason: 'At the last minute' },
    });
  const confirming = () => admin.send(confirmPaymentRun, { params: { id }, body: { version: 1 } });
  // The rate is blocked while it is saved; the run waits for the rate.
  const blocker = await holdRows(app, 'lock table audit_log in exclusive mode');
  const rate = setting();
  await blocker.untilWaiting(1);
  const run = confirming();
  await blocker.untilWaiting(2);
  await blocker.commit();
  expect([(await rate).status, (await run).status]).toEqual([200, 200]);
  expect(await linesOf(lesson)).toEqual({ lines: 1, paid: 12_000 });
  expect((await setting()).status).toBe(200);
  const later = await admin.send(setTutorRate, {
    params: { tutorId: tutor.id, lessonId: lesson.id },
    body: { rate: 61, reason: 'Too late' },
  });
  expect(later.status).toBe(409);
});
