import { eq } from 'drizzle-orm';
import { recordAudit } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { deletePasskeysOf } from './passkeys.queries.ts';
import { deleteFactor } from './second-factor.queries.ts';
import { resetWords } from './second-factor.service.ts';
import { queueSecurityNotice } from './security-notices.ts';
import { endSessions } from './sessions.service.ts';
import { users } from './users.schema.ts';

type Reset = { email: string; clock: Clock; jobs: Pick<Jobs, 'enqueue'> };

/** No account has this id. */
const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Turns an account's second factor off and removes its passkeys, from the command line, and queues the e-mail to its
 * owner: 'off' if there were none, 'unknown' without such an account.
 */
export const resetFactorByEmail = (
  db: Db,
  { email, clock, jobs }: Reset,
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
    const from = {
      clock,
      address: 'command line',
      requestId: 'reset-second-factor',
      userAgent: '',
    };
    const actor = { id: noId, name: 'an operator of the server' };
    await queueSecurityNotice(tx, { ...from, actor }, jobs, account.id, 'second_factor_reset');
    await recordAudit(
      tx,
      { ...from, actor: { id: null, name: 'Command line' } },
      {
        action: 'user.second_factor_reset',
        entity: 'user',
        entityId: account.id,
        after: resetWords(passkeys),
      },
    );
    return 'reset';
  });
