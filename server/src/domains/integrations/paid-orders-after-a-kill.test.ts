import { once } from 'node:events';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { aSystem } from '../../../test/factories/service-token.factory.ts';
import { aShopOrder, paid } from '../../../test/factories/shop-order.factory.ts';
import { forgetHeartbeats, startApi, startWorker } from '../../../test/own-process.ts';

// This process only queues; API and workers are processes that can be killed.
const app = useOwnTestApp();
vi.setConfig({ testTimeout: 180_000 });

/** Enough that some requests are answered, some in progress and some not yet sent at the kill. */
const count = 24;

test('payments are kept and processed once although the API and the worker are killed', async () => {
  const starting = startApi(app);
  const code = await aDiscountCode(app, { usageLimit: count });
  const { tuitionClass, lessons } = await aClassWithLessons(app, 2, { maxCap: count });
  // The other processes use the real clock.
  app.clock.setTo(new Date());
  const { token } = await aSystem(app, 'orders');
  const begun = await aShopOrder(app);
  const orders = Array.from({ length: count }, (_, index) => ({
    ...begun,
    external_id: `KILL-${index}`,
    email: `paid${index}@example.com`,
    class: tuitionClass.id,
    lesson: lessons.map((lesson) => lesson.id),
    discount_code: code.code,
  }));

  const api = await starting;
  let { address } = api;
  const send = async (item: unknown) => {
    const answer = await fetch(`${address}/api/integrations/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ items: [item] }),
    });
    return (await answer.json()) as { data: { _id: string; outcome: string }[] };
  };

  // Half are created before they are paid, half arrive paid.
  for (const order of orders.slice(0, count / 2)) await send(order);
  let answered = 0;
  const waiting = orders.map(paid);
  const shop = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await send(next);
      answered += 1;
      if (answered === 6) api.process.kill('SIGKILL');
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: 6 }, shop));
  expect(ends.some((end) => end.status === 'rejected')).toBe(true);
  expect(answered).toBeLessThan(count);

  // The shop repeats each payment until it gets an answer, now from the process of the test.
  address = await app.listen();
  const again = [];
  for (const order of orders) again.push(await send(paid(order)));
  expect(new Set(again.map(({ data }) => data[0]?._id)).size).toBe(count);

  const counts = async () => {
    const { rows } = await app.database.db.execute<Record<string, number>>(sql`
      select
        (select count(*)::int from orders where class_id = ${tuitionClass.id}) as orders,
        (select count(*)::int from orders where class_id = ${tuitionClass.id} and status = 'PROCESSED') as processed,
        (select count(*)::int from roster_sources
          where lesson_id = any(${sql.param(lessons.map(({ id }) => id))}::uuid[]) and released_at is null) as places,
        (select total_usage from discount_codes where id = ${code.id}) as uses,
        (select count(*)::int from audit_log where action = 'order.processed') as acts`);
    return rows[0];
  };
  const processed = (least: number) =>
    vi.waitFor(async () => expect((await counts())?.processed).toBeGreaterThanOrEqual(least), {
      timeout: 60_000,
      interval: 20,
    });

  const first = await startWorker(app);
  await processed(5);
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect((await counts())?.processed).toBeLessThan(count);
  await forgetHeartbeats(app);
  await startWorker(app);
  await processed(count);

  expect(await counts()).toEqual({
    orders: count,
    processed: count,
    places: 2 * count,
    uses: count,
    acts: count,
  });
});
