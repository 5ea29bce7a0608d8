import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addCredit,
  creditActions,
  listCredit,
  type CreditEntry,
} from 'staffroom-contract/domains/users/credit.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import type { Api } from '../../../test/stage.ts';
import { aStudent, aUser } from '../../../test/factories/user.factory.ts';
import { unique } from '../../../test/unique.ts';
import { someOf } from '../../../test/walk.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { creditEntries } from './credit.schema.ts';

const app = useOwnTestApp();

type Action = (typeof creditActions)[number];

const write = async (api: Api, studentId: string, action: Action, qty: number, remark = 'Why') =>
  api.call(addCredit, { body: { target_id: studentId, action, qty, remark } });

const statementOf = async (studentId: string, page: { max?: number; offset?: number } = {}) =>
  (await app.as('Admin')).call(listCredit, {
    query: { created_by: studentId, max: 200, ...page },
  });

const shown = (entries: readonly CreditEntry[]) =>
  entries.map((entry) => [entry.action, entry.qty, entry.balance]);

describe('the statement', () => {
  test('shows the newest entry first, with the balance after each and its author', async () => {
    const student = await aStudent(app);
    const service = await app.as('CustService', { name: 'Hui Ling' });
    await write(service, student.id, 'ADD', 5, '  Transfer from Sun 10am class ');
    await write(service, student.id, 'REDEEM', 3);
    await write(service, student.id, 'BLOCK', 2);
    await write(service, student.id, 'ADD', 1);

    const statement = await statementOf(student.id);

    expect(shown(statement.data)).toEqual([
      ['ADD', 1, 3],
      ['BLOCK', 2, 2],
      ['REDEEM', 3, 2],
      ['ADD', 5, 5],
    ]);
    expect(statement).toMatchObject({
      count: 4,
      remaining: 3,
      added: 6,
      redeemed: 3,
      blocked: 2,
    });
    expect(statement.data.at(-1)).toMatchObject({
      remark: 'Transfer from Sun 10am class',
      handled_by: { _id: service.id, name: 'Hui Ling' },
      created: app.clock.now().toISOString(),
    });
  });

  test('has the same balances on later pages, and the sums also after the last page', async () => {
    const student = await aStudent(app);
    const admin = await app.as('Admin');
    for (let step = 1; step <= 7; step += 1) await write(admin, student.id, 'ADD', step);
    const whole = await statementOf(student.id);
    const pages = [];
    for (const offset of [0, 3, 6]) {
      const page = await statementOf(student.id, { max: 3, offset });
      expect(page).toMatchObject({ count: 7, remaining: 28, added: 28, redeemed: 0, blocked: 0 });
      pages.push(...page.data);
    }
    expect(pages).toEqual(whole.data);
    expect(await statementOf(student.id, { max: 3, offset: 9 })).toMatchObject({
      data: [],
      count: 7,
      remaining: 28,
    });
  });

  test('is empty for a student without entries, with 0 remaining', async () => {
    const student = await aStudent(app);
    expect(await statementOf(student.id)).toEqual({
      data: [],
      count: 0,
      remaining: 0,
      added: 0,
      redeemed: 0,
      blocked: 0,
    });
  });

  test('contains the entries of one student only', async () => {
    const [one, other] = [await aStudent(app), await aStudent(app)];
    const admin = await app.as('Admin');
    await write(admin, one.id, 'ADD', 4);
    await write(admin, other.id, 'ADD', 9);
    await write(admin, one.id, 'REDEEM', 1);
    expect(shown((await statementOf(one.id)).data)).toEqual([
      ['REDEEM', 1, 3],
      ['ADD', 4, 4],
    ]);
  });

  test('keeps the order of entries when a clock is slow', async () => {
    const student = await aStudent(app);
    const admin = await app.as('Admin');
    const now = app.clock.now();
    await write(admin, student.id, 'ADD', 2);
    app.clock.setTo(new Date(now.getTime() - 60_000));
    await write(admin, student.id, 'REDEEM', 2);
    app.clock.setTo(now);
    expect(shown((await statementOf(student.id)).data)).toEqual([
      ['REDEEM', 2, 0],
      ['ADD', 2, 2],
    ]);
  });

  test('gives an entry its own time after an entry by a clock that was an hour fast', async () => {
    const student = await aStudent(app);
    const admin = await app.as('Admin');
    const now = app.clock.now();
    app.clock.setTo(new Date(now.getTime() + 3_600_000));
    await write(admin, student.id, 'ADD', 2);
    app.clock.setTo(now);
    await write(admin, student.id, 'REDEEM', 2);

    const [newest, first] = (await statementOf(student.id)).data;
    expect(newest).toMatchObject({ action: 'REDEEM', balance: 0, created: now.toISOString() });
    expect(first).toMatchObject({ action: 'ADD', balance: 2 });
  });

  test('downloads all entries as CSV, with balances and authors', async () => {
    const student = await aStudent(app);
    const admin = await app.as('Admin', { name: 'Nadia Tan' });
    await write(admin, student.id, 'ADD', 5, '=1+1 free lesson');
    await write(admin, student.id, 'REDEEM', 2, 'Used for T1 L6, T1 L7');
    const answer = await admin.send(listCredit, {
      query: { created_by: student.id, max: 1 },
      headers: { accept: 'text/csv' },
    });
    expect(String(answer.body).replace(/^\ufeff/, '')).toBe(
      [
        'student_email,student_name,created (Asia/Singapore),action,qty,balance,remark,by',
        `${student.email},Tan Jun Wei,2026-11-20 10:00,REDEEM,2,3,"Used for T1 L6, T1 L7",Nadia Tan`,
        `${student.email},Tan Jun Wei,2026-11-20 10:00,ADD,5,5,'=1+1 free lesson,Nadia Tan`,
        '',
      ].join('\r\n'),
    );
  });
});

