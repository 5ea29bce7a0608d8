import { drizzle } from 'drizzle-orm/node-postgres';
import type { Database, Db } from '../src/platform/database.ts';

/**
 * How PostgreSQL would run each statement of an act, as it plans prepared statements, without looking at the values:
 * that is the plan of a statement which is used often.
 */
export const plansOf = async (
  { pool }: Pick<Database, 'pool'>,
  act: (db: Db) => Promise<unknown>,
): Promise<string[]> => {
  const statements: string[] = [];
  const logger = { logQuery: (statement: string) => void statements.push(statement) };
  await act(drizzle(pool, { casing: 'snake_case', logger }));
  const plans: string[] = [];
  for (const statement of statements) {
    const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`);
    plans.push(plan.rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
};
