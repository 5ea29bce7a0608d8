import type { Api } from '../../../test/stage.ts';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { findUsers, listUsers } from 'staffroom-contract/domains/users/users.contract.ts';
import { useOwnTestApp } from '../../../test/build-test-app.ts';
import { unique } from '../../../test/unique.ts';
import { aClassWithLessons } from '../../../test/factories/class.factory.ts';
import { anOrder, anOrderBody } from '../../../test/factories/order.factory.ts';
import { aStudent, aUser, anAgent } from '../../../test/factories/user.factory.ts';
import { users } from '../identity/users.schema.ts';

const app = useOwnTestApp();

const find = async (api: Api, filter: object, query: object = {}) => {
  const answer = await api.call(listUsers, { query: { max: 200, ...query, filter } });
  expect(answer.data.length).toBeLessThanOrEqual(answer.count);
  return answer.data;
};
const idsOf = async (api: Api, filter: object, query: object = {}) =>
  (await find(api, filter, query)).map((user) => user._id);

describe('finding users', () => {
  test('shows the fields of a look-up, and the columns of /user to those who may open it', async () => {
    const agent = await app.as('Agent', {});
    const student = await aStudent(app, {
      phoneCountryCode: '65',
      phone: '91234567',
      school: 'Raffles',
      emailVerified: true,
      referralCode: unique('REF'),
    });
    await anOrder(app, { lessons: 1, email: student.email, agent_id: agent.id });
    const lookUp = {
      _id: student.id,
      _type: 'Student',
      email: student.email,
      name: 'Tan Jun Wei',
      phone_country_code: '65',
      phone: '91234567',
      enabled: true,
    };
    expect(await find(agent, { _id: student.id })).toEqual([lookUp]);
    for (const role of ['Admin', 'SalesAdmin', 'CustService'] as const)
      expect(await find(await app.as(role), { _id: student.id })).toEqual([
        {
          ...lookUp,
          e_verified: true,
          p_verified: false,
          referral_code: student.referralCode,
          created: student.created.toISOString(),
        },
      ]);
  });

  test('shows the subjects of tutors and TAs to those who may open their records', async () => {
    const tutor = await aUser(app, { type: 'Tutor', subjects: ['Chemistry', 'Mathematics'] });
    const ta = await aUser(app, { type: 'TA' });
    const reader = await app.as('CustService');
    expect(await find(reader, { _id: tutor.id })).toMatchObject([
      { subject: ['Chemistry', 'Mathematics'] },
    ]);
    expect(await find(reader, { _id: ta.id })).toMatchObject([{ subject: [] }]);
  });

  test('shows an Admin which role staff and tutors act as, and others only the names of agents', async () => {
    const agent = await anAgent(app, { actsAs: 'Partner' });
    const [shown] = await find(await app.as('Admin'), { _id: agent.id });
    expect(shown).toMatchObject({ acts_as: 'Partner', created: agent.created.toISOString() });
    expect(await find(await app.as('SalesAdmin'), { _id: agent.id })).toEqual([
      {
        _id: agent.id,
        _type: 'Agent',
        email: '',
        name: 'Nur Diyana',
        phone_country_code: '',
        phone: '',
        enabled: true,
      },
    ]);
    const tutor = await aUser(app, { type: 'Tutor', actsAs: 'Admin' });
    const [seen] = await find(await app.as('CustService'), { _id: tutor.id });
    expect(seen).toMatchObject({ email: tutor.email });
    expect(seen).not.toHaveProperty('acts_as');
  });

  test('by lead source, one or several, for those who may open /user', async () => {
    const [source, other] = [unique('Source'), unique('Source')];
    const ours = await aStudent(app, { leadSource: source });
    const theirs = await aStudent(app, { leadSource: other });
    const admin = await app.as('Admin');
    expect(await idsOf(admin, { 'lead_source.source': source })).toEqual([ours.id]);
    expect(await idsOf(admin, { 'lead_source.source': { in: [source, other] } })).toEqual([
      ours.id,
      theirs.id,
    ]);
    expect(
      await idsOf(await app.as('Partner', { leadSourceScope: source }), {
        'lead_source.source': other,
      }),
    ).toEqual([]);
    expect(
      await (
        await app.as('Agent')
      ).refused(listUsers, {
        query: { filter: { 'lead_source.source': source } },
      }),
    ).toMatchObject({ status: 403, code: 'forbidden', field: 'filter.lead_source.source' });
  });

  test('by birthday: the enabled students of a day, for those who open students’ records', async () => {
    const name = unique('Born');
    const born = (dateOfBirth: string, values: object = {}) =>
      aStudent(app, { name, dateOfBirth, ...values });
    const { id } = await born('2014-02-28');
    const leapling = await born('2012-02-29');
    await born('2014-03-01');
    await born('2014-02-28', { enabled: false });
    const of = (birthday: string) => ({ birthday, name: { regex: name } });
    const admin = await app.as('Admin');
    expect((await idsOf(admin, of('2026-02-28'))).toSorted()).toEqual([id, leapling.id].toSorted());
    expect(await idsOf(admin, of('2028-02-29'))).toEqual([leapling.id]);
    expect(
      await (
        await app.as('Agent')
      ).refused(listUsers, { query: { filter: { birthday: 'today' } } }),
    ).toMatchObject({ status: 403, code: 'forbidden', field: 'filter.birthday' });
  });

  test('by type, id, state and e-mail, each bare or as a list', async () => {
    const admin = await app.as('Admin');
    const student = await aStudent(app, { email: `${unique('Mixed')}@Example.com` });
    const tutor = await aUser(app, { type: 'Tutor', enabled: false });
    const both = { _id: { in: [student.id, tutor.id] } };
    expect(await idsOf(admin, both)).toEqual([student.id, tutor.id]);
    expect(await idsOf(admin, { ...both, _type: 'Tutor' })).toEqual([tutor.id]);
    expect(await idsOf(admin, { ...both, _type: { in: ['Student', 'TA'] } })).toEqual([student.id]);
    expect(await idsOf(admin, { ...both, enabled: false })).toEqual([tutor.id]);
    expect(await idsOf(admin, { ...both, _type: { in: [] } })).toEqual([]);
    expect(await idsOf(admin, { email: ` ${student.email.toUpperCase()} ` })).toEqual([student.id]);
    expect(await idsOf(admin, { email: student.email.slice(0, -1) })).toEqual([]);
    expect(await idsOf(admin, { email: { regex: student.email.slice(1, 12) } })).toEqual([
      student.id,
    ]);
  });

  test('has a second address with the same meaning', async () => {
    const student = await aStudent(app);
    const { data, count } = await (
      await app.as('Admin')
    ).call(findUsers, {
      query: { filter: { email: student.email } },
    });
    expect({ ids: data.map((user) => user._id), count }).toEqual({ ids: [student.id], count: 1 });
  });

  test('returns an empty list for an unknown e-mail', async () => {
    const { data, count } = await (
      await app.as('Admin')
    ).call(listUsers, {
      query: { filter: { email: 'unknown@example.com' } },
    });
    expect({ data, count }).toEqual({ data: [], count: 0 });
  });
});

