import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { releaseSignIn } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { startTestApp, useOwnTestApp } from '../../../test/build-test-app.ts';
import { unique } from '../../../test/unique.ts';
import { newId } from '../../platform/ids.ts';
import { signInAttempts } from './identity.schema.ts';
import { networkOf } from './sign-in-locks.ts';
import { anAccount, anAddress, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';

const app = useOwnTestApp();

const minutes = (count: number) =>
  app.clock.setTo(new Date(app.clock.now().getTime() + count * 60_000));
const aWrongPassword = 'Staffroom2025';

/** Inserts failures for unknown e-mails, without a request for each. */
const sprayed = async (addresses: string[]) => {
  const at = app.clock.now();
  await app.database.db.insert(signInAttempts).values(
    addresses.map((address) => ({
      id: newId(at),
      emailKey: `${unique('spray')}@example.com`,
      address: networkOf(address),
      succeeded: false,
      at,
    })),
  );
};

const failTimes = async (count: number, email: string, address?: string) => {
  for (let time = 0; time < count; time += 1)
    expect(
      (await tryToSignIn(app, { email, password: aWrongPassword }, address ? { address } : {}))
        .code,
    ).toBe('wrong_credentials');
};

describe('failures for one e-mail', () => {
  test('the sixth attempt within 15 minutes is refused, with any password and address', async () => {
    const { email } = await anAccount(app);
    await failTimes(5, email);
    for (const password of [aWrongPassword, rightPassword]) {
      const refused = await tryToSignIn(app, { email: ` ${email.toUpperCase()}`, password });
      expect(refused).toMatchObject({ status: 429, code: 'too_many_attempts', retryAfter: 900 });
    }
  });

  test('Retry-After is the time until the first failure leaves the window, when sign-in works again', async () => {
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

  test('a refusal does not extend the wait', async () => {
    const { email } = await anAccount(app);
    await failTimes(5, email);
    minutes(14);
    for (let time = 0; time < 10; time += 1)
      await tryToSignIn(app, { email, password: aWrongPassword });
    minutes(1);
    expect((await tryToSignIn(app, { email, password: rightPassword })).status).toBe(200);
  });

  test('a success resets the count', async () => {
    const { email } = await anAccount(app);
    await failTimes(4, email);
    expect((await tryToSignIn(app, { email, password: rightPassword })).status).toBe(200);
    await failTimes(5, email);
    expect((await tryToSignIn(app, { email, password: rightPassword })).status).toBe(429);
  });

  test('an unknown e-mail is counted in the same way, so that a 429 reveals nothing', async () => {
    const email = `${unique('unknown')}@example.com`;
    await failTimes(5, email);
    expect((await tryToSignIn(app, { email, password: aWrongPassword })).status).toBe(429);
  });

  test('of 30 concurrent wrong passwords at most 5 are verified', async () => {
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

  test('only an account that signed in from there is excused, after any number of failures', async () => {
    const known = await anAccount(app);
    const stranger = await anAccount(app);
    const address = anAddress();
    const from = { address };
    await sprayed(Array.from({ length: 10 }, () => address));
    const credentials = { email: known.email, password: rightPassword };
    expect((await tryToSignIn(app, credentials, from)).status).toBe(200);
    await sprayed(Array.from({ length: 10 }, () => address));
    for (let time = 0; time < 3; time += 1)
      expect((await tryToSignIn(app, { ...credentials, email: stranger.email }, from)).status).toBe(
        429,
      );
    expect((await tryToSignIn(app, credentials, from)).status).toBe(200);
  });
});

describe('an account that signed in from an address within 30 days', () => {
  const signedInFrom = async (address: string) => {
    const account = await anAccount(app);
    const credentials = { email: account.email, password: rightPassword };
    expect((await tryToSignIn(app, credentials, { address })).status).toBe(200);
    return credentials;
  };

  test('is not locked there by failures from elsewhere, and may fail 5 times itself', async () => {
    const home = anAddress();
    const credentials = await signedInFrom(home);
    await failTimes(5, credentials.email);
    expect((await tryToSignIn(app, credentials)).status).toBe(429);
    await failTimes(4, credentials.email, home);
    expect((await tryToSignIn(app, credentials, { address: home })).status).toBe(200);
    await failTimes(5, credentials.email, home);
    for (let time = 0; time < 2; time += 1)
      expect(await tryToSignIn(app, credentials, { address: home })).toMatchObject({
        status: 429,
        retryAfter: 900,
      });
    // Failures on the known network do not lock the account elsewhere.
    expect((await tryToSignIn(app, credentials)).status).toBe(200);
  });

  test('is no longer known there afterwards', async () => {
    const home = anAddress();
    const credentials = await signedInFrom(home);
    minutes(30 * 24 * 60);
    await failTimes(5, credentials.email);
    expect((await tryToSignIn(app, credentials, { address: home })).status).toBe(429);
  });

  test('is known in the whole /64 of an IPv6 address, whose 20 failures count together', async () => {
    const credentials = await signedInFrom('2001:db8:5:6::1');
    await failTimes(5, credentials.email);
    await sprayed(Array.from({ length: 19 }, (_, host) => `2001:db8:5:6::${host + 2}`));
    await failTimes(1, `${unique('spray')}@example.com`, '2001:db8:5:6:7::8');
    expect((await tryToSignIn(app, credentials, { address: '2001:db8:5:6:ffff::9' })).status).toBe(
      200,
    );
    const stranger = { email: `${unique('n')}@example.com`, password: aWrongPassword };
    expect((await tryToSignIn(app, stranger, { address: '2001:db8:5:6::99' })).status).toBe(429);
    expect((await tryToSignIn(app, stranger, { address: '2001:db8:5:7::99' })).status).toBe(401);
  });
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
])('the caller at %s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

describe('once a lock is known', () => {
  test('a refusal needs no database connection; every 10 s one caller checks again', async () => {
    const { email } = await anAccount(app);
    const address = anAddress();
    await failTimes(5, email);
    await sprayed(Array.from({ length: 20 }, () => address));
    const refused = async () => {
      const both = [
        await tryToSignIn(app, { email, password: rightPassword }),
        await tryToSignIn(app, { email: `${unique('x')}@example.com`, password: 'x' }, { address }),
      ];
      expect(both.map(({ status }) => status)).toEqual([429, 429]);
    };
    await refused();
    const connects = vi.spyOn(app.database.pool, 'connect');
    onTestFinished(() => connects.mockRestore());
    for (let time = 0; time < 20; time += 1) await refused();
    expect(connects).not.toHaveBeenCalled();
    minutes(0.2);
    for (let time = 0; time < 20; time += 1) await refused();
    // One caller per lock checks its lane, and whether the lock still exists.
    expect(connects).toHaveBeenCalledTimes(4);
  });

  test('30 concurrent callers find their lanes with two statements and the lock with one', async () => {
    const { email } = await anAccount(app);
    await failTimes(5, email);
    const connects = vi.spyOn(app.database.pool, 'connect');
    onTestFinished(() => connects.mockRestore());
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => tryToSignIn(app, { email, password: rightPassword })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    expect(connects).toHaveBeenCalledTimes(3);
  });
});

describe('while sign-ins come from many new addresses', () => {
  const flood = 60;

  test('an account gets a fast response on a network where it has signed in before', async () => {
    const { email } = await anAccount(app);
    const address = anAddress();
    const credentials = { email, password: rightPassword };
    expect((await tryToSignIn(app, credentials, { address })).status).toBe(200);
    let answered = 0;
    const others = Array.from({ length: flood }, async () => {
      const stranger = { email: `${unique('flood')}@example.com`, password: aWrongPassword };
      const { status } = await tryToSignIn(app, stranger);
      if (status === 401) answered += 1;
      return status;
    });
    // From now on all wait for their passwords to be verified, and none for the database.
    await Promise.race(others);
    const before = answered;
    expect((await tryToSignIn(app, credentials, { address })).status).toBe(200);
    // Behind the flood it would be last; in its own lane it waits for few others.
    expect(answered - before).toBeLessThan(flood / 3);
    // On a slow machine the last of the flood wait longer than 5 s, and are refused as busy.
    const statuses = new Set(await Promise.all(others));
    expect([401, 503]).toEqual(expect.arrayContaining([...statuses]));
  });
});

describe('an Admin releases an account', () => {
  const locked = async () => {
    const account = await anAccount(app, { type: 'Agent' });
    await failTimes(5, account.email);
    const credentials = { email: account.email, password: rightPassword };
    expect((await tryToSignIn(app, credentials)).status).toBe(429);
    return { id: account.id, credentials };
  };

  test('and it can sign in at once; an account that is not locked is not changed', async () => {
    const { id, credentials } = await locked();
    const admin = await app.as('Admin', {});
    expect(await admin.call(releaseSignIn, { params: { id } })).toEqual({
      data: { released: true },
    });
    expect((await tryToSignIn(app, credentials)).status).toBe(200);
    expect(await admin.call(releaseSignIn, { params: { id } })).toEqual({
      data: { released: false },
    });
    const unknownUser = { params: { id: crypto.randomUUID() } };
    expect(await admin.refused(releaseSignIn, unknownUser)).toMatchObject({ status: 404 });
  });

  test('and processes with a cached lock let it in within 10 s', async () => {
    const { id, credentials } = await locked();
    const other = await startTestApp({
      database: { url: app.databaseUrl, drop: async () => undefined },
    });
    onTestFinished(() => other.close());
    other.clock.setTo(app.clock.now());
    expect((await tryToSignIn(other, credentials)).status).toBe(429);
    await (await app.as('Admin', {})).call(releaseSignIn, { params: { id } });
    expect((await tryToSignIn(other, credentials)).status).toBe(429);
    other.clock.setTo(new Date(app.clock.now().getTime() + 10_000));
    expect((await tryToSignIn(other, credentials)).status).toBe(200);
  });
});

test('failures and locks are in the audit trail, each lock once; refusals are not', async () => {
  const account = await anAccount(app);
  const stranger = `${unique('unknown')}@example.com`;
  await failTimes(5, account.email);
  for (let time = 0; time < 3; time += 1)
    await tryToSignIn(app, { email: account.email, password: rightPassword });
  await failTimes(1, stranger);
  const { rows } = await app.database.pool.query<{ action: string; entity: string }>(
    `select action, entity, entity_id, actor_id, after from audit_log
     where after->>'email' = any($1) order by id`,
    [[account.email.toLowerCase(), stranger.toLowerCase()]],
  );
  const failed = { action: 'session.failed', actor_id: null };
  const ofAccount = { entity: 'user', entity_id: account.id };
  expect(rows).toMatchObject([
    ...Array.from({ length: 5 }, () => ({ ...failed, ...ofAccount })),
    {
      action: 'session.locked',
      ...ofAccount,
      after: { until: new Date(app.clock.now().getTime() + 15 * 60_000).toISOString() },
    },
    { ...failed, entity: 'session', after: { reason: 'wrong_credentials' } },
  ]);
  expect(rows).toHaveLength(7);
});

describe('the counted address', () => {
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

  test('is the peer without TRUST_PROXY, whatever a header contains', async () => {
    expect(await seenAddress(false, '198.51.100.1')).toEqual(['127.0.0.1']);
  });

  test('is the one that the proxy adds with TRUST_PROXY=on, not a forged one', async () => {
    expect(await seenAddress(true, '198.51.100.1')).toEqual(['198.51.100.1']);
    expect(await seenAddress(true, '10.9.9.9, 198.51.100.1')).toEqual(['198.51.100.1']);
  });

  test('is the last address that is not a proxy with a list of proxies', async () => {
    expect(await seenAddress('127.0.0.1, 10.0.0.0/8', '1.1.1.1, 198.51.100.1, 10.0.0.5')).toEqual([
      '198.51.100.1',
    ]);
  });
});
