import { eq } from 'drizzle-orm';
import { users } from './domains/identity/users.schema.ts';
import type { Db } from './platform/database.ts';

/** Returns true if the database has the demo data, whatever the settings: its admin address is not used elsewhere. */
export const holdsDemoData = async (db: Db): Promise<boolean> => {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, 'admin@staffroom.example'))
    .limit(1);
  return found.length > 0;
};
