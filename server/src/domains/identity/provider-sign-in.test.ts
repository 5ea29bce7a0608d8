import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import {
  changePassword,
  getMe,
  signInWithCode,
} from 'staffroom-contract/domains/identity/identity.contract.ts';
import {
  listProviderLinks,
  removeProviderLink,
  signInWithProvider,
} from 'staffroom-contract/domains/identity/provider-sign-in.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { aProviderCode } from '../../../test/factories/provider-link.factory.ts';
import { aSecondFactor, codeNow } from '../../../test/factories/second-factor.factory.ts';
import { openOidcServer } from '../../../test/oidc-server.ts';
import { apiWith, pathOf } from '../../../test/sign-in-as.ts';
import { unique } from '../../../test/unique.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { providerLinks } from './provider-links.schema.ts';
import { anAccount, anAddress, rightPassword, tryToSignIn } from './sign-in.test-helper.ts';
import { users } from './users.schema.ts';

const site = 'https://desk.acme.example';
const callbackOf = (name: string) => `${site}/api/auth/oidc/${name}/callback`;
const service = await openOidcServer(['company', 'google', 'microsoft'].map(callbackOf));
afterAll(service.close);

const app = useOwnTestApp({
  settings: {
    publicUrl: site,
    signInProviders: [
      service.settings(),
      service.settings({ name: 'google', tenantClaim: 'hd' }),
      service.settings({ name: 'microsoft', tenantClaim: 'tid', tenants: ['tenant-1'] }),
    ],
  },
});

/** The claims of an account of our company, whose e-mail is verified. */
const claimsOf = (email: string) => ({ email, email_verified: true });
const anEmail = () => `${unique('person')}@acme.example`;

type Cookies = Map<string, string>;
const headerOf = (cookies: Cookies) => [...cookies].map((pair) => pair.join('=')).join('; ');
const keep = (cookies: Cookies, set: readonly string[]) => {
  for (const each of set) {
    const [pair = ''] = each.split(';');
    const [name = '', ...value] = pair.split('=');
    cookies.set(name, value.join('='));
  }
};

/** A browser at our site; the service has cookies of its own. */
const newBrowser = () => {
  const ours: Cookies = new Map();
  const theirs: Cookies = new Map();
  const address = anAddress();
  const visit = async (url: string) => {
    const { pathname, search } = new URL(url, site);
    const answer = await app.http.inject({
      method: 'GET',
      url: pathname + search,
      headers: { cookie: headerOf(ours) },
      remoteAddress: address,
    });
    const set = [answer.headers['set-cookie'] ?? []].flat();
    keep(ours, set);
    return { status: answer.statusCode, to: String(answer.headers.location ?? ''), set };
  };
  return {
    cookies: ours,
    visit,
    /** Follows the redirects of the service until it leads back to our site. */
    follow: async (url: string) => {
      let to = url;
      for (let steps = 0; to.startsWith(service.issuer) && steps < 6; steps += 1) {
        const answer = await fetch(to, {
          redirect: 'manual',
          headers: { cookie: headerOf(theirs) },
        });
        keep(theirs, answer.headers.getSetCookie());
        to = new URL(answer.headers.get('location') ?? '', to).href;
      }
      return to;
    },
    exchange: async (code: string) => {
      const answer = await app.http.inject({
        method: 'POST',
        url: pathOf(signInWithProvider),
        payload: { code },
        headers: { cookie: headerOf(ours) },
        remoteAddress: address,
      });
      const body = JSON.parse(answer.body) as {
        token?: string;
        challenge?: string;
        message?: { errors: { code: string }[] };
      };
      return {
        status: answer.statusCode,
        code: body.message?.errors[0]?.code,
        token: body.token ?? '',
        challenge: body.challenge ?? '',
      };
    },
  };
};

/** Signs in at the service, and returns where our callback leads. */
const comeBack = async (browser = newBrowser(), name = 'company') => {
  const { to } = await browser.visit(`/api/auth/oidc/${name}`);
  const callback = await browser.follow(to);
  const outcome = (await browser.visit(callback)).to;
  return { browser, callback, outcome, code: outcome.split('#signed-in=')[1] ?? '' };
};

const signIn = async (browser = newBrowser(), name = 'company') => {
  const { code } = await comeBack(browser, name);
  return browser.exchange(code);
};

