import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createOrder,
  createTrialOrder,
  listOrders,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { unique } from '../../../test/unique.ts';
import { aStay } from '../../../test/factories/attendance.factory.ts';
import { aClassWithLessons, aLesson } from '../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { anOrderBody } from '../../../test/factories/order.factory.ts';
import { aStudent, anAgent, aUser } from '../../../test/factories/user.factory.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { discountCodes } from '../discount-codes/discount-codes.schema.ts';
import { lessons as lessonTable } from '../lessons/lessons.schema.ts';
import { users } from '../identity/users.schema.ts';

const app = useTestApp();

const rosterOf = async (lessonId: string) =>
  (await (await app.as('Admin')).call(getLessonRoster, { params: { id: lessonId } })).data;

describe('creating an order', () => {
  test('creates the student, prices the lessons and adds the student to every roster', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 4);
    const admin = await app.as('Admin');

    const { data: order } = await admin.call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { email: ' New.Student@Example.com ' }),
    });

    expect(order).toMatchObject({
      type: 'PAYMENT',
      status: 'PROCESSED',
      original_price: 120,
      actual_price: 120,
      created_by: { email: 'New.Student@Example.com', phone: '80004571', phone_country_code: '65' },
      handled_by: { _id: admin.id },
    });
    expect(order.payment.completed_on).toBe(app.clock.now().toISOString());
    for (const lesson of lessons) {
      const [place] = await rosterOf(lesson.id);
      expect(place).toMatchObject({ kind: 'PAYMENT', student: { _id: order.created_by._id } });
      expect(place?.sources[0]?.order).toBe(order._id);
    }
    const [student] = await app.database.db
      .select()
      .from(users)
      .where(eq(users.id, order.created_by._id));
    expect(student?.firstPurchasedAt).toEqual(app.clock.now());
    const audit = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, order._id));
    expect(audit.map((row) => row.action)).toEqual(['order.created']);
  });

  test('prices a whole year of the most expensive class in rupiah', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 40, {
      rate: 200_000_000,
      currency: 'IDR',
    });
    const admin = await app.as('Admin');
    const { data: order } = await admin.call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons),
    });
    const listed = await admin.call(listOrders, {
      query: { filter: { created_by: order.created_by._id } },
    });
    for (const shown of [order, listed.data[0]])
      expect(shown).toMatchObject({ original_price: 80_000_000, actual_price: 80_000_000 });
  });

  test('finds the student case-insensitively by e-mail, and an online order has no handler', async () => {
    const student = await aStudent(app, { email: `${unique('Mixed.Case')}@Example.com` });
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const { data: order } = await (
      await app.as('Admin')
    ).call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, {
        email: student.email.toUpperCase(),
        payment: { channel: 'online', provider: 'hitpay' },
      }),
    });
    expect(order.created_by._id).toBe(student.id);
    expect(order.handled_by).toBeNull();
    expect(order.payment).toMatchObject({ provider: 'hitpay', platform: 'paynow' });
  });

  test('spends a use of the discount code and takes its agent', async () => {
    const agent = await anAgent(app);
    const code = await aDiscountCode(app, { value: 1000, usageLimit: 2, agentId: agent.id });
    const { tuitionClass, lessons } = await aClassWithLessons(app, 4);
    const { data: order } = await (
      await app.as('Admin')
    ).call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, {
        discount_code: ` ${code.code.toLowerCase()} `,
      }),
    });
    expect(order).toMatchObject({
      original_price: 120,
      actual_price: 108,
      agent: { _id: agent.id },
      detail: { discount: { code: code.code } },
    });
    const [after] = await app.database.db
      .select()
      .from(discountCodes)
      .where(eq(discountCodes.id, code.id));
    expect(after?.totalUsage).toBe(1);
  });

  test('leaves lessons that the student already owns out of the price, and lists them', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 4);
    const admin = await app.as('Admin');
    const email = `${unique('owner')}@example.com`;
    await admin.call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons.slice(0, 2), { email }),
    });
    const { data: order } = await admin.call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { email }),
    });
    expect(order.detail.lesson).toEqual(lessons.map((lesson) => lesson.id));
    expect(order.detail.billable_lesson).toEqual(lessons.slice(2).map((lesson) => lesson.id));
    expect(order.actual_price).toBe(60);
    const none = await admin.refused(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { email }),
    });
    expect(none).toMatchObject({ status: 422, code: 'all_lessons_owned', field: 'lesson' });
  });

  test('a paid place replaces the trial on the roster, and the trial is kept', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const admin = await app.as('Admin');
    const email = `${unique('trial')}@example.com`;
    await admin.call(createTrialOrder, {
      body: { ...anOrderBody(tuitionClass.id, lessons, { email }), type: 'TRIAL' },
    });
    await admin.call(createOrder, { body: anOrderBody(tuitionClass.id, lessons, { email }) });
    const roster = await rosterOf(lessons[0]!.id);
    expect(roster).toHaveLength(1);
    expect(roster[0]?.kind).toBe('PAYMENT');
    expect(roster[0]?.sources.map((source) => source.kind).toSorted()).toEqual([
      'PAYMENT',
      'TRIAL',
    ]);
  });
});

