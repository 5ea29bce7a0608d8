import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createDiscountCode,
  getDiscountCode,
  listDiscountCodes,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aClass } from '../../../test/factories/class.factory.ts';
import { aDiscountCode, aDiscountCodeBody } from '../../../test/factories/discount-code.factory.ts';
import { anAgent, aUser } from '../../../test/factories/user.factory.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { discountCodes } from './discount-codes.schema.ts';

const app = useTestApp();

type Body = ReturnType<typeof aDiscountCodeBody>;

const params = { type: 'general' };
const create = async (values: Partial<Body> = {}, headers: Record<string, string> = {}) =>
  (await app.as('Admin')).call(createDiscountCode, {
    params,
    body: aDiscountCodeBody(app, values),
    headers,
  });
const refused = async (values: Partial<Body>) =>
  (await app.as('Admin')).refused(createDiscountCode, {
    params,
    body: aDiscountCodeBody(app, values),
  });
const rowsNamed = (code: string) =>
  app.database.db.select().from(discountCodes).where(eq(discountCodes.code, code));
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

describe('a new code', () => {
  test('is stored with all its terms, enabled and unused', async () => {
    const agent = await anAgent(app, { name: 'Alicia Tan' });
    const [one, two] = [await aClass(app), await aClass(app)];
    const code = unique('FAMILY').toUpperCase();
    const { data } = await create({
      code: `  ${code.toLowerCase()}\u00a0`,
      desc: '  Families with two children ',
      discount_type: 'Each Element Dollar Off',
      discount: 5.25,
      currency: 'USD',
      start_date: '2026-11-20',
      end_date: '2027-01-31',
      usage_limit: 40,
      agent: agent.id,
      block_trial: true,
      merchandise_id: [one.id, two.id, one.id.toUpperCase()],
    });
    expect(data).toMatchObject({
      code,
      desc: 'Families with two children',
      discount_type: 'Each Element Dollar Off',
      discount: 5.25,
      currency: 'USD',
      start_date: '2026-11-20',
      end_date: '2027-01-31',
      usage_limit: 40,
      total_usage: 0,
      is_active: true,
      status: 'Active',
      agent: agent.id,
      agent_email: agent.email,
      block_trial: true,
      merchandise_id: [one.id, two.id],
      version: 1,
    });
    expect(await rowsNamed(code)).toMatchObject([{ value: 525, isActive: true }]);
    const read = await (await app.as('Admin')).call(getDiscountCode, { params: { id: data._id } });
    expect(read.data).toMatchObject(data);
  });

  test('is by default a percentage for every class with unlimited uses', async () => {
    const { data } = await (
      await app.as('Admin')
    ).call(createDiscountCode, {
      params,
      body: {
        code: unique('BARE'),
        discount: 15,
        start_date: '2026-11-20',
        end_date: '2026-12-20',
      },
    });
    expect(data).toMatchObject({
      desc: '',
      discount_type: 'Percent',
      discount: 15,
      currency: 'SGD',
      usage_limit: 0,
      agent: null,
      agent_email: '',
      block_trial: false,
      merchandise_id: [],
    });
  });

  test.each([
    ['Percent', 12.5, 1250],
    ['Percent', 100, 10_000],
    ['Absolute', 8.57, 857],
    ['Absolute', 1_000_000, 100_000_000],
    ['Each Element Dollar Off', 0.01, 1],
    ['Number of Element Free', 2, 2],
  ] as const)('%s %d is kept as %d', async (discount_type, discount, value) => {
    const { data } = await create({ discount_type, discount });
    expect(data).toMatchObject({ discount_type, discount });
    expect((await rowsNamed(data.code))[0]?.value).toBe(value);
  });

  test('that starts later is not active yet', async () => {
    const { data } = await create({ start_date: '2026-11-21', end_date: '2026-11-21' });
    expect(data).toMatchObject({ is_active: true, status: 'Inactive' });
  });

  test('accepts an instant for a date and uses its business day', async () => {
    const { data } = await create({
      start_date: '2026-11-19T16:00:00Z',
      end_date: '2026-11-30T23:30:00-05:00',
    });
    expect(data).toMatchObject({ start_date: '2026-11-20', end_date: '2026-12-01' });
  });

  test('writes an audit row with its author', async () => {
    const tuitionClass = await aClass(app, { name: 'P6 Mathematics' });
    const { data } = await create({ merchandise_id: [tuitionClass.id] });
    const rows = await app.database.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'discountcode'), eq(auditLog.entityId, data._id)));
    expect(rows).toMatchObject([
      {
        action: 'discountcode.created',
        actorId: (await app.as('Admin')).id,
        before: null,
        after: {
          code: data.code,
          discount: 10,
          is_active: true,
          merchandise_id: [{ _id: tuitionClass.id, name: 'P6 Mathematics' }],
        },
      },
    ]);
  });
});

