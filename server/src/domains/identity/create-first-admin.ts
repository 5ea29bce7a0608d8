import type { Db } from '../../platform/database.ts';
import { recordAudit } from '../../platform/audit.ts';
import { newId } from '../../platform/ids.ts';
import { hashPassword } from './passwords.ts';
import { users } from './users.schema.ts';

/** Creates an Admin account from the command line; 'taken' if another account has the e-mail. */
export const createFirstAdmin = async (
  db: Db,
  admin: { email: string; name: string; password: string; now: Date },
): Promise<'created' | 'taken'> => {
  const passwordHash = await hashPassword(admin.password);
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(users)
      .values({
        id: newId(admin.now),
        type: 'Admin',
        email: admin.email,
        name: admin.name,
        passwordHash,
        emailVerified: true,
        created: admin.now,
        updated: admin.now,
      })
      .onConflictDoNothing({ target: users.emailKey })
      .returning({ id: users.id });
    if (!made) return 'taken';
    await recordAudit(
      tx,
      {
        actor: { id: made.id, name: 'Command line' },
        clock: { now: () => admin.now },
        address: 'command line',
        requestId: 'create-admin',
      },
      {
        action: 'user.created',
        entity: 'user',
        entityId: made.id,
        after: { email: admin.email, name: admin.name, _type: 'Admin' },
      },
    );
    return 'created';
  });
};
