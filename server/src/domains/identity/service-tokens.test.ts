import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
} from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { startTestApp, testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { aServiceToken } from '../../../test/factories/service-token.factory.ts';
import { createLogger } from '../../main.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { serviceTokens } from './service-tokens.schema.ts';
import { requireServiceToken } from './use-service-token.ts';

const app = useOwnTestApp();
beforeEach(() => app.clock.setTo(testNow));

const later = (seconds: number) =>
  app.clock.setTo(new Date(app.clock.now().getTime() + seconds * 1000));

const callOf = ({ database: { db }, clock }: Pick<typeof app, 'database' | 'clock'>) => ({
  db,
  clock,
  address: '198.51.100.7',
  requestId: 'a-request',
  userAgent: '',
});
const find = (token: string) => requireServiceToken(callOf(app), token);
const unknown = 'service_token_unknown';

const listed = async (id: string) => {
  const { data } = await (await app.as('Admin')).call(listServiceTokens, { query: { max: 200 } });
  return data.find((token) => token._id === id);
};

const auditOf = (id: string) =>
  app.database.db.select().from(auditLog).where(eq(auditLog.entityId, id));

describe('a new token', () => {
  test('is shown once: 256 bits behind a prefix, later only its last four characters', async () => {
    const token = await aServiceToken(app, { name: ' Web shop ', scopes: ['orders', 'feedback'] });
    expect(token.token).toMatch(/^srt_[\w-]{43}$/);
    expect(token).toMatchObject({
      name: 'Web shop',
      scopes: ['orders', 'feedback'],
      hint: token.token.slice(-4),
      created: testNow.toISOString(),
      created_by: { name: 'Test Admin' },
      expires_on: '2027-11-20T16:00:00.000Z',
      addresses: [],
      last_used: null,
      last_address: null,
      revoked: null,
      version: 1,
    });
    const { token: secret, ...shown } = token;
    expect(await listed(token._id)).toEqual(shown);
    const [row] = await app.database.db
      .select()
      .from(serviceTokens)
      .where(eq(serviceTokens.id, token._id));
    expect(row?.tokenHash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(Buffer.from(row?.tokenHash ?? '').toString('latin1')).not.toContain(secret);
  });

  test('is different each time', async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, () => aServiceToken(app)));
    expect(new Set(tokens.map(({ token }) => token)).size).toBe(5);
  });

  test('contains its system and scopes', async () => {
    const admin = await app.as('Admin');
    const body = { name: 'Web shop', scopes: ['orders' as const] };
    const wrongs: [string, typeof body][] = [
      ['name', { ...body, name: '  ' }],
      ['name', { ...body, name: 'x'.repeat(101) }],
      ['scopes', { ...body, scopes: [] }],
      ['scopes.0', { ...body, scopes: ['everything' as never] }],
    ];
    for (const [field, wrong] of wrongs)
      expect(await admin.refused(createServiceToken, { body: wrong })).toMatchObject({
        status: 400,
        field,
      });
    const twice = await admin.call(createServiceToken, {
      body: { name: 'Web shop', scopes: ['orders', 'orders'] },
    });
    expect(twice.data.scopes).toEqual(['orders']);
  });
});

describe('using a token', () => {
  test('gives its name and scopes; other texts are refused', async () => {
    const { token } = await aServiceToken(app, { name: 'Classroom', scopes: ['classroom-events'] });
    expect(await find(token)).toMatchObject({ name: 'Classroom', scopes: ['classroom-events'] });
    for (const wrong of ['', 'srt_', token.slice(0, -1), `${token}x`, token.toUpperCase()])
      await expect(find(wrong)).rejects.toThrow(unknown);
  });

  test('updates the time and address of the last use at most once a minute', async () => {
    const { _id, token } = await aServiceToken(app);
    await find(token);
    expect(await listed(_id)).toMatchObject({
      last_used: testNow.toISOString(),
      last_address: '198.51.100.7',
    });
    later(59);
    await find(token);
    expect((await listed(_id))?.last_used).toBe(testNow.toISOString());
    later(1);
    await find(token);
    expect((await listed(_id))?.last_used).toBe(app.clock.now().toISOString());
  });
});

