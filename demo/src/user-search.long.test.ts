import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StaffRole } from 'staffroom-contract/domains/identity/permissions.ts';
import { listUsers as operation } from 'staffroom-contract/domains/users/users.contract.ts';
import { testNow, useOwnTestApp } from 'staffroom-server/test/build-test-app.ts';
import { anAgent, aStudent, aUser } from 'staffroom-server/test/factories/user.factory.ts';
import { readsOf, statementsOf, type Statement } from 'staffroom-server/test/query-plan.ts';
import type { Actor, Context } from 'staffroom-server/src/platform/context.ts';
import { sumUpUserCounts } from 'staffroom-server/src/domains/identity/user-counts.ts';
import { users } from 'staffroom-server/src/domains/identity/users.schema.ts';
import { addManyStudents } from './many-students.test-helper.ts';
import { listUsers } from 'staffroom-server/src/domains/users/user-list.ts';

const app = useOwnTestApp();
const students = 200_000;
const leadSource = 'LLP';

type Search = { filter?: object; sortBy?: string; order?: string; offset?: number };

let client: pg.Client;
let tablePages: number;
let sent: Statement[] = [];

beforeAll(async () => {
  await addManyStudents(app.databaseUrl, students, testNow);
  await aUser(app, { type: 'Tutor', name: 'Chua Wei Ling' });
  await anAgent(app, { name: 'Alicia Tan' });
  client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pages: number }>(
    "select (pg_relation_size('users') / current_setting('block_size')::int)::int as pages",
  );
  tablePages = rows[0]?.pages ?? 0;
}, 300_000);
afterAll(() => client.end());

const actorOf = (role: StaffRole): Actor => ({
  id: '00000000-0000-7000-8000-000000000000',
  name: role,
  email: '',
  role,
  extra_routes: [],
  seesOrderId: false,
  orderAgents: [],
  leadSourceScope: role === 'Partner' ? leadSource : null,
});

/** Searches as this role, and records the statements that it sent. */
const search = async (role: StaffRole, { filter = {}, ...more }: Search) => {
  const query = operation.query!.parse({ ...more, filter: JSON.stringify(filter) });
  let found: Awaited<ReturnType<typeof listUsers>> = { data: [], count: 0 };
  sent = await statementsOf(client, async (db) => {
    const context: Context = {
      actor: actorOf(role),
      db,
      clock: app.clock,
      settings: app.settings,
      listeners: app.listeners,
      requestId: 'test',
      address: '127.0.0.1',
      userAgent: 'test',
    };
    found = await listUsers(context, query);
  });
  return { ids: found.data.map((user) => user._id), count: found.count };
};

const everything = String.raw`lower(concat_ws(E'\n', email, name, phone, '+' || phone_country_code || phone, parent_name, parent_email, parent_phone, '+' || parent_phone_country_code || parent_phone))`;

let allUsers: Promise<unknown> | undefined;

/** Finds the same by a scan; the searchable texts are put into a table once, because that takes longer than a scan. */
const lookAtAll = async (
  where: string,
  { sort = 'created', offset = 0 }: { sort?: string; offset?: number } = {},
) => {
  allUsers ??= client.query(
    `create temp table all_users as
     select id, type, created, enabled, lead_source, name, email, phone, phone_country_code, ${everything} as everything
     from users where type in ('Student', 'Tutor', 'TA')`,
  );
  await allUsers;
  const { rows } = await client.query<{ id: string; total: number }>(
    `select id, (count(*) over ())::int as total from all_users
     where ${where} order by ${sort}, id limit 20 offset ${offset}`,
  );
  return { ids: rows.map((row) => row.id), count: rows[0]?.total ?? 0 };
};

const all = { in: ['Student', 'Tutor', 'TA'] };

/** Checks that no statement reads the whole table or a whole index, prepared or not, with either kind of plan. */
const expectBounded = async (share: number) => {
  expect(sent.length).toBeGreaterThan(0);
  for (const mode of ['force_generic_plan', 'force_custom_plan'] as const) {
    const { blocks, wholeTables } = await readsOf(client, sent, mode);
    const read = blocks / tablePages;
    expect({
      mode,
      wholeTable: wholeTables.includes('users'),
      read: read < share ? 'less' : read,
    }).toEqual({ mode, wholeTable: false, read: 'less' });
  }
};

