import { eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getSystem, sendTestMessage } from 'staffroom-contract/domains/system/system.contract.ts';
import { startTestApp } from '../../../test/build-test-app.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { startTwilioServer } from '../../../test/twilio-server.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import type { Settings } from '../../platform/settings.ts';

const start = async (settings: Partial<Settings>) => {
  const app = await startTestApp({ settings, work: true });
  onTestFinished(() => app.close());
  return app;
};
const anEmail = () => `${unique('admin')}@example.com`;
const email = { body: { way: 'email' as const } };
const text = { body: { way: 'text' as const } };

describe('a test message', () => {
  test('goes to the own e-mail address, and is in the audit trail', async () => {
    const mail = await startMailServer();
    const app = await start({ smtpUrl: mail.url });
    const address = anEmail();
    const admin = await app.as('Admin', { email: address, name: 'Nadia <Tan>' });
    const { data } = await admin.call(sendTestMessage, email);
    expect(data).toEqual({ sent_to: address });
    await expect.poll(() => mail.taken.map(({ to }) => to)).toEqual([address]);
    expect(mail.taken[0]?.text).toContain('Test e-mail of Staffroom');
    expect(mail.taken[0]?.text).toContain('Nadia &lt;Tan&gt; sent this test');
    const rows = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.actorId, admin.id));
    expect(rows.map(({ action, after }) => [action, after])).toEqual([
      ['test_message.sent', { way: 'email' }],
    ]);
  });

  test('goes to the own phone by text, and needs one', async () => {
    const twilio = await startTwilioServer();
    const app = await start({ twilio: twilio.settings });
    const none = await app.as('Admin', { phone: '' });
    expect(await none.refused(sendTestMessage, text)).toMatchObject({
      status: 422,
      code: 'no_recipients',
    });
    const admin = await app.as('Admin', { phoneCountryCode: '65', phone: '91234567' });
    expect((await admin.call(sendTestMessage, text)).data.sent_to).toBe('+6591234567');
    await expect.poll(() => twilio.taken.map(({ to }) => to)).toEqual(['+6591234567']);
    expect(twilio.taken[0]?.body).toContain('Staffroom: test.');
  });

  test('that fails is not repeated, and is a failed job with the answer of the server', async () => {
    const mail = await startMailServer({ atRecipient: () => 550 });
    const app = await start({ smtpUrl: mail.url });
    const address = anEmail();
    const admin = await app.as('Admin', { email: address });
    await admin.call(sendTestMessage, email);
    const jobs = async () => (await admin.call(getSystem)).data.jobs;
    await expect
      .poll(async () => (await jobs()).map(({ name, state, tries }) => [name, state, tries]))
      .toEqual([['send-test-message', 'failed', 1]]);
    const [job] = await jobs();
    expect(job?.cause).toContain('no such mailbox');
    expect(job?.cause).not.toContain(address);
  });

  test('is sent at most 5 times within 15 minutes, also at once', async () => {
    const mail = await startMailServer();
    const app = await start({ smtpUrl: mail.url });
    const [admin, other] = [await app.as('Admin', {}), await app.as('Admin', {})];
    const sent = await Promise.all(
      Array.from({ length: 8 }, () => admin.send(sendTestMessage, email)),
    );
    const accepted = sent.filter(({ status }) => status === 202);
    const refused = sent.filter(({ status }) => status === 429);
    expect([accepted.length, refused.length]).toEqual([5, 3]);
    expect((await other.send(sendTestMessage, email)).status).toBe(202);
    app.clock.setTo(new Date(app.clock.now().getTime() + 15 * 60_000));
    expect((await admin.send(sendTestMessage, email)).status).toBe(202);
    await expect.poll(() => mail.taken.length).toBe(7);
  });
});
