import { and, eq, lte, sql, type SQL } from 'drizzle-orm';
import {
  liveSessionOtherSchema,
  liveSessionStatuses,
  type importLiveSessionAttendance,
  type listLiveSessionAttendance,
  type listLiveSessionSignUps,
  type LiveSessionAttendance,
  type LiveSessionSignUp,
  type LiveSessionOther,
} from 'staffroom-contract/domains/attendance/live-session-attendance.contract.ts';
import { isAroundLesson } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { otherMeetingProblem } from 'staffroom-contract/domains/attendance/attendance-file.rules.ts';
import { liveSessionRate } from 'staffroom-contract/domains/attendance/lesson-attendance.rules.ts';
import { noAttendance } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { endOfSession } from 'staffroom-contract/domains/live-sessions/live-sessions.rules.ts';
import type { BodyOf, QueryOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Actor, type Context } from '../../platform/context.ts';
import { csvAnswer, shownColumns, type CsvColumn } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { containing, defineListQuery, onDays, rowsOf } from '../../platform/list-query.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { liveSessionAttendees, liveSessions } from '../live-sessions/live-sessions.schema.ts';
import { namesEveryStudent, readsNamesAlone, reportedStudentScope } from '../users/users.policy.ts';
import { periodOf } from './lesson-attendance.ts';
import { liveSessionStays } from './attendance.schema.ts';
import { readParticipantsInThread } from './read-participants.ts';

type Query = QueryOf<typeof listLiveSessionAttendance> & {
  filter: BodyOf<typeof listLiveSessionAttendance>;
};

/** A Tutor reads the sessions that it hosts; other roles read all. */
const sessionScope = (actor: Actor): SQL | undefined =>
  actor.role === 'Tutor' ? eq(liveSessions.hostId, actor.id) : undefined;

/** Condition: the account's e-mail, the student's or the parent's, was at the session. `session` is a column. */
const cameTo = (session: SQL, account: string) => sql`exists (
  select from live_session_stays stay where stay.session_id = ${session}
    and lower(stay.email) in (${sql.raw(`${account}.email_key`)}, lower(${sql.raw(`${account}.parent_email`)})))`;

const isKnown = (session: SQL) =>
  sql`exists (select from live_session_stays stay where stay.session_id = ${session})`;

/** Identifies an attendee by e-mail, or else by name. */
const personOf = sql`coalesce(nullif(lower(stay.email), ''), stay.name)`;

/** The stays at a session (a column) of people who had not signed up. */
const staysOfOthers = (session: SQL) => sql`live_session_stays stay
  where stay.session_id = ${session} and not exists (
    select from live_session_attendees own join users account on account.id = own.student_id
    where own.session_id = stay.session_id and stay.email <> ''
      and lower(stay.email) in (account.email_key, lower(account.parent_email)))`;

const countAttendance = async (db: Db, ids: string[]) => {
  const { rows } = await db.execute<{
    id: string;
    name: string;
    host: string;
    host_name: string;
    signed_up: number;
    attended: number | null;
    others: number;
  }>(sql`
    select session.id, host.id as host, host.name as host_name, signed.up as signed_up,
      case when ${isKnown(sql`session.id`)} then signed.came end as attended,
      (select count(distinct ${personOf})::int from ${staysOfOthers(sql`session.id`)}) as others
    from live_sessions session
    join users host on host.id = session.host_id
    cross join lateral (
      select count(*)::int as up,
        count(*) filter (where ${cameTo(sql`session.id`, 'account')})::int as came
      from live_session_attendees own join users account on account.id = own.student_id
      where own.session_id = session.id) signed
    where ${anyOfList(sql`session.id`, ids, 'uuid')}`);
  return new Map(rows.map((row) => [row.id, row]));
};

/** Raw SQL, because Drizzle omits the table name of a column in a sort key. */
const session = sql.raw('live_sessions.id');

const signedUp = sql`(select count(*)::int from live_session_attendees own where own.session_id = ${session})`;

/** A figure from sign-ups (`up`) and attendees (`came`); -1 if nothing is known of the session. */
const whereKnown = (figure: SQL) => sql`coalesce((
  select case when ${isKnown(session)} then ${figure} end from (
    select count(*)::int as up,
      count(*) filter (where ${cameTo(session, 'account')})::int as came
    from live_session_attendees own join users account on account.id = own.student_id
    where own.session_id = ${session}) signed), -1)`;

