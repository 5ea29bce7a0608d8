import { describe, expect, test } from 'vitest';
import { updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClass } from '../../../test/factories/class.factory.ts';
import { aPaidTutor } from '../../../test/factories/tutor-payment.factory.ts';
import { aLessonOf, payroll } from './payment-run.test-helper.ts';

// A separate app, because a run covers all tutors of a month. Each test uses its own year.
const app = useOwnTestApp();
const { pay } = payroll(app);

/** A regular class with two paid one-hour lessons and one unpaid lesson. */
const aPaidClass = async (year: number) => {
  const tutor = await aPaidTutor(app);
  const { id: classId } = await aClass(app, { classType: 'Regular Classes' });
  const teach = (day: string) =>
    aLessonOf(app, tutor, `${year}-${day}T06:00:00Z`, { hours: 1, classId });
  for (const day of ['03-05', '03-06']) await teach(day);
  await pay(`${year}-03`);
  await teach('04-05');
  return { params: { id: classId }, tutor };
};

describe("a change of a class's type", () => {
  test('reports the number of changed paid lessons and the amount, and is saved once confirmed', async () => {
    const { params } = await aPaidClass(2019);
    const admin = await app.as('Admin');
    const body = { version: 1, class_type: 'Workshop' as const };
    const refused = await admin.refused(updateClass, { params, body });
    expect(refused).toMatchObject({
      status: 409,
      code: 'paid_lessons_change',
      field: 'class_type',
    });
    expect(refused.body.message.errors[0]?.message).toBe(
      '2 paid lessons change by +$60.00 in all, which the next payment run settles. Change the type anyway?',
    );
    const allowed = { ...body, allow_pay_change: true };
    const { data } = await admin.call(updateClass, { params, body: allowed });
    expect(data).toMatchObject({ class_type: 'Workshop', version: 2 });
  });

  test('needs no confirmation if the pay or the type stays the same', async () => {
    const { params } = await aPaidClass(2020);
    const admin = await app.as('Admin');
    const recording = { version: 1, class_type: 'Recording' as const };
    expect((await admin.call(updateClass, { params, body: recording })).data.version).toBe(2);
    const named = { version: 2, name: 'Algebra', class_type: 'Recording' as const };
    expect((await admin.call(updateClass, { params, body: named })).data.version).toBe(3);
  });
});
