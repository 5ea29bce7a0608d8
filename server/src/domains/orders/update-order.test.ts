import { expect, test } from 'vitest';
import {
  cancelOrder,
  getOrder,
  updateOrder,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { anOrder } from '../../../test/factories/order.factory.ts';
import { anAgent } from '../../../test/factories/user.factory.ts';

const app = useTestApp();

test('changes agent, remark and renewal, and records them in the history', async () => {
  const order = await anOrder(app);
  const agent = await anAgent(app, { name: 'Marcus Lee' });
  const admin = await app.as('Admin');

  const { data } = await admin.call(updateOrder, {
    params: { id: order._id },
    body: {
      meta: { is_renewal: true },
      agent: agent.id,
      remark: 'Renewal Term 2',
      version: order.version,
    },
  });

  expect(data).toMatchObject({
    agent: { _id: agent.id, name: 'Marcus Lee' },
    remark: 'Renewal Term 2',
    meta: { is_renewal: true },
    version: order.version + 1,
  });
  const { data: full } = await admin.call(getOrder, { params: { id: order._id } });
  expect(full.history.at(-1)).toMatchObject({
    action: 'updated',
    changes: [
      { field: 'agent', from: '', to: 'Marcus Lee' },
      { field: 'remark', from: order.remark, to: 'Renewal Term 2' },
      { field: 'is_renewal', from: 'false', to: 'true' },
    ],
  });
});

test('an empty remark and no agent leave both unchanged', async () => {
  const order = await anOrder(app);
  const { data } = await (
    await app.as('Admin')
  ).call(updateOrder, {
    params: { id: order._id },
    body: { meta: { is_renewal: true }, remark: '  ' },
  });
  expect(data.remark).toBe(order.remark);
});

test('a save based on an older version is refused with the current order', async () => {
  const order = await anOrder(app);
  const admin = await app.as('Admin');
  const body = { meta: { is_renewal: false }, remark: 'First', version: order.version };
  await admin.call(updateOrder, { params: { id: order._id }, body });
  const refused = await admin.refused(updateOrder, {
    params: { id: order._id },
    body: { ...body, remark: 'Second' },
  });
  expect(refused).toMatchObject({ status: 409, code: 'stale' });
  expect(refused.body.current).toMatchObject({ _id: order._id, remark: 'First', version: 2 });
});

test('of two concurrent saves of the same version one is kept and the other refused', async () => {
  const order = await anOrder(app);
  const admin = await app.as('Admin');
  const answers = await Promise.all(
    ['One', 'Two', 'Three'].map((remark) =>
      admin.send(updateOrder, {
        params: { id: order._id },
        body: { meta: { is_renewal: false }, remark, version: order.version },
      }),
    ),
  );
  expect(answers.map((answer) => String(answer.status)).toSorted()).toEqual(['200', '409', '409']);
});

test('a disabled agent, an unknown order, a cancelled order and other roles are refused', async () => {
  const order = await anOrder(app);
  const admin = await app.as('Admin');
  const disabled = await anAgent(app, { enabled: false });
  const body = { meta: { is_renewal: false } };
  expect(
    await admin.refused(updateOrder, {
      params: { id: order._id },
      body: { ...body, agent: disabled.id },
    }),
  ).toMatchObject({ status: 422, code: 'agent_not_enabled', field: 'agent' });
  expect((await admin.refused(updateOrder, { params: { id: disabled.id }, body })).status).toBe(
    404,
  );
  expect(
    (await (await app.as('SalesAdmin')).refused(updateOrder, { params: { id: order._id }, body }))
      .status,
  ).toBe(403);
  await admin.call(cancelOrder, { params: { id: order._id }, body: { remark: 'Gone' } });
  expect(await admin.refused(updateOrder, { params: { id: order._id }, body })).toMatchObject({
    status: 409,
    code: 'order_already_cancelled',
  });
});