/** The live sessions of a period with sign-ups and attendance. */
export const liveSessionAttendanceList = defineListQuery<Query, LiveSessionAttendance>({
  from: liveSessions,
  scope: sessionScope,
  sort: {
    scheduled_on: liveSessions.scheduledAt,
    signed_up: signedUp,
    // Sessions without data sort below sessions with zero attendees.
    attended: whereKnown(sql`came`),
    absent: whereKnown(sql`up - came`),
    rate: whereKnown(sql`came::float8 / nullif(up, 0)`),
    others: sql`(select count(distinct ${personOf})::int from ${staysOfOthers(session)})`,
  },
  where: ({ date_range, name, subject }, context) => {
    const { start, end } = periodOf({ date_range }, context);
    return and(
      lte(liveSessions.scheduledAt, context.clock.now()),
      onDays(liveSessions.scheduledAt)({ between: [start, end] }, context),
      name && containing(liveSessions.name)(name, context),
      subject && eq(liveSessions.subject, subject),
    );
  },
  cards: async (db, ids) => {
    const rows = await rowsOf(db, liveSessions, ids);
    const counts = await countAttendance(db, ids);
    return rows.flatMap((row): LiveSessionAttendance | [] => {
      const counted = counts.get(row.id);
      if (!counted) return [];
      return {
        _id: row.id,
        name: row.name,
        subject: row.subject,
        scheduled_on: row.scheduledAt.toISOString(),
        event_duration: row.eventDuration,
        host_by: { _id: counted.host, name: counted.host_name },
        target_audience: row.targetAudience,
        signed_up: counted.signed_up,
        attended: counted.attended,
        others: counted.others,
      };
    });
  },
  csv: [
    'tls-attendance.csv',
    [
      { header: 'name', value: ({ name }) => name },
      { header: 'subject', value: ({ subject }) => subject },
      { header: 'host', value: ({ host_by }) => host_by.name },
      { header: 'audience', value: (row) => row.target_audience },
      { header: 'scheduled_on', time: (row) => row.scheduled_on },
      { header: 'event_duration', value: (row) => row.event_duration },
      { header: 'signed_up', value: (row) => row.signed_up },
      { header: 'attended', value: ({ attended }) => attended ?? noAttendance },
      { header: 'attended_percent', value: liveSessionRate },
      { header: 'others', value: ({ others }) => others },
    ],
  ],
});

const requireSession = async (db: Db, { actor }: Context, id: string) => {
  const [row] = await db
    .select()
    .from(liveSessions)
    .where(and(eq(liveSessions.id, id), sessionScope(actor)));
  if (!row) throw notFound('id');
  return row;
};

type SignUpQuery = QueryOf<typeof listLiveSessionSignUps>;

/** Returns the sign-ups of a session with their attendance. Throws not_found. */
export const signUpsOf = async (context: Context, sessionId: string) => {
  await requireSession(context.db, context, sessionId);
  return listOf(sessionId);
};

const signUpColumns: CsvColumn<LiveSessionSignUp>[] = [
  { header: 'student', value: ({ student }) => student.name },
  { header: 'attendance', value: ({ status }) => status },
  { header: 'signed_up_on', time: (row) => row.signed_up_on },
];

const sessionOf = sql`${liveSessionAttendees.sessionId}`;

const statusOf = sql<LiveSessionSignUp['status']>`(select case
    when not ${isKnown(sessionOf)} then ${liveSessionStatuses[2]}
    when ${cameTo(sessionOf, 'account')} then ${liveSessionStatuses[0]} else ${liveSessionStatuses[1]} end
  from users account where account.id = ${liveSessionAttendees.studentId})`;