const texts: [what: string, typed: string][] = [
  ['a letter', 'a'],
  ['two letters', 'ta'],
  ['two rare letters', 'zq'],
  ['a Chinese character', '陈'],
  ['three letters', 'tan'],
  ['three letters that all users have', 'com'],
  ['ten characters', 'tan jun we'],
  ['ten characters that all users have', 'example.co'],
  ['a parent’s e-mail', 'parent1999'],
  ['a digit', '9'],
  ['phone digits', '9123'],
  ['a whole number', '6591234567'],
  ['a country code', '+65'],
  ['a number as people write it', '+65 9123 4567'],
  ['single letters', 'a b'],
  ['a wildcard', '%'],
  ['only punctuation', '...'],
];

describe('a search among 200,000 reads half a table at most', () => {
  test.each(texts)('%s', async (_what, typed) => {
    await search('Admin', { filter: { _type: all, search: { regex: typed } } });
    await expectBounded(0.6);
  });

  test.each(['ta', 'com', '+65', '陈'])('as SalesAdmin: %s', async (typed) => {
    await search('SalesAdmin', { filter: { _type: all, search: { regex: typed } } });
    await expectBounded(0.6);
  });

  test.each(['tan', 'com', '%'])('sorted by name or e-mail: %s', async (typed) => {
    for (const sortBy of ['name', 'email']) {
      await search('Admin', { filter: { _type: all, search: { regex: typed } }, sortBy });
      await expectBounded(0.6);
    }
  });

  // A Partner has a twelfth of the students, all over the table, and the database may read each of them.
  test.each(['ta', 'com', '+65', '陈'])('as a Partner: %s', async (typed) => {
    await search('Partner', { filter: { _type: 'Student', search: { regex: typed } } });
    await expectBounded(0.9);
  });
});

describe('a search for one or two letters reads few pages', () => {
  test.each(['a', 'ta', '9', '9-', '91', '+6', '@', '陈', '%', 'zq'])('%s', async (typed) => {
    const filter = { _type: all, search: { regex: typed } };
    await search('Admin', { filter });
    await expectBounded(0.05);
    await search('SalesAdmin', { filter, offset: 40 });
    await expectBounded(0.05);
    await search('Admin', { filter: { search: { regex: typed }, enabled: true }, order: 'desc' });
    await expectBounded(0.05);
  });

  test.each(['a', 'ta', '9', '%'])('as a Partner: %s', async (typed) => {
    await search('Partner', { filter: { _type: 'Student', search: { regex: typed } } });
    await expectBounded(0.05);
  });

  test('counts inserted, changed and deleted users, with and without pending changes', async () => {
    const counted = async (typed: string) =>
      (await search('Partner', { filter: { _type: 'Student', search: { regex: typed } } })).count;
    const person = { name: 'Ẑqa', phone: '', email: 'w@w.example', parentName: 'Jẑ', leadSource };
    const { id } = await aStudent(app, person);
    const another = await aStudent(app, { ...person, email: 'x@x.example' });
    expect([await counted('ẑ'), await counted('ẐQ'), await counted('jẑ')]).toEqual([2, 2, 2]);

    await sumUpUserCounts(app.database.db);
    await app.database.db.update(users).set({ name: 'Qaẑ' }).where(eq(users.id, id));
    expect([await counted('ẑ'), await counted('ẑq'), await counted('aẑ')]).toEqual([2, 1, 1]);

    await app.database.db.update(users).set({ leadSource: 'FB' }).where(eq(users.id, id));
    await app.database.db.delete(users).where(eq(users.id, another.id));
    expect([await counted('ẑ'), await counted('ẑq'), await counted('aẑ')]).toEqual([0, 0, 0]);

    await sumUpUserCounts(app.database.db);
    expect([await counted('ẑ'), await counted('ẑq'), await counted('aẑ')]).toEqual([0, 0, 0]);
    const admin = await search('Admin', { filter: { search: { regex: 'aẑ' } } });
    expect(admin).toEqual({ ids: [id], count: 1 });
  });
});

