import type { Api } from '../../../test/stage.ts';
import { describe, expect, test } from 'vitest';
import { listDiscountCodes } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { isActiveOn } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClass } from '../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { anAgent } from '../../../test/factories/user.factory.ts';
import { unique } from '../../../test/unique.ts';
import { newId } from '../../platform/ids.ts';
import { discountCodes } from './discount-codes.schema.ts';

const app = useOwnTestApp();

const params = { type: 'general' };
const today = '2026-11-20';

const found = async (api: Api, filter: object, query: object = {}) => {
  const { data, count } = await api.call(listDiscountCodes, {
    params,
    query: { max: 200, ...query, filter },
  });
  expect(count).toBe(data.length);
  return data;
};
const namesOf = async (...asked: Parameters<typeof found>) =>
  (await found(...asked)).map((code) => code.code);

describe('the list of codes', () => {
  test('shows a code with its terms, its uses and its agent’s e-mail', async () => {
    const agent = await anAgent(app, { name: 'Alicia Tan' });
    const code = await aDiscountCode(app, {
      description: 'Through Alicia',
      discountType: 'Absolute',
      value: 2050,
      currency: 'USD',
      startDate: '2026-11-01',
      endDate: '2026-12-31',
      usageLimit: 50,
      totalUsage: 12,
      agentId: agent.id,
      blockTrial: true,
    });
    expect(await found(await app.as('Admin'), { agent: agent.id })).toEqual([
      {
        _id: code.id,
        code: code.code,
        desc: 'Through Alicia',
        discount_type: 'Absolute',
        discount: 20.5,
        currency: 'USD',
        start_date: '2026-11-01',
        end_date: '2026-12-31',
        usage_limit: 50,
        total_usage: 12,
        is_active: true,
        status: 'Active',
        agent: agent.id,
        agent_email: agent.email,
        block_trial: true,
        merchandise_id: [],
        created: testNow.toISOString(),
        updated: testNow.toISOString(),
        version: 1,
        abilities: { toggle: true },
      },
    ]);
  });

  test.each([
    ['Percent', 1250, 12.5],
    ['Absolute', 2000, 20],
    ['Each Element Dollar Off', 599, 5.99],
    ['Number of Element Free', 3, 3],
  ] as const)('%s of %d is %d on the wire', async (discountType, value, discount) => {
    const { code } = await aDiscountCode(app, { discountType, value });
    const [shown] = await found(await app.as('Admin'), { search: { regex: code } });
    expect(shown).toMatchObject({
      discount_type: discountType,
      discount,
      agent: null,
      agent_email: '',
    });
  });

  test('is Active by the rule at every boundary, in the column and in the filter', async () => {
    const agent = await anAgent(app);
    const days = [-2, -1, 0, 1, 2];
    const terms = days
      .flatMap((start) => days.filter((end) => end >= start).map((end) => ({ start, end })))
      .flatMap((dates) =>
        [
          { usageLimit: 0, totalUsage: 0 },
          { usageLimit: 0, totalUsage: 9 },
          { usageLimit: 5, totalUsage: 4 },
          { usageLimit: 5, totalUsage: 5 },
        ].map((usage) => ({ ...dates, ...usage })),
      )
      .flatMap((code) => [true, false].map((isActive) => ({ ...code, isActive })));
    await app.database.db.insert(discountCodes).values(
      terms.map(({ start, end, ...rest }, index) => ({
        ...rest,
        id: newId(testNow),
        code: unique(`EDGE${index}`).toUpperCase(),
        discountType: 'Percent' as const,
        value: 1000,
        startDate: addDays(today, start),
        endDate: addDays(today, end),
        agentId: agent.id,
        created: testNow,
        updated: testNow,
      })),
    );
    // The first and the last millisecond of the business day, which differs from the UTC day and the local day.
    for (const [time, day] of [
      ['2026-11-19T15:59:59.999Z', '2026-11-19'],
      ['2026-11-19T16:00:00Z', '2026-11-20'],
      ['2026-11-20T15:59:59.999Z', '2026-11-20'],
      ['2026-11-20T16:00:00Z', '2026-11-21'],
    ] as const) {
      app.clock.setTo(time);
      const admin = await app.as('Admin', {});
      const all = await found(admin, { agent: agent.id });
      expect(all).toHaveLength(terms.length);
      for (const code of all)
        expect({ ...code }).toMatchObject({
          status: isActiveOn(code, day) ? 'Active' : 'Inactive',
        });
      for (const status of ['Active', 'Inactive'] as const) {
        const expected = all.filter((code) => code.status === status);
        expect(await namesOf(admin, { agent: agent.id, status })).toEqual(
          expected.map((code) => code.code),
        );
        expect(expected.length).toBeGreaterThan(10);
      }
    }
    app.clock.setTo(testNow);
  });

  test.each(['10% off (siblings)', 'two_words [old]', 'A+B \\ C', '兄弟姐妹'])(
    'finds by a literal part of code or description, case-insensitively: %s',
    async (text) => {
      const admin = await app.as('Admin');
      const mark = unique('');
      const byCode = await aDiscountCode(app, { code: `${text}${mark}`.toUpperCase() });
      const byText = await aDiscountCode(app, { description: `For ${text}${mark}` });
      await aDiscountCode(app, {
        code: `X${text.replaceAll(/[^a-z]/gi, 'x')}${mark}`.toUpperCase(),
      });
      for (const typed of [`${text}${mark}`, ` ${text.toUpperCase()}${mark} `])
        expect((await namesOf(admin, { search: { regex: typed } })).toSorted()).toEqual(
          [byCode.code, byText.code].toSorted(),
        );
    },
  );

  test.each(['%', '_', '.*'])('%s is not a wildcard', async (typed) => {
    const agent = await anAgent(app);
    await aDiscountCode(app, { code: unique('PLAIN').toUpperCase(), agentId: agent.id });
    expect(
      await namesOf(await app.as('Admin'), { agent: agent.id, search: { regex: typed } }),
    ).toEqual([]);
  });

  test('an empty search is ignored', async () => {
    const agent = await anAgent(app);
    const { code } = await aDiscountCode(app, { agentId: agent.id });
    expect(
      await namesOf(await app.as('Admin'), { agent: agent.id, search: { regex: '  ' } }),
    ).toEqual([code]);
  });

  test('filters by one or several agents', async () => {
    const [one, two] = [await anAgent(app), await anAgent(app)];
    const first = await aDiscountCode(app, { agentId: one.id });
    const second = await aDiscountCode(app, { agentId: two.id });
    const admin = await app.as('Admin');
    expect(await namesOf(admin, { agent: one.id })).toEqual([first.code]);
    expect((await namesOf(admin, { agent: { in: [one.id, two.id] } })).toSorted()).toEqual(
      [first.code, second.code].toSorted(),
    );
    expect(await namesOf(admin, { agent: { in: [] } })).toEqual([]);
  });

  test('is sorted newest first, or by code, dates or uses, page by page', async () => {
    const agent = await anAgent(app);
    const admin = await app.as('Admin');
    const mark = unique('').toUpperCase();
    const make = (name: string, minutesAgo: number, start: string, end: string, uses: number) =>
      aDiscountCode(app, {
        code: `${name}${mark}`,
        created: new Date(testNow.getTime() - minutesAgo * 60_000),
        startDate: start,
        endDate: end,
        totalUsage: uses,
        agentId: agent.id,
      });
    await make('B', 3, '2026-11-01', '2026-11-30', 2);
    await make('A', 2, '2026-10-01', '2026-12-31', 7);
    await make('C', 1, '2026-09-01', '2026-10-31', 5);
    const order = async (query: object) =>
      (await namesOf(admin, { agent: agent.id }, query)).map((code) => code[0]).join('');
    expect(await order({})).toBe('CAB');
    expect(await order({ order: 'asc' })).toBe('BAC');
    expect(await order({ sortBy: 'code', order: 'asc' })).toBe('ABC');
    expect(await order({ sortBy: 'start_date', order: 'asc' })).toBe('CAB');
    expect(await order({ sortBy: 'end_date', order: 'desc' })).toBe('ABC');
    expect(await order({ sortBy: 'total_usage', order: 'desc' })).toBe('ACB');
    const second = await admin.call(listDiscountCodes, {
      params,
      query: { filter: { agent: agent.id }, max: 1, offset: 1 },
    });
    expect([second.data[0]?.code, second.count]).toEqual([`A${mark}`, 3]);
    const beyond = await admin.call(listDiscountCodes, {
      params,
      query: { filter: { agent: agent.id }, offset: 40 },
    });
    expect(beyond).toEqual({ data: [], count: 3 });
  });

  test('has pages of 20', async () => {
    const agent = await anAgent(app);
    for (let made = 0; made < 21; made += 1) await aDiscountCode(app, { agentId: agent.id });
    const admin = await app.as('Admin');
    const page = await admin.call(listDiscountCodes, {
      params,
      query: { filter: { agent: agent.id } },
    });
    expect([page.data.length, page.count]).toEqual([20, 21]);
  });

  test('accepts the type case-insensitively, and no unknown type', async () => {
    const admin = await app.as('Admin');
    await admin.call(listDiscountCodes, { params: { type: 'General' } });
    for (const [input, field] of [
      [{ params: { type: 'special' } }, 'type'],
      [{ params, query: { filter: { value: 1 } } }, 'filter.value'],
      [{ params, query: { filter: { status: 'Expired' } } }, 'filter.status'],
      [{ params, query: { sortBy: 'value' } }, 'sortBy'],
      [{ params, query: { max: 201 } }, 'max'],
    ] as const) {
      const refused = await admin.refused(listDiscountCodes, input);
      expect([refused.status, refused.field]).toEqual([400, field]);
    }
  });

  test('exports every matching row as CSV, without formulas', async () => {
    const agent = await anAgent(app);
    await aDiscountCode(app, {
      code: unique('CSV-LAST').toUpperCase(),
      description: '=cmd()',
      agentId: agent.id,
      created: new Date(testNow.getTime() - 1000),
      usageLimit: 3,
      totalUsage: 3,
    });
    const classes = [await aClass(app, { name: 'P6 Maths' }), await aClass(app, { name: 'Ex' })];
    await aDiscountCode(app, {
      agentId: agent.id,
      classIds: classes.map(({ id }) => id),
      discountType: 'Number of Element Free',
      value: 2,
    });
    const answer = await (
      await app.as('SalesAdmin')
    ).send(listDiscountCodes, {
      params,
      query: { filter: { agent: agent.id }, max: 1 },
      headers: { accept: 'text/csv' },
    });
    expect(answer.headers['content-disposition']).toContain('discount-codes.csv');
    const [head, first, last, ...rest] = String(answer.body)
      .replace('\ufeff', '')
      .trim()
      .split('\r\n');
    expect(head).toBe(
      'status,code,desc,discount_type,discount,currency,start_date,end_date,total_usage,usage_limit,agent_email,is_active,block_trial,classes,class_names,created (Asia/Singapore)',
    );
    expect(first).toMatch(/^Active,CODE-.*,Number of Element Free,2,SGD,.*,2,"P6 Maths; Ex",2026-/);
    expect(last).toMatch(/^Inactive,CSV-LAST-.*,'=cmd\(\),Percent,10,SGD,.*,3,3,/);
    expect(rest).toEqual([]);
  });
});

describe('users who see the codes', () => {
  test('Admin and SalesAdmin, who may also enable and disable', async () => {
    const { code } = await aDiscountCode(app);
    for (const role of ['Admin', 'SalesAdmin'] as const) {
      const [shown] = await found(await app.as(role), { search: { regex: code } });
      expect(shown?.abilities).toEqual({ toggle: true });
    }
  });

  test('no other role, unless the account has the extra route: then it only reads', async () => {
    const { code } = await aDiscountCode(app);
    for (const role of ['DataAdmin', 'Partner', 'Agent', 'CustService', 'Typist', 'Tutor'] as const)
      expect((await (await app.as(role)).refused(listDiscountCodes, { params })).status).toBe(403);
    const reader = await app.as('CustService', { extraRoutes: ['/discountcode'] });
    const [shown] = await found(reader, { search: { regex: code } });
    expect(shown?.abilities).toEqual({ toggle: false });
  });
});
