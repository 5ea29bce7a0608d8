import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
  updateServiceToken,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { startTestApp, testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { aServiceToken } from '../../../test/factories/service-token.factory.ts';
import { auditLog } from '../../platform/platform.schema.ts';

const app = useOwnTestApp({ settings: { trustProxy: true } });
beforeEach(() => app.clock.setTo(testNow));

const day = 24 * 3_600_000;
const later = (ms: number) => app.clock.setTo(new Date(app.clock.now().getTime() + ms));
const inDays = (days: number) => new Date(testNow.getTime() + days * day).toISOString();

type Answer = { message?: { errors: { code: string; message: string }[] } };

/** Sends one item that is wrong by itself: a token that may call gets 200. */
const use = async (token: string, address = '198.51.100.7') => {
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/integrations/feedback',
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    payload: { items: [{ external_id: 'F-1' }] },
  });
  return { status: answer.statusCode, body: answer.json<Answer>() };
};
const codeOf = async (token: string, address?: string) => {
  const { status, body } = await use(token, address);
  return [status, body.message?.errors[0]?.code];
};

const feedbackToken = (limits: { expires_on?: string | null; addresses?: string[] }) =>
  aServiceToken(app, { scopes: ['feedback'], ...limits });
/** A session that begins now, because the clock moves by days. */
const anAdmin = () => app.as('Admin', {});
const listed = async (id: string) => {
  const { data } = await (await anAdmin()).call(listServiceTokens, { query: { max: 200 } });
  return data.find((token) => token._id === id);
};
const auditOf = (id: string, action: string) =>
  app.database.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityId, id), eq(auditLog.action, action)));

describe('the expiry', () => {
  test('refuses the token from then on, and leaves it in the list', async () => {
    const { _id, token } = await feedbackToken({ expires_on: inDays(1) });
    later(day - 1);
    expect(await codeOf(token)).toEqual([200, undefined]);
    later(1);
    expect(await codeOf(token)).toEqual([401, 'service_token_expired']);
    expect(await listed(_id)).toMatchObject({ expires_on: inDays(1), revoked: null });
  });

  test('is in a year by default, and never only if that is chosen', async () => {
    const usual = await feedbackToken({});
    expect(usual.expires_on).toBe('2027-11-20T16:00:00.000Z');
    const endless = await feedbackToken({ expires_on: null });
    expect(endless.expires_on).toBeNull();
    later(3650 * day);
    expect(await codeOf(usual.token)).toEqual([401, 'service_token_expired']);
    expect(await codeOf(endless.token)).toEqual([200, undefined]);
  });

  test.each([
    ['over', inDays(0)],
    ['after ten years', inDays(3700)],
    ['no instant', '2027-02-30'],
  ])('is refused if %s', async (_why, expires_on) => {
    const admin = await anAdmin();
    const body = { name: 'Web shop', scopes: ['orders' as const], expires_on };
    expect(await admin.refused(createServiceToken, { body })).toMatchObject({
      status: 400,
      code: 'invalid_value',
      field: 'expires_on',
    });
  });
});

