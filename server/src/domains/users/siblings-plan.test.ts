import { expect, test } from 'vitest';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { plansOf } from '../../../test/query-plan.ts';
import { listSiblings } from './user-record.queries.ts';

const app = useOwnTestApp();

test('siblings are found by the indexes on parents, without a full scan', async () => {
  const parent = { parentEmail: 'Mei.Ling@example.org', parentPhone: '91234567' };
  const student = await aStudent(app, { ...parent, parentPhoneCountryCode: '65' });
  const client = await app.database.pool.connect();
  try {
    // With few rows the planner would always choose a full scan.
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    await client.query(
      'drop index users_by_type, users_by_created, users_by_name, users_by_lead_source',
    );
    const [plan] = await plansOf({ pool: client as never }, (db) =>
      listSiblings(db, student, undefined),
    );
    expect(plan).toContain('users_by_parent_email');
    expect(plan).toContain('users_by_parent_phone');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