describe('an order is refused, and nothing is written,', () => {
  test('when the lessons have changed meanwhile, and the answer has the new set', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
    const seen = lessons.map((lesson) => lesson.id);
    await app.database.db
      .update(lessonTable)
      .set({ isActive: false })
      .where(eq(lessonTable.id, lessons[1]!.id));
    const refused = await (
      await app.as('Admin')
    ).refused(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { lesson: seen }),
    });
    expect(refused).toMatchObject({ status: 409, code: 'lessons_changed', field: 'lesson' });
    expect(refused.body.current).toEqual({ lesson: [seen[0], seen[2]] });
  });

  test('when the price differs from the one shown, and the answer has the new price', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 4, { rate: 6000 });
    const admin = await app.as('Admin');
    const body = anOrderBody(tuitionClass.id, lessons, { expected_price: 100 });
    const refused = await admin.refused(createOrder, { body });
    expect(refused).toMatchObject({ status: 409, code: 'price_changed', field: 'expected_price' });
    expect(refused.body.message.errors[0]?.message).toBe(
      'The price is $240.00 for 4 lessons; $100.00 was shown.',
    );
    expect(refused.body.quote).toEqual({
      rate: 60,
      currency: 'SGD',
      original_price: 240,
      actual_price: 240,
      billable_lesson: lessons.map((lesson) => lesson.id),
    });
    expect(
      (await admin.call(listOrders, { query: { filter: { class: tuitionClass.id } } })).data,
    ).toEqual([]);
    const { data } = await admin.call(createOrder, { body: { ...body, expected_price: 240 } });
    expect(data.actual_price).toBe(240);
  });

  test('when its code is used up, without a second problem about the price', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 4);
    const { code } = await aDiscountCode(app, { usageLimit: 1, totalUsage: 1 });
    const refused = await (
      await app.as('Admin')
    ).refused(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { discount_code: code, expected_price: 100 }),
    });
    expect(refused.body.message.errors.map((item) => item.code)).toEqual(['discount_code_used_up']);
  });

  test('when a lesson is unknown or of another class', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const other = await aClassWithLessons(app, 1);
    const admin = await app.as('Admin');
    for (const lesson of [other.lessons[0]!.id, '019a0000-0000-7000-8000-000000000000']) {
      const refused = await admin.refused(createOrder, {
        body: anOrderBody(tuitionClass.id, lessons, { lesson: [lesson] }),
      });
      expect(refused).toMatchObject({ status: 422, code: 'lessons_not_in_class', field: 'lesson' });
    }
  });

  test.each(['', '  ', '-', '\u200b'])('when a new student has the name %j', async (name) => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const admin = await app.as('Admin');
    const body = anOrderBody(tuitionClass.id, lessons, { name });
    expect(await admin.refused(createOrder, { body })).toMatchObject({
      status: 422,
      code: 'name_required',
      field: 'name',
    });
  });

  test('when no lesson is within the dates, or the class does not exist', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const admin = await app.as('Admin');
    expect(
      await admin.refused(createOrder, {
        body: anOrderBody(tuitionClass.id, lessons, {
          start_date: '2020-01-01',
          end_date: '2020-01-02',
        }),
      }),
    ).toMatchObject({ status: 422, code: 'no_lessons' });
    expect(
      await admin.refused(createOrder, {
        body: anOrderBody('019a0000-0000-7000-8000-000000000000', lessons),
      }),
    ).toMatchObject({ status: 404, field: 'class' });
  });

  const brokenCodes = [
    ['discount_code_disabled', { isActive: false }],
    ['discount_code_expired', { startDate: '2026-01-01', endDate: '2026-11-19' }],
    ['discount_code_not_started', { startDate: '2026-11-21' }],
    ['discount_code_used_up', { usageLimit: 5, totalUsage: 5 }],
    ['discount_code_other_class', { classIds: ['019a0000-0000-7000-8000-000000000000'] }],
    ['discount_code_other_currency', { discountType: 'Absolute', value: 2000, currency: 'USD' }],
  ] as const;
  test.each(brokenCodes)('when its code is refused: %s', async (reason, values) => {
    const code = await aDiscountCode(app, {
      ...values,
      classIds: [...('classIds' in values ? values.classIds : [])],
    });
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const admin = await app.as('Admin');
    const email = `${unique('refused')}@example.com`;
    const refused = await admin.refused(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { email, discount_code: code.code }),
    });
    expect(refused).toMatchObject({ status: 422, code: reason, field: 'discount_code' });
    const written = await app.database.db
      .select()
      .from(users)
      .where(eq(users.emailKey, email.toLowerCase()));
    expect(written).toEqual([]);
    expect(await rosterOf(lessons[0]!.id)).toEqual([]);
  });

  test('a code is still valid on its end date, a business day', async () => {
    const code = await aDiscountCode(app, { startDate: '2026-11-01', endDate: '2026-11-20' });
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const { data } = await (
      await app.as('Admin')
    ).call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { discount_code: code.code }),
    });
    expect(data.actual_price).toBe(27);
  });

  test('when the code blocks trials', async () => {
    const code = await aDiscountCode(app, { blockTrial: true });
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const refused = await (
      await app.as('Admin')
    ).refused(createTrialOrder, {
      body: {
        ...anOrderBody(tuitionClass.id, lessons, { discount_code: code.code }),
        type: 'TRIAL',
      },
    });
    expect(refused.code).toBe('discount_code_not_for_trials');
  });

  test.each(['Tutor', 'TA', 'Agent', 'Admin'] as const)(
    'when the e-mail belongs to a %s',
    async (type) => {
      const person = await aUser(app, { type });
      const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
      const refused = await (
        await app.as('Admin')
      ).refused(createOrder, {
        body: anOrderBody(tuitionClass.id, lessons, { email: person.email }),
      });
      expect(refused).toMatchObject({ status: 422, code: 'not_a_student', field: 'email' });
    },
  );

  test('when a lesson is full, unless overbooking is allowed', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1, { maxCap: 1 });
    const admin = await app.as('Admin');
    await admin.call(createOrder, { body: anOrderBody(tuitionClass.id, lessons) });
    const refused = await admin.refused(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons),
    });
    expect(refused).toMatchObject({ status: 422, code: 'class_full', field: 'lesson' });
    expect(refused.body.message.errors[0]?.message).toContain(
      'This lesson is full (1 of 1). Add anyway?',
    );
    expect(refused.body.message.errors[0]).not.toHaveProperty('about');
    await admin.call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { type: 'PAYMENT_VIDEO' }),
    });
    await admin.call(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { allow_overbook: true }),
    });
    expect(await rosterOf(lessons[0]!.id)).toHaveLength(3);
  });

  test('when the class is inactive, sold out, or sold only as a whole', async () => {
    const admin = await app.as('Admin');
    const inactive = await aClassWithLessons(app, 1, { isActive: false });
    const soldOut = await aClassWithLessons(app, 1, { isSoldOut: true });
    const whole = await aClassWithLessons(app, 3, { forceFullPurchase: true });
    expect(
      (
        await admin.refused(createOrder, {
          body: anOrderBody(inactive.tuitionClass.id, inactive.lessons),
        })
      ).code,
    ).toBe('class_not_orderable');
    expect(
      (
        await admin.refused(createOrder, {
          body: anOrderBody(soldOut.tuitionClass.id, soldOut.lessons),
        })
      ).code,
    ).toBe('class_sold_out');
    expect(
      (
        await admin.refused(createOrder, {
          body: anOrderBody(whole.tuitionClass.id, whole.lessons.slice(0, 2)),
        })
      ).code,
    ).toBe('full_purchase_required');
    await admin.call(createOrder, { body: anOrderBody(whole.tuitionClass.id, whole.lessons) });
  });

  test('when a trial of the class is upcoming, unless an Admin confirms', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
    const email = `${unique('twice')}@example.com`;
    const sales = await app.as('SalesAdmin');
    const trial = (index: number, more = {}) => ({
      body: {
        ...anOrderBody(tuitionClass.id, [lessons[index]!], { email }),
        type: 'TRIAL' as const,
        ...more,
      },
    });
    await sales.call(createTrialOrder, trial(0));
    expect((await sales.refused(createTrialOrder, trial(1))).code).toBe('trial_already_taken');
    expect(
      (await sales.refused(createTrialOrder, trial(1, { allow_second_trial: true }))).code,
    ).toBe('trial_already_taken');
    await (await app.as('Admin')).call(createTrialOrder, trial(1, { allow_second_trial: true }));
  });

  test('when a trial of the class was attended, but not when it was missed', async () => {
    const sales = await app.as('SalesAdmin');
    const afterTrial = async (hasCome: boolean) => {
      const { tuitionClass, lessons } = await aClassWithLessons(app, 2);
      const [first, second] = lessons as [(typeof lessons)[0], (typeof lessons)[0]];
      const email = `${unique('tried')}@example.com`;
      const trial = (lesson: typeof first) => ({
        body: { ...anOrderBody(tuitionClass.id, [lesson], { email }), type: 'TRIAL' as const },
      });
      await sales.call(createTrialOrder, trial(first));
      const scheduledAt = new Date(app.clock.now().getTime() - 3 * 24 * 3_600_000);
      const endedAt = new Date(scheduledAt.getTime() + 3_600_000);
      await app.database.db
        .update(lessonTable)
        .set({ scheduledAt, endedAt })
        .where(eq(lessonTable.id, first.id));
      await aStay(app, { ...first, scheduledAt }, { email: hasCome ? email : '' });
      return sales.send(createTrialOrder, trial(second));
    };
    expect(await afterTrial(true)).toMatchObject({
      status: 422,
      body: { message: { errors: [{ code: 'trial_already_taken', field: 'email' }] } },
    });
    expect((await afterTrial(false)).status).toBe(201);
  });

  test('when a trial has more than one lesson, unless a user other than a Partner confirms', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 3);
    const trial = (more = {}) => ({
      body: { ...anOrderBody(tuitionClass.id, lessons), type: 'TRIAL' as const, ...more },
    });
    const partner = await app.as('Partner', { leadSourceScope: 'LX' });
    for (const more of [{}, { allow_several_lessons: true }])
      expect(await partner.refused(createTrialOrder, trial(more))).toMatchObject({
        status: 422,
        code: 'trial_one_lesson',
        field: 'lesson',
      });
    for (const role of ['Admin', 'SalesAdmin'] as const) {
      const api = await app.as(role);
      const refused = await api.refused(createTrialOrder, trial());
      expect(refused).toMatchObject({ status: 422, code: 'trial_several_lessons' });
      expect(refused.body.message.errors[0]?.message).toBe(
        'A trial is for one lesson; this one has 3. Create it anyway?',
      );
      const { data } = await api.call(createTrialOrder, trial({ allow_several_lessons: true }));
      expect(data.detail.lesson).toHaveLength(3);
    }
  });

  test('when the agent is disabled', async () => {
    const agent = await anAgent(app, { enabled: false });
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const refused = await (
      await app.as('Admin')
    ).refused(createOrder, {
      body: anOrderBody(tuitionClass.id, lessons, { agent_id: agent.id }),
    });
    expect(refused).toMatchObject({ code: 'agent_not_enabled', field: 'agent_id' });
  });

  test('with all invalid fields reported at once', async () => {
    const refused = await (
      await app.as('Admin')
    ).refused(createOrder, {
      body: {
        type: 'GIFT',
        class: 'x',
        email: 'priya.nair@example',
        start_date: '2026-02-31',
        end_date: '2026-01-01',
        remark: ' ',
        surprise: 1,
      } as never,
    });
    expect(refused.status).toBe(400);
    expect(refused.body.message.errors.map((error) => error.field ?? '').toSorted()).toEqual([
      'class',
      'email',
      'remark',
      'start_date',
      'surprise',
      'type',
    ]);
    expect(refused.body.message.errors.find((error) => error.field === 'email')?.message).toBe(
      'You have entered an invalid email',
    );
  });
});

