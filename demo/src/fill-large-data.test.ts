import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  unitSchema,
  type QuestionUnit,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  comparedText,
  tidyUnit,
  unitProblems,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { z } from 'zod';
import { createEmptyDatabase, type TestDatabase } from 'staffroom-server/test/test-database.ts';
import { followTickets } from 'staffroom-server/src/domains/tickets/follow-tickets.ts';
import { cleanRichText } from 'staffroom-server/src/platform/rich-text.ts';
import { openDatabase } from 'staffroom-server/src/platform/database.ts';
import {
  brokenBy,
  filledTo,
  fingerprint,
  rowsOf,
  wronglyPriced,
} from './consistency.test-helper.ts';
import { fillLargeData } from './fill-large-data.ts';
import { demoEmail, demoSignIns } from './sign-ins.ts';

const now = new Date('2026-11-20T02:00:00Z');
const scale = 0.002;
const open: TestDatabase[] = [];
let large: TestDatabase;
let untouched: string[];

const filled = async (at: Date) => {
  const database = await createEmptyDatabase();
  open.push(database);
  const before = await schemaOf(database.url);
  await fillLargeData(database.url, { now: at, scale, log: () => undefined });
  return { database, before };
};

/** Every index and constraint, as the database describes them. */
const schemaOf = async (url: string) =>
  (
    await rowsOf<{ line: string }>(
      url,
      `select indexdef as line from pg_indexes where schemaname = 'public'
       union all
       select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
       from pg_constraint where connamespace = 'public'::regnamespace
       order by 1`,
    )
  ).map((row) => row.line);

beforeAll(async () => {
  const made = await filled(now);
  large = made.database;
  untouched = made.before;
});
afterAll(async () => {
  for (const database of open) await database.drop();
});

const count = async (text: string) => (await rowsOf<{ n: number }>(large.url, text))[0]?.n ?? 0;