describe('an entry', () => {
  test('adds by default, and returns the balance after it', async () => {
    const student = await aStudent(app);
    const admin = await app.as('Admin');
    const answer = await admin.call(addCredit, {
      body: { target_id: student.id, qty: 100, remark: 'Welcome credit' },
    });
    expect(answer).toMatchObject({
      data: { action: 'ADD', qty: 100, balance: 100 },
      remaining: 100,
    });
    expect(await write(admin, student.id, 'BLOCK', 100)).toMatchObject({
      data: { balance: 100 },
      remaining: 100,
    });
  });

  test.each([
    ['qty', { qty: 0 }],
    ['qty', { qty: 101 }],
    ['qty', { qty: -1 }],
    ['qty', { qty: 1.5 }],
    ['qty', { qty: '2' }],
    ['remark', { remark: '' }],
    ['remark', { remark: ' \u00a0\n' }],
    ['remark', { remark: 'x'.repeat(501) }],
    ['remark', { remark: undefined }],
    ['action', { action: 'TAKE' }],
    ['target_id', { target_id: 'not-an-id' }],
  ])('is refused with a wrong %s: %j', async (field, wrong) => {
    const student = await aStudent(app);
    const body = { target_id: student.id, qty: 1, remark: 'Why', ...wrong };
    const refused = await (await app.as('Admin')).refused(addCredit, { body: body as never });
    expect(refused).toMatchObject({ status: 400, field });
    expect((await statementOf(student.id)).count).toBe(0);
  });

  test('that redeems more than the balance is refused with the balance', async () => {
    const student = await aStudent(app);
    const admin = await app.as('Admin');
    await write(admin, student.id, 'ADD', 3);
    await write(admin, student.id, 'BLOCK', 50);
    const body = { target_id: student.id, action: 'REDEEM' as const, qty: 4, remark: 'Why' };
    const refused = await admin.refused(addCredit, { body });
    expect(refused).toMatchObject({ status: 409, code: 'credit_too_low', field: 'qty' });
    expect(refused.body.message.errors[0]?.message).toBe(
      'The student has less credit than this: 3 remain.',
    );
    expect((await statementOf(student.id)).remaining).toBe(3);
    expect((await write(admin, student.id, 'REDEEM', 3)).remaining).toBe(0);
  });

  test.each(['Tutor', 'TA', 'Agent', 'Admin'] as const)('is refused for a %s', async (type) => {
    const person = await aUser(app, { type });
    const admin = await app.as('Admin');
    const body = { target_id: person.id, qty: 1, remark: 'Why' };
    expect(await admin.refused(addCredit, { body })).toMatchObject({
      status: 422,
      code: 'not_creditable',
      field: 'target_id',
    });
    expect(await admin.refused(listCredit, { query: { created_by: person.id } })).toMatchObject({
      status: 422,
      code: 'not_creditable',
      field: 'created_by',
    });
  });

  test('is refused for an unknown id', async () => {
    const admin = await app.as('Admin');
    const unknownId = '01900000-0000-7000-8000-000000000000';
    const body = { target_id: unknownId, qty: 1, remark: 'Why' };
    expect(await admin.refused(addCredit, { body })).toMatchObject({
      status: 404,
      field: 'target_id',
    });
    expect(await admin.refused(listCredit, { query: { created_by: unknownId } })).toMatchObject({
      status: 404,
      field: 'created_by',
    });
  });

  test('is in the audit trail with its author', async () => {
    const student = await aStudent(app);
    const sales = await app.as('SalesAdmin', { name: 'Nadia Tan' });
    await write(sales, student.id, 'ADD', 2, 'Referral: Goh Kai Xiang joined');
    const { data } = await write(sales, student.id, 'REDEEM', 1);
    const [row] = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, data._id));
    expect(row).toMatchObject({
      actorId: sales.id,
      actorName: 'Nadia Tan',
      action: 'credit.redeemed',
      entity: 'credit',
      before: null,
      after: { created_by: student.id, action: 'REDEEM', qty: 1, remark: 'Why' },
    });
  });
});

