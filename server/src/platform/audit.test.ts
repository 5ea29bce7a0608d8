import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { getMe } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { createOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { useTestApp } from '../../test/build-test-app.ts';
import { aClassWithLessons } from '../../test/factories/class.factory.ts';
import { anOrder, anOrderBody } from '../../test/factories/order.factory.ts';
import { auditLog } from './platform.schema.ts';

const app = useTestApp();

test.each([
  "update audit_log set actor_name = 'Another user'",
  'update audit_log set at = at where false',
  'truncate audit_log',
  'truncate audit_log cascade',
])('%s is refused by the database', async (statement) => {
  await anOrder(app, { lessons: 1 });
  const count = async () => (await app.database.db.select().from(auditLog)).length;
  const before = await count();
  expect(before).toBeGreaterThan(0);
  await expect(app.database.pool.query(statement)).rejects.toThrow('audit rows cannot be changed');
  expect(await count()).toBe(before);
});

test('a row has the actor, time, address, request and changes', async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
  const admin = await app.as('Admin', { name: 'Siti Nurhaliza' });
  const { data: order } = await admin.call(createOrder, {
    body: anOrderBody(tuitionClass.id, lessons),
  });
  const [row] = await app.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, order._id));
  expect(row).toMatchObject({
    at: app.clock.now(),
    actorId: admin.id,
    actorName: 'Siti Nurhaliza',
    address: '127.0.0.1',
    action: 'order.created',
    entity: 'order',
    before: null,
    after: { _id: order._id, remark: order.remark },
  });
  expect(row?.requestId).toMatch(/^[0-9a-f-]{36}$/);
});

test('a refused act adds no row, and neither does a read', async () => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 1, { isActive: false });
  const admin = await app.as('Admin');
  const count = async () => (await app.database.db.select().from(auditLog)).length;
  const before = await count();
  await admin.refused(createOrder, { body: anOrderBody(tuitionClass.id, lessons) });
  await admin.call(getMe);
  expect(await count()).toBe(before);
});
