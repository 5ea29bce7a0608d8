import { z } from 'zod';
import { isStaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import { mostTries, pauseAfter } from 'staffroom-contract/shared/retries.ts';
import { idSchema } from 'staffroom-contract/shared/text.ts';
import { defineJob, type JobContext } from '../../platform/jobs.ts';
import { newLinkToken } from './link-tokens.ts';
import * as linkQueries from './password-links.queries.ts';
import { renderPasswordLink } from './render-password-link.ts';

/**
 * Sends the e-mail of a link, if an enabled account that can sign in has its address: for any other address it ends
 * without a trace. Each try sends a new token, because only hashes are stored; those of earlier tries work too, since
 * their e-mails may have arrived. Ends the account's earlier links.
 */
export const sendPasswordLinkJob = defineJob({
  name: 'send-password-link',
  payload: z.strictObject({ linkId: idSchema, tries: z.int().default(0) }),
  // The job must survive any number of crashed workers and long database outages.
  retry: { limit: 1000, delaySeconds: 2 },
  handler: async (job, { linkId, tries }, signal) => {
    const due = await claim(job, linkId);
    if (!due) return;
    const { token, tokenHash } = newLinkToken(linkId);
    await linkQueries.addTokenHash(job.db, linkId, tokenHash);
    const { email } = job.carriers;
    const domain = due.account.email.split('@')[1]?.toLowerCase() ?? '';
    const release = await email.slots.take({ domain, owner: job.jobId }, signal);
    const mail = renderPasswordLink(due, token, job.settings);
    const outcome = await email
      .send({ id: linkId, to: due.account.email, ...mail })
      .finally(release);
    if (outcome.is === 'sent') {
      await linkQueries.setLink(job.db, linkId, { sentAt: job.clock.now(), error: null });
      return;
    }
    await linkQueries.setLink(job.db, linkId, { error: outcome.error });
    if (outcome.is === 'refused' || tries + 1 >= mostTries) return;
    const pause = pauseAfter(tries + 1, job.settings.firstPauseSeconds) * 1000;
    return {
      again: new Date(job.clock.now().getTime() + pause),
      payload: { linkId, tries: tries + 1 },
    };
  },
});

/** Returns a link to send and its account; undefined if there is no such account, or the link no longer works. */
const claim = ({ db, clock }: Pick<JobContext, 'db' | 'clock'>, linkId: string) =>
  db.transaction(async (tx) => {
    const found = await linkQueries.findLink(tx, linkId);
    if (!found || found.link.endedAt !== null || found.link.expiresAt <= clock.now())
      return undefined;
    const { link, invitedBy } = found;
    const known = await linkQueries.findAccountByEmail(tx, link.emailKey);
    const account = known && (await linkQueries.lockAccount(tx, known.id));
    if (!account?.enabled || !isStaffRole(account.type) || account.emailKey !== link.emailKey)
      return undefined;
    if (link.kind === 'invitation' && account.passwordHash !== null) return undefined;
    await linkQueries.setLink(tx, linkId, { userId: account.id });
    await linkQueries.endLinksOf(tx, account.id, clock.now(), linkId);
    return { kind: link.kind, expiresAt: link.expiresAt, invitedBy, account };
  });
