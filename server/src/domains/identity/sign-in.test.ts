import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { getClientSettings, getMe } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { apiWith } from '../../../test/sign-in-as.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { userSessions } from './identity.schema.ts';
import { hashToken } from './sessions.service.ts';
import { anAccount, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';

const app = useTestApp();

describe('signing in', () => {
  test('returns a token and the user', async () => {
    const account = await anAccount(app, {
      type: 'SalesAdmin',
      name: 'Nur Aisyah',
      seesOrderId: true,
    });
    const answer = await tryToSignIn(app, { email: account.email, password: rightPassword });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      _id: account.id,
      _type: 'SalesAdmin',
      name: 'Nur Aisyah',
      email: account.email,
      sees_order_id: true,
      extra_routes: [],
      routes: expect.arrayContaining(['/orders', '/tickets/trial']) as unknown,
      flags: expect.arrayContaining(['order.canCancelTrial']) as unknown,
    });
    expect(answer.body.data?.flags).not.toContain('order.canCreateNormal');
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
    const api = apiWith(app, { id: account.id, token: answer.token });
    expect((await api.call(getMe)).data).toEqual(answer.body.data);
  });

  test('ignores case and spaces around the e-mail, but not in the password', async () => {
    const account = await anAccount(app, { email: `${unique('Mixed.Case')}@Example.com` });
    const email = ` ${account.email.toUpperCase()} `;
    expect((await tryToSignIn(app, { email, password: rightPassword })).status).toBe(200);
    for (const password of [rightPassword.toUpperCase(), ` ${rightPassword}`, ''])
      expect((await tryToSignIn(app, { email, password })).status).toBe(401);
  });

  test('stores only a hash of the token, with address and browser', async () => {
    const account = await anAccount(app);
    const answer = await tryToSignIn(
      app,
      { email: account.email, password: rightPassword },
      { address: '198.51.100.7', headers: { 'user-agent': 'A browser' } },
    );
    expect(Buffer.from(answer.token, 'base64url')).toHaveLength(32);
    const rows = await app.database.db
      .select()
      .from(userSessions)
      .where(eq(userSessions.userId, account.id));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      tokenHash: hashToken(answer.token),
      started: app.clock.now(),
      lastUsed: app.clock.now(),
      address: '198.51.100.7',
      userAgent: 'A browser',
    });
    const everything = await app.database.pool.query<{ text: string }>(
      'select (select json_agg(s)::text from user_sessions s) || (select json_agg(a)::text from audit_log a) as text',
    );
    expect(everything.rows[0]?.text).toContain(account.id);
    expect(everything.rows[0]?.text).not.toContain(answer.token);
  });

  test('is written to the audit trail', async () => {
    const account = await anAccount(app);
    await tryToSignIn(app, { email: account.email, password: 'wrong' });
    await tryToSignIn(app, { email: account.email, password: rightPassword });
    const rows = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, account.id))
      .orderBy(auditLog.id);
    expect(rows.map((row) => [row.action, row.actorId])).toEqual([
      ['session.failed', null],
      ['session.started', account.id],
    ]);
  });

  test('gives every sign-in its own session', async () => {
    const account = await anAccount(app);
    const credentials = { email: account.email, password: rightPassword };
    const first = await tryToSignIn(app, credentials);
    const second = await tryToSignIn(app, credentials);
    expect(first.token).not.toBe(second.token);
    for (const { token } of [first, second])
      await apiWith(app, { id: account.id, token }).call(getMe);
  });
});

describe('the effective role', () => {
  test('is the role that the account acts as', async () => {
    const account = await anAccount(app, { type: 'Agent', actsAs: 'Partner' });
    const { body } = await tryToSignIn(app, { email: account.email, password: rightPassword });
    expect(body.data?._type).toBe('Partner');
    expect(body.data?.routes).toEqual(['/user', '/course', '/lessons', '/orders']);
  });

  test('can be extended by routes, but not by unknown ones', async () => {
    const account = await anAccount(app, {
      type: 'Agent',
      extraRoutes: ['/tickets/trial', '/no-such-screen'],
    });
    const { body } = await tryToSignIn(app, { email: account.email, password: rightPassword });
    expect(body.data?.routes).toEqual(['/orders', '/tickets/trial']);
  });
});

describe('refused', () => {
  test('a wrong password, an unknown e-mail, a disabled account and one without a password with the same error', async () => {
    const account = await anAccount(app);
    const disabled = await anAccount(app, { enabled: false });
    const withoutPassword = await anAccount(app, { passwordHash: null });
    const answers = [
      await tryToSignIn(app, { email: account.email, password: 'Staffroom2025' }),
      await tryToSignIn(app, {
        email: `${unique('unknown')}@example.com`,
        password: rightPassword,
      }),
      await tryToSignIn(app, { email: disabled.email, password: rightPassword }),
      await tryToSignIn(app, { email: withoutPassword.email, password: rightPassword }),
      await tryToSignIn(app, {
        email: withoutPassword.email,
        password: 'no account has this password',
      }),
      await tryToSignIn(app, { email: 'no e-mail', password: rightPassword }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        message: {
          errors: [
            {
              code: 'wrong_credentials',
              message: 'You have entered the wrong email or password',
            },
          ],
        },
      });
    }
  });

  test('an unknown e-mail in the same time as a wrong password', async () => {
    const account = await anAccount(app);
    // CPU time of all threads of this process, which other processes do not lengthen by waiting.
    const time = async (email: string) => {
      const start = process.cpuUsage();
      await tryToSignIn(app, { email, password: 'Staffroom2025' });
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    await time('warm-up@example.com');
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const other = await anAccount(app);
      known.push(await time(round === 0 ? account.email : other.email));
      unknown.push(await time(`${unique('unknown')}@example.com`));
    }
    const [fastestKnown, fastestUnknown] = [Math.min(...known), Math.min(...unknown)];
    // Verifying the password takes many times longer than the rest of the request.
    expect(fastestUnknown).toBeGreaterThan(fastestKnown / 2);
    expect(fastestKnown).toBeGreaterThan(fastestUnknown / 2);
  });

  test.each(['Student', 'TA'] as const)(
    'a %s with the right password: Invalid user type',
    async (type) => {
      const account = await anAccount(app, { type });
      const right = await tryToSignIn(app, { email: account.email, password: rightPassword });
      expect(right).toMatchObject({
        status: 401,
        code: 'invalid_user_type',
        message: 'Invalid user type',
        token: '',
      });
      const wrong = await tryToSignIn(app, { email: account.email, password: 'wrong' });
      expect(wrong.code).toBe('wrong_credentials');
      const sessions = await app.database.db
        .select()
        .from(userSessions)
        .where(eq(userSessions.userId, account.id));
      expect(sessions).toEqual([]);
    },
  );

  test('a Student, even if the record acts as a staff role', async () => {
    const account = await anAccount(app, { type: 'Student', actsAs: 'Admin' });
    const answer = await tryToSignIn(app, { email: account.email, password: rightPassword });
    expect(answer.code).toBe('invalid_user_type');
  });
});

test('the client settings are public and contain nothing else', async () => {
  const { data } = await apiWith(app, { id: '', token: '' }).call(getClientSettings);
  expect(data).toEqual({
    product_name: 'Staffroom',
    business_time_zone: 'Asia/Singapore',
    business_day: '2026-11-20',
    partner_brand: 'LLP',
    signup_url: null,
    default_currency: 'SGD',
  });
});
