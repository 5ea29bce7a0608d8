import { eq } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { getMe } from 'staffroom-contract/domains/identity/identity.contract.ts';
import {
  readPasswordLink,
  renewPasswordLink,
} from 'staffroom-contract/domains/identity/password-links.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aPasswordLink } from '../../../test/factories/password-link.factory.ts';
import { aUser, failedSignIns } from '../../../test/factories/user.factory.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { linksOf, newPassword, noLonger } from './password-link.test-helper.ts';
import { anAccount, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';

const app = useOwnTestApp({ settings: { publicUrl: 'https://desk.example' } });

const minute = 60_000;
const pass = (milliseconds: number) =>
  app.clock.setTo(new Date(app.clock.now().getTime() + milliseconds));

const { post, forgot, linksTo, runJob, tokenIn, deliverTo, set, signsIn } = linksOf(app);

describe('a forgotten password', () => {
  test('is replaced by a link, which ends every session and the locks of failed sign-ins', async () => {
    const account = await anAccount(app, { email: `${unique('Nur')}@Example.com` });
    const { token: session } = await tryToSignIn(app, {
      email: account.email,
      password: rightPassword,
    });
    await failedSignIns(app, account, { count: 5 });
    expect(await forgot(` ${account.email.toUpperCase()} `)).toEqual({
      status: 202,
      body: { data: { accepted: true } },
    });
    const token = await deliverTo(account.email);
    expect(await set(token)).toEqual({ status: 200, body: { data: { email: account.email } } });
    expect((await apiWith(app, { id: account.id, token: session }).send(getMe)).status).toBe(401);
    expect(await signsIn(account.email, newPassword)).toBe(true);
    expect(await signsIn(account.email, rightPassword)).toBe(false);
    const audit = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, account.id));
    expect(audit.find(({ action }) => action === 'user.password_reset')).toMatchObject({
      actorId: account.id,
      before: null,
      after: null,
    });
  });

  test('its link works once', async () => {
    const { token } = await aPasswordLink(app);
    expect((await set(token)).status).toBe(200);
    expect(await set(token, 'another fine plomb')).toEqual(noLonger);
    expect(await post(readPasswordLink, { token })).toEqual(noLonger);
  });

  test('of concurrent uses of its link only one sets the password', async () => {
    const { token, account } = await aPasswordLink(app);
    const passwords = Array.from({ length: 6 }, (_, index) => `plomb tree number ${index} ok`);
    const held = await holdRows(app, 'select from users where id = $1 for update', [account.id]);
    const uses = passwords.map((password) => set(token, password));
    // All have found the link valid.
    await held.untilWaiting(passwords.length);
    await held.commit();
    const answers = await Promise.all(uses);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(5);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? '';
    expect(await signsIn(account.email, winner)).toBe(true);
  });

  test('its link works for 30 minutes', async () => {
    const [one, other] = [await aPasswordLink(app), await aPasswordLink(app)];
    pass(30 * minute - 1);
    expect((await set(one.token)).status).toBe(200);
    pass(1);
    expect(await set(other.token)).toEqual(noLonger);
  });

  test('a refused password leaves the link and the password as they are', async () => {
    const account = await anAccount(app, { name: 'Desmond Quek' });
    const { token } = await aPasswordLink(app, { account });
    for (const [password, message] of [
      ['short', 'Please choose a password of at least 10 characters.'],
      ['Password2026', 'This is a common password. Please choose another one.'],
      ['Staffroom2026', 'This is a common password. Please choose another one.'],
      ['plomb desmond tree', 'Please choose a password without your name or e-mail.'],
    ] as const)
      expect(await set(token, password)).toMatchObject({
        status: 400,
        body: { message: { errors: [{ code: 'invalid_value', field: 'password', message }] } },
      });
    expect(await signsIn(account.email, rightPassword)).toBe(true);
    expect((await set(token)).status).toBe(200);
  });

  test('needs no capital letter or number where a link sets it', async () => {
    const { token } = await aPasswordLink(app);
    expect((await set(token, 'kopi-o kosong, peng')).status).toBe(200);
  });
});

