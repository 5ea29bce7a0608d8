import { eq } from 'drizzle-orm';
import { users } from './domains/identity/users.schema.ts';
import type { Db } from './platform/database.ts';

/** Was this database filled with the demo, however the server is started now? Its first sign-in is nobody's elsewhere. */
export const holdsDemoData = async (db: Db): Promise<boolean> => {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, 'admin@staffroom.example'))
    .limit(1);
  return found.length > 0;
};
