import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { accountColumns } from './sessions.queries.ts';
import { actorOf } from './sessions.service.ts';
import { users } from './users.schema.ts';

/** The person in whose name a job acts, undefined once the account is disabled or no staff any more. */
export const findActor = async (db: Db, id: string): Promise<Actor | undefined> => {
  const [account] = await db.select(accountColumns).from(users).where(eq(users.id, id));
  return account?.enabled ? actorOf(account) : undefined;
};
