import { isDeepStrictEqual } from 'node:util';
import { asc, inArray } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { getClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { getDiscountCode } from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { getLesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { getFollowUp } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { getLiveSession } from 'staffroom-contract/domains/live-sessions/live-session-record.contract.ts';
import { getOrder } from 'staffroom-contract/domains/orders/orders.contract.ts';
import { getPollQuestion } from 'staffroom-contract/domains/polls/polls.contract.ts';
import { getQuestion } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { getQuestionTag } from 'staffroom-contract/domains/question-bank/question-tags.contract.ts';
import { getPaymentRun } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { getWorksheet } from 'staffroom-contract/domains/question-bank/worksheets.contract.ts';
import { getServiceToken } from 'staffroom-contract/domains/identity/service-tokens.contract.ts';
import { getTrialTicket } from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { getUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { allOperations } from 'staffroom-contract/operations.ts';
import type { AnyOperation } from 'staffroom-contract/shared/operation.ts';
import { auditLog } from '../../src/platform/platform.schema.ts';
import { useOwnTestApp } from '../build-test-app.ts';
import { callerOf } from '../factories/service-token.factory.ts';
import { apiWith } from '../sign-in-as.ts';
import type { Api } from '../stage.ts';
import { exampleOf } from './examples.ts';

// A separate app, because all rows are read before and after each operation.
const app = useOwnTestApp({
  settings: {
    zoom: {
      accountId: 'the-account',
      clientId: 'the-client',
      clientSecret: 'the secret of the client',
      hosts: ['me'],
      // No operation calls Zoom directly.
      tokenUrl: 'http://127.0.0.1:9',
      apiUrl: 'http://127.0.0.1:9',
      timeoutSeconds: 1,
    },
  },
});

/** The audit rows of each successful writing operation, in order (ADR 11); by default those of `usual`. */
const stated: Record<string, readonly string[]> = {
  signIn: ['session.started'],
  refreshToken: [],
  releaseSignIn: ['session.released'],
  signOut: ['session.ended'],
  changePassword: ['user.password_changed'],
  // The examples' Admin has no second factor.
  startSecondFactor: [],
  removeSecondFactor: [],
  resetSecondFactor: ['user.second_factor_reset'],
  startPasskey: [],
  addPasskey: ['user.passkey_added'],
  // Of another account.
  removePasskey: [],
  startPasskeySignIn: [],
  signInWithPasskey: ['session.started'],
  signInWithProvider: ['session.started'],
  // Gone already.
  removeProviderLink: [],
  signInWithCode: ['session.started'],
  confirmSecondFactor: ['user.second_factor_on'],
  renewRecoveryCodes: ['user.recovery_codes_renewed'],
  inviteUser: ['user.invited'],
  // The job looks for the account.
  forgotPassword: [],
  readPasswordLink: [],
  renewPasswordLink: [],
  resetPassword: ['user.password_reset'],
  // The examples end no session.
  endMySession: [],
  endOtherSessions: [],
  createServiceToken: ['service_token.created'],
  updateServiceToken: ['service_token.updated'],
  revokeServiceToken: ['service_token.revoked'],
  addCredit: ['credit.added'],
  uploadImage: ['image.uploaded'],
  copyImage: ['image.uploaded'],
  checkLessons: [],
  findLessonStudents: [],
  addLessonStudents: ['lesson.studentsAdded'],
  // A lesson outside Zoom has no room.
  requestLessonRoom: [],
  requestAttendanceReport: ['lesson.attendanceReportRequested'],
  correctAttendance: ['lesson.attendanceCorrected'],
  setTutorRate: ['tutorRate.set'],
  startPaymentRun: ['payment_run.created'],
  addAdjustment: ['payment_run.adjusted'],
  removeAdjustment: ['payment_run.adjusted'],
  setDifferencesWaiting: ['payment_run.differences_waiting'],
  confirmPaymentRun: ['payment_run.confirmed'],
  settleLeftOutDebt: ['payment_run.debt_settled'],
  markPaymentRunPaid: ['payment_run.paid'],
  assignAttendee: ['lesson.attendanceMatched'],
  importAttendance: ['lesson.attendanceImported'],
  undoAttendanceImport: ['lesson.attendanceImportUndone'],
  listLessonAttendance: [],
  sumLessonAttendance: [],
  listAttendanceOfStudents: [],
  listLiveSessionAttendance: [],
  importLiveSessionAttendance: ['live_session.attendanceImported'],
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
  changeLessonHomework: ['lesson.homeworkChanged'],
  changeLessonMaterial: ['lesson.materialRemoved'],
  uploadLibraryFile: ['material.uploaded'],
  copyPollQuestions: ['poll_question.created'],
  createLiveSession: ['image.uploaded', 'live_session.created'],
  updateDiscountCode: ['discountcode.disabled'],
  sendAnnouncement: ['announcement.sent'],
  testAnnouncement: ['announcement.tested'],
  retryAnnouncement: [],
  retryDelivery: ['announcement.retried'],
  settleUnknown: ['announcement.settled'],
  // The last lesson is soon, so its renewal is due at once.
  createOrder: ['user.created', 'order.created', 'ticket.created'],
  createTrialOrder: ['user.created', 'order.created', 'ticket.created'],
  quoteOrder: [],
  cancelOrder: ['order.cancelled', 'ticket.followed'],
  acceptPaidAmount: ['order.accepted', 'ticket.created'],
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
  importQuestions: ['question.created'],
  tagQuestion: ['question.tagged'],
  archiveQuestion: ['question.archived'],
  restoreQuestionVersion: ['question.restored'],
  findSimilarQuestions: [],
  setDuplicate: ['question_pair.told_apart'],
  copyWorksheet: ['worksheet.created'],
  updateTrialTickets: ['ticket.updated'],
  updateTrialStudent: ['user.updated'],
  updateRenewalTicket: ['ticket.updated'],
  updateRenewalTickets: ['ticket.updated'],
  updateRenewalStudent: ['user.updated'],
  previewOrderImport: ['order_import.created'],
  orderImportRow: ['user.created', 'order.created', 'ticket.created', 'order_import.row_processed'],
  repairImportRow: ['order_import.row_repaired'],
  assessImportRow: [],
  skipImportRow: ['order_import.row_skipped'],
  runOrderImport: ['order_import.run_started'],
  stopOrderImport: [],
  resumeOrderImport: [],
  retryJob: ['job.retried'],
  sendTestMessage: ['test_message.sent'],
};

/** The operation that shows a record, and the fields of its answer that depend on other records or on the reader. */
const shownBy: Record<string, { get: AnyOperation; derived: readonly string[] }> = {
  user: {
    get: getUser,
    derived: [
      'abilities',
      'credit',
      'first_purchased_on',
      'siblings',
      'sign_in_locked_until',
      'has_password',
      'has_second_factor',
      'invitation',
    ],
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
  service_token: { get: getServiceToken, derived: [] },
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
  payment_run: {
    get: getPaymentRun,
    derived: ['carried', 'differences', 'seen', 'sums', 'tutors'],
  },
  worksheet: { get: getWorksheet, derived: ['created_by', 'marks', 'picked', 'updated_by'] },
  order: { get: getOrder, derived: ['abilities', 'history'] },
  ticket: {
    get: getTrialTicket,
    derived: ['attendance', 'attended', 'history', 'homework', 'next_lesson', 'poll', 'student'],
  },
};

/** Actions on a record's places, attendance or files: their rows describe the change, not the record. */
const isStep = (action: string) =>
  /^(session\.|lesson\.(student|attendance|homework|material)|live_session\.attendance|user\.(invited|password|second_factor|recovery|passkey|provider))/.test(
    action,
  );

/** The rows of the operations that create, update and delete the records above: `createClass` adds `class.created`. */
const usual = Object.fromEntries(
  Object.entries(shownBy).flatMap(([entity, { get }]) =>
    ['create', 'update', 'delete'].map((verb) => [
      get.name.replace('get', verb),
      [`${entity}.${verb}d`],
    ]),
  ),
);

const expectedOf = (name: string) => stated[name] ?? usual[name];

/** Operations that create another record on each call. */
const makesAnother = new Set([
  // A repeat needs the password: the second factor is on by then.
  'confirmSecondFactor',
  'renewRecoveryCodes',
  'signIn',
  'signOut',
  'changePassword',
  'createServiceToken',
  'uploadImage',
  'copyImage',
  // Each call with a remark adds a step to the ticket's history.
  'updateTrialTicket',
  'updateTrialTickets',
  'updateRenewalTicket',
  'updateRenewalTickets',
]);

type AuditRow = typeof auditLog.$inferSelect;
type Fields = Record<string, unknown>;

const known = new Set<string>();

const newIds = async (): Promise<string[]> => {
  const rows = await app.database.db.select({ id: auditLog.id }).from(auditLog);
  const ids = rows.map(({ id }) => id).filter((id) => !known.has(id));
  for (const id of ids) known.add(id);
  return ids;
};

const rowsOf = async (act: () => Promise<unknown>): Promise<AuditRow[]> => {
  await newIds();
  await act();
  return app.database.db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, await newIds()))
    .orderBy(asc(auditLog.id));
};

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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

/** Checks that the audit row matches what staff see; it may have a name where the wire has an id. */
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

let otherTables: string[] = [];
beforeAll(async () => {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'audit_log'`,
  );
  otherTables = rows.map(({ name }) => name);
});

/** The other tables that the transaction of an audit row wrote to. */
const alsoWritten = async (row: AuditRow): Promise<string[]> => {
  const found = otherTables.map(
    (name) => `select '${name}' as name where exists (select from ${name} where xmin = $1::xid)`,
  );
  const { rows } = await app.database.pool.query<{ xmin: string }>(
    'select xmin from audit_log where id = $1',
    [row.id],
  );
  const tables = await app.database.pool.query<{ name: string }>(found.join(' union all '), [
    rows[0]?.xmin,
  ]);
  return tables.rows.map(({ name }) => name);
};

const writing = allOperations
  .filter((operation) => operation.method !== 'GET')
  .map((operation) => ({ name: operation.name, operation }));

test('every writing operation has its expected audit rows', () => {
  const names = writing.map(({ name }) => name);
  expect(names.filter((name) => !expectedOf(name))).toEqual([]);
  expect(Object.keys(stated).filter((name) => !names.includes(name))).toEqual([]);
});

test('every record that can be changed has an operation that shows it', () => {
  const changed = Object.values(stated)
    .flat()
    .flatMap((action) => /^(.+)\.updated$/.exec(action)?.[1] ?? []);
  expect(Object.keys(shownBy)).toEqual(expect.arrayContaining(changed));
});

const list = { action: 'list.downloaded', entity: 'list' };
/** Downloads that are recorded with their record. */
const downloaded: Record<string, { action: string; entity: string }> = {
  getPaymentRun: { action: 'bank_file.downloaded', entity: 'payment_run' },
};

test.each(
  allOperations
    .filter((operation) => operation.csv)
    .map((operation) => ({ name: operation.name, operation })),
)(
  'the download of $name writes a row with its list, filter and number of rows, and no row when refused',
  async ({ name, operation }) => {
    const { params, query, body } = await exampleOf(operation, app);
    const admin = await app.as('Admin');
    const asked = {
      ...(params ? { params } : {}),
      ...(query ? { query } : {}),
      ...(body ? { body } : {}),
      headers: { accept: 'text/csv' },
    };
    const anonymous = apiWith(app, { id: '', token: '' });
    expect(await rowsOf(() => anonymous.refused(operation, asked as never))).toEqual([]);

    const rows = await rowsOf(async () => {
      const answer = await admin.send(operation, asked);
      expect(answer.status).toBe(200);
    });

    expect(rows).toMatchObject([
      { ...(downloaded[name] ?? list), actorId: admin.id, before: null },
    ]);
    const after = rows[0]?.after as Fields;
    expect(after).toMatchObject({ list: name, ...(params ? { params } : {}), is_whole: true });
    expect(after['query'] ?? {}).toMatchObject(
      query?.['filter'] ? { filter: query['filter'] } : {},
    );
    // A report's filter is its body.
    if (body) expect(after['filter']).toMatchObject(body);
    expect(after['rows']).toBeGreaterThan(0);
  },
);

test.each(writing)(
  '$name writes exactly its audit rows, and none for an old version or without a change',
  async ({ name, operation }) => {
    const admin = await app.as('Admin');
    const example = await exampleOf(operation, app);
    const api = await callerOf(app, operation);
    const headers = () =>
      operation.idempotent ? { 'idempotency-key': crypto.randomUUID() } : undefined;
    const { body, ...rest } = example;
    const call = async (changes: Fields = {}, sent = headers()) => {
      const input = { ...rest, ...(body && { body: { ...body, ...changes } }), headers: sent };
      return (await api.send(operation, input)).status;
    };
    const id = example.params?.['id'] ?? '';
    // Only a call with a record in its path changes one that can be read before.
    const entities = id === '' ? [] : Object.keys(shownBy);
    const states = async () =>
      Object.fromEntries(
        await Promise.all(
          entities.map(async (entity) => [entity, await read(admin, entity, id)] as const),
        ),
      );

    if (operation.errors?.includes('stale')) {
      let status = 0;
      expect(await rowsOf(async () => (status = await call({ version: 0 })))).toEqual([]);
      expect(status).toBe(409);
    }

    const before = await states();
    const key = headers();
    const rows = await rowsOf(async () =>
      expect(await call({}, key)).toBe(operation.status ?? 200),
    );

    expect(rows.map((row) => row.action)).toEqual(expectedOf(name));
    for (const row of rows) {
      expect(row.action.split('.')[0]).toBe(
        row.action.startsWith('session') ? 'session' : row.entity,
      );
      expect(keysOf([row.before, row.after]).filter((key) => /[a-z][A-Z]/.test(key))).toEqual(
        row.entity === 'order'
          ? keysOf([row.before, row.after]).filter((key) => key === 'lessonList')
          : [],
      );
      const isDeleted = row.action.endsWith('.deleted');
      // A deleted record, an ended session or a reset second factor leaves nothing else.
      if (!isDeleted && !['session.ended', 'user.second_factor_reset'].includes(row.action))
        expect(await alsoWritten(row)).not.toEqual([]);
      const shown = await read(admin, row.entity, row.entityId);
      if (isDeleted) expect(shown).toBeUndefined();
      if (!shown || isStep(row.action)) continue;
      const { derived } = shownBy[row.entity]!;
      expectShown(row.after as Fields, shown, derived);
      if (row.action.endsWith('.created')) expect(row.before).toBeNull();
      else if (row.entityId === id) expectShown(row.before as Fields, before[row.entity]!, derived);
      else expect(Object.keys(row.before as Fields)).toEqual(Object.keys(row.after as Fields));
    }

    if (makesAnother.has(name)) return;
    const after = await states();
    expect(await rowsOf(() => call({ version: undefined }, key))).toEqual([]);
    expect(await states()).toEqual(after);
  },
);