const rowsOf = async (id: string) =>
  (await app.database.db.select().from(auditLog).where(eq(auditLog.entityId, id))).map(
    ({ action, after }) => ({ action, after }),
  );

/** The changes that the owner of an account is notified of, oldest first. */
const noticesOf = async (userId: string) => {
  const { rows } = await app.database.db.execute<{ change: string }>(sql`
    select data->'payload'->>'change' as change from pgboss.job
    where name = 'send-security-notice' and data->'payload'->>'userId' = ${userId}
    order by created_on`);
  return rows.map(({ change }) => change);
};

const linksOf = (userId: string) =>
  app.database.db.select().from(providerLinks).where(eq(providerLinks.userId, userId));

describe('a sign-in with an account of the company', () => {
  test('is linked by the verified e-mail once, and then found by its subject', async () => {
    const account = await anAccount(app, { type: 'SalesAdmin', email: anEmail() });
    const subject = unique('subject');
    service.signInAs(subject, claimsOf(account.email.toUpperCase()));
    const { browser, outcome, code } = await comeBack();
    expect(outcome).toMatch(/^\/login#signed-in=[\w-]{43}$/);
    const { status, token } = await browser.exchange(code);
    expect(status).toBe(200);
    expect((await apiWith(app, { id: account.id, token }).call(getMe)).data._id).toBe(account.id);
    const after = { provider: 'company', issuer: service.issuer };
    expect(await rowsOf(account.id)).toMatchObject([
      { action: 'user.provider_linked', after },
      { action: 'session.started', after: { with: 'company' } },
    ]);

    // The same account of the service, with another e-mail, which is not verified.
    service.signInAs(subject, { email: 'new@acme.example', email_verified: false });
    expect((await comeBack()).outcome).toContain('not-signed-in=other_tenant');
    service.signInAs(subject, claimsOf(anEmail()));
    expect((await signIn()).status).toBe(200);
    // Another account of the service, which got the e-mail later.
    service.signInAs(unique('subject'), claimsOf(account.email));
    expect((await comeBack()).outcome).toBe('/login#not-signed-in=unknown_account');
    expect(await linksOf(account.id)).toHaveLength(1);
  });

  test('begins with a cookie that scripts cannot read, and PKCE', async () => {
    const { to, set } = await newBrowser().visit('/api/auth/oidc/company');
    expect(set).toHaveLength(1);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/api/auth/oidc'])
      expect(set[0]).toContain(`; ${part}`);
    const asked = new URL(to).searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toBe(callbackOf('company'));
    const secret = set[0]?.split(/[=;]/)[1] ?? 'none';
    expect(to).not.toContain(secret);
  });

  test('is not possible with a service that is not set up', async () => {
    for (const path of ['/api/auth/oidc/okta', '/api/auth/oidc/okta/callback?code=x'])
      expect((await app.http.inject({ method: 'GET', url: path })).statusCode).toBe(404);
  });
});

describe('the accounts of a service', () => {
  const outcomeOf = async (email: string, claims = claimsOf(email), name = 'company') => {
    service.signInAs(unique('subject'), claims);
    return (await comeBack(newBrowser(), name)).outcome.split('#')[1];
  };

  test.each([
    ['a Student', { type: 'Student' }, 'invalid_user_type'],
    ['a TA', { type: 'TA' }, 'invalid_user_type'],
    ['a disabled account', { enabled: false }, 'unknown_account'],
  ] as const)('of %s are refused as by password', async (_who, values, problem) => {
    const account = await anAccount(app, { type: 'Agent', email: anEmail(), ...values });
    expect(await outcomeOf(account.email)).toBe(`not-signed-in=${problem}`);
    expect(await rowsOf(account.id)).toEqual([
      { action: 'session.failed', after: { with: 'company', reason: problem } },
    ]);
    expect(await linksOf(account.id)).toEqual([]);
  });

  test('without an account here, of other companies or without a verified e-mail are refused', async () => {
    expect(await outcomeOf(anEmail())).toBe('not-signed-in=unknown_account');
    const { email } = await anAccount(app, { email: `${unique('person')}@other.example` });
    expect(await outcomeOf(email)).toBe('not-signed-in=other_tenant');
    const ours = await anAccount(app, { type: 'Agent', email: anEmail() });
    for (const claims of [
      { email: ours.email, email_verified: false },
      { email: ours.email } as ReturnType<typeof claimsOf>,
    ])
      expect(await outcomeOf(ours.email, claims)).toBe('not-signed-in=other_tenant');
    expect(await linksOf(ours.id)).toEqual([]);
  });

  test('with a letter that only looks like that of an e-mail here are refused', async () => {
    const { email } = await anAccount(app, { type: 'Agent', email: `k${anEmail()}` });
    expect(await outcomeOf(email.replace('k', '\u212a'))).toBe('not-signed-in=email_not_verified');
  });

  test('of Google need the Workspace domain, those of Microsoft the tenant and a domain it owns', async () => {
    const { email } = await anAccount(app, { type: 'Agent', email: anEmail() });
    const google = { ...claimsOf(email), hd: 'other.example' };
    expect(await outcomeOf(email, google, 'google')).toBe('not-signed-in=other_tenant');
    expect(await outcomeOf(email, claimsOf(email), 'google')).toBe('not-signed-in=other_tenant');
    const microsoft = (claims: object) =>
      outcomeOf(email, { email, ...claims } as never, 'microsoft');
    expect(await microsoft({ tid: 'tenant-2', xms_edov: true })).toBe('not-signed-in=other_tenant');
    expect(await microsoft({ tid: 'tenant-1' })).toBe('not-signed-in=email_not_verified');
    expect(await microsoft({ tid: 'tenant-1', xms_edov: true })).toMatch(/^signed-in=/);
  });
});

describe('the way back', () => {
  const ready = async () => {
    const account = await anAccount(app, { type: 'Agent', email: anEmail() });
    service.signInAs(unique('subject'), claimsOf(account.email));
    return account;
  };
  const refused = '/login#not-signed-in=refused';

  test('works only in the browser that began, and once', async () => {
    await ready();
    const browser = newBrowser();
    const callback = await browser.follow((await browser.visit('/api/auth/oidc/company')).to);
    expect((await newBrowser().visit(callback)).to).toBe(refused);
    const other = newBrowser();
    await other.visit('/api/auth/oidc/company');
    expect((await other.visit(callback)).to).toBe(refused);
    expect((await browser.visit(callback)).to).toContain('#signed-in=');
    expect((await browser.visit(callback)).to).toBe(refused);
  });

  test('is refused with a changed state, another code, or the refusal of the service', async () => {
    await ready();
    const browser = newBrowser();
    const change = async (name: string, value: string) => {
      const { to } = await browser.visit('/api/auth/oidc/company');
      const callback = new URL(await browser.follow(to));
      callback.searchParams.set(name, value);
      return (await browser.visit(callback.href)).to;
    };
    expect(await change('state', 'A'.repeat(43))).toBe(refused);
    expect(await change('code', 'A'.repeat(43))).toBe(refused);
    expect(await change('iss', 'https://evil.example')).toBe(refused);
    service.signInAs(undefined);
    expect((await comeBack()).outcome).toBe(refused);
  });

  test('leads to a code that works once, in this browser, for a minute, until the sessions end', async () => {
    const account = await ready();
    const { browser, code } = await comeBack();
    const refusal = { status: 401, code: 'challenge_not_valid', token: '' };
    expect(await newBrowser().exchange(code)).toMatchObject(refusal);
    expect((await browser.exchange(code)).status).toBe(200);
    expect(await browser.exchange(code)).toMatchObject(refusal);
    const secret = browser.cookies.get('staffroom_oidc') ?? '';
    const { token } = await tryToSignIn(app, { email: account.email, password: rightPassword });
    const before = await aProviderCode(app, account.id, secret);
    await apiWith(app, { id: account.id, token }).call(changePassword, {
      body: { password: 'Classroom2027', old_password: rightPassword },
    });
    expect(await browser.exchange(before)).toMatchObject(refusal);
    const late = await aProviderCode(app, account.id, secret);
    app.clock.setTo(new Date(app.clock.now().getTime() + 60_000));
    expect(await browser.exchange(late)).toMatchObject(refusal);
  });

  test('of concurrent exchanges of one code opens one session', async () => {
    await ready();
    const { browser, code } = await comeBack();
    const answers = await Promise.all(Array.from({ length: 4 }, () => browser.exchange(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('does not replace our second factor', async () => {
    const account = await ready();
    await aSecondFactor(app, account.id);
    const answer = await signIn();
    expect(answer).toMatchObject({ status: 401, code: 'second_factor_required', token: '' });
    const api = apiWith(app, { id: '', token: '' });
    const body = { challenge: answer.challenge, code: codeNow(app) };
    expect((await api.call(signInWithCode, { body })).data._id).toBe(account.id);
  });

  test('opens no account that was disabled meanwhile, nor one that sign-in locks', async () => {
    const [disabled, locked] = [await ready(), await ready()];
    const browser = newBrowser();
    service.signInAs(unique('subject'), claimsOf(disabled.email));
    const { code } = await comeBack(browser);
    await app.database.db.update(users).set({ enabled: false }).where(eq(users.id, disabled.id));
    expect((await browser.exchange(code)).code).toBe('challenge_not_valid');
    for (let count = 0; count < 5; count += 1)
      await tryToSignIn(app, { email: locked.email, password: 'Staffroom2025' });
    service.signInAs(unique('subject'), claimsOf(locked.email));
    expect(await signIn()).toMatchObject({ status: 429, code: 'too_many_attempts' });
  });
});

describe('a linked account', () => {
  test('is listed and unlinked by its owner only, and then another one can be linked', async () => {
    const [account, other] = [
      await anAccount(app, { type: 'Agent', email: anEmail() }),
      await anAccount(app, { type: 'Agent', email: anEmail() }),
    ];
    service.signInAs(unique('subject'), claimsOf(account.email));
    const api = apiWith(app, { id: account.id, token: (await signIn()).token });
    const { data } = await api.call(listProviderLinks);
    expect(data).toMatchObject([{ provider: 'Acme', email: account.email }]);
    const params = { id: data[0]?._id ?? '' };
    const { token } = await tryToSignIn(app, { email: other.email, password: rightPassword });
    const foreign = apiWith(app, { id: other.id, token });
    expect(await foreign.call(removeProviderLink, { params })).toEqual({
      data: { removed: false },
    });
    expect(await api.call(removeProviderLink, { params })).toEqual({ data: { removed: true } });
    expect(await api.call(removeProviderLink, { params })).toEqual({ data: { removed: false } });
    expect((await rowsOf(account.id)).map(({ action }) => action)).toContain(
      'user.provider_unlinked',
    );
    expect(await noticesOf(account.id)).toEqual(['provider_linked', 'provider_unlinked']);
    service.signInAs(unique('subject'), claimsOf(account.email));
    expect((await signIn()).status).toBe(200);
    expect(await linksOf(account.id)).toHaveLength(1);
  });

  test('of an account without a password stays: it is the last way to sign in', async () => {
    const account = await anAccount(app, { type: 'Agent', email: anEmail(), passwordHash: null });
    service.signInAs(unique('subject'), claimsOf(account.email));
    const api = apiWith(app, { id: account.id, token: (await signIn()).token });
    const params = { id: (await api.call(listProviderLinks)).data[0]?._id ?? '' };
    expect(await api.refused(removeProviderLink, { params })).toMatchObject({
      status: 409,
      code: 'password_needed',
    });
  });
});

describe('a service', () => {
  const away = useOwnTestApp({
    settings: {
      publicUrl: site,
      signInProviders: [
        service.settings({ issuer: 'http://127.0.0.1:9' }),
        service.settings({ name: 'google', timeoutSeconds: 0.2 }),
      ],
    },
  });
  const visit = async (path: string, cookie = '') => {
    const { headers } = await away.http.inject({ method: 'GET', url: path, headers: { cookie } });
    return { to: String(headers.location), cookie: String(headers['set-cookie']).split(';')[0] };
  };
  const unavailable = '/login#not-signed-in=unavailable';

  test('that is down or slow leads back with a message, and works again later', async () => {
    expect((await visit('/api/auth/oidc/company')).to).toBe(unavailable);
    service.hang(true);
    expect((await visit('/api/auth/oidc/google')).to).toBe(unavailable);
    service.hang(false);
    const { to, cookie } = await visit('/api/auth/oidc/google');
    expect(to).toContain(`${service.issuer}/auth?`);
    service.signInAs(unique('subject'), claimsOf(anEmail()));
    const { pathname, search } = new URL(await newBrowser().follow(to));
    // It is slow only when it should exchange its code.
    service.hang(true);
    expect((await visit(pathname + search, cookie)).to).toBe(unavailable);
    service.hang(false);
  });
});