describe('who may create', () => {
  test('SalesAdmin and Partner create trials only', async () => {
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const partner = await app.as('Partner', { leadSourceScope: 'LLP' });
    for (const api of [await app.as('SalesAdmin'), partner]) {
      const refused = await api.refused(createOrder, {
        body: anOrderBody(tuitionClass.id, lessons),
      });
      expect(refused).toMatchObject({ status: 403, code: 'forbidden', field: 'type' });
      await api.call(createOrder, {
        body: anOrderBody(tuitionClass.id, lessons, { type: 'TRIAL' }),
      });
    }
    for (const role of ['Agent', 'CustService'] as const)
      expect(
        (
          await (
            await app.as(role)
          ).refused(createOrder, { body: anOrderBody(tuitionClass.id, lessons) })
        ).status,
      ).toBe(403);
  });

  test('a student created by a Partner gets its lead source, and it finds no others', async () => {
    const partner = await app.as('Partner', { leadSourceScope: 'LX' });
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const { data: order } = await partner.call(createTrialOrder, {
      body: { ...anOrderBody(tuitionClass.id, lessons), type: 'TRIAL' },
    });
    const [student] = await app.database.db
      .select()
      .from(users)
      .where(eq(users.id, order.created_by._id));
    expect(student?.leadSource).toBe('LX');
    const stranger = await aStudent(app, { leadSource: 'FB' });
    const refused = await partner.refused(createTrialOrder, {
      body: { ...anOrderBody(tuitionClass.id, lessons, { email: stranger.email }), type: 'TRIAL' },
    });
    expect(refused).toMatchObject({ status: 404, field: 'email' });
    const seen = await partner.call(listOrders);
    expect(seen.data.map((row) => row._id)).toEqual([order._id]);
  });
});

test('only a Partner’s lead source scope is given to new students', async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  const salesAdmin = await app.as('SalesAdmin', { leadSourceScope: 'LX' });
  const { data: order } = await salesAdmin.call(createTrialOrder, {
    body: { ...anOrderBody(tuitionClass.id, lessons), type: 'TRIAL' },
  });
  const [student] = await app.database.db
    .select()
    .from(users)
    .where(eq(users.id, order.created_by._id));
  expect(student?.leadSource).toBeNull();
});

test('the dates include the whole business day of the last lesson', async () => {
  const { tuitionClass } = await aClassWithLessons(app, 0);
  const late = await aLesson(app, tuitionClass.id, {
    scheduledAt: new Date('2026-12-01T15:30:00Z'),
  });
  await aLesson(app, tuitionClass.id, { scheduledAt: new Date('2026-12-01T16:00:00Z') });
  const { data } = await (
    await app.as('Admin')
  ).call(createOrder, {
    body: anOrderBody(tuitionClass.id, [late]),
  });
  expect(data.detail.lesson).toEqual([late.id]);
});
