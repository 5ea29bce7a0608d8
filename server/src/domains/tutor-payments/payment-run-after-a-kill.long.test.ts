import { expect, test } from 'vitest';
import {
  confirmPaymentRun,
  getPaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { aPaidTutor } from '../../../test/factories/tutor-payment.factory.ts';
import { startApi } from '../../../test/own-process.ts';
import { aLessonOf, payroll } from './payment-run.test-helper.ts';

const app = useOwnTestApp();
const { start } = payroll(app);

const writtenDown = async () => {
  const { rows } = await app.database.pool.query<{ lines: number; state: string }>(
    'select state, (select count(*)::int from payment_run_lines) as lines from payment_runs',
  );
  return rows[0];
};

test('a process killed while confirming leaves the draft complete, and it can be confirmed afterwards', async () => {
  const tutor = await aPaidTutor(app);
  await aLessonOf(app, tutor, '2026-09-05T06:00:00Z');
  await aLessonOf(app, tutor, '2026-09-12T06:00:00Z');
  const { _id: id } = await start('2026-09');
  app.clock.setTo(new Date());
  const admin = await app.as('Admin', {});
  const api = await startApi(app);
  // Its lines and state are written; the audit row, which is last, is blocked.
  const blocker = await holdRows(app, 'lock table audit_log in exclusive mode');
  const confirming = fetch(`${api.address}/api/admin/payment-run/${id}/confirm`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ version: 1 }),
  });
  const broken = confirming.then(
    () => 'answered',
    () => 'broken off',
  );
  await blocker.untilWaiting(1);
  api.process.kill('SIGKILL');
  expect(await broken).toBe('broken off');
  await blocker.commit();
  await blocker.untilWaiting(0);
  expect(await writtenDown()).toEqual({ state: 'draft', lines: 0 });
  await admin.call(confirmPaymentRun, { params: { id }, body: { version: 1 } });
  expect(await writtenDown()).toEqual({ state: 'confirmed', lines: 2 });
  const { data } = await admin.call(getPaymentRun, { params: { id } });
  expect(data.sums.total).toBe(160);
}, 60_000);
