import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { listOrders } from 'staffroom-contract/domains/orders/orders.contract.ts';
import {
  orderStatuses,
  orderTypes,
  purchaseTypes,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import {
  listSalesStudents,
  readSalesReport,
  type SalesReport,
} from 'staffroom-contract/domains/reports/sales.contract.ts';
import {
  periodsBefore,
  salesChannels,
  salesKeys,
  soldStatuses,
  type SalesChannel,
  type SalesKey,
} from 'staffroom-contract/domains/reports/sales.rules.ts';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass } from '../../../test/factories/class.factory.ts';
import { aSale } from '../../../test/factories/order.factory.ts';
import { aStudent, aUser } from '../../../test/factories/user.factory.ts';

const app = useTestApp();
const zone = 'Asia/Singapore';

type Query = { start: string; end: string; exclude?: string; by?: SalesKey | 'day' };

const reportOf = async (query: Query): Promise<SalesReport> =>
  (await (await app.as('Admin')).call(readSalesReport, { query })).data;

type Values = NonNullable<Parameters<typeof aSale>[1]>;

const sell = async (values: Values) => {
  const sale = await aSale(app, values);
  return { ...sale, day: businessDayOf(sale.created.toISOString(), zone) };
};

type Known = Awaited<ReturnType<typeof sell>>;

/** Random orders from December 2020 to May 2021; no other test has orders in that period. */
const known: Known[] = [];

const payments: Record<SalesChannel, Values> = {
  offline: { channel: 'offline' },
  paynow: { channel: 'online', provider: 'hitpay', platform: 'paynow' },
  'credit-card': { channel: 'online', provider: 'stripe', platform: 'credit-card' },
  online: { channel: 'online' },
};

beforeAll(async () => {
  const tuition = await Promise.all([
    aClass(app, { name: 'P6 Mathematics', subject: 'Mathematics' }),
    aClass(app, { name: 'Sec 1 Maths', subject: 'Mathematics' }),
    aClass(app, { name: 'PSLE English', subject: 'English', currency: 'USD' }),
    aClass(app, { name: 'IPA Jakarta', subject: 'Science', currency: 'IDR' }),
  ]);
  const students = await Promise.all([1, 2, 3, 4].map(() => aStudent(app)));
  const agents = await Promise.all(
    ['Nur Diyana', 'Marcus Lee'].map((name) => aUser(app, { name })),
  );
  const clerk = await aUser(app, { type: 'Admin' });
  const hour = 3_600_000;
  const first = Date.parse('2020-11-30T16:00:00Z');
  const drawn = fc.sample(
    fc.record({
      // Half of the orders are in the first or last hour of a business day.
      at: fc
        .tuple(fc.nat({ max: 180 }), fc.constantFrom(0, 1, 23.999, 12), fc.constantFrom(0, 1))
        .map(([day, hours, ms]) => first + day * 24 * hour + hours * hour + ms),
      tuitionClass: fc.constantFrom(...tuition),
      student: fc.constantFrom(...students),
      type: fc.constantFrom(...orderTypes),
      status: fc.constantFrom(...orderStatuses, ...soldStatuses),
      agent: fc.option(fc.constantFrom(...agents)),
      brand: fc.constantFrom('HOUSE', 'LLP', 'OLD'),
      channel: fc.constantFrom(...salesChannels),
      price: fc.nat({ max: 100_000 }),
      discount: fc.nat({ max: 5000 }),
      cancelledAfter: fc.constantFrom(1, 9, 40),
    }),
    { numRuns: 160, seed: 20210301 },
  );
  for (const { at, price, discount, ...each } of drawn) {
    const isTrial = each.type === 'TRIAL';
    known.push(
      await sell({
        tuitionClass: each.tuitionClass,
        studentId: each.student.id,
        created: new Date(at),
        type: each.type,
        status: each.status,
        agentId: each.agent?.id ?? null,
        brand: each.brand,
        ...payments[each.channel],
        handledBy: each.channel === 'offline' ? clerk.id : null,
        originalPrice: isTrial ? 0 : price + discount,
        actualPrice: isTrial ? 0 : price,
        cancelledAt:
          each.status === 'CANCELLED' ? new Date(at + each.cancelledAfter * 24 * hour) : null,
      }),
    );
  }
}, 60_000);

