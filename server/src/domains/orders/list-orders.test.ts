import { describe, expect, test } from 'vitest';
import { listOrders, quoteOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { unique } from '../../../test/unique.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { anOrder, datesOf } from '../../../test/factories/order.factory.ts';
import { aStudent, anAgent } from '../../../test/factories/user.factory.ts';

const app = useOwnTestApp();

/** Orders of these students alone, so that counts do not depend on other tests. */
const ordersOf = (ids: string[], filter: object = {}) => ({
  query: { filter: { created_by: { in: ids }, ...filter } },
});

describe('the orders list', () => {
  test('filters by type, status, agent, payment mode and student, with the exact count', async () => {
    const agent = await anAgent(app);
    const payment = await anOrder(app, { agent_id: agent.id });
    const trial = await anOrder(app, { type: 'TRIAL' });
    const online = await anOrder(app, { payment: { channel: 'online', provider: 'stripe' } });
    const ids = [payment, trial, online].map((order) => order.created_by._id);
    const admin = await app.as('Admin');
    const found = async (filter: object) => {
      const answer = await admin.call(listOrders, ordersOf(ids, filter));
      expect(answer.count).toBe(answer.data.length);
      return answer.data.map((order) => order._id).toSorted();
    };
    const all = [payment._id, trial._id, online._id].toSorted();

    expect(await found({})).toEqual(all);
    expect(await found({ type: 'TRIAL' })).toEqual([trial._id]);
    expect(await found({ status: { in: ['INIT', 'CANCELLED'] } })).toEqual([]);
    expect(await found({ agent: agent.id })).toEqual([payment._id]);
    expect(await found({ agent: { exists: true } })).toEqual([payment._id]);
    expect(await found({ agent: { exists: false } })).toEqual([trial._id, online._id].toSorted());
    expect(await found({ handled_by: { exists: false } })).toEqual([online._id]);
    expect(await found({ handled_by: { exists: true } })).toEqual(
      [payment._id, trial._id].toSorted(),
    );
    expect(await found({ created_by: { in: [] } })).toEqual([]);
  });

  test.each([
    ['subject', 'Mathematics'],
    ['currency', 'USD'],
    ['brand', { not: 'LLP' }],
    ['platform', 'paynow'],
    ['platform', { exists: false }],
  ])(
    'are filtered by %s only within a year, or with a selective filter: %o',
    async (name, value) => {
      const admin = await app.as('Admin');
      const student = await aStudent(app);
      const asked = (filter: object) => ({ query: { filter: { [name]: value, ...filter } } });
      for (const days of [
        {},
        { created: { between: ['2026-01-01', null] } },
        { created: { between: [null, '2026-11-20'] } },
        { created: { between: ['2025-11-18', '2026-11-20'] } },
        { agent: { exists: true } },
      ]) {
        const refused = await admin.refused(listOrders, asked(days));
        expect(refused).toMatchObject({
          status: 400,
          code: 'invalid_value',
          field: `filter.${name}`,
        });
        expect(refused.body.message.errors[0]?.message).toMatch(/within at most a year/);
        expect(
          (await admin.send(listOrders, { ...asked(days), headers: { accept: 'text/csv' } }))
            .status,
        ).toBe(400);
      }
      for (const days of [
        { created: { between: ['2025-11-20', '2026-11-20'] } },
        { cancelled_on: { between: ['2026-11-01T00:00:00Z', '2026-11-20'] } },
        { created_by: student.id },
        { class: student.id },
        { agent: student.id },
        { discount_code: 'NONE' },
      ])
        expect((await admin.call(listOrders, asked(days))).count).toBeGreaterThanOrEqual(0);
    },
  );

  test('works without any filter, twice', async () => {
    await anOrder(app);
    const admin = await app.as('Admin');
    const first = await admin.call(listOrders, { query: { max: 1 } });
    expect(first.data).toHaveLength(1);
    expect(await admin.call(listOrders, { query: { max: 1 } })).toEqual(first);
  });

  test('a date range includes its whole last business day', async () => {
    app.clock.setTo('2026-11-19T15:59:59Z');
    const order = await anOrder(app);
    app.clock.setTo(testNow);
    const admin = await app.as('Admin', {});
    const count = async (from: string | null, to: string | null) =>
      (
        await admin.call(
          listOrders,
          ordersOf([order.created_by._id], { created: { between: [from, to] } }),
        )
      ).count;
    expect(await count('2026-11-19', '2026-11-19')).toBe(1);
    expect(await count('2026-11-20', null)).toBe(0);
    expect(await count(null, '2026-11-18')).toBe(0);
    expect(await count('2026-11-19T15:59:59Z', '2026-11-19T23:59:59+08:00')).toBe(1);
    expect(await count('2026-11-19T16:00:00Z', null)).toBe(0);
  });

  test('is paged newest first without gaps or repeats', async () => {
    const student = await aStudent(app);
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1)
      ids.unshift((await anOrder(app, { lessons: 1, email: student.email }))._id);
    const admin = await app.as('Admin');
    const page = async (offset: number, order = 'desc') =>
      (
        await admin.call(listOrders, {
          query: { filter: { created_by: student.id }, max: 2, offset, order },
        })
      ).data.map((row) => row._id);
    const pages = [...(await page(0)), ...(await page(2)), ...(await page(4))];
    expect(pages.toSorted()).toEqual(ids.toSorted());
    const all = await admin.call(listOrders, { query: { filter: { created_by: student.id } } });
    expect(all.data.map((row) => row._id)).toEqual(pages);
    expect([
      ...(await page(0, 'asc')),
      ...(await page(2, 'asc')),
      ...(await page(4, 'asc')),
    ]).toEqual(pages.toReversed());
  });

  test('refuses an unknown filter field, a wrong operator and too large a page', async () => {
    const admin = await app.as('Admin');
    expect(await admin.refused(listOrders, { query: { filter: { price: 1 } } })).toMatchObject({
      status: 400,
      code: 'unknown_field',
      field: 'filter.price',
    });
    expect(
      await admin.refused(listOrders, { query: { filter: { status: { like: '%' } } } }),
    ).toMatchObject({ status: 400, field: 'filter.status' });
    expect(await admin.refused(listOrders, { query: { max: 201 } })).toMatchObject({
      status: 400,
      field: 'max',
    });
    expect(await admin.refused(listOrders, { query: { filter: '{broken' } })).toMatchObject({
      status: 400,
      field: 'filter',
    });
  });

  test('without canViewAllOrders shows only the actor’s and the group’s orders', async () => {
    const colleague = await anAgent(app);
    const agent = await app.as('Agent', { orderAgents: [colleague.id] });
    const own = await anOrder(app, { agent_id: agent.id });
    const groups = await anOrder(app, { agent_id: colleague.id });
    const foreign = await anOrder(app, { agent_id: (await anAgent(app)).id });
    await anOrder(app);
    const seen = await agent.call(listOrders);
    expect(seen.data.map((order) => order._id).toSorted()).toEqual(
      [own._id, groups._id].toSorted(),
    );
    expect(seen.count).toBe(2);
    const asked = await agent.call(listOrders, ordersOf([foreign.created_by._id]));
    expect(asked.count).toBe(0);
  });

  test('exports every matching row as CSV, without formulas', async () => {
    const student = await aStudent(app, {
      name: '=SUM(1+1)',
      email: `${unique('csv')}@example.com`,
    });
    for (let index = 0; index < 3; index += 1)
      await anOrder(app, { lessons: 1, email: student.email });
    const admin = await app.as('Admin', { seesOrderId: true });
    const answer = await admin.send(listOrders, {
      query: { filter: { created_by: student.id }, max: 1 },
      headers: { accept: 'text/csv' },
    });
    expect(answer.headers['content-type']).toContain('text/csv');
    const lines = String(answer.body).trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toContain('id,created (Asia/Singapore),type,status,student,email');
    expect(lines[1]).toContain("'=SUM(1+1)");
    const withoutIds = await (
      await app.as('Admin')
    ).send(listOrders, {
      query: { filter: { created_by: student.id } },
      headers: { accept: 'text/csv' },
    });
    expect(String(withoutIds.body)).not.toContain('id,created ');
  });
});

