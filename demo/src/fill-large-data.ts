import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { sumUpUserCounts } from 'staffroom-server/src/domains/identity/user-counts.ts';
import { insertVersions } from 'staffroom-server/src/domains/question-bank/questions.queries.ts';
import { insertAnnouncements } from './announcements.ts';
import { insertCredit } from './credit.ts';
import { startOfToday } from './demo-time.ts';
import { createCodes } from './discount-codes.ts';
import { insertRows } from './insert-rows.ts';
import {
  calendarOf,
  insertClasses,
  insertTeachers,
  stageClasses,
  weeks,
  writtenEachWeek,
  type Calendar,
} from './large/class-sql.ts';
import { insertCodes, stageCodes } from './large/code-sql.ts';
import {
  codeDays,
  insertHistory,
  insertOrders,
  insertPlaces,
  stageJourneys,
  stageOrders,
  stageTerms,
  type People,
} from './large/order-sql.ts';
import { insertStudents, stageModels, stageStudents } from './large/people-sql.ts';
import { insertMaterials } from './large/material-sql.ts';
import { coverRow, insertLiveSessions } from './large/live-session-sql.ts';
import { insertQuestions } from './large/question-sql.ts';
import { insertReceived } from './large/integration-sql.ts';
import { insertTickets, stageTickets } from './large/ticket-sql.ts';
import { insertWorksheets } from './large/worksheet-sql.ts';
import { withoutIndexes } from './large/without-indexes.ts';
import { insertHomework, insertSubmissions } from './lesson-homework.ts';
import { createRandom } from './random.ts';
import { serviceTokenRows } from './service-tokens.ts';
import { signInRows, type SignInRow } from './sign-ins.ts';
import { createStaff } from './staff.ts';
import { insertUserAudit } from './user-audit.ts';

export type LargeOptions = {
  now: Date;
  /** A part of the full size, 1 unless given. */
  scale?: number;
  log: (line: string) => void;
};

const seed = 20_260_302;
const users = 200_000;
const classes = 3000;
const orders = 1_000_000;
const tickets = 300_000;
const questions = 100_000;
const shareChanged = 0.04;
const shareWithCredit = 0.05;
const shareSubmitted = 0.5;
/** Fewer classes could not fill three years. */
const fewestClasses = 60;
/** Codes of the demo that benches and testers like to type. */
const knownCodes = ['EARLYBIRD10', 'SIBLING15', 'WELCOME20', 'LESS5', 'FREE1', 'LLP2026'];

const tables = ['users', 'classes', 'class_staff', 'lessons', 'lesson_staff', 'discount_codes'];
const orderTables = ['orders', 'order_history', 'roster_sources'];
const recordTables = ['credit_entries', 'audit_log'];
const announcementTables = ['announcements', 'announcement_deliveries', 'announcement_recipients'];
const homeworkTables = ['materials', 'lesson_materials', 'homework', 'submissions'];
const sessionTables = ['live_sessions', 'live_session_attendees'];
const ticketTables = ['tickets', 'ticket_history'];
const questionTables = ['questions', 'question_versions', 'worksheets', 'worksheet_questions'];
const receivedTables = ['classroom_events', 'feedback', 'integration_items', 'service_tokens'];
const allTables = [
  ...tables,
  ...orderTables,
  ...recordTables,
  ...announcementTables,
  ...homeworkTables,
  ...receivedTables,
  ...sessionTables,
  ...ticketTables,
  ...questionTables,
];
const countTables = ['user_counts', 'user_changes'];

type Step = (name: string, run: () => Promise<unknown>) => Promise<void>;

/**
 * Fills an empty, migrated database with the large data set: 200,000 users, 3,000 classes, 60,000 lessons,
 * 1,000,000 orders over three years and their 4,000,000 places, 60,000 homework with 1,500,000 submissions, 3,000,000
 * classroom events, 300,000 tickets, 3,000 live sessions, 100,000 questions and 2,700 worksheets of them, by set-based SQL
 * and by the same rules as the demo. One business day gives one data set. Does nothing when there are users.
 */
export const fillLargeData = async (databaseUrl: string, { now, scale = 1, log }: LargeOptions) => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'staffroom large data',
  });
  await client.connect();
  const step: Step = async (name, run) => {
    const began = performance.now();
    await run();
    log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  };
  try {
    if ((await client.query('select from users limit 1')).rowCount) return;
    await client.query('begin');
    for (const setting of [
      "timezone = 'UTC'",
      "work_mem = '256MB'",
      "maintenance_work_mem = '512MB'",
    ])
      await client.query(`set local ${setting}`);
    await client.query('set local synchronous_commit = off');
    const calendar = calendarOf(startOfToday(now));
    await withoutIndexes(client, allTables, () => fillTables(client, calendar, scale, step), step);
    await step('commit', () => client.query('commit'));
    await step('counts of users', () => sumUpUserCounts(drizzle(client)));
    // The visibility map lets counts read indexes alone.
    await step('vacuum', () =>
      client.query(`vacuum (analyze) ${[...allTables, ...countTables].join(', ')}`),
    );
  } finally {
    await client.end();
  }
};

