import { drizzle } from 'drizzle-orm/node-postgres';
import { createHash } from 'node:crypto';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { listOrders as listOperation } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { actorOf } from '@staffroom/server/src/domains/identity/sessions.service.ts';
import { findSessionByToken } from '@staffroom/server/src/domains/identity/sessions.queries.ts';
import { listOrders } from '@staffroom/server/src/domains/orders/orders.service.ts';
import { systemClock } from '@staffroom/server/src/platform/clock.ts';
import type { Context } from '@staffroom/server/src/platform/context.ts';
import { openDatabase } from '@staffroom/server/src/platform/database.ts';
import { readSettings } from '@staffroom/server/src/platform/settings.ts';
import type { Statement } from './pgbench.ts';

type Sent = (sql: string, values: unknown[]) => void;

/** Acts as whoever is signed in, here and not in the server; `onStatement` hears what is sent, the session's too. */
export const asSignedIn = async <Answer>(
  databaseUrl: string,
  token: string,
  act: (context: Context) => Promise<Answer>,
  onStatement: Sent = () => undefined,
): Promise<Answer> => {
  const database = openDatabase(databaseUrl, { poolSize: 4 });
  const db = drizzle(database.pool, { casing: 'snake_case', logger: { logQuery: onStatement } });
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

/** Every statement that one signed-in request for the orders list sends, in order. */
export const statementsOfOrderList = async (
  databaseUrl: string,
  token: string,
  query: QueryOf<typeof listOperation>,
): Promise<Statement[]> => {
  const statements: Statement[] = [];
  await asSignedIn(
    databaseUrl,
    token,
    (context) => listOrders(context, query),
    (sql, values) => statements.push({ sql, values }),
  );
  return statements;
};
