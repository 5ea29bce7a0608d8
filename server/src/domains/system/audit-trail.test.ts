import { describe, expect, test } from 'vitest';
import {
  getAuditRetention,
  listAuditTrail,
} from 'staffroom-contract/domains/system/audit-trail.contract.ts';
import type { ActKind } from 'staffroom-contract/domains/system/audit.rules.ts';
import { updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { listClasses } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { createOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { addCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import {
  addAdjustment,
  confirmPaymentRun,
  getPaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { setTutorRate } from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { staffRoles } from 'staffroom-contract/domains/identity/permissions.ts';
import { recordAudit } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { anOrderBody } from '../../../test/factories/order.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { unique } from '../../../test/unique.ts';
import { startTestApp, useTestApp } from '../../../test/build-test-app.ts';
import { aConfirmedRun, aPaymentRun } from '../../../test/factories/tutor-payment.factory.ts';

const app = useTestApp();

type Filter = NonNullable<Parameters<typeof trailOf>[0]>;
const trailOf = async (filter: {
  entity?: string | { in: string[] };
  entity_id?: string;
  actor?: string;
  action?: string;
  kind?: ActKind;
  address?: { regex: string };
  search?: { regex: string };
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
      /at \(Asia\/Singapore\),actor,action,entity,entity_id,record,address,device,request_id,changes/,
    );
    expect(String(body)).toMatch(/Tan Mei Ling,bank_file\.downloaded,payment_run,/);
  });

  test('names the record and its page, the device, and the entries of the same request', async () => {
    const admin = await app.as('Admin', { name: 'Farah Idris' });
    const agent =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15';
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const { data: order } = await admin.call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { name: 'Sophie Teo Rui Xin' }),
      headers: { 'user-agent': agent },
    });
    const [row] = await trailOf({ entity_id: order._id });
    expect(row).toMatchObject({
      action: 'order.created',
      actor: { name: 'Farah Idris' },
      actor_type: 'Admin',
      record: { name: 'Sophie Teo Rui Xin', page: 'order', page_id: order._id },
      user_agent: agent,
    });
    expect(row?.same_request).toBeGreaterThan(0);
    const same = await trailOf({ search: { regex: row?.request_id ?? '' } });
    expect(same).toHaveLength((row?.same_request ?? 0) + 1);
    expect(same.map(({ action }) => action)).toContain('user.created');
  });

  test('finds entries by the name of the actor, of a person and of a record', async () => {
    const name = unique('Kwek Xin Yi');
    const admin = await app.as('Admin', { name: unique('Cheryl Pereira') });
    const { tuitionClass } = await aClassWithLessons(app, 1, { name: unique('Sec 3 A Maths') });
    await admin.call(updateClass, {
      params: { id: tuitionClass.id },
      body: { max_cap: 7, version: 1 },
    });
    const student = await aStudent(app, { name });
    await admin.call(addCredit, {
      body: { target_id: student.id, qty: 2, remark: 'Lesson cancelled' },
    });
    const found = async (text: string) =>
      (await trailOf({ search: { regex: text } })).map(({ action }) => action);
    expect(await found(name.toUpperCase())).toEqual(['credit.added']);
    expect(await found(tuitionClass.name)).toEqual(['class.updated']);
  });

  test('is filtered by the kind of the action and the address', async () => {
    const admin = await app.as('Admin', { name: 'Isaac Chan' });
    await admin.send(listClasses, { headers: { accept: 'text/csv' } });
    const own = { actor: admin.id };
    const kinds = async (kind: 'download' | 'sign_in' | 'other' | 'created') =>
      (await trailOf({ ...own, kind })).map(({ action }) => action);
    expect(await kinds('download')).toEqual(['list.downloaded']);
    expect(await kinds('created')).toEqual([]);
    expect(await kinds('other')).toEqual([]);
    expect(await trailOf({ ...own, address: { regex: '127.0' } })).not.toEqual([]);
    expect(await trailOf({ ...own, address: { regex: '203.0.113' } })).toEqual([]);
  });

  test('masks secrets and numbers of accounts', async () => {
    const admin = await app.as('Admin');
    const entityId = newId(app.clock.now());
    const context = { clock: app.clock, address: '', requestId: '', actor: { id: null, name: '' } };
    await recordAudit(app.database.db, context, {
      action: 'payee.updated',
      entity: 'payee',
      entityId,
      before: { account_number: '012-345678-9', name: 'Goh Shi Min' },
      after: { account_number: '987-654321-0', name: 'Goh Shi Mei', api_token: 'kept out' },
    });
    const { body } = await admin.send(listAuditTrail, {
      query: { filter: { entity_id: entityId } },
    });
    expect(JSON.stringify(body)).toContain('Goh Shi Mei');
    expect(JSON.stringify(body)).not.toMatch(/345678|654321|kept out/);
  });

  test('is available only to Admins', async () => {
    for (const role of staffRoles.filter((one) => one !== 'Admin'))
      expect(await (await app.as(role)).refused(listAuditTrail)).toMatchObject({ status: 403 });
  });
});

test('an entry of a user names the start of the session, one of the program has none', async () => {
  const admin = await app.as('Admin', {});
  const started = app.clock.now();
  app.clock.setTo(new Date(started.getTime() + 3 * 3_600_000));
  const { id } = await aStudent(app);
  await admin.call(addCredit, {
    body: { target_id: id, action: 'ADD', qty: 1, remark: 'A present' },
  });
  await recordAudit(
    app.database.db,
    { clock: app.clock, address: 'worker', requestId: '', actor: { id: null, name: 'Staffroom' } },
    { action: 'user.updated', entity: 'user', entityId: id },
  );
  const mine = await trailOf({ actor: admin.id });
  expect(mine.map((row) => row.session_started_on)).toEqual([started.toISOString()]);
  const [program] = await trailOf({ entity_id: id, action: 'user.updated' });
  expect(program?.session_started_on).toBeNull();
});

test('entries are kept for good unless a setting says for how many days', async () => {
  const retention = async (one: typeof app) =>
    (await (await one.as('Admin', {})).call(getAuditRetention)).data;
  expect(await retention(app)).toEqual({ days: null });
  const limited = await startTestApp({
    settings: { retention: { auditDays: 2555, classroomDays: 0, messageDays: 0 } },
  });
  try {
    expect(await retention(limited)).toEqual({ days: 2555 });
  } finally {
    await limited.close();
  }
});