const isPurchase = ({ type }: Known) => type !== 'TRIAL';
const isSold = ({ status }: Known) => status === 'PAID' || status === 'PROCESSED';
const isWithin = (day: string, { start, end }: { start: string; end: string }) =>
  start <= day && day <= end;

const channelOf = ({ channel, platform }: Known): SalesChannel =>
  channel === 'offline' ? 'offline' : (platform ?? 'online');

const keyOf: Record<SalesKey, (order: Known) => string | null> = {
  class: ({ classId }) => classId,
  subject: ({ tuitionClass }) => tuitionClass.subject,
  agent: ({ agentId }) => agentId,
  channel: channelOf,
  type: ({ type }) => type,
};

/** Sum of orders, calculated one by one. */
const sum = (rows: readonly Known[]) => ({
  orders: rows.length,
  net: rows.reduce((cents, { actualPrice }) => cents + actualPrice, 0) / 100,
});

const ofCurrency = (rows: readonly Known[], currency: string) =>
  rows.filter((row) => row.currency === currency);

describe('the sales of a period', () => {
  const period = fc.tuple(fc.nat({ max: 150 }), fc.nat({ max: 62 })).map(([from, days]) => ({
    start: addDays('2020-12-20', from),
    end: addDays('2020-12-20', from + days),
  }));
  const brand = fc.constantFrom('LLP', 'HOUSE', 'OLD', 'none');

  test('match sums of the orders one by one, in every currency and table', async () => {
    await fc.assert(
      fc.asyncProperty(period, brand, async (asked, exclude) => {
        const report = await reportOf({ ...asked, exclude });
        const counted = known.filter((order) => order.brand !== exclude);
        const sold = counted.filter((order) => isSold(order) && isWithin(order.day, asked));
        const bought = sold.filter(isPurchase);
        const { whole, compared } = periodsBefore(asked, '2026-11-20');
        const before = counted.filter((order) => isSold(order) && isPurchase(order));

        expect(report).toMatchObject({
          ...asked,
          until: asked.end,
          exclude: exclude === 'none' ? null : exclude,
          orders: bought.length,
          students: new Set(bought.map(({ studentId }) => studentId)).size,
          trials: sold.length - bought.length,
          compared,
        });
        for (const { currency, cancelled, ...figures } of report.currencies) {
          expect(figures).toEqual({
            ...sum(ofCurrency(bought, currency)),
            before: sum(ofCurrency(before, currency).filter(({ day }) => isWithin(day, compared))),
          });
          expect(cancelled).toEqual(
            sum(
              ofCurrency(counted, currency).filter(
                (order) =>
                  isPurchase(order) &&
                  order.cancelledAt !== null &&
                  isWithin(businessDayOf(order.cancelledAt.toISOString(), zone), asked),
              ),
            ),
          );
        }
        for (const { day, currency, ...row } of report.days)
          expect(row).toEqual(sum(ofCurrency(bought, currency).filter((each) => each.day === day)));
        for (const { day, currency, ...row } of report.days_before) {
          expect(isWithin(day, whole)).toBe(true);
          expect(row).toEqual(sum(ofCurrency(before, currency).filter((each) => each.day === day)));
        }
        for (const by of salesKeys) {
          for (const { _id, name: _name, currency, ...row } of report[by])
            expect(row).toEqual(
              sum(ofCurrency(bought, currency).filter((each) => keyOf[by](each) === _id)),
            );
          // Each order is in exactly one row.
          expect(report[by].reduce((all, { orders: some }) => all + some, 0)).toBe(bought.length);
        }
        expect(report.days.reduce((all, { orders: some }) => all + some, 0)).toBe(bought.length);
      }),
      { numRuns: 40, seed: 7 },
    );
  }, 60_000);

  test('match the orders listed behind each figure', async () => {
    const asked = { start: '2020-12-01', end: '2021-05-31' };
    const report = await reportOf(asked);
    const admin = await app.as('Admin');
    const soldAs = async (filter: object) => {
      const { data, count } = await admin.call(listOrders, {
        query: {
          filter: {
            created: { between: [asked.start, asked.end] },
            status: { in: soldStatuses },
            type: { in: purchaseTypes },
            brand: { not: 'LLP' },
            ...filter,
          },
          max: 200,
        },
      });
      expect(data).toHaveLength(count);
      const hundredths = data.reduce((sum, order) => sum + Math.round(100 * order.actual_price), 0);
      return { orders: count, net: hundredths / 100 };
    };
    const figureOf = ({ orders: count, net }: { orders: number; net: number }) => ({
      orders: count,
      net,
    });
    const whichOf: Record<SalesKey, (id: string | null) => object> = {
      class: (id) => ({ class: id }),
      subject: (id) => ({ subject: id }),
      agent: (id) => ({ agent: id ?? { exists: false } }),
      channel: (id) =>
        id === 'offline'
          ? { handled_by: { exists: true } }
          : { handled_by: { exists: false }, platform: id === 'online' ? { exists: false } : id },
      type: (id) => ({ type: id }),
    };
    expect((await soldAs({})).orders).toBe(report.orders);
    expect((await soldAs({ type: 'TRIAL' })).orders).toBe(report.trials);
    for (const { currency, cancelled, ...total } of report.currencies) {
      expect(total.orders).toBeGreaterThan(0);
      expect(await soldAs({ currency })).toEqual(figureOf(total));
      expect(
        await soldAs({
          currency,
          created: undefined,
          status: 'CANCELLED',
          cancelled_on: { between: [asked.start, asked.end] },
        }),
      ).toEqual(figureOf(cancelled));
    }
    expect(report.currencies.some(({ cancelled }) => cancelled.orders > 2)).toBe(true);
    for (const { day, currency, ...sold } of report.days.slice(0, 5))
      expect(await soldAs({ currency, created: { between: [day, day] } })).toEqual(figureOf(sold));
    for (const by of salesKeys)
      for (const { _id, currency, ...sold } of report[by])
        expect(await soldAs({ currency, ...whichOf[by](_id) })).toEqual(figureOf(sold));
  });

  test('list the students that they count', async () => {
    const asked = { start: '2020-12-01', end: '2021-05-31' };
    const admin = await app.as('Admin');
    const buyersOf = (exclude: string) =>
      known
        .filter((order) => isSold(order) && isPurchase(order) && order.brand !== exclude)
        .map(({ studentId }) => studentId);
    for (const exclude of ['LLP', 'none']) {
      const query = { ...asked, exclude };
      const { data, count } = await admin.call(listSalesStudents, { query });
      expect(count).toBe((await reportOf(query)).students);
      expect(data.map(({ _id }) => _id).toSorted()).toEqual(
        [...new Set(buyersOf(exclude))].toSorted(),
      );
    }
    const own = await aStudent(app, { leadSource: 'Wechat', name: 'Sim Yi Xuan' });
    const created = new Date('2021-10-10T04:00:00Z');
    const sale = { tuitionClass: await aClass(app), created };
    await sell({ ...sale, studentId: own.id });
    await sell({ ...sale, studentId: (await aStudent(app)).id });
    const other = await aStudent(app);
    await sell({ ...sale, studentId: other.id, type: 'TRIAL' });
    await sell({ ...sale, studentId: other.id, status: 'INIT' });
    await sell({ ...sale, studentId: other.id, brand: 'LLP' });
    const query = { start: '2021-10-10', end: '2021-10-10' };
    expect((await admin.call(listSalesStudents, { query })).count).toBe(2);
    const found = { ...query, filter: { search: { regex: 'sim yi' } } };
    expect((await admin.call(listSalesStudents, { query: found })).data).toEqual([
      { _id: own.id, name: 'Sim Yi Xuan', email: own.email },
    ]);
    // Students whose names the reader may not see are only counted.
    const partner = await app.as('Partner', {
      leadSourceScope: 'Wechat',
      extraRoutes: ['/report'],
    });
    const named = await partner.call(listSalesStudents, { query });
    expect(named.data.map(({ _id }) => _id)).toEqual([own.id]);
    const file = await admin.send(listSalesStudents, { query, headers: { accept: 'text/csv' } });
    expect(String(file.body)).toContain(own.email);
    expect(
      await admin.refused(listSalesStudents, { query: { start: '2021-03-02', end: '2021-03-01' } }),
    ).toMatchObject({ status: 400, field: 'start' });
  });

  test('exclude the partner brand unless another is given; "none" excludes nothing', async () => {
    const asked = { start: '2021-02-01', end: '2021-02-28' };
    const usual = await reportOf(asked);
    expect(usual.exclude).toBe('LLP');
    expect(usual).toEqual(await reportOf({ ...asked, exclude: 'LLP' }));
    expect((await reportOf({ ...asked, exclude: 'none' })).orders).toBeGreaterThan(usual.orders);
  });

  test('begin and end with the business days of the given instants', async () => {
    const of = { tuitionClass: await aClass(app), studentId: (await aStudent(app)).id };
    // The first and the last millisecond of 1 September 2021 in Singapore.
    for (const created of ['2021-08-31T16:00:00.000Z', '2021-09-01T15:59:59.999Z'])
      await sell({ ...of, created: new Date(created) });
    for (const created of ['2021-08-31T15:59:59.999Z', '2021-09-01T16:00:00.000Z'])
      await sell({ ...of, created: new Date(created), actualPrice: 100 });
    const day = { start: '2021-08-31T23:00:00Z', end: '2021-09-01T20:00:00+08:00' };
    expect((await reportOf(day)).currencies).toMatchObject([{ orders: 2, net: 240 }]);
    expect((await reportOf({ start: '2021-09-01', end: '2021-09-30' })).currencies).toMatchObject([
      { orders: 3, net: 241, before: { orders: 1, net: 1 } },
    ]);
  });

  test('in three currencies are listed separately and never added', async () => {
    const created = new Date('2021-11-11T04:00:00Z');
    const studentId = (await aStudent(app)).id;
    for (const [currency, actualPrice] of [
      ['IDR', 945_000_000],
      ['USD', 12_050],
      ['SGD', 30_000],
    ] as const)
      await sell({
        tuitionClass: await aClass(app, { currency }),
        created,
        studentId,
        actualPrice,
      });
    const report = await reportOf({ start: '2021-11-11', end: '2021-11-11' });
    expect(report).toMatchObject({ orders: 3, students: 1 });
    const figures = (rows: readonly { currency: string; orders: number; net: number }[]) =>
      rows.map(({ currency, orders, net }) => [currency, orders, net]);
    const each = [
      ['SGD', 1, 300],
      ['USD', 1, 120.5],
      ['IDR', 1, 9_450_000],
    ];
    expect(figures(report.currencies)).toEqual(each);
    expect(figures(report.days)).toEqual(expect.arrayContaining(each));
    for (const by of salesKeys) expect(figures(report[by])).toEqual(each);
  });

  test('without orders are in the business currency', async () => {
    expect(await reportOf({ start: '2022-05-01', end: '2022-05-31' })).toMatchObject({
      orders: 0,
      students: 0,
      currencies: [{ currency: 'SGD', orders: 0, net: 0, cancelled: { orders: 0, net: 0 } }],
      days: [],
      class: [],
    });
  });

  test('of the current month are compared with the same days of the previous month, up to the same time', async () => {
    const now = app.clock.now();
    const of = {
      tuitionClass: await aClass(app, { currency: 'CNY' }),
      studentId: (await aStudent(app)).id,
    };
    const today = businessDayOf(now.toISOString(), zone);
    const month = today.slice(0, 7);
    // Before the last days of the month, so that the previous month has the same day.
    expect(Number(today.slice(8))).toBeLessThan(28);
    const lastMonth = addDays(`${month}-01`, -1).slice(0, 7);
    const noon = (day: string) => new Date(`${day}T04:00:00Z`);
    const sameDay = `${lastMonth}-${today.slice(8)}`;
    // The current time of day on the compared day.
    const sameTime = now.getTime() - noon(today).getTime() + noon(sameDay).getTime();
    const minute = 60_000;
    await sell({ ...of, created: new Date(now.getTime() - minute), actualPrice: 500 });
    await sell({ ...of, created: new Date(sameTime - minute), actualPrice: 700 });
    await sell({ ...of, created: new Date(sameTime + minute), actualPrice: 1100 });
    await sell({ ...of, created: noon(addDays(sameDay, 1)), actualPrice: 900 });
    const report = await reportOf({ start: `${month}-01`, end: `${month}-30` });
    expect(report).toMatchObject({
      as_of: now.toISOString(),
      until: today,
      compared: { start: `${lastMonth}-01`, end: sameDay },
    });
    const yuan = report.currencies.find(({ currency }) => currency === 'CNY');
    expect(yuan).toMatchObject({ net: 5, before: { net: 7 } });
    const after = report.days_before.filter(({ currency }) => currency === 'CNY');
    expect(after.map(({ net }) => net)).toEqual([18, 9]);
  });
});