describe('no one learns from the answers who has an account:', () => {
  test('every e-mail gets the same answer by the same statements', async () => {
    const known = (await anAccount(app)).email;
    const unknown = `${unique('unknown')}@example.com`;
    const disabled = (await anAccount(app, { enabled: false })).email;
    const student = (await anAccount(app, { type: 'Student' })).email;
    await forgot(unknown);
    const asked = [known, `x${unknown}`, disabled, student, 'no e-mail', ''];
    const traces: unknown[] = [];
    for (const email of asked) {
      const { pool } = app.database;
      const client = await pool.connect();
      client.release();
      const queries = vi.spyOn(Object.getPrototypeOf(client) as typeof client, 'query');
      const answer = await forgot(email);
      const statements = queries.mock.calls.map(([query]) =>
        typeof query === 'string' ? query : (query as { text: string }).text,
      );
      queries.mockRestore();
      expect(statements.length).toBeGreaterThan(4);
      traces.push({ answer, statements });
    }
    expect(traces[0]).toMatchObject({ answer: { status: 202 } });
    for (const trace of traces) expect(trace).toEqual(traces[0]);
  });

  test.each(['Student', 'TA'] as const)(
    'a %s, who cannot sign in, gets no e-mail',
    async (type) => {
      const account = await anAccount(app, { type });
      expect((await forgot(account.email)).status).toBe(202);
      expect(await deliverTo(account.email)).toBe('');
    },
  );

  test('a disabled account and an unknown e-mail get no e-mail', async () => {
    for (const email of [
      (await anAccount(app, { enabled: false })).email,
      `${unique('unknown')}@example.com`,
    ]) {
      expect((await forgot(email)).status).toBe(202);
      expect(await deliverTo(email)).toBe('');
      expect((await linksTo(email))[0]?.tokenHashes).toEqual([]);
    }
  });

  test('used, expired, replaced, foreign and unknown links give the same error, and the same answer to a renewal', async () => {
    const now = app.clock.now();
    const used = await aPasswordLink(app, { endedAt: now });
    const expired = await aPasswordLink(app, { expiresAt: now });
    const disabled = await aPasswordLink(app, { account: await aUser(app, { enabled: false }) });
    const student = await aPasswordLink(app, { account: await aUser(app, { type: 'Student' }) });
    const moved = await aPasswordLink(app, { emailKey: 'earlier@example.com' });
    const right = await aPasswordLink(app);
    const wrongSecret = `${right.token.slice(0, 30)}${'A'.repeat(34)}`;
    const tokens = [used, expired, disabled, student, moved].map(({ token }) => token);
    for (const token of [...tokens, wrongSecret, '', 'x', 'A'.repeat(64), '%00', 'é'.repeat(60)]) {
      expect(await post(readPasswordLink, { token })).toEqual(noLonger);
      expect(await set(token)).toEqual(noLonger);
      expect(await post(renewPasswordLink, { token })).toEqual({
        status: 202,
        body: { data: { accepted: true } },
      });
    }
  });
});

describe('requests are throttled', () => {
  test('to 3 for an e-mail within 15 minutes, from any address, with the same answer', async () => {
    const { email } = await anAccount(app);
    for (let time = 0; time < 5; time += 1) expect((await forgot(email)).status).toBe(202);
    expect(await linksTo(email)).toHaveLength(3);
    pass(15 * minute);
    await forgot(email);
    expect(await linksTo(email)).toHaveLength(4);
  });

  test('to 20 from an address within 15 minutes, an IPv6 household counting as one', async () => {
    const emails = Array.from({ length: 24 }, () => `${unique('many')}@example.com`);
    for (const [index, email] of emails.entries())
      expect((await forgot(email, { address: `2001:db8:1:2::${index + 1}` })).status).toBe(202);
    const made = await Promise.all(emails.map(async (email) => (await linksTo(email)).length));
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(20);
    const other = `${unique('other')}@example.com`;
    await forgot(other, { address: '2001:db8:1:3::1' });
    expect(await linksTo(other)).toHaveLength(1);
  });

  test('also when they arrive at once', async () => {
    const { email } = await anAccount(app);
    await Promise.all(Array.from({ length: 8 }, () => forgot(email)));
    expect(await linksTo(email)).toHaveLength(3);
  });
});