describe('revoking', () => {
  test('refuses the token at once, keeps it in the list, and does not affect others', async () => {
    const admin = await app.as('Admin');
    const { _id, token } = await aServiceToken(app);
    const other = await aServiceToken(app);
    await find(token);
    later(3600);
    const { data } = await admin.call(revokeServiceToken, { params: { id: _id } });
    expect(data.revoked).toBe(app.clock.now().toISOString());
    await expect(find(token)).rejects.toThrow(unknown);
    expect(await listed(_id)).toEqual(data);
    expect(data.last_used).toBe(testNow.toISOString());
    expect(await find(other.token)).toBeDefined();
  });

  test('a second time, or concurrently, changes nothing more', async () => {
    const admin = await app.as('Admin');
    const { _id } = await aServiceToken(app);
    const revoke = () => admin.call(revokeServiceToken, { params: { id: _id } });
    const [first] = await Promise.all([revoke(), revoke(), revoke()]);
    later(60);
    expect(await revoke()).toEqual(first);
    expect((await auditOf(_id)).filter((row) => row.action === 'service_token.revoked')).toEqual([
      expect.objectContaining({ actorId: admin.id, entity: 'service_token' }),
    ]);
  });

  test('an unknown token is not found', async () => {
    const admin = await app.as('Admin');
    const params = { id: '01980000-0000-7000-8000-000000000000' };
    expect(await admin.refused(revokeServiceToken, { params })).toMatchObject({
      status: 404,
      code: 'not_found',
    });
  });
});

test('the list is newest first, in pages, with the exact count', async () => {
  const admin = await app.as('Admin');
  const before = (await admin.call(listServiceTokens)).count;
  const made = [];
  for (let time = 0; time < 3; time += 1) {
    later(60);
    made.push((await aServiceToken(app))._id);
  }
  const [oldest = '', middle = '', newest = ''] = made;
  await admin.call(revokeServiceToken, { params: { id: newest } });
  const page = (offset: number) =>
    admin.call(listServiceTokens, { query: { max: 2, offset } }).then((answer) => ({
      ids: answer.data.map(({ _id }) => _id),
      count: answer.count,
    }));
  expect(await page(0)).toEqual({ ids: [newest, middle], count: before + 3 });
  expect((await page(2)).ids[0]).toBe(oldest);
});

test('the audit trail contains its creator and scopes, but not the secret', async () => {
  const admin = await app.as('Admin');
  const { _id, token, hint } = await aServiceToken(app, { name: 'Student app' });
  await admin.call(revokeServiceToken, { params: { id: _id } });
  const rows = await auditOf(_id);
  expect(rows.map((row) => [row.action, row.actorId])).toEqual([
    ['service_token.created', admin.id],
    ['service_token.revoked', admin.id],
  ]);
  expect(rows[0]?.after).toMatchObject({ name: 'Student app', scopes: ['orders'], hint });
  expect(JSON.stringify(rows)).not.toContain(token.slice(4, 20));
});

test('the logs contain no part of a token', async () => {
  let lines = '';
  const logger = createLogger(
    'trace',
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines += chunk.toString();
        done();
      },
    }),
  );
  const logged = await startTestApp({ logger });
  try {
    const admin = await logged.as('Admin');
    const { _id, token, hint } = await aServiceToken(logged, { name: 'Secret system' });
    await requireServiceToken(callOf(logged), token);
    await admin.call(revokeServiceToken, { params: { id: _id } });
    expect(lines).toContain('createServiceToken');
    for (const secret of [token, token.slice(4, 20), `"${hint}"`, 'Secret system'])
      expect(lines).not.toContain(secret);
  } finally {
    await logged.close();
  }
});
