import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  addAdjustment,
  confirmPaymentRun,
  getPaymentRun,
  getPaymentRunTutor,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aPaidTutor } from '../../../test/factories/tutor-payment.factory.ts';
import { users } from '../identity/users.schema.ts';
import { aLessonOf, payroll } from './payment-run.test-helper.ts';

// A separate app, because a run covers all tutors of a month.
const app = useOwnTestApp();
const { start, read, confirm } = payroll(app);

describe('a confirmed run', () => {
  test('keeps the names, e-mails and references of its payment', async () => {
    const [tutor, other] = [await aPaidTutor(app), await aPaidTutor(app)];
    for (const each of [tutor, other]) await aLessonOf(app, each, '2019-03-05T06:00:00Z');
    const draft = await start('2019-03');
    const admin = await app.as('Admin');
    const params = { id: draft._id };
    const body = { tutor: tutor.id, amount: 24, reason: 'Printing of notes' };
    const { data: adjusted } = await admin.call(addAdjustment, { params, body });
    const paid = await read(await confirm(adjusted));
    const headers = { accept: 'text/csv' };
    const file = async () => String((await admin.send(getPaymentRun, { params, headers })).body);
    const slip = async () =>
      (await admin.call(getPaymentRunTutor, { params: { ...params, tutorId: tutor.id } })).data;
    const before = { file: await file(), slip: await slip() };
    await app.database.db
      .update(users)
      .set({ name: 'Zoe Married', email: `zoe.${tutor.id}@example.com`, enabled: false })
      .where(eq(users.id, tutor.id));
    expect(await read(draft)).toEqual(paid);
    expect(await file()).toBe(before.file);
    expect(await slip()).toEqual(before.slip);
    expect(before.slip).toMatchObject({
      tutor: { name: tutor.name, email: tutor.email },
      adjusted: [{ tutor: { name: tutor.name } }],
    });
    expect(before.file).toContain(`${tutor.name},${tutor.email},${before.slip.number},`);
  });

  test('shows a second user who confirmed it, and when', async () => {
    await aLessonOf(app, await aPaidTutor(app), '2019-04-05T06:00:00Z');
    const { _id: id, version } = await start('2019-04');
    const first = await app.as('Admin', { name: 'Siti Nurhaliza' });
    const second = await app.as('Admin');
    const asked = { params: { id }, body: { version } };
    await first.call(confirmPaymentRun, asked);
    const refused = await second.refused(confirmPaymentRun, asked);
    expect(refused).toMatchObject({ status: 409, code: 'payment_run_confirmed' });
    expect(refused.body.message.errors[0]?.message).toMatch(
      /^Siti Nurhaliza confirmed this run on \d+ \w+ \d{4}, \d\d:\d\d: /,
    );
  });

  test('never changes its payees', async () => {
    const statements = [
      "update payment_run_payees set name = ''",
      'delete from payment_run_payees',
    ];
    for (const statement of statements)
      await expect(app.database.pool.query(statement)).rejects.toThrow(
        'payees of a payment run cannot be changed',
      );
  });
});

describe('a draft run', () => {
  test('warns about a disabled tutor and about hours that cannot be printed exactly', async () => {
    const [gone, exact, inexact] = [
      await aPaidTutor(app),
      await aPaidTutor(app),
      await aPaidTutor(app),
    ];
    await aLessonOf(app, gone, '2019-05-05T06:00:00Z');
    await aLessonOf(app, exact, '2019-05-05T06:00:00Z', { hours: 1.125 });
    await aLessonOf(app, inexact, '2019-05-05T06:00:00Z', { hours: 1 / 3 });
    await aLessonOf(app, inexact, '2019-05-06T06:00:00Z', { hours: 2 });
    await app.database.db.update(users).set({ enabled: false }).where(eq(users.id, gone.id));
    const draft = await start('2019-05');
    const warningsOf = async ({ id }: { id: string }) =>
      (await read(draft)).tutors.find(({ _id }) => _id === id)?.warnings;
    expect(await warningsOf(gone)).toEqual([{ code: 'disabled', count: 1 }]);
    expect(await warningsOf(exact)).toEqual([]);
    expect(await warningsOf(inexact)).toEqual([{ code: 'inexact_hours', count: 1 }]);
  });
});