describe('the e-mail', () => {
  test('has a link to the configured address, never to that of the request, with the token after #', async () => {
    const { email } = await anAccount(app, { name: 'Nadia <b>Tan</b>' });
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    await forgot(email, { headers });
    const [link] = await linksTo(email);
    const { mails } = await runJob(link?.id ?? '');
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to).toBe(email);
    expect(mail?.text).toMatch(/ https:\/\/desk\.example\/password#[\w-]{64}\n/);
    expect(mail?.html).toMatch(/href="https:\/\/desk\.example\/password#[\w-]{64}"/);
    expect(mail?.html).not.toContain('<b>');
    expect(JSON.stringify(mail)).not.toContain('evil');
  });

  test('has the only copy of the token', async () => {
    const { email } = await anAccount(app);
    await forgot(email);
    const token = await deliverTo(email);
    expect(token).toHaveLength(64);
    const { rows } = await app.database.pool.query<{ text: string }>(
      `select (select json_agg(l)::text from password_links l) || (select json_agg(a)::text from audit_log a)
         || (select json_agg(j)::text from pgboss.job j) as text`,
    );
    expect(rows[0]?.text).toContain(email.toLowerCase());
    expect(rows[0]?.text).not.toContain(token);
    expect(rows[0]?.text).not.toContain(Buffer.from(token, 'base64url').toString('hex').slice(32));
  });

  test('is tried again while the mail server is away, each time with a token that works', async () => {
    const { email } = await anAccount(app);
    await forgot(email);
    const [link] = await linksTo(email);
    const id = link?.id ?? '';
    const lost = await runJob(id, { outcome: { is: 'unknown', error: 'no answer' } });
    expect(lost.again).toMatchObject({ payload: { linkId: id, tries: 1 } });
    expect((await linksTo(email))[0]).toMatchObject({ error: 'no answer', sentAt: null });
    const second = await runJob(id, { tries: 1 });
    expect(second.again).toBeUndefined();
    expect((await linksTo(email))[0]).toMatchObject({ error: null, sentAt: app.clock.now() });
    const [first, again] = [tokenIn(lost.mails[0]), tokenIn(second.mails[0])];
    expect(first).not.toBe(again);
    expect((await post(readPasswordLink, { token: again })).status).toBe(200);
    expect((await set(first)).status).toBe(200);
    expect(await set(again)).toEqual(noLonger);
    // A job that runs once more after a kill sends nothing.
    expect((await runJob(id)).mails).toEqual([]);
  });

  test('is given up when it is refused, or after the last try', async () => {
    const { email } = await anAccount(app);
    await forgot(email);
    const [link] = await linksTo(email);
    const refused = await runJob(link?.id ?? '', { outcome: { is: 'refused', error: 'unknown' } });
    expect(refused.again).toBeUndefined();
    const last = await runJob(link?.id ?? '', {
      outcome: { is: 'postponed', error: 'not now' },
      tries: 7,
    });
    expect(last.again).toBeUndefined();
  });

  test('of a newer request ends the earlier link', async () => {
    const { email } = await anAccount(app);
    await forgot(email);
    const first = await deliverTo(email);
    await forgot(email);
    const second = await deliverTo(email);
    expect(await set(first)).toEqual(noLonger);
    expect((await set(second)).status).toBe(200);
  });
});
