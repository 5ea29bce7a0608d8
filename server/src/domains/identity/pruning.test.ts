import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { idempotencyKeys } from '../../platform/platform.schema.ts';
import { testNow, useOwnTestApp } from '../../../test/build-test-app.ts';
import { aPasswordLink } from '../../../test/factories/password-link.factory.ts';
import { aStudent } from '../../../test/factories/user.factory.ts';
import { passwordLinks, signInAttempts, userSessions } from './identity.schema.ts';
import { prune } from './pruning.ts';
import { userChanges, userCounts, users } from './users.schema.ts';

const app = useOwnTestApp();
const hour = 60 * 60_000;
const ago = (hours: number) => new Date(testNow.getTime() - hours * hour);

test('deletes keys after a week, attempts after a day, old password links and ended sessions, but no newer rows', async () => {
  const { db } = app.database;
  const admin = await app.as('Admin');
  for (const created of [ago(167), ago(169)])
    await db.insert(idempotencyKeys).values({
      actorId: admin.id,
      operation: 'createOrder',
      key: created.toISOString(),
      bodyHash: Buffer.from('x'),
      created,
    });
  for (const at of [ago(23), ago(25)])
    await db.insert(signInAttempts).values({
      id: newId(at),
      emailKey: 'someone@example.com',
      address: '127.0.0.1',
      succeeded: false,
      at,
    });
  const account = { id: admin.id, email: 'admin@example.com' };
  for (const [created, userId] of [
    [ago(23), null],
    [ago(25), null],
    [ago(25), admin.id],
    [ago(721), admin.id],
  ] as const)
    await aPasswordLink(app, { account, created, userId });
  const sessions = { unused: [ago(13), ago(13)], old: [ago(169), ago(1)], live: [ago(20), ago(2)] };
  for (const [name, [started, lastUsed]] of Object.entries(sessions))
    await db.insert(userSessions).values({
      id: newId(testNow),
      tokenHash: Buffer.from(name),
      userId: admin.id,
      started: started!,
      lastUsed: lastUsed!,
      address: '127.0.0.1',
      userAgent: name,
    });

  await prune(db, testNow);

  expect((await db.select().from(idempotencyKeys)).map((row) => row.created)).toEqual([ago(167)]);
  expect((await db.select().from(signInAttempts)).map((row) => row.at)).toEqual([ago(23)]);
  const links = await db.select().from(passwordLinks).orderBy(desc(passwordLinks.created));
  expect(links.map(({ created, userId }) => [created, userId])).toEqual([
    [ago(23), null],
    [ago(25), admin.id],
  ]);
  const left = (await db.select().from(userSessions)).map((row) => row.userAgent);
  expect(left.toSorted()).toEqual(['live', 'tests']);
});

test('adds changes of users to the counts for each kind and text of two letters', async () => {
  const { db } = app.database;
  const countedOf = async (part: string) =>
    (await db.select().from(userCounts).where(eq(userCounts.part, part)))
      .filter(({ type, count }) => type === 'Student' && count !== 0)
      .map(({ leadSource, enabled, count }) => `${leadSource} ${enabled} ${count}`)
      .toSorted();
  const [, moved, gone] = [
    await aStudent(app, { leadSource: 'FB', name: 'Ẑa' }),
    await aStudent(app, { leadSource: 'FB', name: 'Ẑẑ' }),
    await aStudent(app, { leadSource: 'Google', name: 'Aẑ' }),
  ];
  expect(await countedOf('')).toEqual([]);

  await prune(db, testNow);
  expect(await countedOf('')).toEqual(['FB true 2', 'Google true 1']);
  expect(await countedOf('ẑ')).toEqual(['FB true 2', 'Google true 1']);
  expect(await countedOf('ẑẑ')).toEqual(['FB true 1']);
  expect(await db.select().from(userChanges)).toEqual([]);

  await db.update(users).set({ name: 'Ẑa' }).where(eq(users.id, moved.id));
  await db.update(users).set({ leadSource: null, enabled: false }).where(eq(users.id, moved.id));
  await db.delete(users).where(eq(users.id, gone.id));
  await prune(db, testNow);
  expect(await countedOf('')).toEqual(['FB true 1', 'null false 1']);
  expect(await countedOf('ẑa')).toEqual(['FB true 1', 'null false 1']);
  expect(await countedOf('ẑẑ')).toEqual([]);
});

test('changes of fields that are not searched do not change the counts', async () => {
  const { db } = app.database;
  const student = await aStudent(app);
  await prune(db, testNow);
  await db
    .update(users)
    .set({ firstPurchasedAt: testNow, email: student.email })
    .where(eq(users.id, student.id));
  expect(await db.select().from(userChanges)).toEqual([]);
});