const listOf = (sessionId: string) =>
  defineListQuery<SignUpQuery, LiveSessionSignUp>({
    from: liveSessionAttendees,
    scope: (actor) =>
      and(
        eq(liveSessionAttendees.sessionId, sessionId),
        namesEveryStudent(actor)
          ? undefined
          : sql`exists (select from ${users} where ${users.id} = ${liveSessionAttendees.studentId} and ${reportedStudentScope(actor)})`,
      ),
    sort: {
      name: sql`(select name_key from users where users.id = ${liveSessionAttendees.studentId})`,
      signed_up_on: liveSessionAttendees.signedUpAt,
    },
    where: {
      name: ({ regex }) =>
        sql`exists (select from users where users.id = ${liveSessionAttendees.studentId} and ${containsText(sql`users.name_key`, regex.trim().toLowerCase())})`,
      status: (status) => sql`${statusOf} = ${status}`,
    },
    cards: async (db, ids) => {
      const rows = await db
        .select({
          id: liveSessionAttendees.id,
          signedUpAt: liveSessionAttendees.signedUpAt,
          student: { _id: users.id, name: users.name },
          status: statusOf,
        })
        .from(liveSessionAttendees)
        .innerJoin(users, eq(users.id, liveSessionAttendees.studentId))
        .where(anyOfList(liveSessionAttendees.id, ids, 'uuid'));
      return rows.map(({ id, signedUpAt, student, status }) => ({
        _id: id,
        student,
        status,
        signed_up_on: signedUpAt.toISOString(),
      }));
    },
    csv: ['tls-attendees.csv', signUpColumns],
  });

/** Returns the attendees of a session who had not signed up, by name. Throws not_found. */
export const listOthers = async (context: Context, sessionId: string) => {
  const { db, actor } = context;
  await requireSession(db, context, sessionId);
  const { rows } = await db.execute<Record<keyof LiveSessionOther, string>>(sql`
    select (array_agg(stay.name order by stay.joined_at))[1] as name, min(stay.email) as email,
      min(stay.joined_at) as joined_on, max(stay.left_at) as left_on
    from ${staysOfOthers(sql`${sessionId}::uuid`)}
    group by ${personOf}
    order by lower(min(stay.name)), ${personOf}`);
  // The address may be a parent's, which a Tutor never sees; DataAdmin reads only names.
  const hidesEmail = actor.role === 'Tutor' || readsNamesAlone(actor);
  const data = rows.map((row): LiveSessionOther => ({
    name: row.name,
    email: hidesEmail ? '' : row.email,
    joined_on: new Date(row.joined_on).toISOString(),
    left_on: new Date(row.left_on).toISOString(),
  }));
  return { data, count: data.length };
};

/** Returns the same as CSV. Throws not_found. */
export const exportOthers = async (context: Context, sessionId: string) =>
  csvAnswer(
    'tls-others.csv',
    shownColumns(liveSessionOtherSchema)('name', 'email', 'joined_on', 'left_on'),
    (await listOthers(context, sessionId)).data,
  );

/** Imports a participant file; known rows are not repeated. Throws not_found, attendance_file with the reason. */
export const importAttendance = async (
  context: Context,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ResponseOf<typeof importLiveSessionAttendance>> => {
  const { scheduledAt } = await requireSession(context.db, context, id);
  const file = await readParticipantsInThread(
    {
      bytes,
      timeZone: context.settings.businessTimeZone,
      near: scheduledAt.toISOString(),
    },
    { account: context.actor.id, transfer: [bytes.buffer] },
  );
  return inTransaction(context, async (tx) => {
    const session = await requireSession(tx, context, id);
    const times = {
      scheduled_on: session.scheduledAt.toISOString(),
      event_duration: session.eventDuration,
    };
    const held = { ...times, ended_on: endOfSession(times) };
    const problem = otherMeetingProblem(file, { ...held, meeting: null });
    if (problem !== undefined) throw refusal('attendance_file', { message: problem });
    const stays = file.stays.filter((stay) => isAroundLesson(stay, held));
    const received = context.clock.now();
    const added = await tx
      .insert(liveSessionStays)
      .values(
        stays.map((stay) => ({
          id: newId(received),
          sessionId: id,
          email: stay.email,
          name: stay.name,
          joinedAt: new Date(stay.joined_at),
          leftAt: new Date(stay.left_at),
          received,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: liveSessionStays.id });
    const after = (await countAttendance(tx, [id])).get(id);
    if (added.length > 0)
      await recordAudit(tx, context, {
        action: 'live_session.attendanceImported',
        entity: 'live_session',
        entityId: id,
        after: { file: file.file_name, rows: added.length },
      });
    return {
      data: {
        added: added.length,
        known: stays.length - added.length,
        outside: file.stays.length - stays.length,
        unmatched: after?.others ?? 0,
      },
    };
  });
};
