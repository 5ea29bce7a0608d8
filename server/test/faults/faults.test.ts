import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../build-test-app.ts';
import { aLessonWith, pupils } from '../factories/announcement.factory.ts';
import { aClassWithLessons } from '../factories/class.factory.ts';
import { aDiscountCode } from '../factories/discount-code.factory.ts';
import { aSpringClass } from '../factories/import.factory.ts';
import { aTrialTicket } from '../factories/ticket.factory.ts';
import { aPaidTutor, aTaughtLesson } from '../factories/tutor-payment.factory.ts';
import { aStudent } from '../factories/user.factory.ts';
import { startMailServer, type TakenMail } from '../mail-server.ts';
import { forgetHeartbeats } from '../own-process.ts';
import { unique } from '../unique.ts';
import { seed } from '../walk.ts';
import { openZoomServer } from '../zoom-server.ts';
import { nothingAcknowledged, runClient, type Scene, type Acknowledged } from './clients.ts';
import { invariants } from './invariants.ts';
import { pause, startDatabase, startProcesses } from './victims.ts';

/** Longer in `npm run test:faults`. */
const seconds = Number(process.env['FAULT_SECONDS'] ?? 20);
const clientCount = 16;

/** A generator of numbers from 0 to 1 that repeats itself for the same seed. */
const randomOf = (start: number) => {
  let state = start % 2147483647 || 1;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
};

