import type { Api } from '../../../test/stage.ts';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { holdRows } from '../../../test/hold-rows.ts';
import { aUser } from '../../../test/factories/user.factory.ts';
import { auditLog } from '../../platform/platform.schema.ts';
import { users } from '../identity/users.schema.ts';

const app = useOwnTestApp();

type Body = BodyInput<typeof updateUser>;

beforeEach(async () => {
  await app.database.db.update(users).set({ enabled: false });
});

const send = (api: Api, id: string, body: Body, type = 'Admin') =>
  api.send(updateUser, { params: { type, id }, body });
const refused = (api: Api, id: string, body: Body, type = 'Admin') =>
  api.refused(updateUser, { params: { type, id }, body });

const ways = [
  ['enabled', { enabled: false }],
  ['_type', { _type: 'SalesAdmin' }],
  ['account.acts_as', { account: { acts_as: 'Typist' } }],
] as const;

test.each(ways)('the last enabled Admin cannot be removed: %s', async (field, body) => {
  const admin = await app.as('Admin', {});
  await aUser(app, { type: 'Admin', enabled: false });
  await aUser(app, { type: 'Admin', actsAs: 'Partner' });
  await aUser(app, { type: 'Student', actsAs: 'Admin' });
  expect(await refused(admin, admin.id, body)).toMatchObject({
    status: 409,
    code: 'last_admin',
    field,
  });
  const [kept] = await app.database.db.select().from(users).where(eq(users.id, admin.id));
  expect(kept).toMatchObject({ type: 'Admin', enabled: true, actsAs: null, version: 1 });
});

test.each(ways)('one of two Admins can be removed: %s', async (_field, body) => {
  const admin = await app.as('Admin', {});
  const other = await app.as('Admin', {});
  expect((await send(admin, other.id, body)).status).toBe(200);
});

test.each([
  ['Agent', { account: { acts_as: null } }],
  ['Agent', { account: { acts_as: 'Partner' as const } }],
  ['Tutor', { enabled: false }],
] as const)('a %s who acts as Admin counts as an Admin: %j', async (type, body) => {
  const acting = await app.as(type, { actsAs: 'Admin' });
  expect(await refused(acting, acting.id, body, type)).toMatchObject({
    status: 409,
    code: 'last_admin',
  });
  await aUser(app, { type: 'Admin' });
  expect((await send(acting, acting.id, body, type)).status).toBe(200);
});

test('an Admin who acts as another role does not count as an Admin', async () => {
  const admin = await app.as('Admin', {});
  const other = await aUser(app, { type: 'Admin', actsAs: 'Partner' });
  expect((await send(admin, other.id, { account: { acts_as: null } })).status).toBe(200);
  expect((await send(admin, other.id, { account: { acts_as: 'Typist' } })).status).toBe(200);
  expect((await send(admin, other.id, { enabled: false })).status).toBe(200);
});

test('the last Admin may be changed as long as the role stays Admin', async () => {
  const admin = await app.as('Admin', {});
  expect(
    (await send(admin, admin.id, { name: 'Siti', enabled: true, _type: 'Admin' })).status,
  ).toBe(200);
  expect((await send(admin, admin.id, { account: { acts_as: 'Admin' } })).status).toBe(200);
});

test.each(ways)(
  'two Admins who remove each other concurrently: one succeeds, by %s',
  async (_field, body) => {
    const [one, other] = [await app.as('Admin', {}), await app.as('Admin', {})];
    const { commit, untilWaiting } = await holdRows(
      app,
      'select id from users where enabled for update',
    );
    const both = Promise.all([send(one, other.id, body), send(other, one.id, body)]);
    await untilWaiting(2);
    await commit();

    const answers = await both;
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const left = await app.database.db
      .select({ id: users.id })
      .from(users)
      .where(sql`enabled and coalesce(acts_as, type) = 'Admin'`);
    expect(left).toHaveLength(1);
    const audits = await app.database.db
      .select()
      .from(auditLog)
      .where(sql`entity_id = any(${sql.param([one.id, other.id])}::uuid[])`);
    expect(audits).toHaveLength(1);
  },
);
