import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { accountColumns } from './sessions.queries.ts';
import { actorOf } from './sessions.service.ts';
import { users } from './users.schema.ts';

/** Returns the user for whom a job acts; undefined if the account is disabled or no longer staff. */
export const findActor = async (db: Db, id: string): Promise<Actor | undefined> => {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.id, id));
  return account?.enabled ? actorOf(account) : undefined;
};
