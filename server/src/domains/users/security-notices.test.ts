import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { changePassword } from 'staffroom-contract/domains/identity/identity.contract.ts';
import {
  addPasskey,
  removePasskey,
  startPasskey,
} from 'staffroom-contract/domains/identity/passkeys.contract.ts';
import { resetPassword } from 'staffroom-contract/domains/identity/password-links.contract.ts';
import {
  confirmSecondFactor,
  removeSecondFactor,
  resetSecondFactor,
} from 'staffroom-contract/domains/identity/second-factor.contract.ts';
import { updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { startTestApp, useOwnTestApp } from '../../../test/build-test-app.ts';
import { aPasswordLink } from '../../../test/factories/password-link.factory.ts';
import { aSecondFactor, codeNow } from '../../../test/factories/second-factor.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import { newAuthenticator } from '../../../test/software-authenticator.ts';
import { unique } from '../../../test/unique.ts';
import { hashPassword } from '../identity/passwords.ts';
import { resetFactorByEmail } from '../identity/reset-second-factor.ts';

const password = 'Staffroom2026';
const next = 'purple rhubarb walks';

const hash = hashPassword(password);
/** Without a worker. */
const quiet = useOwnTestApp();

/** An account, in an app whose worker sends to a mail server of this test. */
const start = async () => {
  const mail = await startMailServer({
    // The first try of a message to "slow" is refused for now.
    atMessage: (to, tries) => (to.startsWith('slow') && tries === 1 ? 451 : undefined),
  });
  const settings = { smtpUrl: mail.url, firstPauseSeconds: 0 };
  const app = await startTestApp({ settings, work: true });
  onTestFinished(() => app.close());
  const aPerson = async (name = 'staff') => {
    const email = `${unique(name)}@example.com`;
    const account = { email, name: 'Shirley <Goh>', passwordHash: await hash };
    return { api: await app.as('SalesAdmin', account), email };
  };
  const mailsTo = (email: string) => mail.taken.filter(({ to }) => to === email);
  const subjectsTo = (email: string) =>
    mailsTo(email).map(({ text }) => /^Subject: (.+)$/m.exec(text)?.[1]?.trim());
  const expectSubjects = async (email: string, ...subjects: string[]) => {
    const wanted = subjects.map((each) => `${each}: Staffroom`);
    await expect.poll(() => subjectsTo(email)).toEqual(wanted);
  };
  return { app, aPerson, mailsTo, expectSubjects };
};

/** The number of notices for an account that were queued, sent or not. */
const queuedFor = async (userId: string) => {
  const { rows } = await quiet.database.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where name = 'send-security-notice' and data->'payload'->>'userId' = ${userId}`);
  return rows[0]?.count;
};

describe('the owner of an account gets an e-mail', () => {
  test('when two-factor is turned on, moved to another app, and turned off', async () => {
    const { app, aPerson, mailsTo, expectSubjects } = await start();
    const { api, email } = await aPerson();
    await aSecondFactor(app, api.id, { isPending: true });
    const confirm = (given: object = {}) =>
      api.call(confirmSecondFactor, { body: { code: codeNow(app), ...given } });
    const { data } = await confirm();
    await expectSubjects(email, 'Two-factor was turned on');
    await app.database.db.execute(
      sql`update second_factors set pending_secret = secret where user_id = ${api.id}`,
    );
    const again = await confirm({ password });
    const changed = 'The authenticator app was changed';
    await expectSubjects(email, 'Two-factor was turned on', changed);
    await api.call(removeSecondFactor, { body: { password } });
    await expectSubjects(email, 'Two-factor was turned on', changed, 'Two-factor was turned off');
    const texts = mailsTo(email)
      .map(({ text }) => text)
      .join('\n');
    expect(texts).toContain('Hello Shirley &lt;Goh&gt;,');
    expect(texts).toContain('If this was you, there is nothing to do.');
    expect(texts).toMatch(/From: .*127\.0\.0\.1/);
    const codes = [...data.recovery_codes, ...again.data.recovery_codes];
    for (const hidden of [password, api.token, ...codes]) expect(texts).not.toContain(hidden);
    expect(texts).not.toMatch(/https?:/);
  });

  test('when an Admin or an operator resets two-factor, naming who did it', async () => {
    const { app, aPerson, mailsTo, expectSubjects } = await start();
    const { api, email } = await aPerson();
    const admin = await app.as('Admin', { name: 'Nadia Tan' });
    await aSecondFactor(app, api.id);
    const reset = () => admin.call(resetSecondFactor, { params: { id: api.id } });
    await reset();
    await reset();
    await expectSubjects(email, 'Two-factor was reset');
    expect(mailsTo(email)[0]?.text).toContain('account by Nadia Tan.');
    expect(mailsTo(email)[0]?.text).not.toContain('From: 127.0.0.1');
    await aSecondFactor(app, api.id);
    await resetFactorByEmail(app.database.db, { email, clock: app.clock, jobs: app.jobs });
    await expectSubjects(email, 'Two-factor was reset', 'Two-factor was reset');
    expect(mailsTo(email)[1]?.text).toContain('account by an operator of the server.');
  });

  test('when the password changes: by oneself, by a link, by an Admin', async () => {
    const { app, aPerson, mailsTo, expectSubjects } = await start();
    const { api, email } = await aPerson();
    await api.call(changePassword, {
      body: { old_password: password, password: 'AnotherRoom2027' },
    });
    await expectSubjects(email, 'The password was changed');
    const link = await aPasswordLink(app, { account: { id: api.id, email }, kind: 'reset' });
    const visitor = apiWith(app, { id: '', token: '' });
    await visitor.call(resetPassword, { body: { token: link.token, password: next } });
    const byLink = 'A new password was set by a link in an e-mail';
    await expectSubjects(email, 'The password was changed', byLink);
    const admin = await app.as('Admin', { name: 'Nadia Tan' });
    await admin.call(updateUser, {
      params: { type: 'SalesAdmin', id: api.id },
      body: { password: 'AThirdRoom2028', email: `${unique('moved')}@example.com` },
    });
    // The address before the change: the new one may be a thief's.
    await expectSubjects(email, 'The password was changed', byLink, 'The password was changed');
    expect(mailsTo(email)[2]?.text).toContain('account by Nadia Tan.');
    const texts = mailsTo(email)
      .map(({ text }) => text)
      .join('\n');
    for (const hidden of [password, 'AnotherRoom2027', next, 'AThirdRoom2028', link.token])
      expect(texts).not.toContain(hidden);
  });

  test('when a passkey is added or removed', async () => {
    const { aPerson, expectSubjects } = await start();
    const { api, email } = await aPerson();
    const { challenge } = (await api.call(startPasskey, { body: { password } })).data;
    const credential = newAuthenticator().create(challenge);
    const { data } = await api.call(addPasskey, { body: { credential } });
    await expectSubjects(email, 'A passkey was added');
    const remove = () => api.call(removePasskey, { params: { id: data._id }, body: { password } });
    await remove();
    await remove();
    await expectSubjects(email, 'A passkey was added', 'A passkey was removed');
  });

  test('once, also if the mail server first refuses it for now', async () => {
    const { aPerson, expectSubjects } = await start();
    const { api, email } = await aPerson('slow');
    await api.call(changePassword, {
      body: { old_password: password, password: 'AnotherRoom2027' },
    });
    await expectSubjects(email, 'The password was changed');
  });
});

describe('no e-mail is queued', () => {
  test('for an act that changed nothing or was refused', async () => {
    const api = await quiet.as('SalesAdmin', { passwordHash: await hash });
    await api.call(removeSecondFactor, { body: { password } });
    await api.refused(changePassword, {
      body: { old_password: 'wrong', password: 'AnotherRoom2027' },
    });
    const admin = await quiet.as('Admin', {});
    await admin.call(resetSecondFactor, { params: { id: api.id } });
    await admin.call(updateUser, {
      params: { type: 'SalesAdmin', id: api.id },
      body: { name: 'Shirley' },
    });
    expect(await queuedFor(api.id)).toBe(0);
  });

  test('for a first password, nor to a student', async () => {
    const admin = await quiet.as('Admin', {});
    const invited = await quiet.as('Agent', { passwordHash: null });
    await admin.call(updateUser, {
      params: { type: 'Agent', id: invited.id },
      body: { password: 'AThirdRoom2028' },
    });
    expect(await queuedFor(invited.id)).toBe(0);
    const student = await aStudent(quiet, { passwordHash: await hash });
    await admin.send(updateUser, {
      params: { type: 'Student', id: student.id },
      body: { password: 'AThirdRoom2028' },
    });
    expect(await queuedFor(student.id)).toBe(0);
  });
});