describe('typed text is matched literally', () => {
  const names = [
    'Percy 100% Tan',
    'Under_score Lim',
    'Back\\slash Ong',
    'Bracket [JC] Goh',
    'Plus + Minus (twins)',
    "O'Brien; drop table users",
    'ÉMILE Ängström',
    '陈伟明 Chen Weiming',
    'Dots... and *stars*',
  ];

  test.each(names)('name: %s', async (name) => {
    const admin = await app.as('Admin');
    const student = await aStudent(app, { name });
    await aStudent(app, { name: name.replaceAll(/[^A-Za-z ]/g, 'x').concat('x') });
    for (const typed of [name, name.toLowerCase(), name.toUpperCase(), ` ${name.slice(1)} `])
      for (const field of ['name', 'search'])
        expect({ field, typed, found: await idsOf(admin, { [field]: { regex: typed } }) }).toEqual({
          field,
          typed,
          found: [student.id],
        });
  });

  test.each(['%', '_', '\\', '%%%', '___', '\\\\\\', '.*.*', '[a-z]', '^', '$'])(
    '%j is not a wildcard',
    async (typed) => {
      const admin = await app.as('Admin');
      await aStudent(app, { name: 'Plain Name', phone: '81112222' });
      for (const field of ['name', 'email', 'search']) {
        const found = await find(admin, { [field]: { regex: typed } });
        for (const user of found)
          expect(`${user.name} ${user.email}`.toLowerCase()).toContain(typed.toLowerCase());
      }
    },
  );

  test('an e-mail with a plus sign is found by it', async () => {
    const email = `tan+${unique('siblings')}@example.com`;
    const student = await aStudent(app, { email });
    await aStudent(app, { email: email.replace('+', 'x') });
    const admin = await app.as('Admin');
    for (const filter of [
      { email },
      { email: { regex: email } },
      { search: { regex: email.slice(1) } },
    ])
      expect(await idsOf(admin, filter)).toEqual([student.id]);
  });

  test('one or two letters match anywhere in a text', async () => {
    const admin = await app.as('Admin');
    const student = await aStudent(app, {
      name: 'Xq李晓龙',
      email: `a.zq${unique('x')}@example.com`,
      phone: '73997',
    });
    for (const typed of ['zq', 'q', '39', '李', '晓龙', '龙'])
      expect(await idsOf(admin, { _id: student.id, search: { regex: typed } })).toEqual([
        student.id,
      ]);
    for (const [field, typed, other] of [
      ['name', 'q李', 'zq'],
      ['email', 'zq', 'xq'],
      ['phone', '99', '11'],
    ] as const) {
      expect(await idsOf(admin, { _id: student.id, [field]: { regex: typed } })).toHaveLength(1);
      expect(await idsOf(admin, { _id: student.id, [field]: { regex: other } })).toEqual([]);
    }
  });

  test('an empty text does not filter', async () => {
    const admin = await app.as('Admin');
    const student = await aStudent(app);
    for (const field of ['name', 'email', 'phone', 'search'])
      expect(await idsOf(admin, { _id: student.id, [field]: { regex: '  ' } })).toEqual([
        student.id,
      ]);
  });
});

