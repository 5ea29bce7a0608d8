import { describe, expect, test } from 'vitest';
import { listAuditTrail } from 'staffroom-contract/domains/identity/audit-trail.contract.ts';
import {
  addAdjustment,
  confirmPaymentRun,
  getPaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { setTutorRate } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { staffRoles } from 'staffroom-contract/domains/identity/permissions.ts';
import { useTestApp } from './build-test-app.ts';
import { aConfirmedRun, aPaymentRun } from './factories/tutor-payment.factory.ts';

const app = useTestApp();

type Filter = NonNullable<Parameters<typeof trailOf>[0]>;
const trailOf = async (filter: {
  entity?: string | { in: string[] };
  entity_id?: string;
  actor?: string;
  action?: string;
  at?: { between: [string | null, string | null] };
}) => (await (await app.as('Admin')).call(listAuditTrail, { query: { filter } })).data;

describe('the audit trail', () => {
  test('shows who set a rate, added an adjustment, confirmed a run and downloaded the bank file', async () => {
    const { id, tutor, lesson } = await aPaymentRun(app);
    const admin = await app.as('Admin', { name: 'Siti Nurhaliza' });
    const reason = 'Printing of notes';
    await admin.call(setTutorRate, {
      params: { tutorId: tutor.id, lessonId: lesson.id },
      body: { rate: 50, reason },
    });
    const { data: run } = await admin.call(addAdjustment, {
      params: { id },
      body: { tutor: tutor.id, amount: 24, reason },
    });
    const version = run.version;
    await admin.call(confirmPaymentRun, { params: { id }, body: { version } });
    await admin.send(getPaymentRun, { params: { id }, headers: { accept: 'text/csv' } });
    const rows = await trailOf({ entity: 'payment_run', entity_id: id });
    expect(rows.map(({ action }) => action)).toEqual([
      'bank_file.downloaded',
      'payment_run.confirmed',
      'payment_run.adjusted',
    ]);
    expect(rows[0]).toMatchObject({ actor: { _id: admin.id, name: 'Siti Nurhaliza' } });
    expect(rows[0]?.changes).toContainEqual({ field: 'rows', from: null, to: '1' });
    expect(rows[1]?.changes).toContainEqual({ field: 'state', from: 'draft', to: 'confirmed' });
    const [rate] = await trailOf({ entity_id: lesson.id, action: 'tutorRate.set' });
    expect(rate?.entity).toBe('tutorRate');
    expect(rate?.changes).toContainEqual({ field: 'reason', from: null, to: reason });
  });

  test('does not count a download as a save of the run', async () => {
    const { id } = await aConfirmedRun(app);
    const admin = await app.as('Admin', { name: 'Who downloads' });
    await admin.send(getPaymentRun, { params: { id }, headers: { accept: 'text/csv' } });
    const stale = await admin.refused(confirmPaymentRun, { params: { id }, body: { version: 1 } });
    expect(stale).not.toMatchObject({ saved: { by: 'Who downloads' } });
  });

  test('is filtered by account, action, record and time, and downloaded with the filter', async () => {
    const { id } = await aConfirmedRun(app);
    const admin = await app.as('Admin', { name: 'Tan Mei Ling' });
    await admin.send(getPaymentRun, { params: { id }, headers: { accept: 'text/csv' } });
    const now = app.clock.now().toISOString();
    const day = now.slice(0, 10);
    const mine = { actor: admin.id, entity_id: id };
    const counts = async (filter: Filter) => (await trailOf(filter)).length;
    expect(await counts(mine)).toBe(1);
    expect(await counts({ ...mine, action: 'payment_run.confirmed' })).toBe(0);
    expect(await counts({ ...mine, entity: { in: ['payment_run', 'order'] } })).toBe(1);
    expect(await counts({ ...mine, at: { between: [now, null] } })).toBe(1);
    expect(await counts({ ...mine, at: { between: [null, '2020-01-01'] } })).toBe(0);
    expect(await counts({ ...mine, at: { between: [day, null] } })).toBe(1);
    const query = { filter: mine };
    const headers = { accept: 'text/csv' };
    const { body } = await admin.send(listAuditTrail, { query, headers });
    expect(String(body)).toMatch(
      /at \(Asia\/Singapore\),actor,action,entity,entity_id,address,request_id,changes/,
    );
    expect(String(body)).toMatch(/Tan Mei Ling,bank_file\.downloaded,payment_run,/);
  });

  test('is available only to Admins', async () => {
    for (const role of staffRoles.filter((one) => one !== 'Admin'))
      expect(await (await app.as(role)).refused(listAuditTrail)).toMatchObject({ status: 403 });
  });
});
