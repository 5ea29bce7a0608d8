import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { plansOf } from '../../../test/query-plan.ts';
import * as creditQueries from './credit.queries.ts';

const app = useOwnTestApp();

/** 300 students with 100 entries each. */
const fill = async () => {
  await app.database.db.execute(sql`
    insert into users (id, type, email, created, updated)
    select gen_random_uuid(), 'Student', 'ledger' || no || '@example.com', now(), now()
    from generate_series(1, 300) as no`);
  await app.database.db.execute(sql`
    insert into credit_entries (id, student_id, position, action, qty, remark, created)
    select gen_random_uuid(), users.id, no, 'ADD', 1, 'Why', now() - no * interval '1 hour'
    from generate_series(1, 100) as no cross join users`);
  await app.database.db.execute(sql`analyze credit_entries`);
};

test("a page of a ledger and its sums read only that student's entries, by their index", async () => {
  await fill();
  const student = '01900000-0000-7000-8000-000000000000';
  const plans = await plansOf(app.database, async (db) => {
    await creditQueries.listPage(db, student, { max: 20, offset: 40 });
    await creditQueries.findTotals(db, student);
  });
  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toContain('credit_entries_by_student');
    expect(plan).not.toContain('Seq Scan on credit_entries');
  }
});