describe('permissions', () => {
  test.each(['Admin', 'SalesAdmin', 'CustService'] as const)('%s credits', async (role) => {
    const student = await aStudent(app);
    expect((await write(await app.as(role), student.id, 'ADD', 2)).remaining).toBe(2);
  });

  test('a Partner only reads the ledgers of its lead source', async () => {
    const source = unique('Source');
    const ours = await aStudent(app, { leadSource: source });
    const theirs = await aStudent(app, { leadSource: 'FB' });
    const tutor = await aUser(app, { type: 'Tutor' });
    const partner = await app.as('Partner', { leadSourceScope: source });
    await write(await app.as('Admin'), ours.id, 'ADD', 2);
    const read = { created_by: ours.id };
    expect((await partner.call(listCredit, { query: read })).remaining).toBe(2);
    for (const hidden of [theirs, tutor]) {
      const query = { created_by: hidden.id };
      expect(await partner.refused(listCredit, { query })).toMatchObject({ status: 404 });
      const csv = await partner.send(listCredit, { query, headers: { accept: 'text/csv' } });
      expect(csv.status).toBe(404);
    }
    const body = { target_id: ours.id, qty: 1, remark: 'Why' };
    expect(await partner.refused(addCredit, { body })).toMatchObject({ status: 403 });
  });
});

test.each([
  'update credit_entries set qty = 100',
  'update credit_entries set qty = qty where false',
  'delete from credit_entries',
  'truncate credit_entries',
  'truncate credit_entries cascade',
])('%s is refused by the database', async (statement) => {
  const student = await aStudent(app);
  await write(await app.as('Admin'), student.id, 'ADD', 2);
  await expect(app.database.pool.query(statement)).rejects.toThrow(
    'credit entries cannot be changed',
  );
  expect((await statementOf(student.id)).remaining).toBe(2);
});

const anyEntry = fc.record({
  action: fc.constantFrom(...creditActions),
  qty: fc.integer({ min: 1, max: 100 }),
});

test('the balance is always ADD minus REDEEM, never below zero, and correct on every line', async () => {
  const admin = await app.as('Admin');
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyEntry, { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (entries, pageSize) => {
        const student = await aStudent(app);
        const expected: [Action, number, number][] = [];
        let balance = 0;
        for (const { action, qty } of entries) {
          const isTooMuch = action === 'REDEEM' && qty > balance;
          const body = { target_id: student.id, action, qty, remark: 'Why' };
          const answer = await admin.send(addCredit, { body });
          expect(answer.status).toBe(isTooMuch ? 409 : 201);
          if (isTooMuch) continue;
          balance += action === 'ADD' ? qty : action === 'REDEEM' ? -qty : 0;
          expected.unshift([action, qty, balance]);
        }
        const lines: unknown[] = [];
        for (let offset = 0; offset < Math.max(expected.length, 1); offset += pageSize) {
          const page = await statementOf(student.id, { max: pageSize, offset });
          expect(page).toMatchObject({ count: expected.length, remaining: balance });
          expect(page.remaining).toBe(page.added - page.redeemed);
          lines.push(...shown(page.data));
        }
        expect(lines).toEqual(expected);
        for (const [, , after] of expected) expect(after).toBeGreaterThanOrEqual(0);
      },
    ),
    { numRuns: someOf(40) },
  );
});

test('an entry is rolled back if its audit record cannot be written', async () => {
  const student = await aStudent(app);
  const admin = await app.as('Admin');
  await write(admin, student.id, 'ADD', 2);
  await app.database.pool.query(
    `alter table audit_log add constraint broken check (action <> 'credit.redeemed') not valid`,
  );
  const headers = { 'idempotency-key': unique('key') };
  const body = { target_id: student.id, action: 'REDEEM' as const, qty: 1, remark: 'Why' };
  expect((await admin.send(addCredit, { body, headers })).status).toBe(500);
  await app.database.pool.query('alter table audit_log drop constraint broken');
  const rows = await app.database.db
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.studentId, student.id));
  expect(rows).toHaveLength(1);
  // The key is free again: the same request succeeds once.
  expect((await admin.call(addCredit, { body, headers })).remaining).toBe(1);
});
