import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { mostTries, pauseAfter } from 'staffroom-contract/shared/retries.ts';
import { idSchema } from 'staffroom-contract/shared/text.ts';
import { defineJob } from '../../platform/jobs.ts';
import { renderSecurityNotice, securityChanges } from './render-security-notice.ts';
import { users } from './users.schema.ts';

/**
 * Sends the e-mail about a changed sign-in to the address that the account had then: who takes over an account would
 * change its address first. Tried again for five hours while the mail server is away; its id stays the same.
 */
export const sendSecurityNoticeJob = defineJob({
  name: 'send-security-notice',
  payload: z.strictObject({
    userId: idSchema,
    to: z.string(),
    change: z.enum(securityChanges),
    at: z.string(),
    by: z.string().optional(),
    from: z.strictObject({ address: z.string(), userAgent: z.string() }).optional(),
    tries: z.int().default(0),
  }),
  // The job must survive any number of crashed workers and long database outages.
  retry: { limit: 1000, delaySeconds: 2 },
  handler: async (job, payload, signal) => {
    const { userId, to, at, tries } = payload;
    const [owner] = await job.db
      .select({ name: users.name })
      .from(users)
      .where(eq(users.id, userId));
    if (!owner) return;
    const { email } = job.carriers;
    const domain = to.split('@')[1]?.toLowerCase() ?? '';
    const release = await email.slots.take({ domain, owner: job.jobId }, signal);
    const due = { ...payload, name: owner.name, at: new Date(at) };
    const outcome = await email
      .send({ id: job.jobId, to, ...renderSecurityNotice(due, job.settings) })
      .finally(release);
    const isOver = outcome.is === 'sent' || outcome.is === 'refused' || tries + 1 >= mostTries;
    if (isOver) return;
    const pause = pauseAfter(tries + 1, job.settings.firstPauseSeconds) * 1000;
    return {
      again: new Date(job.clock.now().getTime() + pause),
      payload: { ...payload, tries: tries + 1 },
    };
  },
});