describe('the large data at a small scale', () => {
  test.each(Object.entries(brokenBy))('%s', async (_rule, query) => {
    expect(await rowsOf(large.url, query)).toEqual([]);
  });

  test('the price of every order follows the rules, with codes of every type', async () => {
    expect(await wronglyPriced(large.url)).toEqual([]);
    const used = await rowsOf(
      large.url,
      'select distinct discount_type from discount_codes where total_usage > 0',
    );
    expect(used).toHaveLength(4);
  });

  test('no lesson has more students than its max_cap', async () => {
    expect(await rowsOf(large.url, filledTo('>'))).toEqual([]);
  });

  test('users, orders and places have the expected numbers and shares up to today', async () => {
    expect(await count('select count(*)::int as n from users')).toBe(400);
    expect(await count('select count(*)::int as n from orders')).toBe(2000);
    const places = await count('select count(*)::int as n from roster_sources');
    expect(places).toBeGreaterThan(7200);
    expect(places).toBeLessThan(8800);
    const share = async (where: string) =>
      (await count(`select count(*)::int as n from orders where ${where}`)) / 2000;
    expect(await share(`type = 'PAYMENT'`)).toBeCloseTo(0.7, 1);
    expect(await share(`type = 'TRIAL'`)).toBeCloseTo(0.22, 1);
    expect(await share(`type = 'PAYMENT_VIDEO'`)).toBeCloseTo(0.08, 1);
    expect(await share(`status = 'PROCESSED'`)).toBeCloseTo(0.85, 1);
    expect(await share(`status = 'CANCELLED'`)).toBeCloseTo(0.13, 1);
    expect(
      await share(
        `status = 'INIT' and created < '${now.toISOString()}'::timestamptz - interval '2 days'`,
      ),
    ).toBe(0);
    expect(await share(`created > '2026-10-20'`)).toBeGreaterThan(0.018);
    expect(await share(`created >= '2026-11-20T00:00:00+08:00'`)).toBe(0);
    expect(await share('is_renewal')).toBeGreaterThan(0.1);
    const kinds = await rowsOf(large.url, 'select distinct type, status from orders');
    expect(kinds.length).toBeGreaterThanOrEqual(9);
  });

  test('homework, submissions, classroom events and feedback have the expected numbers', async () => {
    const homework = await count('select count(*)::int as n from homework');
    expect(homework).toBe(await count('select count(*)::int as n from lessons'));
    // 1,500,000 and 3,000,000 beside 1,000,000 orders.
    expect(await count('select count(*)::int / 2000.0 as n from submissions')).toBeCloseTo(1.5, 0);
    expect(await count('select count(*)::int / 2000.0 as n from classroom_events')).toBeCloseTo(
      3,
      0,
    );
    expect(await count('select count(distinct rating)::int as n from feedback')).toBe(5);
    expect(await count('select count(distinct status)::int as n from submissions')).toBe(4);
    const received = `(select count(*) from submissions) + (select count(*) from feedback)
      + (select count(*) from classroom_events)`;
    expect(
      await count(`select (${received} - (select count(*) from integration_items))::int as n`),
    ).toBe(0);
  });

  test('tickets have the expected number, and the worker finds none to update', async () => {
    expect(await count('select count(*)::int as n from tickets')).toBe(600);
    const kinds = await rowsOf(large.url, 'select distinct type, status from tickets');
    expect(kinds.length).toBeGreaterThan(12);
    const database = openDatabase(large.url, { poolSize: 2 });
    const needs = {
      db: database.db,
      clock: { now: () => new Date('2026-11-19T16:00:00Z') },
      settings: { businessTimeZone: 'Asia/Singapore' },
    };
    expect(await followTickets(needs, new AbortController().signal)).toBe(0);
    await database.close();
  });

  test('live sessions have 40 attendees each', async () => {
    expect(await count('select count(*)::int as n from live_sessions')).toBe(30);
    expect(await count('select count(*)::int as n from live_session_attendees')).toBe(30 * 40);
  });

  test('worksheets have 12 questions of their subject, each in an existing version', async () => {
    const sheets = await rowsOf<{ questions: number; subjects: string[]; subject: string }>(
      large.url,
      `select w.subject, count(*)::int as questions, array_agg(distinct v.state ->> 'subject') as subjects
       from worksheets w join worksheet_questions q on q.worksheet_id = w.id
       join question_versions v on v.question_id = q.question_id and v.version = q.question_version group by w.id`,
    );
    expect(sheets.length).toBeGreaterThan(3);
    for (const { questions, subjects, subject } of sheets)
      expect({ questions, subjects }).toEqual({ questions: 12, subjects: [subject] });
  });

  test('questions are stored as the question bank stores them, each with its version', async () => {
    const questions = await rowsOf<{ context: string; unit: QuestionUnit[]; plain_text: string }>(
      large.url,
      `select q.context, q.unit, q.plain_text from questions q
       join question_versions v on v.question_id = q.id and v.version = q.version and v.state -> 'unit' = q.unit`,
    );
    expect(questions).toHaveLength(200);
    for (const { context, unit, plain_text: plainText } of questions) {
      expect(cleanRichText(context)).toBe(context);
      expect(unit.map(tidyUnit)).toEqual(z.array(unitSchema).parse(unit));
      expect(unit.flatMap(unitProblems)).toEqual([]);
      expect(comparedText({ context, unit })).toBe(plainText);
    }
  });

  test('students have the same kinds of data as in the demo', async () => {
    for (const where of [
      'referred_by is not null',
      'lead_campaign is not null',
      `contact_preference ? 'wechat_id'`,
      `contact_preference ? 'other'`,
      `contact_preference = '{}'`,
      `background <> ''`,
      `exists (select from audit_log where entity_id = users.id and action = 'user.updated')`,
      `exists (select from credit_entries where student_id = users.id and action = 'BLOCK')`,
      `exists (select from credit_entries where student_id = users.id and action = 'REDEEM')`,
    ])
      expect({
        where,
        found:
          (await count(
            `select count(*)::int as n from users where type = 'Student' and ${where}`,
          )) > 0,
      }).toEqual({ where, found: true });
  });

  test('the accounts with a password are the demo sign-ins', async () => {
    const accounts = await rowsOf<{ email: string }>(
      large.url,
      'select email from users where password_hash is not null order by email',
    );
    expect(accounts.map(({ email }) => email)).toEqual(
      demoSignIns.map(({ role }) => demoEmail(role)).toSorted(),
    );
  });

  test('indexes and constraints are unchanged', async () => {
    expect(await schemaOf(large.url)).toEqual(untouched);
  });

  test('the same day gives the same data, and a second fill changes nothing', async () => {
    const { database } = await filled(new Date('2026-11-20T15:30:00Z'));
    const first = await fingerprint(large.url);
    expect(await fingerprint(database.url)).toEqual(first);
    await fillLargeData(database.url, { now, scale, log: () => undefined });
    expect(await fingerprint(database.url)).toEqual(first);
  });
});