describe('the addresses', () => {
  test('are stored in one form, and refuse every other caller', async () => {
    const { _id, token, addresses } = await feedbackToken({
      addresses: ['203.0.113.9/24', '::ffff:192.0.2.1', '2001:DB8::/48', '192.0.2.1'],
    });
    expect(addresses).toEqual(['203.0.113.0/24', '192.0.2.1', '2001:db8::/48']);
    for (const allowed of ['203.0.113.200', '::ffff:203.0.113.1', '192.0.2.1', '2001:db8:0:1::2'])
      expect([allowed, await codeOf(token, allowed)]).toEqual([allowed, [200, undefined]]);
    expect((await listed(_id))?.last_address).toBe('203.0.113.200');
    later(day);
    for (const other of ['203.0.114.1', '192.0.2.2', '2001:db8:1::2'])
      expect([other, await codeOf(token, other)]).toEqual([
        other,
        [403, 'service_address_refused'],
      ]);
    const { body } = await use(token, '192.0.2.2');
    expect(JSON.stringify(body)).toContain('not be used from the address 192.0.2.2.');
    expect((await listed(_id))?.last_used).toBe(testNow.toISOString());
  });

  test('that are wrong are refused by name', async () => {
    const admin = await anAdmin();
    const refused = await admin.refused(createServiceToken, {
      body: { name: 'Web shop', scopes: ['orders'], addresses: ['203.0.113.7', '203.0.113.7/33'] },
    });
    expect(refused).toMatchObject({ status: 400, field: 'addresses.1' });
    expect(refused.body.message.errors[0]?.message).toContain('“203.0.113.7/33”');
  });

  test('a refused one is in the audit trail once an hour for a token and network', async () => {
    const { _id, token } = await feedbackToken({ addresses: ['203.0.113.7'] });
    const other = await feedbackToken({ addresses: ['203.0.113.7'] });
    const rows = (id: string) => auditOf(id, 'service_token.refused');
    await use(token, '192.0.2.1');
    await use(token, '2001:db8::1');
    await use(token, '2001:db8::2');
    await use(other.token, '192.0.2.1');
    expect(await rows(other._id)).toHaveLength(1);
    const found = await rows(_id);
    expect(found.map(({ address }) => address).toSorted()).toEqual(['192.0.2.1', '2001:db8::1']);
    expect(found[0]).toMatchObject({ actorId: _id, entity: 'service_token' });
    later(day / 24 - 1);
    await use(token, '192.0.2.1');
    expect(await rows(_id)).toHaveLength(2);
    later(1);
    await use(token, '192.0.2.1');
    expect(await rows(_id)).toHaveLength(3);
  });

  test('a refused one is recorded once for concurrent calls', async () => {
    const { _id, token } = await feedbackToken({ addresses: ['203.0.113.7'] });
    const { pool } = app.database;
    const holder = await pool.connect();
    try {
      await holder.query(
        'begin; select pg_advisory_xact_lock(hashtextextended($$service token:' +
          `${_id} 192.0.2.1$$, 0))`,
      );
      const calls = Array.from({ length: 3 }, () => codeOf(token, '192.0.2.1'));
      const waiting = async () => {
        const { rows } = await holder.query<{ count: number }>(
          "select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted",
        );
        return rows[0]?.count;
      };
      await expect.poll(waiting).toBe(3);
      await holder.query('commit');
      for (const answer of await Promise.all(calls))
        expect(answer).toEqual([403, 'service_address_refused']);
    } finally {
      holder.release();
    }
    expect(await auditOf(_id, 'service_token.refused')).toHaveLength(1);
  });

  test('are those of the connection without TRUST_PROXY, whatever a caller claims', async () => {
    const direct = await startTestApp();
    try {
      const { token } = await aServiceToken(direct, {
        scopes: ['feedback'],
        addresses: ['203.0.113.7'],
      });
      const call = async (remoteAddress: string) => {
        const answer = await direct.http.inject({
          method: 'POST',
          url: '/api/integrations/feedback',
          remoteAddress,
          headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' },
          payload: { items: [{ external_id: 'F-1' }] },
        });
        return answer.statusCode;
      };
      expect(await call('192.0.2.1')).toBe(403);
      expect(await call('203.0.113.7')).toBe(200);
    } finally {
      await direct.close();
    }
  });
});

describe('a later change', () => {
  test('sets expiry and addresses by version, and is in the audit trail', async () => {
    const { _id, token } = await feedbackToken({ expires_on: inDays(1) });
    later(2 * day);
    const admin = await anAdmin();
    expect(await codeOf(token)).toEqual([401, 'service_token_expired']);
    const body = { expires_on: inDays(30), addresses: ['203.0.113.7'], version: 1 };
    const { data } = await admin.call(updateServiceToken, { params: { id: _id }, body });
    expect(data).toMatchObject({ expires_on: inDays(30), addresses: ['203.0.113.7'], version: 2 });
    expect(await codeOf(token, '203.0.113.7')).toEqual([200, undefined]);
    expect(await codeOf(token)).toEqual([403, 'service_address_refused']);
    const stale = await admin.refused(updateServiceToken, {
      params: { id: _id },
      body: { expires_on: null, version: 1 },
    });
    expect(stale).toMatchObject({ status: 409, code: 'stale' });
    const [row] = await auditOf(_id, 'service_token.updated');
    expect([row?.before, row?.after]).toEqual([
      expect.objectContaining({ addresses: [], expires_on: inDays(1) }),
      expect.objectContaining({ addresses: ['203.0.113.7'], expires_on: inDays(30) }),
    ]);
  });

  test('of an expired token leaves its expiry, but cannot be set to a past day', async () => {
    const { _id: id } = await feedbackToken({ expires_on: inDays(1) });
    later(2 * day);
    const admin = await anAdmin();
    const { data } = await admin.call(updateServiceToken, {
      params: { id },
      body: { addresses: ['203.0.113.7'], expires_on: inDays(1) },
    });
    expect(data).toMatchObject({ addresses: ['203.0.113.7'], expires_on: inDays(1) });
    const over = { params: { id }, body: { expires_on: inDays(1.5) } };
    expect(await admin.refused(updateServiceToken, over)).toMatchObject({
      status: 400,
      field: 'expires_on',
    });
  });

  test('of a revoked token is refused', async () => {
    const admin = await anAdmin();
    const { _id: id } = await feedbackToken({});
    await admin.call(revokeServiceToken, { params: { id } });
    const change = { params: { id }, body: { expires_on: null } };
    expect(await admin.refused(updateServiceToken, change)).toMatchObject({
      status: 409,
      code: 'service_token_revoked',
    });
  });
});
