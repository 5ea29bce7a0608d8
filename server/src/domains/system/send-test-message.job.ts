import { z } from 'zod';
import { defineJob } from '../../platform/jobs.ts';
import { momentInMail, renderNotice } from '../../platform/notice-mail.ts';
import { findOwnAddress } from '../announcements/announcements.service.ts';
import { findActor } from '../identity/find-actor.ts';

/** The announcement's method of each way. */
export const methodOf = { email: 'email', text: 'sms' } as const;

/**
 * Sends a test to the Admin who asked for it. It is tried once: the answer of the mail server or Twilio is what the Admin
 * wants to know, and becomes the cause of the failed job.
 */
export const sendTestMessageJob = defineJob({
  name: 'send-test-message',
  payload: z.strictObject({ way: z.enum(['email', 'text']) }),
  retry: { limit: 0, delaySeconds: 1 },
  handler: async (job, { way }, signal) => {
    const actor = await findActor(job.db, job.actorId);
    const to = actor && (await findOwnAddress(job.db, { actor }, methodOf[way]));
    if (!actor || !to) return;
    const { productName: product, businessTimeZone: zone } = job.settings;
    const about = `${actor.name || 'An Admin'} sent this test from System health on ${momentInMail(job.clock.now(), zone)}.`;
    const carrier = way === 'email' ? job.carriers.email : job.carriers.sms;
    const domain = way === 'email' ? (to.split('@')[1]?.toLowerCase() ?? '') : '';
    const release = await carrier.slots.take({ domain, owner: job.jobId }, signal);
    const sending =
      way === 'email'
        ? job.carriers.email.send({
            id: job.jobId,
            to,
            ...renderNotice({
              subject: `Test e-mail of ${product}`,
              name: actor.name,
              lines: [`${about} E-mails of ${product} arrive.`],
            }),
          })
        : job.carriers.sms.send({ id: job.jobId, to, text: `${product}: test. ${about}` });
    const outcome = await sending.finally(release);
    // Admins copy the causes of failed jobs into reports, which name no one.
    if (outcome.is !== 'sent') throw new Error(outcome.error.replaceAll(to, 'the recipient'));
  },
});
