import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addCredit, listCredit } from 'staffroom-contract/domains/users/credit.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { startApi } from '../../../test/own-process.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { creditEntries } from './credit.schema.ts';

const app = useOwnTestApp();

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

const statusesOf = (answers: { status: number }[]) =>
  answers.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

const statementOf = async (studentId: string) =>
  (await app.as('Admin')).call(listCredit, { query: { created_by: studentId, max: 200 } });

const add = async (studentId: string, qty: number) =>
  (await app.as('Admin')).call(addCredit, {
    body: { target_id: studentId, qty, remark: 'Welcome credit' },
  });

test('two concurrent redemptions of the last credit: one succeeds, the other is refused with 0 remaining', async () => {
  const staff = [await app.as('SalesAdmin'), await app.as('CustService')];
  for (const student of await Promise.all(times(10, () => aStudent(app)))) {
    await add(student.id, 1);
    const body = { target_id: student.id, action: 'REDEEM' as const, qty: 1, remark: 'Used' };
    const answers = await Promise.all(staff.map((api) => api.send(addCredit, { body })));
    expect(statusesOf(answers)).toEqual({ 201: 1, 409: 1 });
    expect(JSON.stringify(answers.find((answer) => answer.status === 409)?.body)).toContain(
      'The student has less credit than this: 0 remain.',
    );
    expect(await statementOf(student.id)).toMatchObject({ count: 2, remaining: 0, redeemed: 1 });
  }
});

test('30 concurrent requests for 7 credits: exactly 7 succeed', async () => {
  const student = await aStudent(app);
  await add(student.id, 7);
  const admin = await app.as('Admin');
  const body = { target_id: student.id, action: 'REDEEM' as const, qty: 1, remark: 'Used' };
  const answers = await Promise.all(times(30, () => admin.send(addCredit, { body })));
  expect(statusesOf(answers)).toEqual({ 201: 7, 409: 23 });
  const { data, remaining } = await statementOf(student.id);
  expect({ remaining, balances: data.map((entry) => entry.balance) }).toEqual({
    remaining: 0,
    balances: [0, 1, 2, 3, 4, 5, 6, 7],
  });
});

test('concurrent additions and redemptions: no balance in the statement is below zero', async () => {
  const student = await aStudent(app);
  const admin = await app.as('Admin');
  const answers = await Promise.all(
    times(40, (index) =>
      admin.send(addCredit, {
        body: {
          target_id: student.id,
          action: index % 2 === 0 ? ('ADD' as const) : ('REDEEM' as const),
          qty: 1 + (index % 3),
          remark: 'Why',
        },
      }),
    ),
  );
  const { data, count, remaining } = await statementOf(student.id);
  expect(count).toBe(answers.filter((answer) => answer.status === 201).length);
  const balances = data.map((entry) => entry.balance);
  expect(Math.min(...balances)).toBeGreaterThanOrEqual(0);
  expect(balances[0]).toBe(remaining);
});

test('the same Idempotency-Key sent 20 times concurrently: one entry, one response', async () => {
  const student = await aStudent(app);
  const admin = await app.as('Admin');
  const body = { target_id: student.id, qty: 2, remark: 'Lesson ended early' };
  const headers = { 'idempotency-key': unique('key') };
  const answers = await Promise.all(times(20, () => admin.send(addCredit, { body, headers })));
  expect(
    new Set(answers.map(({ status, body: answer }) => `${status} ${JSON.stringify(answer)}`)).size,
  ).toBe(1);
  expect(answers[0]?.status).toBe(201);
  const { data, remaining } = await statementOf(student.id);
  expect({ entries: data.length, remaining }).toEqual({ entries: 1, remaining: 2 });
  const audited = await app.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, data[0]!._id));
  expect(audited).toHaveLength(1);
  expect(await admin.refused(addCredit, { body: { ...body, qty: 3 }, headers })).toMatchObject({
    status: 422,
    code: 'idempotency_key_reused',
  });
});

test('kill -9 of the API during 40 entries, then all retried with their keys: each is in the ledger once', async () => {
  const starting = startApi(app);
  // The API process uses the real time, so the session must be valid now.
  app.clock.setTo(new Date());
  const admin = await app.as('Admin', {});
  const student = await aStudent(app);
  const api = await starting;
  let { address } = api;
  const post = async (key: number) => {
    const answer = await fetch(`${address}/api/admin/credit`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': `kill-${key}`,
      },
      body: JSON.stringify({ target_id: student.id, qty: 1, remark: `Entry ${key}` }),
    });
    return answer.status;
  };
  let answered = 0;
  const waiting = times(40, (index) => index);
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await post(next);
      answered += 1;
      if (answered === 12) api.process.kill('SIGKILL');
    }
  };
  const ends = await Promise.allSettled(times(8, worker));
  expect(ends.some((end) => end.status === 'rejected')).toBe(true);
  expect(answered).toBeLessThan(40);

  // The process of the test answers the retries.
  address = await app.listen();
  const retried = await Promise.all(times(40, post));

  expect(new Set(retried)).toEqual(new Set([201]));
  const rows = await app.database.db
    .select()
    .from(creditEntries)
    .where(eq(creditEntries.studentId, student.id));
  expect(new Set(rows.map((row) => row.remark)).size).toBe(40);
  const { remaining } = await admin.call(listCredit, { query: { created_by: student.id } });
  expect(remaining).toBe(40);
}, 120_000);
