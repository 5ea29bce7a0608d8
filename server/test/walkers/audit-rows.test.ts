import { isDeepStrictEqual } from 'node:util';
import { desc } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { getClass } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { getDiscountCode } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { getLesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { getFollowUp } from '@staffroom/contract/domains/feedback/feedback.contract.ts';
import { getLiveSession } from '@staffroom/contract/domains/live-sessions/live-session-record.contract.ts';
import { getOrder } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { getPollQuestion } from '@staffroom/contract/domains/polls/polls.contract.ts';
import { getQuestion } from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import { getQuestionTag } from '@staffroom/contract/domains/question-bank/question-tags.contract.ts';
import { getPaymentRun } from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { getWorksheet } from '@staffroom/contract/domains/question-bank/worksheets.contract.ts';
import { getTrialTicket } from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import { getUser } from '@staffroom/contract/domains/users/user-record.contract.ts';
import { allOperations } from '@staffroom/contract/operations.ts';
import type { AnyOperation } from '@staffroom/contract/shared/operation.ts';
import { auditLog } from '../../src/platform/platform.schema.ts';
import { useOwnTestApp } from '../build-test-app.ts';
import { callerOf } from '../factories/service-token.factory.ts';
import { apiWith } from '../sign-in-as.ts';
import type { Api } from '../stage.ts';
import type { Example } from './example.ts';
import { exampleOf } from './examples.ts';

// Its own: before and after each act all rows are read.
const app = useOwnTestApp();

/** Every operation that writes, and the audit rows that one success of it leaves, in order (ADR 11). */
const expected: Record<string, readonly string[]> = {
  signIn: ['session.started'],
  refreshToken: [],
  releaseSignIn: ['session.released'],
  signOut: ['session.ended'],
  changePassword: ['user.password_changed'],
  createServiceToken: ['service_token.created'],
  revokeServiceToken: ['service_token.revoked'],
  createUser: ['user.created'],
  updateUser: ['user.updated'],
  addCredit: ['credit.added'],
  uploadImage: ['image.uploaded'],
  createClass: ['class.created'],
  updateClass: ['class.updated'],
  createLesson: ['lesson.created'],
  updateLesson: ['lesson.updated'],
  checkLessons: [],
  findLessonStudents: [],
  addLessonStudents: ['lesson.studentsAdded'],
  // Without a Zoom account no room is asked for.
  requestLessonRoom: [],
  correctAttendance: ['lesson.attendanceCorrected'],
  setTutorRate: ['tutorRate.set'],
  startPaymentRun: ['payment_run.created'],
  addAdjustment: ['payment_run.adjusted'],
  removeAdjustment: ['payment_run.adjusted'],
  confirmPaymentRun: ['payment_run.confirmed'],
  markPaymentRunPaid: ['payment_run.paid'],
  assignAttendee: ['lesson.attendanceMatched'],
  importAttendance: ['lesson.attendanceImported'],
  listAttendedLessons: [],
  sumAttendance: [],
  listAttendanceOfStudents: [],
  listTlsAttendance: [],
  importTlsAttendance: ['live_session.attendanceImported'],
  removePlace: ['order.lessonsChanged', 'lesson.studentRemoved'],
  movePlace: [
    'order.lessonsChanged',
    'ticket.followed',
    'lesson.studentMoved',
    'lesson.studentMoved',
  ],
  startMaterialUpload: ['material_run.started'],
  stopMaterialUpload: [],
  resumeMaterialUpload: [],
  createPollQuestion: ['poll_question.created'],
  updatePollQuestion: ['poll_question.updated'],
  deletePollQuestion: ['poll_question.deleted'],
  copyPollQuestions: ['poll_question.created'],
  createLiveSession: ['image.uploaded', 'live_session.created'],
  updateLiveSession: ['live_session.updated'],
  deleteLiveSession: ['live_session.deleted'],
  createDiscountCode: ['discountcode.created'],
  updateDiscountCode: ['discountcode.disabled'],
  sendAnnouncement: ['announcement.sent'],
  testAnnouncement: ['announcement.tested'],
  retryAnnouncement: [],
  settleUnknown: ['announcement.settled'],
  // The last lesson is near, so that its renewal is followed up at once.
  createOrder: ['user.created', 'order.created', 'ticket.created'],
  createTrialOrder: ['user.created', 'order.created', 'ticket.created'],
  quoteOrder: [],
  updateOrder: ['order.updated'],
  cancelOrder: ['order.cancelled', 'ticket.followed'],
  processOrder: ['order.processed', 'ticket.created'],
  checkLiveLink: [],
  listClassEnrolment: [],
  readEnrolmentFigures: [],
  listStudentsOfClasses: [],
  listTrialStat: [],
  sendClassroomEvents: ['classroom_event.received'],
  sendSubmissions: ['submission.received'],
  sendFeedback: ['feedback.received'],
  sendShopOrders: ['user.created', 'order.created'],
  listHomeworkAssignment: [],
  listBirthdayStudents: [],
  createFollowUp: ['feedback_follow_up.created'],
  updateFollowUp: ['feedback_follow_up.updated'],
  createQuestion: ['question.created'],
  updateQuestion: ['question.updated'],
  importQuestions: ['question.created'],
  tagQuestion: ['question.tagged'],
  archiveQuestion: ['question.archived'],
  restoreQuestionVersion: ['question.restored'],
  findSimilarQuestions: [],
  setDuplicate: ['question_pair.told_apart'],
  createQuestionTag: ['question_tag.created'],
  updateQuestionTag: ['question_tag.updated'],
  createWorksheet: ['worksheet.created'],
  updateWorksheet: ['worksheet.updated'],
  copyWorksheet: ['worksheet.created'],
  deleteWorksheet: ['worksheet.deleted'],
  updateTrialTicket: ['ticket.updated'],
  updateTrialTickets: ['ticket.updated'],
  updateTrialStudent: ['user.updated'],
  updateRenewalTicket: ['ticket.updated'],
  updateRenewalTickets: ['ticket.updated'],
  updateRenewalStudent: ['user.updated'],
  previewOrderImport: ['order_import.created'],
  orderImportRow: ['user.created', 'order.created', 'ticket.created', 'order_import.row_processed'],
  skipImportRow: ['order_import.row_skipped'],
  runOrderImport: ['order_import.run_started'],
  stopOrderImport: [],
  resumeOrderImport: [],
};

/** The call that shows a record, and what of its answer follows from other records or from the reader. */
const shownBy: Record<string, { get: AnyOperation; derived: readonly string[] }> = {
  user: {
    get: getUser,
    derived: ['abilities', 'credit', 'first_purchased_on', 'siblings', 'sign_in_locked_until'],
  },
  class: { get: getClass, derived: ['abilities', 'lesson_count', 'students'] },
  lesson: {
    get: getLesson,
    derived: [
      'abilities',
      'counts',
      'max_cap',
      'seats',
      'student',
      'trial_seats',
      'trial_student',
      'video_student',
    ],
  },
  poll_question: { get: getPollQuestion, derived: [] },
  live_session: { get: getLiveSession, derived: ['abilities', 'attendee_count'] },
  discountcode: {
    get: getDiscountCode,
    derived: [
      'abilities',
      'agent_email',
      'agent_name',
      'classes',
      'status',
      'total_usage',
      'usage',
    ],
  },
  feedback_follow_up: { get: getFollowUp, derived: [] },
  question: { get: getQuestion, derived: [] },
  question_tag: { get: getQuestionTag, derived: [] },
  payment_run: { get: getPaymentRun, derived: ['differences', 'seen', 'sums', 'tutors'] },
  worksheet: { get: getWorksheet, derived: ['created_by', 'marks', 'picked', 'updated_by'] },
  order: { get: getOrder, derived: ['abilities', 'history'] },
  ticket: {
    get: getTrialTicket,
    derived: ['attendance', 'attended', 'history', 'homework', 'next_lesson', 'poll', 'student'],
  },
};

/** Acts on a record's places or attendance: their rows say who came, went or moved, not how the record is. */
const isStep = (action: string) =>
  /^(session\.|lesson\.(student|attendance)|live_session\.attendance)|password_changed$/.test(
    action,
  );

/** Acts after which nothing is left but their audit row. */
const wholeGone = new Set(['session.ended', 'live_session.deleted', 'worksheet.deleted']);

/** What makes another of its kind each time it is asked. */
const makesAnother = new Set([
  'signIn',
  'signOut',
  'changePassword',
  'createServiceToken',
  'uploadImage',
  // Each call with a remark is a step in the ticket's history.
  'updateTrialTicket',
  'updateTrialTickets',
  'updateRenewalTicket',
  'updateRenewalTickets',
]);

type AuditRow = typeof auditLog.$inferSelect;
type Fields = Record<string, unknown>;

const auditRows = () =>
  app.database.db.select().from(auditLog).orderBy(desc(auditLog.id)) as Promise<AuditRow[]>;

/** The rows that an act has written, oldest first. */
const rowsOf = async (act: () => Promise<unknown>): Promise<AuditRow[]> => {
  const known = new Set((await auditRows()).map((row) => row.id));
  await act();
  return (await auditRows()).filter((row) => !known.has(row.id)).toReversed();
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A reference as its id. */
const idsOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(idsOf);
  return isFields(value) && typeof value['_id'] === 'string' ? value['_id'] : value;
};

const keysOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return isFields(value)
    ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)])
    : [];
};