describe('a quote', () => {
  test('returns the effect and price of the order, with the discount explained', async () => {
    const agent = await anAgent(app);
    const code = await aDiscountCode(app, {
      discountType: 'Each Element Dollar Off',
      value: 500,
      usageLimit: 50,
      totalUsage: 12,
      agentId: agent.id,
    });
    const { tuitionClass, lessons } = await aClassWithLessons(app, 5);
    const admin = await app.as('Admin');
    const { data } = await admin.call(quoteOrder, {
      body: {
        class: tuitionClass.id,
        ...datesOf(lessons.slice(0, 3)),
        discount_code: code.code,
      },
    });
    expect(data).toMatchObject({
      student: null,
      original_price: 90,
      actual_price: 75,
      discount: {
        code: code.code,
        label: '$5.00 per lesson',
        amount_off: 15,
        total_usage: 12,
        usage_limit: 50,
        agent: { _id: agent.id },
      },
      problems: [],
    });
    expect(data.lessons.map((lesson) => lesson._id)).toEqual(lessons.map((lesson) => lesson.id));
    expect(data.billable_lesson).toHaveLength(3);
  });

  test('lists the order’s problems by field, and what the student owns', async () => {
    const order = await anOrder(app, { lessons: 2 });
    const admin = await app.as('Admin');
    const { data } = await admin.call(quoteOrder, {
      body: {
        class: order.detail.class_obj._id,
        email: order.created_by.email,
        start_date: '2026-11-20',
        end_date: '2027-11-20',
        discount_code: 'NOSUCHCODE',
      },
    });
    expect(data.student).toMatchObject({ _id: order.created_by._id });
    expect(data.lessons.every((lesson) => lesson.owned === 'PAYMENT')).toBe(true);
    expect(data.problems.map((problem) => [problem.field, problem.code])).toEqual([
      ['lesson', 'all_lessons_owned'],
      ['discount_code', 'discount_code_unknown'],
    ]);
    const wrong = await admin.call(quoteOrder, {
      body: { class: order.detail.class_obj._id, email: 'priya.nair@example' },
    });
    expect(wrong.data.problems).toMatchObject([
      { field: 'email', message: 'You have entered an invalid email' },
    ]);
  });
});
