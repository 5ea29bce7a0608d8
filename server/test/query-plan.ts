import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, Db } from '../src/platform/database.ts';

export type Statement = { sql: string; values: readonly unknown[] };

/** Returns every statement that `act` sends on this connection or pool, in order. */
export const statementsOf = async (
  connection: pg.Pool | pg.Client,
  act: (db: Db) => Promise<unknown>,
): Promise<Statement[]> => {
  const sent: Statement[] = [];
  await act(notingDb(connection, (sql, values) => void sent.push({ sql, values })));
  return sent;
};

type Note = (sql: string, values: unknown[]) => void;

/** A database over this connection or pool that notes each statement, by the query builder or not. */
export const notingDb = (connection: pg.Pool | pg.Client, note: Note): Db =>
  drizzle(noting(connection, note), { casing: 'snake_case' });

const noting = <Connection extends pg.Pool | pg.ClientBase>(connection: Connection, note: Note) =>
  new Proxy(connection, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      if (key === 'query')
        return (statement: string | pg.QueryConfig, values?: unknown[]) => {
          const { text, values: own } =
            typeof statement === 'string' ? { text: statement, values: undefined } : statement;
          note(text, values ?? own ?? []);
          return value.call(target, statement, values) as unknown;
        };
      return value.bind(target) as unknown;
    },
  });

/** PostgreSQL's generic plan for each statement of `act`, that of a frequently used prepared statement. */
export const plansOf = async (
  { pool }: Pick<Database, 'pool'>,
  act: (db: Db) => Promise<unknown>,
): Promise<string[]> => {
  const plans: string[] = [];
  for (const { sql } of await statementsOf(pool, act)) {
    const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${sql}`);
    plans.push(plan.rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
  return plans;
};

export type PlanMode = 'force_generic_plan' | 'force_custom_plan';

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

/** Runs the statements again as prepared ones; returns the 8 kB blocks read and the tables scanned completely. */
export const readsOf = async (
  client: pg.Client,
  statements: readonly Statement[],
  mode: PlanMode,
) => {
  await client.query(`set plan_cache_mode = ${mode}`);
  let blocks = 0;
  const wholeTables: string[] = [];
  for (const { sql, values } of statements) {
    await client.query(`prepare looked_at as ${sql}`);
    const given = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (analyze, buffers, timing off, format json) execute looked_at${given}`,
    );
    await client.query('deallocate looked_at');
    const plan = rows[0]!['QUERY PLAN'][0].Plan;
    blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    for (const node of nodesOf(plan))
      if (node['Node Type'] === 'Seq Scan') wholeTables.push(node['Relation Name'] ?? sql);
  }
  await client.query('reset plan_cache_mode');
  return { blocks, wholeTables };
};

const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const literal = (value: unknown) =>
  pg.escapeLiteral(
    Array.isArray(value) ? `{${value.map((one) => `"${String(one)}"`).join(',')}}` : String(value),
  );