/** Is what was kept what staff are shown? Where the wire has an id the trail may have the name too. */
const expectShown = (kept: Fields, shown: Fields, derived: readonly string[]) => {
  const { password: _said, ...fields } = kept;
  const known = Object.keys(shown).filter((key) => !derived.includes(key));
  expect(Object.keys(fields).toSorted()).toEqual(known.toSorted());
  for (const [key, value] of Object.entries(fields))
    expect({ [key]: isDeepStrictEqual(value, shown[key]) ? value : idsOf(value) }).toEqual({
      [key]: shown[key],
    });
};

const read = async (api: Api, entity: string, id: string): Promise<Fields | undefined> => {
  const { get } = shownBy[entity] ?? {};
  if (!get) return undefined;
  const answer = await api.send(get, { params: { id } });
  return answer.status === 200 ? (answer.body as { data: Fields }).data : undefined;
};

/** The tables in which the transaction that wrote an audit row wrote something else. */
const alsoWritten = async (row: AuditRow): Promise<string[]> => {
  const { pool } = app.database;
  const tables = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'audit_log'`,
  );
  const found = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await pool.query(
        `select from ${name} where xmin = (select xmin from audit_log where id = $1) limit 1`,
        [row.id],
      );
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
};

const writing = allOperations
  .filter((operation) => operation.method !== 'GET')
  .map((operation) => ({ name: operation.name, operation }));

test('every operation that writes says which audit rows it leaves', () => {
  expect(Object.keys(expected).toSorted()).toEqual(writing.map(({ name }) => name).toSorted());
});

test('every record that can be changed says which call shows it', () => {
  const changed = Object.values(expected)
    .flat()
    .flatMap((action) => /^(.+)\.updated$/.exec(action)?.[1] ?? []);
  expect(Object.keys(shownBy)).toEqual(expect.arrayContaining(changed));
});

describe.each(
  allOperations
    .filter((operation) => operation.csv)
    .map((operation) => ({ name: operation.name, operation })),
)('the download of $name', ({ name, operation }) => {
  test('leaves a row that says which list, as filtered, and how many rows were given', async () => {
    const { params, query, body } = await exampleOf(operation, app);
    const admin = await app.as('Admin');
    const rows = await rowsOf(async () => {
      const answer = await admin.send(operation, {
        ...(params ? { params } : {}),
        ...(query ? { query } : {}),
        ...(body ? { body } : {}),
        headers: { accept: 'text/csv' },
      });
      expect(answer.status).toBe(200);
    });
    expect(rows).toMatchObject([
      { action: 'list.downloaded', entity: 'list', actorId: admin.id, before: null },
    ]);
    const after = rows[0]?.after as Fields;
    expect(after).toMatchObject({ list: name, ...(params ? { params } : {}), is_whole: true });
    expect(after['query'] ?? {}).toMatchObject(
      query?.['filter'] ? { filter: query['filter'] } : {},
    );
    // A report's filter is its body.
    if (body) expect(after['filter']).toMatchObject(body);
    expect(after['rows']).toBeGreaterThan(0);
  });

  test('leaves none where it is refused', async () => {
    const example = await exampleOf(operation, app);
    const nobody = apiWith(app, { id: '', token: '' });
    const asCsv = { ...example, headers: { accept: 'text/csv' } };
    expect(await rowsOf(() => nobody.refused(operation, asCsv as never))).toEqual([]);
  });
});

describe.each(writing)('$name', ({ name, operation }) => {
  let api: Api;
  let admin: Api;
  let example: Example;
  let call: (changes?: Fields) => Promise<number>;

  beforeEach(async () => {
    admin = await app.as('Admin');
    example = await exampleOf(operation, app);
    api = await callerOf(app, operation);
    const { body, ...rest } = example;
    const headers = operation.idempotent ? { 'idempotency-key': crypto.randomUUID() } : {};
    call = async (changes) =>
      (
        await api.send(operation, {
          ...rest,
          ...(body ? { body: { ...body, ...changes } } : {}),
          headers,
        } as never)
      ).status;
  });

  test('leaves exactly its audit rows, as staff see the record, in its own transaction', async () => {
    const id = example.params?.['id'] ?? '';
    const before = new Map<string, Fields | undefined>();
    for (const entity of Object.keys(shownBy)) before.set(entity, await read(admin, entity, id));

    const rows = await rowsOf(async () => expect(await call()).toBe(operation.status ?? 200));

    expect(rows.map((row) => row.action)).toEqual(expected[name]);
    for (const row of rows) {
      expect(row.action.split('.')[0]).toBe(
        row.action.startsWith('session') ? 'session' : row.entity,
      );
      expect(keysOf([row.before, row.after]).filter((key) => /[a-z][A-Z]/.test(key))).toEqual(
        row.entity === 'order'
          ? keysOf([row.before, row.after]).filter((key) => key === 'lessonList')
          : [],
      );
      // What is deleted leaves nothing to look at.
      if (!wholeGone.has(row.action)) expect(await alsoWritten(row)).not.toEqual([]);
      const shown = await read(admin, row.entity, row.entityId);
      if (!shown || isStep(row.action)) continue;
      const { derived } = shownBy[row.entity]!;
      expectShown(row.after as Fields, shown, derived);
      if (row.action.endsWith('.created')) expect(row.before).toBeNull();
      else if (row.entityId === id)
        expectShown(row.before as Fields, before.get(row.entity)!, derived);
      else expect(Object.keys(row.before as Fields)).toEqual(Object.keys(row.after as Fields));
    }
  });

  test.for(operation.errors?.includes('stale') ? ['of a version that is gone'] : [])(
    'refuses a save %s, and leaves nothing of it',
    async () => {
      let status = 0;
      expect(await rowsOf(async () => (status = await call({ version: 0 })))).toEqual([]);
      expect(status).toBe(409);
    },
  );

  test.for(makesAnother.has(name) ? [] : ['a second time'])(
    'changes nothing %s: no row, no new version',
    async () => {
      const id = example.params?.['id'] ?? '';
      const states = () =>
        Promise.all(Object.keys(shownBy).map((entity) => read(admin, entity, id)));
      await call();
      const before = await states();
      expect(await rowsOf(() => call({ version: undefined }))).toEqual([]);
      expect(await states()).toEqual(before);
    },
  );
});