describe('a parent', () => {
  const aChild = (leadSource = unique('Source')) =>
    aStudent(app, {
      name: 'Tan Jun Wei',
      phone: '91234567',
      phoneCountryCode: '65',
      leadSource,
      parentName: 'Mdm Ong Mei Ling',
      parentEmail: `${unique('Ong')}@example.org`,
      parentPhoneCountryCode: '65',
      parentPhone: '81112222',
    });
  const found = async (api: Api, id: string, typed: string) =>
    (await find(api, { _id: id, search: { regex: typed } })).map((user) => user.parent_match);

  test('finds the student by name, e-mail or number, and the row shows the match', async () => {
    const child = await aChild();
    const partner = await app.as('Partner', { leadSourceScope: child.leadSource });
    for (const api of [await app.as('CustService'), await app.as('Admin'), partner]) {
      expect(await found(api, child.id, 'ong mei')).toEqual(['Mdm Ong Mei Ling']);
      expect(await found(api, child.id, child.parentEmail?.slice(1) ?? '')).toEqual([
        `Mdm Ong Mei Ling, ${child.parentEmail}`,
      ]);
      for (const typed of ['8111 2222', '+65 8111', '11122'])
        expect(await found(api, child.id, typed)).toEqual(['Mdm Ong Mei Ling, +6581112222']);
    }
  });

  test('is not named if the student’s own fields match', async () => {
    const child = await aChild();
    const admin = await app.as('Admin');
    for (const typed of ['jun wei', child.email, '9123 4567', 'n'])
      expect(await found(admin, child.id, typed)).toEqual([undefined]);
  });

  test('finds no student out of scope, and none for readers who may not read parents', async () => {
    const order = await anOrder(app, { lessons: 1 });
    const { _id: id } = order.created_by;
    const parentName = unique('Parent');
    await app.database.db.update(users).set({ parentName }).where(eq(users.id, id));
    const tutor = await app.as('Tutor', { extraRoutes: ['/user'] });
    await app.database.pool.query(
      `insert into lesson_staff (lesson_id, user_id, kind) values ($1, $2, 'tutor')`,
      [order.detail.lesson[0], tutor.id],
    );
    const readers = {
      tutor,
      partner: await app.as('Partner', { leadSourceScope: unique('Source') }),
      admin: await app.as('Admin'),
    };
    expect(await idsOf(readers.tutor, { search: { regex: order.created_by.email } })).toEqual([id]);
    expect(await idsOf(readers.tutor, { search: { regex: parentName } })).toEqual([]);
    expect(await idsOf(readers.partner, { search: { regex: parentName } })).toEqual([]);
    expect(await idsOf(readers.admin, { search: { regex: parentName } })).toEqual([id]);
  });

  test('does not match filters by the student’s e-mail, name or phone', async () => {
    const child = await aChild();
    const admin = await app.as('Admin');
    for (const [field, typed] of [
      ['name', 'ong mei'],
      ['email', child.parentEmail],
      ['phone', '81112222'],
    ] as const)
      expect(await idsOf(admin, { _id: child.id, [field]: { regex: typed } })).toEqual([]);
  });
});