const fillTables = async (client: pg.Client, calendar: Calendar, scale: number, step: Step) => {
  const { people, tutors, assistants } = await insertStaff(client, calendar.today, scale);
  const classCount = Math.max(fewestClasses, Math.round(classes * scale));
  const orderCount = Math.round(orders * scale);
  const run = (text: string) => () => client.query(text);

  await step('draw orders', async () => {
    for (const query of stageClasses(calendar, classCount)) await client.query(query);
    await client.query(stageJourneys(calendar, classCount, orderCount, people.students));
    await client.query(stageOrders(calendar, orderCount));
    await client.query(stageTerms(calendar, people));
    await client.query(stageCodes(calendar, Math.ceil((weeks * 7) / codeDays) + 1));
    await client.query(stageModels(calendar, seed));
    await client.query(stageStudents(calendar, people.students));
    await client.query('analyze large_orders, large_students, large_classes, large_codes');
  });
  await step('students', run(insertStudents));
  await step(
    'credit',
    run(insertCredit({ today: calendar.today, share: shareWithCredit, staff: people.admins })),
  );
  await step('timelines', async () => {
    const { admins } = people;
    const timelines = { today: calendar.today, changed: shareChanged, everyone: false, admins };
    for (const text of insertUserAudit({ ...timelines, clerks: admins })) await client.query(text);
  });
  await step('classes and lessons', async () => {
    for (const text of [...insertClasses(calendar), ...insertTeachers(tutors, assistants)])
      await client.query(text);
  });
  await step('discount codes', run(insertCodes));
  await step('orders', run(insertOrders(people)));
  await step('order history', run(insertHistory(people)));
  await step('roster places', run(insertPlaces));
  // Without it, statements on the students of lessons read all places once for each lesson.
  await step('statistics', run('analyze users, lessons, roster_sources'));
  await step('announcements', async () => {
    const sent = { written: writtenEachWeek(calendar), unknown: 0, senders: people.admins };
    for (const text of insertAnnouncements(sent)) await client.query(text);
  });
  await step('homework', async () => {
    for (const text of insertMaterials(calendar, people)) await client.query(text);
    await client.query(insertHomework);
  });
  await step('submissions', run(insertSubmissions(calendar.today, shareSubmitted)));
  await step('classroom events and feedback', async () => {
    await insertRows(client, 'service_tokens', serviceTokenRows(calendar.today, people.admins));
    for (const text of insertReceived(calendar)) await client.query(text);
  });
  await step('tickets', async () => {
    for (const text of stageTickets(calendar, people, Math.round(tickets * scale)))
      await client.query(text);
    for (const text of insertTickets(people)) await client.query(text);
  });
  await step('questions', async () => {
    const typists = people.admins.map(({ id }) => id);
    await client.query(insertQuestions(calendar, typists, Math.round(questions * scale)));
    await insertVersions(drizzle(client, { casing: 'snake_case' }), sql`true`, {
      action: 'created',
    });
    for (const text of insertWorksheets(typists)) await client.query(text);
  });
  await step('live sessions', async () => {
    await insertRows(client, 'uploaded_images', [coverRow(calendar, people.admins[0]?.id ?? '')]);
    for (const text of insertLiveSessions(calendar, tutors, scale)) await client.query(text);
  });
};

/** The demo's sign-ins, staff and codes; the students fill up to the number of users. */
const insertStaff = async (client: pg.Client, today: number, scale: number) => {
  const random = createRandom(seed);
  const staff = createStaff(random, today);
  const orderAgents = staff.agents.slice(1, 3).map((agent) => agent.id);
  const signIns = await signInRows(random, today, orderAgents);
  await insertRows(client, 'users', signIns);
  await insertRows(client, 'users', staff.rows);
  const codes = createCodes(random, today, [], staff.agents).rows();
  await insertRows(
    client,
    'discount_codes',
    codes.filter((row) => knownCodes.includes(String(row['code']))),
  );
  const idOf = (type: SignInRow['type']) =>
    signIns.flatMap((row) => (row.type === type ? { id: row.id, name: row.name } : []));
  const ids = (ones: readonly { id: string }[]) => ones.map((one) => one.id);
  const people: People = {
    students: Math.round(users * scale) - signIns.length - staff.rows.length,
    agents: ids([...staff.agents.filter((agent) => agent.enabled), ...idOf('Agent')]),
    admins: [...idOf('Admin'), ...staff.admins],
  };
  return {
    people,
    tutors: ids([...staff.tutors, ...idOf('Tutor')]),
    assistants: ids([...staff.assistants, ...idOf('TA')]),
  };
};
