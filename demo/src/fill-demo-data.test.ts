import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  renewalLeadSources,
  renewalStatuses,
  trialLeadSources,
  trialStatuses,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { studentLevels } from 'staffroom-contract/shared/levels.ts';
import { createEmptyDatabase, type TestDatabase } from 'staffroom-server/test/test-database.ts';
import { ofEachKind } from 'staffroom-server/test/walk.ts';
import {
  brokenBy,
  filledTo,
  fingerprint,
  rowsOf,
  wronglyPriced,
} from './consistency.test-helper.ts';
import { followTickets } from 'staffroom-server/src/domains/tickets/follow-tickets.ts';
import { openDatabase } from 'staffroom-server/src/platform/database.ts';
import { ensureOwnDatabase } from 'staffroom-server/src/platform/embedded-postgres/ensure-database.ts';
import { answerTypes } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { paperSections } from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import { diffOf } from 'staffroom-server/src/platform/record-diff.ts';
import { sampleEmails } from './data/sample-emails.ts';
import { fillDemoData } from './fill-demo-data.ts';
import { demoEmail, demoPassword, demoSignIns } from './sign-ins.ts';

const now = new Date('2026-11-20T02:00:00Z');
const open: TestDatabase[] = [];
let demo: TestDatabase;

/** Fills a database with the demo data, with the product's own account, which is not a superuser. */
const filled = async (at: Date): Promise<TestDatabase> => {
  const database = await createEmptyDatabase();
  open.push(database);
  const name = new URL(database.url).pathname.slice(1);
  const url = await ensureOwnDatabase(inject('postgresUrl'), name);
  await fillDemoData(url, { now: at, log: () => undefined });
  return { ...database, url };
};

beforeAll(async () => {
  demo = await filled(now);
}, 120_000);
afterAll(async () => {
  for (const database of open) await database.drop();
});

const count = async (text: string) => (await rowsOf<{ n: number }>(demo.url, text))[0]?.n;

