import { and, count, eq, gt, sql } from 'drizzle-orm';
import type { sendTestMessage } from 'staffroom-contract/domains/system/system.contract.ts';
import type { BodyOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { findOwnAddress } from '../announcements/announcements.service.ts';
import { methodOf, sendTestMessageJob } from './send-test-message.job.ts';

/** Most tests of an Admin within 15 minutes: text messages cost money, and mail servers suspect floods. */
const mostTests = 5;
const windowMs = 15 * 60_000;

const action = 'test_message.sent';

/**
 * Queues a test to the caller's own e-mail address or phone number, in the audit trail. A worker sends it once; a
 * failure is among the failed jobs with its cause. Throws no_recipients, too_many_attempts.
 */
export const sendTest = (
  context: Context,
  jobs: Jobs,
  way: BodyOf<typeof sendTestMessage>['way'],
): Promise<ResponseOf<typeof sendTestMessage>> =>
  inTransactionOnce(context, async (tx) => {
    const { actor, clock } = context;
    const address = await findOwnAddress(tx, context, methodOf[way]);
    if (address === null)
      throw refusal('no_recipients', {
        message: `Your account has no ${way === 'email' ? 'e-mail address' : 'phone number'}.`,
      });
    const key = `test message:${actor.id}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    const now = clock.now();
    const since = new Date(now.getTime() - windowMs);
    const [sent] = await tx
      .select({ count: count() })
      .from(auditLog)
      .where(
        and(eq(auditLog.actorId, actor.id), gt(auditLog.at, since), eq(auditLog.action, action)),
      );
    if ((sent?.count ?? 0) >= mostTests)
      throw refusal('too_many_attempts', { retryAfterSeconds: windowMs / 1000 });
    await jobs.enqueue(tx, context, sendTestMessageJob, { way });
    await recordAudit(tx, context, {
      action,
      entity: 'test_message',
      entityId: newId(now),
      after: { way },
      isUncounted: true,
    });
    return { data: { sent_to: address } };
  });
