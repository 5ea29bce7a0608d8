import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { aDiscountCode } from '../../../test/factories/discount-code.factory.ts';
import { anOrderBody } from '../../../test/factories/order.factory.ts';
import { startApi } from '../../../test/own-process.ts';

const app = useOwnTestApp();

/** Enough that some requests are in progress, some answered and some not yet sent at the kill. */
const count = 60;

test('an API killed during 60 creates has exactly 60 orders once all are retried with their keys', async () => {
  const starting = startApi(app);
  const code = await aDiscountCode(app, { usageLimit: count });
  const { tuitionClass, lessons } = await aClassWithLessons(app, 3, { maxCap: count });
  // The API uses the real clock, so the test's session and class are set around its time.
  app.clock.setTo(new Date());
  const admin = await app.as('Admin', {});
  const bodies = Array.from({ length: count }, (_, index) => ({
    key: `kill-${index}`,
    body: anOrderBody(tuitionClass.id, lessons, {
      discount_code: code.code,
      email: `killed${index}@example.com`,
    }),
  }));

  const api = await starting;
  let { address } = api;
  const post = async ({ key, body }: (typeof bodies)[number]) => {
    const answer = await fetch(`${address}/api/admin/order`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as { data: { _id: string } } };
  };

  let answered = 0;
  const waiting = [...bodies];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await post(next);
      answered += 1;
      if (answered === 20) api.process.kill('SIGKILL');
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: 8 }, worker));
  expect(ends.some((end) => end.status === 'rejected')).toBe(true);
  expect(answered).toBeLessThan(count);

  // The process of the test answers the retries.
  address = await app.listen();
  const retried = [];
  for (let index = 0; index < bodies.length; index += 20)
    retried.push(...(await Promise.all(bodies.slice(index, index + 20).map(post))));

  expect(retried.every((answer) => answer.status === 201)).toBe(true);
  expect(new Set(retried.map((answer) => answer.body.data._id)).size).toBe(count);
  const counts = await app.database.db.execute(sql`
    select
      (select count(*)::int from orders where class_id = ${tuitionClass.id}) as orders,
      (select count(*)::int from roster_sources where lesson_id = any(${sql.param(lessons.map((lesson) => lesson.id))}::uuid[])) as sources,
      (select count(*)::int from roster_places where lesson_id = ${lessons[0]!.id}) as places,
      (select total_usage from discount_codes where id = ${code.id}) as uses,
      (select count(*)::int from users where email like 'killed%') as students,
      (select count(*)::int from audit_log where action = 'order.created') as audits,
      (select count(*)::int from order_history) as history
  `);
  expect(counts.rows[0]).toEqual({
    orders: count,
    sources: 3 * count,
    places: count,
    uses: count,
    students: count,
    audits: count,
    history: count,
  });
}, 120_000);