describe('the demo data', () => {
  test.each(Object.entries(brokenBy))('%s', async (_rule, query) => {
    expect(await rowsOf(demo.url, query)).toEqual([]);
  });

  test('the price of every order follows the rules', async () => {
    expect(await wronglyPriced(demo.url)).toEqual([]);
  });

  test('one lesson is overfilled, and one coming lesson is exactly full', async () => {
    const over = await rowsOf<{ name: string; seats: number }>(demo.url, filledTo('>'));
    expect(over).toHaveLength(1);
    expect(over[0]).toMatchObject({ name: 'Sec 4 E Maths [Small Group]', seats: 14 });
    const full = await rowsOf(demo.url, filledTo('=', "l.scheduled_at > '2026-11-21'"));
    expect(full.length).toBeGreaterThan(0);
  });

  test('fills at two hours of a day differ only in later events, and a second fill changes nothing', async () => {
    const evening = await filled(new Date('2026-11-20T15:30:00Z'));
    const first = await fingerprint(demo.url, now);
    expect(await fingerprint(evening.url, now)).toEqual(first);
    const whole = await fingerprint(evening.url);
    const later = new Date('2026-12-24T02:00:00Z');
    await fillDemoData(evening.url, { now: later, log: () => undefined });
    expect(await fingerprint(evening.url)).toEqual(whole);
    const happenings = `select (select count(*)::int from attendance_rows where coalesce(joined_at, left_at) > $$2026-11-19T16:00Z$$) as n,
      (select count(*)::int from attendance_rows where coalesce(left_at, joined_at) > '$now') as later,
      (select count(*)::int from classroom_events where action = 'answer' and at > '$now') as answered_later,
      (select count(*)::int from lessons where is_active and hosting_platform <> 'ClassIn'
        and scheduled_at > '2026-11-19T16:00Z' and ended_at < '$now') as ended,
      (select count(distinct lesson_id)::int from attendance_rows
        where lesson_id in (select id from lessons where scheduled_at > '2026-11-19T16:00Z' and ended_at < '$now')) as attended`;
    const at = async (url: string, instant: string) =>
      (
        await rowsOf<Record<'n' | 'later' | 'answered_later' | 'ended' | 'attended', number>>(
          url,
          happenings.replaceAll('$now', instant),
        )
      )[0]!;
    const morning = await at(demo.url, now.toISOString());
    const night = await at(evening.url, '2026-11-20T15:30:00Z');
    expect(night.n).toBeGreaterThan(morning.n);
    expect(night.ended).toBeGreaterThan(2);
    expect(night.attended).toBeGreaterThanOrEqual(night.ended - 1);
    for (const { later, answered_later } of [morning, night])
      expect({ later, answered_later }).toEqual({ later: 0, answered_later: 0 });
  }, 120_000);

  test('the worker finds no ticket to update at the start', async () => {
    const database = openDatabase(demo.url, { poolSize: 2 });
    const needs = {
      db: database.db,
      clock: { now: () => new Date('2026-11-19T16:00:00Z') },
      settings: { businessTimeZone: 'Asia/Singapore' },
    };
    expect(await followTickets(needs, new AbortController().signal)).toBe(0);
    await database.close();
  });

  test('tickets have every status and all kinds of due dates, and some are unassigned', async () => {
    const statuses = await rowsOf(demo.url, 'select distinct type, status from tickets');
    // No trial's ticket begins as INIT.
    expect(statuses).toHaveLength(trialStatuses.length - 1 + renewalStatuses.length);
    const sources = await rowsOf(
      demo.url,
      'select distinct type, lead_source from tickets where lead_source is not null',
    );
    expect(sources).toHaveLength(trialLeadSources.length + renewalLeadSources.length);
    const open = (where: string) =>
      count(
        `select count(*)::int as n from tickets where next_action_date is not null and ${where}`,
      );
    for (const where of [
      `next_action_date < '2026-11-20'`,
      `next_action_date = '2026-11-20'`,
      `next_action_date > '2026-11-20'`,
      'handled_by is null',
      `handled_by = (select id from users where email = '${demoEmail('agent')}')`,
      'prev_handled_by is not null',
      `tutor_comment <> ''`,
      `remark <> ''`,
      `attended = 'absent'`,
    ])
      expect({ where, found: ((await open(where)) ?? 0) > 0 }).toEqual({ where, found: true });
    // Sales are not far behind.
    const late = (await open(`next_action_date < '2026-11-20'`)) ?? 0;
    expect(late).toBeLessThan(((await open('true')) ?? 0) / 2);
  });

  test('users, classes, lessons and orders have the expected numbers', async () => {
    expect(await count(`select count(*)::int as n from users where type = 'Student'`)).toBe(2001);
    expect(await count(`select count(*)::int as n from users where type = 'Tutor'`)).toBe(61);
    expect(await count(`select count(*)::int as n from users where type = 'TA'`)).toBe(13);
    expect(await count(`select count(*)::int as n from users where type = 'Agent'`)).toBe(17);
    expect(await count('select count(*)::int as n from classes')).toBe(90);
    expect(await count('select count(*)::int as n from lessons')).toBeGreaterThan(1200);
    expect(await count('select count(*)::int as n from orders')).toBeGreaterThan(5900);
    const kinds = await rowsOf(demo.url, 'select distinct type, status from orders');
    expect(kinds).toHaveLength(12);
    const channels = await rowsOf(demo.url, 'select distinct channel, provider from orders');
    expect(channels).toHaveLength(4);
  });

  test('orders have the expected shares of types, statuses and agents', async () => {
    const [share] = await rowsOf<Record<string, number>>(
      demo.url,
      `select avg((type = 'TRIAL')::int)::float as trial, avg((type = 'PAYMENT_VIDEO')::int)::float as video,
        avg((status = 'PROCESSED')::int)::float as processed, avg((status = 'CANCELLED')::int)::float as cancelled,
        avg((agent_id is null)::int)::float as no_agent from orders`,
    );
    expect(share?.['trial']).toBeCloseTo(0.22, 1);
    expect(share?.['video']).toBeCloseTo(0.08, 1);
    expect(share?.['processed']).toBeCloseTo(0.85, 1);
    expect(share?.['cancelled']).toBeCloseTo(0.08, 1);
    expect(share?.['no_agent']).toBeCloseTo(0.3, 1);
  });

  test('discount codes have every type and state', async () => {
    const types = await rowsOf(demo.url, 'select distinct discount_type from discount_codes');
    expect(types).toHaveLength(4);
    const state = (where: string) =>
      count(`select count(*)::int as n from discount_codes where ${where}`);
    expect(await state('true')).toBe(24);
    expect(await state(`end_date < '2026-11-20'`)).toBe(7);
    expect(await state(`start_date > '2026-11-20'`)).toBe(2);
    expect(await state('not is_active')).toBe(2);
    expect(await state('total_usage = 5 and usage_limit = 5')).toBe(1);
    expect(await state('agent_id is not null')).toBe(2);
    expect(await state('cardinality(class_ids) > 0')).toBe(2);
    expect(await state('block_trial')).toBe(3);
    expect(await state(`start_date <= '2026-11-20' and total_usage = 0`)).toBe(0);
    expect(await state(`code = 'LLP2026' and is_active and usage_limit = 0`)).toBe(1);
  });

  test('announcements are e-mails and text messages, most sent, a few refused, and some of unknown outcome', async () => {
    expect(await count('select count(distinct lesson_id)::int as n from announcements')).toBe(40);
    const states = await rowsOf<{ kind: string }>(
      demo.url,
      `select distinct a.method || ' ' || d.state as kind
       from announcements a join announcement_deliveries d on d.announcement_id = a.id order by 1`,
    );
    expect(states.map(({ kind }) => kind)).toEqual([
      'email failed',
      'email sent',
      'email unknown',
      'sms failed',
      'sms sent',
    ]);
  });

  test('the timeline of a code contains its creation and when it was disabled', async () => {
    const untold = await rowsOf(
      demo.url,
      `select c.code from discount_codes c left join audit_log a on a.entity = 'discountcode' and a.entity_id = c.id
       group by c.id
       having count(*) filter (where a.action = 'discountcode.created' and a.at = c.created) <> 1
         or count(*) filter (where a.action = 'discountcode.disabled' and a.at = c.updated) <> (not c.is_active)::int
         or count(a.id) <> c.version`,
    );
    expect(untold).toEqual([]);
    const off = await rowsOf<{ before: object; after: object }>(
      demo.url,
      `select before, after from audit_log where action = 'discountcode.disabled'`,
    );
    expect(off).toHaveLength(2);
    for (const { before, after } of off)
      expect(diffOf(before, after)).toEqual([{ field: 'is_active', from: 'true', to: 'false' }]);
  });

  test('every demo sign-in has its role and the demo password', async () => {
    const accounts = await rowsOf<{ email: string; type: string; password_hash: string }>(
      demo.url,
      `select email, type, password_hash from users where password_hash is not null`,
    );
    expect(Object.fromEntries(accounts.map(({ email, type }) => [email, type]))).toEqual(
      Object.fromEntries(demoSignIns.map(({ role, type }) => [demoEmail(role), type])),
    );
    expect(await verify(accounts[0]?.password_hash ?? '', demoPassword)).toBe(true);
    expect(
      await count(
        `select count(*)::int as n from users where sees_order_id and name = 'Nadia Tan'
          or lead_source_scope = 'LLP' or cardinality(order_agents) = 2`,
      ),
    ).toBe(3);
  });

  test('accounts have settings of every kind, and a former colleague is disabled', async () => {
    for (const where of [
      `type = 'Agent' and acts_as = 'Partner' and lead_source_scope is not null`,
      `type = 'Agent' and cardinality(extra_routes) > 0`,
      `type = 'Partner' and lead_source_scope = 'SGHM'`,
      `type = 'CustService' and not enabled`,
      `type = 'Tutor' and description <> '' and cardinality(track_record) > 0`,
    ])
      expect({
        where,
        found: ((await count(`select count(*)::int as n from users where ${where}`)) ?? 0) > 0,
      }).toEqual({ where, found: true });
    const changed = await rowsOf<{ before: object; after: object }>(
      demo.url,
      `select before, after from audit_log join users u on u.id = entity_id and u.type <> 'Student'
       where action = 'user.updated'`,
    );
    expect(changed.flatMap(({ before, after }) => diffOf(before, after))).toContainEqual({
      field: 'account.acts_as',
      from: null,
      to: 'Partner',
    });
  });

  test('timelines of students show every change and end at the current values', async () => {
    const changes = await rowsOf<{ before: object; after: object; level: string; school: string }>(
      demo.url,
      `select before, after, u.level, u.school from audit_log a join users u on u.id = a.entity_id
       where a.action = 'user.updated' and u.type = 'Student'`,
    );
    expect(changes.length).toBeGreaterThan(400);
    for (const { before, after, ...now } of changes) {
      const seen = diffOf(before, after);
      expect(seen).not.toEqual([]);
      for (const { field, to } of seen)
        if (field === 'level' || field === 'school') expect(to).toBe(now[field]);
    }
    expect(new Set(changes.flatMap(({ after }) => Object.keys(after)))).toEqual(
      new Set(['level', 'school', 'parent', 'meta']),
    );
  });

  test('the question bank has every subject and answer type, and each question equals its newest version', async () => {
    expect(await count('select count(*)::int as n from questions')).toBeGreaterThanOrEqual(59);
    expect(await count('select count(distinct subject)::int as n from questions')).toBe(3);
    const types = await rowsOf<{ type: string }>(
      demo.url,
      `select distinct part ->> 'answer_type' as type from questions, jsonb_array_elements(unit) part order by 1`,
    );
    expect(types.map(({ type }) => type)).toEqual([...answerTypes].toSorted());
    for (const part of ['inline-math', 'block-math', '/api/image/'])
      expect(
        await count(
          `select count(*)::int as n from questions where context || unit::text like '%${part}%'`,
        ),
      ).toBeGreaterThan(0);
    const differing = await rowsOf(
      demo.url,
      `select q.id from questions q left join question_versions v on v.question_id = q.id and v.version = q.version
       where v.state is distinct from jsonb_build_object('subject', q.subject, 'level', q.level,
         'instruction', q.instruction, 'context', q.context, 'unit', q.unit, 'year', q.year, 'school', q.school,
         'topicId', q.topic_id, 'skillId', q.skill_id, 'heuristicId', q.heuristic_id, 'sectionId', q.section_id,
         'isSelfChecking', q.is_self_checking)`,
    );
    expect(differing).toEqual([]);
  });

  test('a worksheet has questions of all three sections in their newest version', async () => {
    const sections = await rowsOf<{ name: string }>(
      demo.url,
      `select distinct tag.name from worksheet_questions picked
       join questions q on q.id = picked.question_id and q.version = picked.question_version
       join question_tags tag on tag.id = q.section_id order by 1`,
    );
    expect(sections.map(({ name }) => name)).toEqual([...paperSections].toSorted());
  });

  test('a ledger fills more than a page, and pictures of tutors can be read', async () => {
    expect(
      await count(
        'select max(entries)::int as n from (select count(*) as entries from credit_entries group by student_id) as ledgers',
      ),
    ).toBeGreaterThan(20);
    const links = await rowsOf<{ profile_pic: string; content: Buffer }>(
      demo.url,
      `select profile_pic, content from users left join uploaded_images i on profile_pic = '/api/image/' || i.id || '.png'
       where profile_pic is not null`,
    );
    expect(links.length).toBeGreaterThan(5);
    for (const { content } of links)
      expect(content.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  });

  test('no tutor or TA teaches two lessons at once, and tutors teach their subjects', async () => {
    const clashes = await rowsOf(
      demo.url,
      `select a.user_id from lesson_staff a join lesson_staff b on a.user_id = b.user_id and a.lesson_id < b.lesson_id
       join lessons x on x.id = a.lesson_id join lessons y on y.id = b.lesson_id
       where x.scheduled_at < y.ended_at and y.scheduled_at < x.ended_at`,
    );
    expect(clashes).toEqual([]);
    const strangers = await rowsOf(
      demo.url,
      `select c.name from class_staff s join classes c on c.id = s.class_id join users u on u.id = s.user_id
       where s.kind = 'tutor' and c.subject <> all (u.subjects)`,
    );
    expect(strangers).toEqual([]);
  });

  test('students have realistic levels, names, contacts and siblings', async () => {
    const levels = await rowsOf<{ level: string }>(
      demo.url,
      'select distinct level from users where level is not null',
    );
    const offered: readonly string[] = studentLevels;
    expect(levels.filter(({ level }) => !offered.includes(level))).toEqual([]);
    for (const where of [
      `name ~ '^[一-龥]+$'`,
      `name like '%''%'`,
      `name like '%/O %'`,
      'length(name) > 40',
      'parent_email is null',
      `contact_preference @> '{"wechat": true}' and contact_preference ? 'wechat_id'`,
      `contact_preference ? 'other'`,
      `contact_preference = '{"whatsapp": true}'`,
      `contact_preference = '{}'`,
      'referred_by is not null',
      `lead_meta ? 'landing_page'`,
      `background like '<p>%'`,
    ])
      expect(
        await count(`select count(*)::int as n from users where type = 'Student' and ${where}`),
      ).toBeGreaterThan(0);
    const siblings = await rowsOf(
      demo.url,
      'select parent_email from users group by 1 having count(*) > 1 and count(distinct parent_phone) = 1 and parent_email is not null',
    );
    expect(siblings.length).toBeGreaterThan(100);
  });
});

/** Rows of the sample order file: class, day of the order, month and number of lessons. */
const sampleRows: [row: number, name: string, day: string, month: string, lessons: number][] = [
  [1, 'P6 Mathematics — Sat 2pm', '2026-03-03', '2026-03', 4],
  [2, 'P5 English — Sun 10am', '2026-03-03', '2026-03', 4],
  [3, 'Sec 3 A Maths Regular', '2026-03-04', '2026-03', 4],
  [4, 'Sec 4 E Maths Regular', '2026-03-04', '2026-03', 4],
  [5, 'P5 Chinese — Sat 10am', '2026-03-05', '2026-03', 4],
  [10, 'Sec 4 E Maths Regular', '2026-03-07', '2026-03', 4],
  [15, 'P4 Science — Fri 7pm', '2026-03-09', '2026-04', 4],
  [16, 'P4 Science — Fri 7pm', '2026-03-10', '2026-04', 4],
  [17, 'P5 English — Sun 10am', '2026-03-10', '2026-04', 4],
  [18, 'P6 Mathematics — Sat 2pm', '2026-03-11', '2026-04', 4],
  [19, 'P5 English — Sun 10am', '2026-03-11', '2026-03', 1],
  [20, 'JC1 H2 Mathematics', '2026-03-12', '2026-03', 3],
  [21, 'Sec 3 A Maths Regular', '2026-03-13', '2026-04', 4],
  [24, 'P6 PSLE Maths Intensive Workshop', '2026-03-14', '2026-06', 6],
  [29, 'Sec 3 A Maths Regular', '2026-03-16', '2026-04', 4],
  [35, 'Sec 2 Science Regular', '2026-03-19', '2026-04', 4],
  [39, 'P5 English — Sun 10am', '2026-03-21', '2026-04', 4],
];
const tooMany: typeof sampleRows = [
  [6, 'P6 Mathematics — Sat 2pm', '2026-03-05', '2026-03', 8],
  [9, 'JC1 H2 Mathematics', '2026-03-07', '2026-03', 20],
  [31, 'JC1 H2 Mathematics', '2026-03-17', '2026-04', 52],
];

const rates: Record<string, number> = {
  'P6 Mathematics — Sat 2pm': 2500,
  'P5 English — Sun 10am': 2500,
  'P5 Chinese — Sat 10am': 2500,
  'P4 Science — Fri 7pm': 2500,
  'Sec 3 A Maths Regular': 3000,
  'Sec 4 E Maths Regular': 3000,
  'Sec 2 Science Regular': 2800,
  'JC1 H2 Mathematics': 4000,
  'P6 PSLE Maths Intensive Workshop': 3500,
};

const days = ['2026-01-05', '2026-03-18', '2026-11-20', '2028-02-29'];

/** The day of the demo data above, and one of the others; in the long run all. */
describe.each(ofEachKind(days, (day) => day === '2026-11-20'))(
  'the sample order file on %s',
  (today) => {
    let url: string;
    beforeAll(async () => {
      url = today === '2026-11-20' ? demo.url : (await filled(new Date(`${today}T04:00:00Z`))).url;
    });

    const lessonsOf = async (name: string, day: string, month: string) =>
      (
        await rowsOf<{ name: string; seats: number; max_cap: number }>(
          url,
          `select l.name, c.max_cap, (select count(distinct student_id)::int from roster_sources r
             where r.lesson_id = l.id and r.released_at is null and r.kind <> 'PAYMENT_VIDEO') as seats
           from lessons l join classes c on c.id = l.class_id
           where c.name = '${name}' and c.is_active and l.is_active
             and (l.scheduled_at at time zone 'Asia/Singapore')::date >= '${day}'
             and to_char(l.scheduled_at at time zone 'Asia/Singapore', 'YYYY-MM') = '${month}'`,
        )
      ).filter((lesson) => lesson.seats + 10 <= lesson.max_cap);

    test.each(sampleRows)(
      'row %i finds its lessons in %s',
      async (_row, name, day, month, wish) => {
        expect((await lessonsOf(name, day, month)).length).toBeGreaterThanOrEqual(wish);
      },
    );

    test.each(tooMany)(
      'row %i finds too few lessons in %s',
      async (_row, name, day, month, wish) => {
        expect((await lessonsOf(name, day, month)).length).toBeLessThan(wish);
      },
    );

    test('its classes have the rates of the file, and ten free seats per lesson from March to June', async () => {
      const classes = await rowsOf<{ name: string; rate: number; full: number }>(
        url,
        `select c.name, c.rate, (select count(*)::int from lessons l where l.class_id = c.id
           and l.scheduled_at >= '2026-03-01' and l.scheduled_at < '2026-07-01'
           and (select count(distinct student_id) from roster_sources r where r.lesson_id = l.id
             and r.released_at is null and r.kind <> 'PAYMENT_VIDEO') > c.max_cap - 10) as full
         from classes c where c.name = any ('{${Object.keys(rates)
           .map((name) => `"${name}"`)
           .join(',')}}')`,
      );
      expect(Object.fromEntries(classes.map((one) => [one.name, one.rate]))).toEqual(rates);
      expect(classes.filter((one) => one.full > 0)).toEqual([]);
    });

    test('its existing students have no orders for its classes', async () => {
      const known = await rowsOf<{ email: string; orders: number }>(
        url,
        `select u.email, count(o.id)::int as orders from users u
         left join classes c on c.name = any ('{${Object.keys(rates)
           .map((name) => `"${name}"`)
           .join(',')}}')
         left join orders o on o.student_id = u.id and o.class_id = c.id
         where u.email = any ('{${[...sampleEmails].join(',')}}') group by u.email order by u.email`,
      );
      expect(known).toEqual([
        { email: 'huimin.lim@example.com', orders: 0 },
        { email: 'junwei.tan@example.com', orders: 0 },
      ]);
    });
  },
);