describe('a phone number', () => {
  test.each([
    '+65 9876 4321',
    '6598764321',
    '98764321',
    '9876 4321',
    '9876-4321',
    '+65-9876-4321',
    '4321',
  ])('is found as %s', async (typed) => {
    const student = await aStudent(app, { phoneCountryCode: '65', phone: '98764321' });
    const admin = await app.as('Admin');
    expect(await idsOf(admin, { _id: student.id, phone: { regex: typed } })).toEqual([student.id]);
    expect(await idsOf(admin, { _id: student.id, search: { regex: typed } })).toEqual([student.id]);
  });

  test.each(['98764322', '+66 9876 4321', '99 9876'])('is not found as %s', async (typed) => {
    const student = await aStudent(app, { phoneCountryCode: '65', phone: '98764321' });
    expect(
      await idsOf(await app.as('Admin'), { _id: student.id, phone: { regex: typed } }),
    ).toEqual([]);
  });

  test('digits in an e-mail or a name do not match as a phone number', async () => {
    const email = `${unique('class')}-2026-7788@example.com`;
    const student = await aStudent(app, { email, name: 'Cohort 2026-7788', phone: '' });
    const admin = await app.as('Admin');
    expect(await idsOf(admin, { _id: student.id, phone: { regex: '7788' } })).toEqual([]);
    expect(await idsOf(admin, { _id: student.id, search: { regex: '7788' } })).toEqual([
      student.id,
    ]);
  });
});

describe('pages', () => {
  test('contain every match exactly once, sorted in either direction', async () => {
    const admin = await app.as('Admin');
    const school = unique('Pager');
    const made: string[] = [];
    for (let index = 0; index < 7; index += 1)
      made.push((await aStudent(app, { name: `${school} ${index % 2}` })).id);
    const [even, odd] = [0, 1].map((rest) => made.filter((_, index) => index % 2 === rest));
    const inOrder = { created: made, name: [...even!, ...odd!] };
    const filter = { name: { regex: school } };
    for (const sortBy of ['created', 'name', 'email'] as const)
      for (const order of ['asc', 'desc']) {
        const seen: string[] = [];
        for (const offset of [0, 3, 6, 9]) {
          const page = await admin.call(listUsers, {
            query: { max: 3, offset, sortBy, order, filter },
          });
          expect(page.count).toBe(7);
          expect(page.data).toHaveLength(Math.max(0, Math.min(3, 7 - offset)));
          seen.push(...page.data.map((user) => user._id));
        }
        expect(seen.toSorted()).toEqual(made.toSorted());
        if (sortBy === 'email') continue;
        // Users of the same name are in the order of their creation.
        const sorted = inOrder[sortBy];
        expect(seen).toEqual(order === 'asc' ? sorted : sorted.toReversed());
      }
  });

  test('have 20 users by default, and at most 200', async () => {
    const admin = await app.as('Admin');
    const school = unique('Long');
    for (let index = 0; index < 21; index += 1) await aStudent(app, { name: school });
    const filter = { name: { regex: school } };
    const { data, count } = await admin.call(listUsers, { query: { filter } });
    expect({ shown: data.length, count }).toEqual({ shown: 20, count: 21 });
    expect((await find(admin, filter, { max: 200 })).length).toBe(21);
    expect(await admin.refused(listUsers, { query: { max: 201 } })).toMatchObject({
      status: 400,
      field: 'max',
    });
  });
});

test.each([
  ['filter.phoneNumber', { phoneNumber: '1' }],
  ['filter.password_hash', { password_hash: { exists: true } }],
  ['filter.name', { name: { contains: 'a' } }],
  ['filter._type', { _type: 'Robot' }],
  ['filter._id', { _id: 'x' }],
])('refuses the invalid filter %s by name', async (field, filter) => {
  const refused = await (await app.as('Admin')).refused(listUsers, { query: { filter } });
  expect(refused.status).toBe(400);
  expect(refused.field).toMatch(new RegExp(`^${field}`));
});