describe('the file', () => {
  const fileOf = async (query: Query) => {
    const answer = await (
      await app.as('Admin')
    ).send(readSalesReport, { query, headers: { accept: 'text/csv' } });
    return String(answer.body).trim().split('\r\n');
  };

  test('has a line for each figure, or those of one table', async () => {
    const asked = { start: '2021-03-01', end: '2021-03-31' };
    const report = await reportOf(asked);
    const lines = await fileOf(asked);
    const rows = [...report.days, ...salesKeys.flatMap((by) => report[by])];
    expect(lines).toHaveLength(1 + 3 * report.currencies.length + 1 + rows.length);
    expect(lines[0]).toBe('by,name,currency,orders,net');
    expect(lines).toContain(`trials,,,${report.trials},0`);
    const [first] = report.class;
    const agents = await fileOf({ ...asked, by: 'class' });
    expect(agents).toHaveLength(1 + report.class.length);
    expect(agents[1]).toBe(
      `class,${first?.name},${first?.currency},${first?.orders},${first?.net}`,
    );
    expect(await fileOf({ ...asked, by: 'day' })).toHaveLength(1 + report.days.length);
  });
});

describe('a period that cannot be counted', () => {
  test.each([
    [{ start: '2021-03-02', end: '2021-03-01' }, 'start', 'The start is after the end.'],
    [{ start: '2026-12-01', end: '2026-12-31' }, 'start', 'The start is in the future.'],
    [{ start: '2021-01-01', end: '2022-06-01' }, 'end', 'At most a year at once.'],
  ])('is refused with a message: %o', async (query, field, message) => {
    const admin = await app.as('Admin');
    expect(await admin.refused(readSalesReport, { query })).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field,
      body: { message: { errors: [{ message }] } },
    });
  });

  test.each([
    { start: '2021-03', end: '2021-03-31' },
    { start: '2021-03-01' },
    { end: '2021-02-30' },
  ])('is refused if incomplete or malformed: %o', async (query) => {
    const admin = await app.as('Admin');
    expect(await admin.refused(readSalesReport, { query })).toMatchObject({
      status: 400,
    });
  });
});

test('only users with access to the report read it: Admin, and users with the extra route', async () => {
  const query = { start: '2021-03-01', end: '2021-03-31' };
  expect(await (await app.as('SalesAdmin')).refused(readSalesReport, { query })).toMatchObject({
    status: 403,
  });
  const agent = await app.as('Agent', { extraRoutes: ['/report'] });
  expect((await agent.call(readSalesReport, { query })).data.orders).toBeGreaterThan(0);
});
