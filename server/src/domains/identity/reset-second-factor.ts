import { eq } from 'drizzle-orm';
import { recordAudit } from '../../platform/audit.ts';
import type { Db } from '../../platform/database.ts';
import { deletePasskeysOf } from './passkeys.queries.ts';
import { deleteFactor } from './second-factor.queries.ts';
import { resetWords } from './second-factor.service.ts';
import { endSessions } from './sessions.service.ts';
import { users } from './users.schema.ts';

/** Turns an account's second factor off and removes its passkeys, from the command line: 'off' if there were none, 'unknown' without such an account. */
export const resetFactorByEmail = (
  db: Db,
  { email, now }: { email: string; now: Date },
): Promise<'reset' | 'off' | 'unknown'> =>
  db.transaction(async (tx) => {
    const [account] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.emailKey, email.trim().toLowerCase()));
    if (!account) return 'unknown';
    const wasOn = await deleteFactor(tx, account.id);
    const passkeys = await deletePasskeysOf(tx, account.id);
    if (!wasOn && passkeys === 0) return 'off';
    await endSessions(tx, account.id);
    await recordAudit(
      tx,
      {
        actor: { id: null, name: 'Command line' },
        clock: { now: () => now },
        address: 'command line',
        requestId: 'reset-second-factor',
      },
      {
        action: 'user.second_factor_reset',
        entity: 'user',
        entityId: account.id,
        after: resetWords(passkeys),
      },
    );
    return 'reset';
  });
