import { describe, expect, test } from 'vitest';
import {
  addAdjustment,
  confirmPaymentRun,
  getPaymentRun,
  getPaymentRunTutor,
  listPaymentRuns,
  settleLeftOutDebt,
  type WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { aLeftOutDebt, aPaidTutor } from '../../../test/factories/tutor-payment.factory.ts';
import { aLessonOf, payroll } from './payment-run.test-helper.ts';

// A separate app, because a run covers all tutors of a month. Each test uses its own year.
const app = useOwnTestApp();
const { start, read, confirm, pay } = payroll(app);

const tutorIn = (run: WholePaymentRun, { id }: { id: string }) =>
  run.tutors.find(({ _id }) => _id === id);

const adjust = async (month: string, tutor: { id: string }, amount: number) => {
  const run = await start(month);
  return (
    await (
      await app.as('Admin')
    ).call(addAdjustment, {
      params: { id: run._id },
      body: { tutor: tutor.id, amount, reason: 'Deposit for the tablet' },
    })
  ).data;
};

/** A run of a month in which one tutor owes $60.00 and another is paid $80.00. */
const aRunWithDebt = async (month: string) => {
  const [owing, other] = [await aPaidTutor(app), await aPaidTutor(app)];
  await aLessonOf(app, owing, `${month}-05T06:00:00Z`, { hours: 1 });
  await aLessonOf(app, other, `${month}-06T06:00:00Z`, { hours: 2 });
  const run = await read(await confirm(await adjust(month, owing, -100)));
  return { owing, other, run };
};

describe('a debt of a tutor', () => {
  test('is carried to the next run on its own line, and the bank pays the rest', async () => {
    const { owing, other, run } = await aRunWithDebt('2019-01');
    expect(run.sums).toMatchObject({ total: 20, to_bank: 80, carried_forward: -60 });
    expect(run.confirmed).toMatchObject({ to_bank: 80, carried_forward: -60 });
    expect(tutorIn(run, owing)).toMatchObject({ total: -60, to_bank: 0, carried_forward: -60 });
    await aLessonOf(app, owing, '2019-02-05T06:00:00Z', { hours: 3 });
    await aLessonOf(app, other, '2019-02-06T06:00:00Z', { hours: 2 });
    const draft = await read(await start('2019-02'));
    const next = await pay('2019-02');
    for (const each of [draft, next]) {
      expect(each.carried).toEqual([
        {
          tutor: { _id: owing.id, name: owing.name },
          run: { _id: run._id, month: '2019-01' },
          amount: -60,
        },
      ]);
      expect(tutorIn(each, owing)).toMatchObject({
        pay: 120,
        carried: -60,
        total: 60,
        to_bank: 60,
        carried_forward: 0,
      });
      expect(each.sums).toMatchObject({ carried: -60, to_bank: 140, carried_forward: 0 });
    }
    const admin = await app.as('Admin');
    const slip = await admin.call(getPaymentRunTutor, {
      params: { id: next._id, tutorId: owing.id },
    });
    expect(slip.data.taken).toEqual(next.carried);
    const headers = { accept: 'text/csv' };
    const file = await admin.send(getPaymentRun, { params: { id: next._id }, headers });
    expect(
      String(file.body)
        .match(/,(\d+\.\d\d),/g)
        ?.toSorted(),
    ).toEqual([',60.00,', ',80.00,']);
    const { data: runs } = await admin.call(listPaymentRuns, {});
    expect(runs.find(({ _id }) => _id === run._id)?.confirmed).toMatchObject({
      to_bank: 80,
      carried_forward: -60,
    });
    await aLessonOf(app, owing, '2019-03-05T06:00:00Z');
    expect((await pay('2019-03')).carried).toEqual([]);
  });

  test('is carried from run to run while the tutor has no lessons', async () => {
    const { owing, other } = await aRunWithDebt('2020-01');
    await aLessonOf(app, other, '2020-02-05T06:00:00Z');
    const second = await pay('2020-02');
    expect(tutorIn(second, owing)).toMatchObject({ lessons: 0, total: -60, carried_forward: -60 });
    await aLessonOf(app, owing, '2020-03-05T06:00:00Z', { hours: 1 });
    const third = await pay('2020-03');
    expect(third.carried).toMatchObject([{ run: { month: '2020-02' }, amount: -60 }]);
    expect(tutorIn(third, owing)).toMatchObject({ total: -20, carried_forward: -20 });
    await aLessonOf(app, owing, '2020-04-05T06:00:00Z', { hours: 1 });
    expect(tutorIn(await pay('2020-04'), owing)).toMatchObject({ total: 20, to_bank: 20 });
  });

  test('is settled by the next confirmed run, even of an earlier month', async () => {
    await aLessonOf(app, await aPaidTutor(app), '2021-01-05T06:00:00Z');
    const january = await start('2021-01');
    const { owing } = await aRunWithDebt('2021-02');
    expect(tutorIn(await read(await confirm(january)), owing)).toMatchObject({
      carried: -60,
      carried_forward: -60,
    });
  });

  test('is written off by an adjustment', async () => {
    const { owing, other } = await aRunWithDebt('2022-01');
    await aLessonOf(app, other, '2022-02-05T06:00:00Z');
    const next = await read(await confirm(await adjust('2022-02', owing, 60)));
    expect(tutorIn(next, owing)).toMatchObject({ carried: -60, adjustments: 60, total: 0 });
    await aLessonOf(app, other, '2022-03-05T06:00:00Z');
    expect(tutorIn(await pay('2022-03'), owing)).toBeUndefined();
  });

  test('blocks the confirmation of an outdated run after another run settled it', async () => {
    const { other } = await aRunWithDebt('2023-01');
    await aLessonOf(app, other, '2023-02-05T06:00:00Z');
    await aLessonOf(app, other, '2023-03-05T06:00:00Z');
    const { _id: id, version, seen } = await read(await start('2023-02'));
    await pay('2023-03');
    const answer = await (
      await app.as('Admin')
    ).send(confirmPaymentRun, { params: { id }, body: { version, seen } });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      409,
      expect.stringContaining('payment_run_changed'),
    ]);
  });

  test('is settled once by the runs of two months that are confirmed concurrently', async () => {
    const { owing } = await aRunWithDebt('2024-01');
    await aLessonOf(app, owing, '2024-02-05T06:00:00Z');
    await aLessonOf(app, owing, '2024-03-05T06:00:00Z');
    const runs = [await start('2024-02'), await start('2024-03')];
    const admin = await app.as('Admin');
    const blocker = await holdRows(app, "select pg_advisory_xact_lock(hashtext('tutor rates'))");
    const confirming = Promise.all(
      runs.map(({ _id: id }) =>
        admin.send(confirmPaymentRun, { params: { id }, body: { version: 1 } }),
      ),
    );
    await blocker.untilWaiting(2);
    await blocker.commit();
    expect((await confirming).map(({ status }) => status)).toEqual([200, 200]);
    const taken = (await Promise.all(runs.map(read))).flatMap(({ carried }) =>
      carried.filter(({ tutor }) => tutor._id === owing.id),
    );
    expect(taken).toHaveLength(1);
  });
});

