import type { Api } from '../../../test/stage.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClass } from '../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { anOrder } from '../../../test/factories/order.factory.ts';
import { aStudent, anAgent, aUser } from '../../../test/factories/user.factory.ts';
import { plansOf } from '../../../test/query-plan.ts';
import { unique } from '../../../test/unique.ts';
import { orderList } from './order-list.ts';

const app = useOwnTestApp();

const idsOf = async (api: Api, filter: object) => {
  const { data, count } = await api.call(listOrders, { query: { filter } });
  expect(count).toBe(data.length);
  return data.map((order) => order._id);
};

test('orders are found by their exact code, case-insensitively and trimmed', async () => {
  const code = await aDiscountCode(app);
  const longer = await aDiscountCode(app, { code: `${code.code}X` });
  const first = await anOrder(app, { lessons: 1, discount_code: code.code });
  const second = await anOrder(app, { lessons: 1, discount_code: code.code });
  await anOrder(app, { lessons: 1, discount_code: longer.code });
  await anOrder(app, { lessons: 1 });
  const admin = await app.as('Admin');
  for (const typed of [code.code, code.code.toLowerCase(), `  ${code.code} `])
    expect(await idsOf(admin, { discount_code: typed })).toEqual([second._id, first._id]);
  expect(await idsOf(admin, { discount_code: code.code.slice(0, -1) })).toEqual([]);
});

test.each(['NO-SUCH-CODE', '', '%'])(
  'an unknown code has no orders: "%s"',
  async (discount_code) => {
    await anOrder(app, { lessons: 1 });
    const admin = await app.as('Admin');
    expect(await admin.call(listOrders, { query: { filter: { discount_code } } })).toEqual({
      data: [],
      count: 0,
    });
  },
);

test('the code combines with other filters, and the next request may use another code', async () => {
  const [one, two] = [await aDiscountCode(app), await aDiscountCode(app)];
  const trial = await anOrder(app, { type: 'TRIAL', lessons: 1, discount_code: one.code });
  const payment = await anOrder(app, { lessons: 1, discount_code: one.code });
  const other = await anOrder(app, { lessons: 1, discount_code: two.code });
  const admin = await app.as('Admin');
  const found = (filter: object) => idsOf(admin, filter);
  expect(await found({ discount_code: one.code, type: 'TRIAL' })).toEqual([trial._id]);
  expect(await found({ discount_code: one.code, type: 'PAYMENT' })).toEqual([payment._id]);
  expect(await found({ discount_code: two.code, type: 'PAYMENT' })).toEqual([other._id]);
  expect(await found({ discount_code: one.code, status: 'CANCELLED' })).toEqual([]);
  const day = { created: { between: ['2026-11-20', '2026-11-20'] } };
  expect(await found({ discount_code: two.code, ...day })).toEqual([other._id]);
});

test('filtering by a code shows no order outside the actor’s scope', async () => {
  const code = await aDiscountCode(app);
  const agent = await app.as('Agent', {});
  const own = await anOrder(app, { lessons: 1, discount_code: code.code, agent_id: agent.id });
  const stranger = await anAgent(app);
  await anOrder(app, { lessons: 1, discount_code: code.code, agent_id: stranger.id });
  expect(await idsOf(agent, { discount_code: code.code })).toEqual([own._id]);

  const leadSource = unique('Kiasu Parents');
  const partner = await app.as('Partner', { leadSourceScope: leadSource });
  const student = await aStudent(app, { leadSource });
  const theirs = await anOrder(app, { discount_code: code.code, email: student.email });
  expect(await idsOf(partner, { discount_code: code.code })).toEqual([theirs._id]);
});

test('the download contains exactly the orders with the code', async () => {
  const code = await aDiscountCode(app);
  const student = await aStudent(app);
  for (let made = 0; made < 3; made += 1)
    await anOrder(app, { lessons: 1, email: student.email, discount_code: code.code });
  await anOrder(app, { lessons: 1, email: student.email });
  const admin = await app.as('Admin');
  const answer = await admin.send(listOrders, {
    query: { filter: { discount_code: code.code }, max: 1 },
    headers: { accept: 'text/csv' },
  });
  const lines = String(answer.body).trim().split('\r\n').slice(1);
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toContain(code.code);
});

/** 10,000 orders over a year, every fourth with one of 20 codes. */
const fill = async () => {
  const tuitionClass = await aClass(app);
  const student = await aStudent(app);
  const admin = await aUser(app, { type: 'Admin' });
  await app.database.db.execute(sql`
    insert into discount_codes (id, code, discount_type, value, start_date, end_date, created, updated)
    select gen_random_uuid(), 'PLAN' || no, 'Percent', 1000, '2026-01-01', '2026-12-31', now(), now()
    from generate_series(1, 20) as no`);
  await app.database.db.execute(sql`
    insert into orders (id, type, status, created, student_id, class_id, handled_by, remark, currency,
      original_price, actual_price, discount_code_id, updated)
    select gen_random_uuid(), 'PAYMENT', 'PROCESSED', ${app.clock.now()}::timestamptz - no * interval '52 minutes',
      ${student.id}, ${tuitionClass.id}, ${admin.id}, 'PayNow', 'SGD', 3000, 3000, codes.id, now()
    from generate_series(1, 10000) as no
    left join discount_codes codes on codes.code = 'PLAN' || (no / 4 % 20 + 1) and no % 4 = 0`);
  await app.database.db.execute(sql`analyze orders, discount_codes`);
};

test('the orders of a code are read by its index alone, with and without the default filters', async () => {
  await fill();
  const context = {
    actor: {
      id: '',
      name: '',
      email: '',
      role: 'Admin',
      extra_routes: [],
      seesOrderId: false,
      orderAgents: [],
      leadSourceScope: null,
    },
    settings: app.settings,
    clock: app.clock,
  } as const;
  const page = { max: 20, offset: 0, sortBy: 'created', order: 'desc' } as const;
  const plans = await plansOf(app.database, async (db) => {
    const list = (filter: Parameters<typeof orderList.page>[1]['filter']) =>
      orderList.page({ ...context, db } as never, { ...page, filter });
    await list({ discount_code: 'PLAN7' });
    await list({
      discount_code: 'PLAN7',
      status: { in: ['INIT', 'PROCESSED', 'CANCELLED'] },
      created: { between: ['2026-10-20', '2026-11-20'] },
    });
  });
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    // Once for the page's ids, once for the count.
    expect(plan.match(/Index Scan (using|on) orders_by_discount_code/g)).toHaveLength(2);
    expect(plan).not.toMatch(/Seq Scan on orders|orders_by_created|orders_by_status/);
  }
});
