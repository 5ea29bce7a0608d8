import { eq } from 'drizzle-orm';
import { isStaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Context, Listener } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { announce, defineEvent, when } from '../../platform/events.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { SecurityChange } from './render-security-notice.ts';
import { sendSecurityNoticeJob } from './send-security-notice.job.ts';
import { users } from './users.schema.ts';

type Change = { userId: string; change: SecurityChange };

/** The sign-in of an account has changed; announced in the transaction of the act. */
const securityChanged = defineEvent<Change>('security-changed');

/**
 * Notifies the owner of an account by e-mail that its sign-in has changed, if the transaction commits. The e-mail goes to
 * the address that the account has now: call it before an act changes that. Call it only if something has changed.
 */
export const noteSecurityChange = (
  tx: Db,
  context: Context,
  userId: string,
  change: SecurityChange,
) => announce(tx, context, securityChanged, { userId, change });

/** Queues the e-mails of changes; added to the listeners of the API. */
export const securityListeners = (jobs: Jobs): readonly Listener[] => [
  when(securityChanged, (tx, context, { userId, change }) =>
    queueSecurityNotice(tx, context, jobs, userId, change),
  ),
];

type By = Pick<Context, 'clock' | 'requestId' | 'address' | 'userAgent'> & {
  actor: { id: string; name: string };
};

/** Queues the e-mail of one change in the caller's transaction; nothing for accounts that cannot sign in. */
export const queueSecurityNotice = async (
  tx: Db,
  context: By,
  jobs: Pick<Jobs, 'enqueue'>,
  userId: string,
  change: SecurityChange,
) => {
  const [owner] = await tx
    .select({ type: users.type, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  if (!owner || !isStaffRole(owner.type)) return;
  const { actor, clock, address, userAgent } = context;
  const isOwn = actor.id === userId;
  await jobs.enqueue(tx, context, sendSecurityNoticeJob, {
    userId,
    to: owner.email,
    change,
    at: clock.now().toISOString(),
    // Where a colleague did it from is not the owner's business.
    ...(isOwn ? { from: { address, userAgent: userAgent.slice(0, 300) } } : { by: actor.name }),
  });
};