describe('a debt that a run of an earlier version left out', () => {
  const listed = async (month: string) => {
    const admin = await app.as('Admin');
    const { data } = await admin.call(listPaymentRuns, { query: { filter: { month } } });
    return data[0]?.confirmed;
  };

  const settle = async (body: { decision: 'carry' | 'write_off'; reason?: string }) => {
    const { id, tutor } = await aLeftOutDebt(app);
    const run = await read({ _id: id });
    expect(tutorIn(run, tutor)).toMatchObject({
      total: -100,
      carried_forward: 0,
      debt: 'left_out',
    });
    const admin = await app.as('Admin');
    const asked = { params: { id, tutorId: tutor.id }, body: { version: run.version, ...body } };
    const before = await listed(run.month);
    const answer = await admin.send(settleLeftOutDebt, asked);
    const after = await read({ _id: id });
    const leftOut = [before?.left_out, (await listed(run.month))?.left_out];
    const again = await admin.send(settleLeftOutDebt, {
      ...asked,
      body: { ...asked.body, version: after.version },
    });
    return { tutor, after, leftOut, statuses: [answer.status, again.status] };
  };

  test('is carried once when an Admin accepts it', async () => {
    const { tutor, after, leftOut, statuses } = await settle({ decision: 'carry' });
    expect(statuses).toEqual([200, 404]);
    expect(leftOut).toEqual([-100, 0]);
    expect(tutorIn(after, tutor)).toMatchObject({ carried_forward: -100, debt: 'carried' });
    expect(after.confirmed).toMatchObject({ carried_forward: -100 });
    await aLessonOf(app, tutor, '2018-03-05T06:00:00Z');
    expect(tutorIn(await pay('2018-03'), tutor)).toMatchObject({ carried: -100 });
  });

  test('is written off with a reason, and never settled', async () => {
    const { tutor, after, leftOut, statuses } = await settle({
      decision: 'write_off',
      reason: 'Left the company in spring',
    });
    expect(statuses).toEqual([200, 404]);
    expect(leftOut).toEqual([-100, 0]);
    expect(tutorIn(after, tutor)).toMatchObject({ carried_forward: 0, debt: 'written_off' });
    expect(after.written_off).toMatchObject([
      { tutor: { _id: tutor.id }, amount: -100, reason: 'Left the company in spring' },
    ]);
    await aLessonOf(app, tutor, '2018-04-05T06:00:00Z');
    expect(tutorIn(await pay('2018-04'), tutor)).toMatchObject({ carried: 0 });
  });

  test('is not written off without a reason', async () => {
    expect((await settle({ decision: 'write_off', reason: ' ' })).statuses).toEqual([400, 400]);
  });
});

test('the database refuses to settle a debt twice and to change one', async () => {
  const { run, other } = await aRunWithDebt('2025-06');
  await aLessonOf(app, other, '2025-07-05T06:00:00Z');
  await pay('2025-07');
  const { pool } = app.database;
  const again = pool.query(
    `insert into carried_pay_settled
      select from_run_id, tutor_id, null, 'Again', settled_by, settled_at from carried_pay_settled
      where from_run_id = $1`,
    [run._id],
  );
  await expect(again).rejects.toThrow('carried_pay_settled_once');
  await expect(pool.query('update carried_pay set amount = -1')).rejects.toThrow(
    'cannot be changed',
  );
  await expect(pool.query('delete from carried_pay_settled')).rejects.toThrow('cannot be changed');
});