describe('a list without a search', () => {
  test.each([
    ['Admin', { filter: { _type: all } }],
    ['Admin', { filter: { _type: all }, sortBy: 'name' }],
    ['Admin', { filter: { _type: all }, sortBy: 'email', order: 'desc' }],
    ['Admin', { filter: { _type: 'Student' } }],
    ['SalesAdmin', {}],
    ['CustService', { filter: { _type: all }, sortBy: 'name', order: 'desc' }],
    ['Partner', { filter: { _type: 'Student' } }],
    ['Partner', { filter: { _type: 'Student' }, sortBy: 'name' }],
  ] as const)('counts and finds its first page quickly: %s %j', async (role, asked) => {
    await search(role, asked);
    await expectBounded(0.05);
  });

  test.each(['created', 'name', 'email'])(
    'finds a deep page by %s in its index',
    async (sortBy) => {
      const deep = { filter: { _type: all }, sortBy, offset: 0.75 * students };
      expect((await search('Admin', deep)).ids).toHaveLength(20);
      await expectBounded(0.4);
    },
  );

  test('counts exactly for every role', async () => {
    await aStudent(app, { leadSource });
    const theirs = `type = 'Student' and lead_source = '${leadSource}'`;
    for (const [role, filter, where] of [
      ['Admin', { _type: all }, 'true'],
      ['SalesAdmin', { _type: all }, 'true'],
      ['SalesAdmin', { 'lead_source.source': { in: ['FB', 'Ex'] } }, `lead_source in ('FB', 'Ex')`],
      ['Partner', { _type: 'Student' }, theirs],
      ['Partner', { _type: all }, theirs],
      ['Admin', { _type: all, enabled: false }, 'not enabled'],
    ] as const)
      expect(await search(role, { filter })).toEqual(await lookAtAll(where));
  });
});

const hasTerm = (text: string) => `position('${text}' in everything) > 0`;

describe('a search finds exactly the matching users, many or few, in order', () => {
  test.each([
    ['a', hasTerm('a')],
    ['Ta', hasTerm('ta')],
    ['zq', hasTerm('zq')],
    ['陈', hasTerm('陈')],
    ['tan', hasTerm('tan')],
    ['example.co', hasTerm('example.co')],
    ['parent12', hasTerm('parent12')],
    ['91', hasTerm('91')],
    ['9123', hasTerm('9123')],
    ['+65', hasTerm('+65')],
    ['+65 9', hasTerm('+659')],
    ['a b', hasTerm('a b')],
  ])('%s', async (typed, where) => {
    const filter = { _type: all, search: { regex: typed } };
    expect(await search('Admin', { filter })).toEqual(await lookAtAll(where));
    expect(await search('SalesAdmin', { filter, sortBy: 'name', offset: 40 })).toEqual(
      await lookAtAll(where, { sort: 'lower(name)', offset: 40 }),
    );
  });

  test.each(['a', 'ta', '陈', '9', 'zq'])('as a Partner: %s', async (typed) => {
    const theirs = `type = 'Student' and lead_source = '${leadSource}' and ${hasTerm(typed)}`;
    for (const offset of [0, 60])
      expect(
        await search('Partner', { filter: { _type: 'Student', search: { regex: typed } }, offset }),
      ).toEqual(await lookAtAll(theirs, { offset }));
  });

  test.each([
    ['email', 'ta', "position('ta' in lower(email)) > 0"],
    ['email', 'com', "position('com' in lower(email)) > 0"],
    ['name', 'ta', "position('ta' in lower(name)) > 0"],
    ['name', 'tan', "position('tan' in lower(name)) > 0"],
    ['phone', '91', "position('91' in '+' || phone_country_code || phone) > 0"],
    ['phone', '+65', "phone_country_code = '65'"],
    ['phone', '9123 4', "position('91234' in phone_country_code || phone) > 0"],
  ])('%s: %s', async (field, typed, where) => {
    const filter = { _type: all, [field]: { regex: typed } };
    expect(await search('SalesAdmin', { filter })).toEqual(await lookAtAll(where));
  });
});
