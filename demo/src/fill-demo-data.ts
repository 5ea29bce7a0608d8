import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { insertAnnouncements, writtenAroundToday } from './announcements.ts';
import { attendanceRows, whoCame } from './attendance.ts';
import { createClasses } from './classes.ts';
import { insertCredit } from './credit.ts';
import { codeAuditRows } from './code-audit.ts';
import { createCodes } from './discount-codes.ts';
import { businessZone, hours, iso, startOfToday } from './demo-time.ts';
import { createFeedback } from './feedback.ts';
import { insertHomework, insertSubmissions } from './lesson-homework.ts';
import { addPlacesByHand } from './hand-places.ts';
import { insertRows, type Row } from './insert-rows.ts';
import { createLiveSessions } from './live-sessions.ts';
import { createMaterials } from './materials.ts';
import { firstPurchases, orderRows } from './order-rows.ts';
import { createOrders } from './orders.ts';
import { passwordLinkRows } from './password-links.ts';
import { createPaymentRuns } from './payment-runs.ts';
import { createPolls } from './polls.ts';
import { createQuestions } from './questions.ts';
import { createIds, createRandom } from './random.ts';
import { secondFactorRows } from './second-factors.ts';
import { serviceTokenRows } from './service-tokens.ts';
import { signInRows, type SignInRow } from './sign-ins.ts';
import { createStaff, type Staff } from './staff.ts';
import { createStudents } from './students.ts';
import { assignTeachers } from './teaching.ts';
import { ticketRows } from './tickets.ts';
import { withPictures } from './tutor-pictures.ts';
import { insertUserAudit } from './user-audit.ts';
import { createWorksheets } from './worksheets.ts';

export type FillOptions = {
  now: Date;
  log: (line: string) => void;
  /** Where the library of material is put; without it only the database is filled. */
  library?: string | undefined;
};

const seed = 20_260_301;
const studentCount = 2000;
const orderCount = 6000;
const shareChanged = 0.2;
const shareWithCredit = 0.09;
const shareSubmitted = 0.95;
const shareUnknown = 0.01;

/** All rows of the demo by table, in the order of insertion, or the SQL that makes them from the rows before. */
type Tables = readonly (readonly [string, readonly Row[] | string])[];

/**
 * Fills an empty, migrated database with the demo: a school year's classes around today, and what follows from them.
 * One business day gives one demo. Does nothing when there are users; all or nothing otherwise.
 */
export const fillDemoData = async (databaseUrl: string, { now, log, library }: FillOptions) => {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'staffroom demo',
  });
  await client.connect();
  try {
    await client.query("begin; set local timezone = 'UTC'");
    await client.query('lock table users in share row exclusive mode');
    const known = await client.query('select from users limit 1');
    if (known.rowCount === 0) {
      const demo = await createDemo(startOfToday(now), now.getTime());
      for (const [table, rows] of demo.tables) {
        log(`${table}: ${await fillTable(client, table, rows)}`);
      }
      if (library !== undefined) await writeLibrary(library, demo.files);
    }
    await client.query('commit');
    if (known.rowCount === 0) await client.query('analyze');
  } finally {
    await client.end();
  }
};

/** Returns the number of rows. */
const fillTable = async (client: pg.Client, table: string, rows: readonly Row[] | string) => {
  if (typeof rows !== 'string') {
    await insertRows(client, table, rows);
    return rows.length;
  }
  await client.query(rows);
  return (await client.query(`select from ${pg.escapeIdentifier(table)}`)).rowCount ?? 0;
};