describe('the scope of each role', () => {
  const people = async () => {
    const mark = unique('Scope');
    const named = (type: 'Tutor' | 'TA' | 'Agent' | 'SalesAdmin' | 'Admin', values = {}) =>
      aUser(app, { type, name: `${mark} ${type}`, phone: '61234567', ...values });
    return {
      mark,
      ours: await aStudent(app, { name: `${mark} ours`, leadSource: mark }),
      theirs: await aStudent(app, { name: `${mark} theirs`, leadSource: 'FB' }),
      withoutSource: await aStudent(app, { name: `${mark} without` }),
      tutor: await named('Tutor'),
      ta: await named('TA'),
      agent: await named('Agent'),
      formerAgent: await named('Agent', { enabled: false }),
      salesAdmin: await named('SalesAdmin'),
      admin: await named('Admin'),
    };
  };
  const seenBy = async (api: Api, mark: string) =>
    (await find(api, { name: { regex: mark } })).map((user) => user._id).toSorted();
  const idsIn = (...rows: { id: string }[]) => rows.map((row) => row.id).toSorted();

  test('an Admin sees all users', async () => {
    const { mark, ...groups } = await people();
    expect(await seenBy(await app.as('Admin'), mark)).toEqual(idsIn(...Object.values(groups)));
  });

  test.each(['SalesAdmin', 'CustService'] as const)(
    '%s sees students, tutors and enabled agents, but no other staff',
    async (role) => {
      const { mark, ours, theirs, withoutSource, tutor, ta, agent } = await people();
      expect(await seenBy(await app.as(role), mark)).toEqual(
        idsIn(ours, theirs, withoutSource, tutor, ta, agent),
      );
    },
  );

  test('a Partner sees the students of its lead source, by id and search too, and agents', async () => {
    const { mark, ours, theirs, withoutSource, tutor, agent } = await people();
    const partner = await app.as('Partner', { leadSourceScope: mark });
    expect(await seenBy(partner, mark)).toEqual(idsIn(ours, agent));
    for (const hidden of [theirs, withoutSource, tutor])
      for (const filter of [
        { _id: hidden.id },
        { email: hidden.email },
        { search: { regex: hidden.email } },
      ])
        expect(await idsOf(partner, filter)).toEqual([]);
  });

  test('a Partner without a lead source sees no student', async () => {
    const { mark, agent } = await people();
    expect(await seenBy(await app.as('Partner', {}), mark)).toEqual(idsIn(agent));
  });

  test('an Agent sees the students of its own orders and those of its group, and these agents', async () => {
    const { mark } = await people();
    const colleague = await anAgent(app, { name: `${mark} colleague` });
    const stranger = await anAgent(app, { name: `${mark} stranger` });
    const agent = await app.as('Agent', { name: `${mark} self`, orderAgents: [colleague.id] });
    const { tuitionClass, lessons } = await aClassWithLessons(app, 1);
    const students: Record<string, string> = {};
    for (const [who, agentId] of Object.entries({
      own: agent.id,
      group: colleague.id,
      other: stranger.id,
    })) {
      const student = await aStudent(app, { name: `${mark} student ${who}` });
      await anOrder(
        app,
        anOrderBody(tuitionClass.id, lessons, { email: student.email, agent_id: agentId }),
      );
      students[who] = student.id;
    }
    expect(await seenBy(agent, mark)).toEqual(
      [agent.id, colleague.id, students['own'] ?? '', students['group'] ?? ''].toSorted(),
    );
    expect(await idsOf(agent, { _id: students['other'] })).toEqual([]);
  });

  test('an Agent who may open /user sees all students', async () => {
    const { mark, ours, theirs, withoutSource, tutor, ta } = await people();
    const agent = await app.as('Agent', { extraRoutes: ['/user'] });
    expect(await seenBy(agent, mark)).toEqual(idsIn(ours, theirs, withoutSource, tutor, ta));
  });
});

describe("only an Admin reads an agent's e-mail and phone", () => {
  test('they are hidden from other roles', async () => {
    const agent = await anAgent(app, { name: unique('Hidden'), phone: '68887777' });
    const [forAdmin] = await find(await app.as('Admin'), { _id: agent.id });
    expect(forAdmin).toMatchObject({ email: agent.email, phone: '68887777' });
    for (const role of ['SalesAdmin', 'CustService', 'Partner'] as const) {
      const [seen] = await find(await app.as(role, {}), { _id: agent.id });
      expect(seen).toMatchObject({
        name: agent.name,
        email: '',
        phone: '',
        phone_country_code: '',
      });
    }
  });

  test('other roles cannot find them by a search', async () => {
    const agent = await anAgent(app, { name: 'Hidden Agent', phone: '68886666' });
    const salesAdmin = await app.as('SalesAdmin');
    for (const filter of [
      { email: agent.email },
      { email: { regex: agent.email.slice(0, 8) } },
      { email: { regex: agent.email.slice(0, 2) } },
      { phone: { regex: '68886666' } },
      { phone: { regex: '68' } },
      { search: { regex: agent.email } },
      { search: { regex: '68886666' } },
      { search: { regex: '68' } },
    ])
      expect({ filter, found: await idsOf(salesAdmin, { _id: agent.id, ...filter }) }).toEqual({
        filter,
        found: [],
      });
    expect(await idsOf(salesAdmin, { search: { regex: agent.name } })).toEqual([agent.id]);
    expect(await idsOf(await app.as('Admin'), { search: { regex: agent.email } })).toEqual([
      agent.id,
    ]);
  });
});
