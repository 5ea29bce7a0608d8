import { describe, expect, test } from 'vitest';
import { startTestApp, useOwnTestApp } from '../../../test/build-test-app.ts';
import { unique } from '../../../test/unique.ts';
import { anAccount, anAddress, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';

const app = useOwnTestApp();

const minutes = (count: number) =>
  app.clock.setTo(new Date(app.clock.now().getTime() + count * 60_000));
const aWrongPassword = 'Staffroom2025';

const failTimes = async (count: number, email: string, address?: string) => {
  for (let time = 0; time < count; time += 1)
    expect(
      (await tryToSignIn(app, { email, password: aWrongPassword }, address ? { address } : {}))
        .code,
    ).toBe('wrong_credentials');
};

describe('failures for one e-mail', () => {
  test('the sixth try within 15 minutes is refused, whatever the password and the address', async () => {
    const { email } = await anAccount(app);
    await failTimes(5, email);
    for (const password of [aWrongPassword, rightPassword]) {
      const refused = await tryToSignIn(app, { email: ` ${email.toUpperCase()}`, password });
      expect(refused).toMatchObject({ status: 429, code: 'too_many_attempts', retryAfter: 900 });
    }
  });

  test('Retry-After says when the first failure leaves the window, and then it is open again', async () => {
    const { email } = await anAccount(app);
    await failTimes(1, email);
    minutes(10);
    await failTimes(4, email);
    expect((await tryToSignIn(app, { email, password: rightPassword })).retryAfter).toBe(300);
    minutes(4);
    expect((await tryToSignIn(app, { email, password: rightPassword })).retryAfter).toBe(60);
    minutes(1);
    expect((await tryToSignIn(app, { email, password: rightPassword })).status).toBe(200);
  });

  test('being refused does not prolong the wait', async () => {
    const { email } = await anAccount(app);
    await failTimes(5, email);
    minutes(14);
    for (let time = 0; time < 10; time += 1)
      await tryToSignIn(app, { email, password: aWrongPassword });
    minutes(1);
    expect((await tryToSignIn(app, { email, password: rightPassword })).status).toBe(200);
  });

  test('a success starts the count anew', async () => {
    const { email } = await anAccount(app);
    await failTimes(4, email);
    expect((await tryToSignIn(app, { email, password: rightPassword })).status).toBe(200);
    await failTimes(5, email);
    expect((await tryToSignIn(app, { email, password: rightPassword })).status).toBe(429);
  });

  test('an e-mail that nobody has is counted alike, so that a 429 tells nothing', async () => {
    const email = `${unique('nobody')}@example.com`;
    await failTimes(5, email);
    expect((await tryToSignIn(app, { email, password: aWrongPassword })).status).toBe(429);
  });

  test('30 wrong passwords at once are looked at no more than 5 times', async () => {
    const { email } = await anAccount(app);
    const address = anAddress();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        tryToSignIn(app, { email, password: aWrongPassword }, { address }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(5);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(25);
  });
});

describe('failures from one address', () => {
  const spray = async (address: string, count: number) => {
    for (let time = 0; time < count; time += 1)
      await failTimes(1, `${unique('spray')}@example.com`, address);
  };

  test('the twenty-first is refused, for any e-mail, until the window ends', async () => {
    const account = await anAccount(app);
    const address = anAddress();
    await spray(address, 20);
    const credentials = { email: account.email, password: rightPassword };
    expect(await tryToSignIn(app, credentials, { address })).toMatchObject({
      status: 429,
      retryAfter: 900,
    });
    expect((await tryToSignIn(app, credentials)).status).toBe(200);
    minutes(15);
    expect((await tryToSignIn(app, credentials, { address })).status).toBe(200);
  });

  test('an office from which somebody signed in lately is not shut out', async () => {
    const account = await anAccount(app);
    const address = anAddress();
    await spray(address, 10);
    const credentials = { email: account.email, password: rightPassword };
    expect((await tryToSignIn(app, credentials, { address })).status).toBe(200);
    await spray(address, 15);
    expect((await tryToSignIn(app, credentials, { address })).status).toBe(200);
  });
});

describe('which address counts', () => {
  const throughProxy = (email: string, forwardedFor: string) => ({
    credentials: { email, password: aWrongPassword },
    from: { address: '127.0.0.1', headers: { 'x-forwarded-for': forwardedFor } },
  });
  const seenAddress = async (trustProxy: boolean | string, forwardedFor: string) => {
    const other = await startTestApp({ settings: { trustProxy } });
    try {
      const { credentials, from } = throughProxy(`${unique('proxy')}@example.com`, forwardedFor);
      await tryToSignIn(other, credentials, from);
      const attempts = await other.database.pool.query<{ address: string }>(
        'select address from sign_in_attempts',
      );
      return attempts.rows.map((row) => row.address);
    } finally {
      await other.close();
    }
  };

  test('without TRUST_PROXY it is the peer, whatever a header says', async () => {
    expect(await seenAddress(false, '198.51.100.1')).toEqual(['127.0.0.1']);
  });

  test('with TRUST_PROXY=on it is what the proxy adds, never what the caller made up', async () => {
    expect(await seenAddress(true, '198.51.100.1')).toEqual(['198.51.100.1']);
    expect(await seenAddress(true, '10.9.9.9, 198.51.100.1')).toEqual(['198.51.100.1']);
  });

  test('with a list of proxies it is the last address that is none of them', async () => {
    expect(await seenAddress('127.0.0.1, 10.0.0.0/8', '1.1.1.1, 198.51.100.1, 10.0.0.5')).toEqual([
      '198.51.100.1',
    ]);
  });
});