describe('a code is refused', () => {
  test.each([
    ['code', { code: '  \u3000 ' }, 'Please enter a code'],
    ['discount', { discount: 0 }, 'Please enter a discount above 0'],
    ['discount', { discount: 100.5 }, 'A percentage is at most 100'],
    ['discount', { discount_type: 'Absolute', discount: 1.005 }, 'At most two decimals'],
    ['start_date', { start_date: '2026-11-19' }, 'The start date is before today'],
    ['start_date', { start_date: '2026-11-19T15:59:59Z' }, 'The start date is before today'],
    [
      'end_date',
      { start_date: '2026-11-22', end_date: '2026-11-21' },
      'The end date is before the start date',
    ],
  ] as const)('with 400 at %s: %o', async (field, values, message) => {
    const answer = await refused(values);
    expect(answer).toMatchObject({ status: 400, code: 'invalid_value', field });
    expect(answer.body.message.errors[0]?.message).toBe(message);
  });

  test.each([
    ['start_date', { start_date: '2026-02-30' }],
    ['end_date', { end_date: 'soon' }],
    ['discount', { discount: -1 }],
    ['discount', { discount: 1_000_001, discount_type: 'Absolute' }],
    ['usage_limit', { usage_limit: -1 }],
    ['usage_limit', { usage_limit: 1.5 }],
    ['discount_type', { discount_type: 'Half' as 'Percent' }],
    ['currency', { currency: 'EUR' as 'SGD' }],
    ['desc', { desc: 'x'.repeat(10_000) }],
    ['code', { code: 'x'.repeat(81) }],
    ['merchandise_id.0', { merchandise_id: ['maths'] }],
  ] satisfies [string, Partial<Body>][])(
    'with 400 at %s for an invalid value: %o',
    async (field, values) => {
      expect(await refused(values)).toMatchObject({ status: 400, code: 'invalid_value', field });
    },
  );

  test('for a class that does not exist', async () => {
    const tuitionClass = await aClass(app);
    const otherAgent = await anAgent(app);
    const answer = await refused({ merchandise_id: [tuitionClass.id, otherAgent.id] });
    expect(answer).toMatchObject({ status: 400, code: 'invalid_value', field: 'merchandise_id' });
    expect(answer.body.message.errors[0]?.message).toBe('A chosen class does not exist.');
  });

  test.each([
    ['a disabled agent', () => anAgent(app, { enabled: false })],
    ['a user who is no agent', () => aUser(app, { type: 'SalesAdmin' })],
    ['an unknown user', () => aClass(app)],
  ])('for %s', async (_who, make) => {
    const { id } = await make();
    expect(await refused({ agent: id })).toMatchObject({
      status: 422,
      code: 'agent_not_enabled',
      field: 'agent',
    });
  });

  test('with all problems at once', async () => {
    const agent = await anAgent(app, { enabled: false });
    const answer = await refused({
      start_date: '2026-11-01',
      merchandise_id: [agent.id],
      agent: agent.id,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.message.errors.map(({ field }) => field)).toEqual([
      'start_date',
      'merchandise_id',
      'agent',
    ]);
  });

  test('when its name exists, case-insensitively and trimmed', async () => {
    const known = await aDiscountCode(app);
    for (const code of [known.code, known.code.toLowerCase(), ` ${known.code}\u3000`]) {
      expect(await refused({ code })).toMatchObject({
        status: 409,
        code: 'discount_code_taken',
        field: 'code',
      });
    }
    expect(await rowsNamed(known.code)).toHaveLength(1);
  });

  test('to every role but Admin', async () => {
    const body = aDiscountCodeBody(app);
    for (const role of [
      'SalesAdmin',
      'DataAdmin',
      'Partner',
      'Agent',
      'CustService',
      'Typist',
      'Tutor',
    ] as const)
      expect(
        (await (await app.as(role)).refused(createDiscountCode, { params, body })).status,
      ).toBe(403);
    const opened = await app.as('CustService', { extraRoutes: ['/discountcode'] });
    expect((await opened.refused(createDiscountCode, { params, body })).status).toBe(403);
    expect(await rowsNamed(body.code)).toEqual([]);
  });
});

describe('concurrently,', () => {
  test('requests with the same name create one code, and the others are refused', async () => {
    const code = unique('RACE');
    const admin = await app.as('Admin');
    const answers = await Promise.all(
      times(10, (index) =>
        admin.send(createDiscountCode, {
          params,
          body: aDiscountCodeBody(app, { code: index % 2 ? code : code.toUpperCase() }),
        }),
      ),
    );
    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual([
      '201',
      ...times(9, () => '409'),
    ]);
    expect(await rowsNamed(code.toUpperCase())).toHaveLength(1);
  });

  test('requests with the same Idempotency-Key create one code, with one answer and one audit row', async () => {
    const code = unique('ONCE').toUpperCase();
    const headers = { 'idempotency-key': unique('key') };
    const answers = await Promise.all(times(5, () => create({ code }, headers)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await create({ code }, headers)).toEqual(answers[0]);
    const admin = await app.as('Admin');
    const listed = await admin.call(listDiscountCodes, {
      params,
      query: { filter: { search: { regex: code } } },
    });
    expect(listed.count).toBe(1);
    const audited = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, answers[0]!.data._id));
    expect(audited).toHaveLength(1);
    const other = await admin.refused(createDiscountCode, {
      params,
      body: aDiscountCodeBody(app, { code, discount: 20 }),
      headers,
    });
    expect(other).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });
});
