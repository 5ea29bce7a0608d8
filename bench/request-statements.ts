import { createHash } from 'node:crypto';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { listOrders as listOperation } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { actorOf } from 'staffroom-server/src/domains/identity/sessions.service.ts';
import { findSessionByToken } from 'staffroom-server/src/domains/identity/sessions.queries.ts';
import { orderList } from 'staffroom-server/src/domains/orders/order-list.ts';
import { systemClock } from 'staffroom-server/src/platform/clock.ts';
import type { Context } from 'staffroom-server/src/platform/context.ts';
import { openDatabase } from 'staffroom-server/src/platform/database.ts';
import { readSettings } from 'staffroom-server/src/platform/settings.ts';
import { notingDb } from 'staffroom-server/test/query-plan.ts';
import type { Statement } from './pgbench.ts';

type Sent = (sql: string, values: unknown[]) => void;

/** Runs an act in this process as the signed-in user; `onStatement` gets every statement, the session's too. */
export const asSignedIn = async <Answer>(
  databaseUrl: string,
  token: string,
  act: (context: Context) => Promise<Answer>,
  onStatement: Sent = () => undefined,
): Promise<Answer> => {
  const database = openDatabase(databaseUrl, { poolSize: 4 });
  const db = notingDb(database.pool, onStatement);
  try {
    const session = await findSessionByToken(db, createHash('sha256').update(token).digest());
    const actor = session && actorOf(session);
    if (!actor) throw new Error('The bench is not signed in.');
    return await act({
      actor,
      clock: systemClock,
      db,
      settings: readSettings({ DATABASE_URL: databaseUrl }),
      listeners: [],
      requestId: 'bench',
      address: '127.0.0.1',
      userAgent: 'bench',
    });
  } finally {
    await database.close();
  }
};

/** All statements of one signed-in request for the orders list, in order. */
export const statementsOfOrderList = async (
  databaseUrl: string,
  token: string,
  query: QueryOf<typeof listOperation>,
): Promise<Statement[]> => {
  const statements: Statement[] = [];
  await asSignedIn(
    databaseUrl,
    token,
    (context) => orderList.page(context, query),
    (sql, values) => statements.push({ sql, values }),
  );
  return statements;
};