const writeLibrary = async (library: string, files: Demo['files']) => {
  for (const { key, content } of files) {
    const path = join(library, key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
};

type Demo = { tables: Tables; files: readonly { key: string; content: Buffer }[] };

/** Without what people come to do later today: the demo knows all of a day beforehand. */
const happened = (rows: readonly Row[], now: number) =>
  rows.filter((row) => {
    const at = row['at'] ?? row['left_at'];
    return typeof at !== 'string' || Date.parse(at) <= now;
  });

const createDemo = async (today: number, now: number): Promise<Demo> => {
  const random = createRandom(seed);
  const newId = createIds(random);
  const staff = createStaff(random, today);
  const signIns = await signInRows(
    random,
    today,
    staff.agents.slice(1, 3).map((agent) => agent.id),
  );
  const signIn = (role: string) => asStaff(signIns, role);
  const agents = [...staff.agents, signIn('agent')];
  const admins = [signIn('admin'), signIn('admin'), ...staff.admins];
  const clerks = [...admins, signIn('salesadmin'), signIn('custservice')];

  const classes = createClasses(random, today);
  const teaching = assignTeachers(random, classes, {
    tutors: staff.tutors,
    assistants: staff.assistants,
    demoTutor: signIn('tutor'),
    demoAssistant: signIn('ta'),
  });
  const { students, rows: studentRows } = createStudents(random, today, studentCount);
  const codes = createCodes(random, today, classes, agents);
  const { orders, roster } = createOrders(
    {
      random,
      newId,
      today,
      students,
      classes,
      agents,
      admins,
      salesStaff: [...admins, signIn('salesadmin'), signIn('salesadmin')],
      chooseCode: codes.choose,
    },
    orderCount,
  );
  addPlacesByHand({ random, today, roster, classes, students, admins });
  const tables = orderRows(orders, roster.all, { random, newId, today, admins });
  const first = firstPurchases(orders);
  const purchased = studentRows.map((row) => {
    const at = first.get(String(row['id']));
    return { ...row, first_purchased_at: at === undefined ? null : iso(at) };
  });
  const pictured = withPictures(staff.rows, signIn('admin').id);
  const people: readonly (readonly Row[])[] = [signIns, pictured.rows, purchased];
  const attendance = attendanceRows({
    today,
    classes,
    roster,
    lessonStaff: teaching.lessonStaff,
    emails: new Map(
      people
        .flat()
        .map((row) => [
          String(row['id']),
          { name: String(row['name']), email: String(row['email']) },
        ]),
    ),
  });
  const tickets = ticketRows({
    today,
    classes,
    orders,
    places: roster.all,
    came: whoCame(attendance),
    agents,
    salesAdmin: signIn('salesadmin'),
  });
  const materials = createMaterials({ today, classes, admins });
  const feedback = createFeedback({
    today,
    classes,
    roster,
    owners: [signIn('custservice'), signIn('admin')],
  });
  const payroll = createPaymentRuns({
    today,
    classes,
    lessonStaff: teaching.lessonStaff,
    roster: tables.roster,
    internal: new Set(
      studentRows.filter((row) => row['is_internal'] === true).map((row) => String(row['id'])),
    ),
    accounts: staff.rows,
    admin: signIn('admin'),
  });
  const polls = createPolls({ today, classes, roster });
  const live = createLiveSessions({
    today,
    students,
    tutors: staff.tutors,
    uploadedBy: signIn('admin').id,
  });
  const bank = createQuestions({
    today,
    typists: [signIn('typist'), signIn('typist'), signIn('tutor'), signIn('admin')],
    uploadedBy: signIn('typist').id,
  });
  const protectedBy = secondFactorRows(
    today,
    staff.rows.filter(({ name }) => name === 'Grace Pillai'),
  );
  const sheets = createWorksheets({ today, by: signIn('tutor'), questions: bank.questions });
  const all: Tables = [
    ...people.map((rows) => ['users', rows] as const),
    ['uploaded_images', [...pictured.images, ...live.images, ...bank.images]],
    ['classes', classes.map(({ row, maxCap }) => ({ ...row, max_cap: maxCap }))],
    ['class_staff', teaching.classStaff],
    ['lessons', classes.flatMap(({ lessons }) => lessons.map(({ row }) => row))],
    ['lesson_staff', teaching.lessonStaff],
    ['discount_codes', codes.rows()],
    [
      'credit_entries',
      insertCredit({ today, share: shareWithCredit, regular: students[0]?.id, staff: clerks }),
    ],
    ['orders', tables.orders],
    ['order_history', tables.history],
    ['roster_sources', tables.roster],
    [
      'announcements',
      insertAnnouncements({
        written: writtenAroundToday(today),
        unknown: shareUnknown,
        senders: admins,
      }).join(';'),
    ],
    ...attendance.map(([table, rows]) => [table, happened(rows, now)] as const),
    ...tickets,
    ...materials.tables,
    ['homework', insertHomework],
    ['submissions', insertSubmissions(today, shareSubmitted)],
    ...feedback.tables,
    ...payroll,
    ...polls.tables.map(([table, rows]) => [table, happened(rows, now)] as const),
    ...live.tables,
    ...bank.tables,
    ...sheets.tables,
    ['service_tokens', serviceTokenRows(today, admins)],
    ['queue_hours', queueHourRows(now)],
    [
      'password_links',
      passwordLinkRows(today, {
        invited: staff.rows.filter(({ name }) => name === 'Lim Ai Hua' || name === 'Vincent Ho'),
        by: signIn('admin'),
      }),
    ],
    ['second_factors', protectedBy.factors],
    ['recovery_codes', protectedBy.codes],
    ['passkeys', protectedBy.passkeys],
    ['provider_links', protectedBy.links],
    ['audit_log', codeAuditRows(codes.all, { newId, classes, admins })],
    [
      'audit_log',
      insertUserAudit({
        today,
        changed: shareChanged,
        everyone: true,
        admins,
        clerks: [signIn('custservice'), signIn('custservice'), ...admins],
      }).join(';'),
    ],
    ['audit_log', feedback.audit],
    ['audit_log', bank.audit],
    ['audit_log', sheets.audit],
  ];
  return { tables: all, files: materials.files };
};

/** Waiting jobs of the last 24 hours: announcements are sent in the morning, material is uploaded at night. */
const queueHourRows = (now: number): Row[] => {
  const current = Math.floor(now / hours(1)) * hours(1);
  return Array.from({ length: 24 }, (_, ago) => {
    const at = current - hours(ago);
    const clock = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(businessZone).hour;
    return { hour: iso(at), most_waiting: usualWaiting[clock] ?? 2 };
  });
};

/** Jobs that wait at most, by the hour of the business day, where more than a few do. */
const usualWaiting: Readonly<Record<number, number>> = {
  3: 38,
  9: 64,
  10: 148,
  11: 41,
  12: 22,
  13: 36,
  14: 28,
  15: 18,
  16: 30,
};

const asStaff = (signIns: readonly SignInRow[], role: string): Staff => {
  const row = signIns.find((one) => one.email.startsWith(`${role}@`));
  if (!row) throw new Error(`There is no demo sign-in ${role}.`);
  return { id: row.id, name: row.name, subjects: [], enabled: true };
};