/** The records of each client; what they all act on is the same. */
const setScenes = async (
  app: TestApp,
  common: Pick<Scene, 'address' | 'isOver'>,
): Promise<Scene[]> => {
  const { tuitionClass, lessons } = await aClassWithLessons(app, 3, { maxCap: 100_000 });
  const { code } = await aDiscountCode(app);
  const { id: creditedId } = await aStudent(app);
  const { tuitionClass: imported } = await aSpringClass(app, {
    name: unique('Imported'),
    maxCap: 100_000,
  });
  const announced = [await aLessonWith(app, pupils(3)), await aLessonWith(app, pupils(5))];
  const tutor = await aPaidTutor(app);
  const months = Array.from({ length: clientCount }, (_, index) => {
    const month = `${2024 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
    return month;
  });
  for (const month of months)
    await aTaughtLesson(app, tutor, { scheduledAt: new Date(`${month}-10T06:00:00Z`) });
  const scenes: Scene[] = [];
  for (const [index, month] of months.entries()) {
    const tickets = [await aTrialTicket(app), await aTrialTicket(app)];
    scenes.push({
      ...common,
      token: (await app.as('Admin', {})).token,
      classId: tuitionClass.id,
      lessons,
      discountCode: code,
      creditedId,
      ticketIds: tickets.map(({ id }) => id),
      announcedIds: announced.map(({ lesson }) => lesson.id),
      months: [month],
      zoomLessons: 2,
      importedClass: index === 0 ? imported.name : undefined,
    });
  }
  return scenes;
};

/**
 * Waits until the workers have done what the clients left to them. Each look is a minute later for the worker, since a
 * call that failed several times is tried again after minutes, or after an hour by a clock that was ahead.
 */
const untilQuiet = async (app: TestApp, letMinutePass: () => void): Promise<void> => {
  let waiting = '';
  for (const end = Date.now() + 120_000; Date.now() < end;) {
    await forgetHeartbeats(app);
    letMinutePass();
    await app.database.pool.query(
      `update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now()`,
    );
    const { rows } = await app.database.pool.query<{ name: string }>(
      `select name from pgboss.job where state in ('created', 'retry', 'active')`,
    );
    if (rows.length === 0) return;
    waiting = rows.map(({ name }) => name).join(', ');
    await pause(200);
  }
  throw new Error(`The worker has not finished its jobs: ${waiting}`);
};

/** Expects exactly the acknowledged writes, each once. */
const expectAcknowledged = async (
  app: TestApp,
  acknowledged: Acknowledged,
  creditedId: string,
): Promise<void> => {
  const rows = async <Row extends Record<string, unknown>>(text: string, values: string[] = []) =>
    (await app.database.pool.query<Row>(text, values)).rows;
  const ordersOf = (email: string) =>
    rows<{ email: string; id: string; status: string }>(
      `select u.email, o.id, o.status from orders o join users u on u.id = o.student_id where u.email like $1`,
      [`${email}%`],
    );
  const ordered = await ordersOf('stormy');
  expect(ordered).toHaveLength(acknowledged.orders.size);
  expect(new Map(ordered.map(({ email, id }) => [email, id]))).toEqual(acknowledged.orders);
  const cancelled = ordered.filter(({ status }) => status === 'CANCELLED');
  expect(new Set(cancelled.map(({ id }) => id))).toEqual(acknowledged.cancelled);
  const imported = await ordersOf('imported');
  expect(imported).toHaveLength(acknowledged.imported.size);
  expect(new Set(imported.map(({ email }) => email))).toEqual(acknowledged.imported);
  const ledger = await rows(
    `select count(*)::int as entries, coalesce(sum(case action when 'ADD' then qty else -qty end), 0)::int as sum
     from credit_entries where student_id = $1`,
    [creditedId],
  );
  expect(ledger).toEqual([acknowledged.credit]);
  const remarks = await rows<{ remark: string; ticket_id: string }>(
    `select remark, ticket_id from ticket_history where remark like 'Called the mother%'`,
  );
  expect(remarks).toHaveLength(acknowledged.remarks.size);
  expect(new Map(remarks.map((row) => [row.remark, row.ticket_id]))).toEqual(acknowledged.remarks);
  const confirmed = await rows<{ id: string }>(
    `select id from payment_runs where state = 'confirmed'`,
  );
  expect(new Set(confirmed.map(({ id }) => id))).toEqual(acknowledged.runs);
  const announced = await rows<{ id: string; subject: string }>(
    'select id, subject from announcements',
  );
  expect(announced).toHaveLength(acknowledged.announcements.size);
  expect(new Map(announced.map(({ id, subject }) => [subject, id]))).toEqual(
    acknowledged.announcements,
  );
};

/** Expects one message for each recipient; a killed worker may send it again, but with the same Message-ID. */
const expectMessagesOnce = async (app: TestApp, taken: readonly TakenMail[]): Promise<void> => {
  const { rowCount } = await app.database.pool.query(
    `select id from announcement_deliveries where state = 'sent'`,
  );
  const messages = Map.groupBy(
    taken,
    ({ to, text }) => `${to} ${/^Subject: .*$/m.exec(text)?.[0]}`,
  );
  expect(messages.size).toBe(rowCount);
  const twice = [...messages].filter(
    ([, copies]) => new Set(copies.map(({ messageId }) => messageId)).size > 1,
  );
  expect(twice.map(([message]) => message)).toEqual([]);
};

const zoomHosts = ['room1', 'room2', 'room3', 'room4'].map((name) => `${name}@staffroom.example`);

/** Zoom on loopback, which fails one call in five and loses the answer of one in twenty. */
const startZoom = async (random: () => number) => {
  let isWell = false;
  const server = await openZoomServer({
    licensed: zoomHosts,
    instead: () => {
      if (isWell) return undefined;
      const chance = random();
      return chance < 0.2 ? { status: 500 } : chance < 0.25 ? 'lost' : undefined;
    },
  });
  const { accountId, clientId, clientSecret, apiUrl } = server.settings;
  return {
    ...server,
    recover: () => {
      isWell = true;
    },
    env: {
      ZOOM_ACCOUNT_ID: accountId,
      ZOOM_CLIENT_ID: clientId,
      ZOOM_CLIENT_SECRET: clientSecret,
      ZOOM_API_URL: apiUrl,
      ZOOM_HOST_EMAIL: zoomHosts.join(','),
    },
  };
};

/** Expects each created lesson once, with one meeting at Zoom. */
const expectOneMeeting = async (
  app: TestApp,
  { zoomLessons }: Acknowledged,
  { meetings }: Awaited<ReturnType<typeof startZoom>>,
): Promise<void> => {
  const { rows } = await app.database.pool.query<{ id: string; name: string; state: string }>(
    `select l.id, l.name, z.state from lessons l join zoom_rooms z on z.lesson_id = l.id where l.name like 'Stormy lesson%'`,
  );
  expect(rows).toHaveLength(zoomLessons.size);
  expect(new Map(rows.map(({ name, id }) => [name, id]))).toEqual(zoomLessons);
  expect(rows.filter(({ state }) => state !== 'ready')).toEqual([]);
  expect(meetings.size).toBe(rows.length);
};

test(
  `${clientCount} clients lose and double nothing while API, worker and database are killed and fail for ${seconds} s`,
  async () => {
    const random = randomOf(seed());
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
    const database = await startDatabase();
    const app = await startTestApp({
      database: { url: database.url, drop: async () => undefined },
    });
    afterAll(async () => {
      await app.close();
      await database.stop();
    });
    // The processes use the real clock.
    app.clock.setTo(new Date());
    const mail = await startMailServer({
      // A server that refuses one in ten for now, and takes its time over one in five.
      atRecipient: () => (random() < 0.1 ? 451 : undefined),
      answersAfter: () => (random() < 0.2 ? pause(500) : undefined),
    });
    const acknowledged = nothingAcknowledged();
    const zoom = await startZoom(random);
    onTestFinished(zoom.close);
    const processes = await startProcesses(app, { SMTP_URL: mail.url, ...zoom.env });
    let isOver = false;
    const scenes = await setScenes(app, { address: processes.address, isOver: () => isOver });
    const clients = scenes.map((scene) => runClient(scene, acknowledged, random));

    const strikes: Record<string, () => Promise<void>> = {
      'kill the API': () => processes.kill('api'),
      'kill the worker': () => processes.kill('worker'),
      'kill the database': () => database.kill(),
      'freeze the database': () => database.freeze(1500),
      'make the database read-only': () => database.makeReadOnly(1000),
      'fill the disk': () => database.fillDisk(1000),
      'move a clock': async () =>
        processes.moveClock(pick(['api', 'worker']), pick([-600_000, 600_000, 3_600_000])),
    };
    const struck: string[] = [];
    let round: string[] = [];
    for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
      // Each fault once, in any order, before any comes again.
      if (round.length === 0) round = Object.keys(strikes);
      const [name = ''] = round.splice(Math.floor(random() * round.length), 1);
      struck.push(name);
      await strikes[name]?.();
      await pause(300 + random() * 2000);
    }
    isOver = true;
    await processes.up();
    await Promise.all(clients);
    // A room is given up after several failed tries, which would come quickly now.
    zoom.recover();
    await untilQuiet(app, () => processes.moveClock('worker', 60_000));

    const broken: Record<string, unknown> = {};
    for (const [rule, query] of Object.entries(invariants)) {
      const { rows } = await app.database.pool.query(query);
      if (rows.length > 0) broken[rule] = rows.slice(0, 5);
    }
    expect(broken).toEqual({});
    expect(acknowledged.unexpected).toEqual([]);
    expect(processes.ended).toEqual([]);
    await expectAcknowledged(app, acknowledged, scenes[0]!.creditedId);
    await expectMessagesOnce(app, mail.taken);
    await expectOneMeeting(app, acknowledged, zoom);

    process.stdout.write(
      `${acknowledged.orders.size} orders, ${acknowledged.cancelled.size} cancelled, ${acknowledged.imported.size} imported, ` +
        `${acknowledged.credit.entries} entries of credit, ${acknowledged.remarks.size} remarks, ${acknowledged.announcements.size} announcements, ` +
        `${acknowledged.runs.size} payment runs, ${acknowledged.zoomLessons.size} Zoom lessons; ${acknowledged.repeated} requests sent again; ${struck.length} faults: ` +
        `${Object.entries(Object.groupBy(struck, (name) => name))
          .map(([name, times]) => `${name} ${times?.length}`)
          .join(', ')}.\n`,
    );
  },
  180_000 + seconds * 2000,
);
