import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createDiscountCode,
  getDiscountCode,
  listDiscountCodeChanges,
  updateDiscountCode,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClass } from '../../../test/factories/class.factory.ts';
import { aDiscountCode, aDiscountCodeBody } from '../../../test/factories/discount-code.factory.ts';
import { anAgent } from '../../../test/factories/user.factory.ts';
import { auditLog } from '../../platform/platform.schema.ts';

const app = useOwnTestApp();

const unknown = '01980000-0000-7000-8000-000000000000';
const read = async (id: string) =>
  (await (await app.as('SalesAdmin')).call(getDiscountCode, { params: { id } })).data;
const auditedActions = async (id: string) =>
  (await app.database.db.select().from(auditLog).where(eq(auditLog.entityId, id))).map(
    (row) => row.action,
  );

describe('one code', () => {
  test('shows its agent and its classes, sorted by name', async () => {
    const agent = await anAgent(app, { name: 'Alicia Tan' });
    const science = await aClass(app, { name: 'P6 Science' });
    const maths = await aClass(app, { name: 'P6 Mathematics', isActive: false });
    const code = await aDiscountCode(app, {
      agentId: agent.id,
      classIds: [science.id, maths.id],
    });
    expect(await read(code.id)).toMatchObject({
      _id: code.id,
      agent_name: 'Alicia Tan',
      agent_email: agent.email,
      merchandise_id: [science.id, maths.id],
      classes: [
        { _id: maths.id, name: 'P6 Mathematics' },
        { _id: science.id, name: 'P6 Science' },
      ],
      usage: [],
    });
    expect(await read((await aDiscountCode(app)).id)).toMatchObject({
      agent_name: '',
      classes: [],
    });
  });

  test('is not found for an unknown id, and forbidden to other roles', async () => {
    const { id } = await aDiscountCode(app);
    const admin = await app.as('Admin');
    expect(await admin.refused(getDiscountCode, { params: { id: unknown } })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    expect((await admin.refused(getDiscountCode, { params: { id: 'x' } })).status).toBe(400);
    for (const role of ['DataAdmin', 'Partner', 'Agent', 'CustService', 'Typist', 'Tutor'] as const)
      for (const operation of [getDiscountCode, listDiscountCodeChanges])
        expect((await (await app.as(role)).refused(operation, { params: { id } })).status).toBe(
          403,
        );
  });
});

describe('enabling and disabling', () => {
  test('disables and enables a code, and records both in the timeline', async () => {
    app.clock.setTo('2026-11-20T01:00:00Z');
    const admin = await app.as('Admin', { name: 'Nadia Tan' });
    const tuitionClass = await aClass(app, { name: 'P6 Mathematics' });
    const agent = await anAgent(app, { name: 'Alicia Tan' });
    const { data: code } = await admin.call(createDiscountCode, {
      params: { type: 'general' },
      body: aDiscountCodeBody(app, { merchandise_id: [tuitionClass.id], agent: agent.id }),
    });
    const params = { id: code._id };
    const sales = await app.as('SalesAdmin', { name: 'Wei Ling' });
    app.clock.setTo(testNow);
    const off = await sales.call(updateDiscountCode, {
      params,
      body: { is_active: false, version: 1 },
    });
    expect(off.data).toEqual({
      ...code,
      is_active: false,
      status: 'Inactive',
      version: 2,
      updated: testNow.toISOString(),
    });
    const on = await sales.call(updateDiscountCode, { params, body: { is_active: true } });
    expect(on.data).toMatchObject({ is_active: true, status: 'Active', version: 3 });

    const { data, count } = await sales.call(listDiscountCodeChanges, { params });
    expect(count).toBe(3);
    expect(data.map(({ action, by }) => [action, by.name])).toEqual([
      ['discountcode.enabled', 'Wei Ling'],
      ['discountcode.disabled', 'Wei Ling'],
      ['discountcode.created', 'Nadia Tan'],
    ]);
    expect(data[1]?.changes).toEqual([{ field: 'is_active', from: 'true', to: 'false' }]);
    expect(data[2]?.changes).toContainEqual({ field: 'code', from: null, to: code.code });
    expect(data[2]?.changes).toContainEqual({
      field: 'merchandise_id',
      from: null,
      to: 'P6 Mathematics',
    });
    expect(data[2]?.changes).toContainEqual({ field: 'agent', from: null, to: 'Alicia Tan' });
    const second = await sales.call(listDiscountCodeChanges, {
      params,
      query: { max: 1, offset: 1 },
    });
    expect([second.data[0]?.action, second.count]).toEqual(['discountcode.disabled', 3]);
  });

  test('without a change does nothing', async () => {
    const code = await aDiscountCode(app);
    const admin = await app.as('Admin');
    app.clock.setTo('2026-11-20T03:00:00Z');
    const { data } = await admin.call(updateDiscountCode, {
      params: { id: code.id },
      body: { is_active: true, version: 1 },
    });
    app.clock.setTo(testNow);
    expect(data).toMatchObject({ version: 1, updated: testNow.toISOString() });
    expect(await auditedActions(code.id)).toEqual([]);
  });

  test('based on an older version is refused with the current code', async () => {
    const code = await aDiscountCode(app);
    const params = { id: code.id };
    const admin = await app.as('Admin');
    await admin.call(updateDiscountCode, { params, body: { is_active: false, version: 1 } });
    const refused = await admin.refused(updateDiscountCode, {
      params,
      body: { is_active: true, version: 1 },
    });
    expect(refused).toMatchObject({ status: 409, code: 'stale' });
    expect(refused.body.current).toMatchObject({ _id: code.id, is_active: false, version: 2 });
    expect(await auditedActions(code.id)).toEqual(['discountcode.disabled']);
  });

  test('five times concurrently from one version saves one', async () => {
    const code = await aDiscountCode(app);
    const admin = await app.as('Admin');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        admin.send(updateDiscountCode, {
          params: { id: code.id },
          body: { is_active: false, version: 1 },
        }),
      ),
    );
    expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual([
      '200',
      '409',
      '409',
      '409',
      '409',
    ]);
    expect(await auditedActions(code.id)).toHaveLength(1);
  });

  test('is allowed to Admin and SalesAdmin, for existing codes', async () => {
    const { id } = await aDiscountCode(app);
    const body = { is_active: false };
    for (const role of ['DataAdmin', 'Partner', 'Agent', 'CustService', 'Typist', 'Tutor'] as const)
      expect(
        (await (await app.as(role)).refused(updateDiscountCode, { params: { id }, body })).status,
      ).toBe(403);
    const reader = await app.as('CustService', { extraRoutes: ['/discountcode'] });
    expect((await reader.refused(updateDiscountCode, { params: { id }, body })).status).toBe(403);
    const admin = await app.as('Admin');
    for (const operation of [updateDiscountCode, listDiscountCodeChanges] as const)
      expect(
        (
          await admin.refused(operation, {
            params: { id: unknown },
            body: operation === updateDiscountCode ? body : undefined,
          })
        ).status,
      ).toBe(404);
    expect(
      await admin.refused(updateDiscountCode, {
        params: { id },
        body: { is_active: false, discount: 50 } as never,
      }),
    ).toMatchObject({ status: 400, code: 'unknown_field', field: 'discount' });
    expect((await read(id)).is_active).toBe(true);
  });
});
