import type { SQL } from 'drizzle-orm';
import type {
  assignAttendee as assignOperation,
  AttendeeRole,
  AttendingStudent,
  correctAttendance as correctOperation,
  LessonAttendance,
  OutsideStay,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import {
  attendanceOf,
  noAttendance,
  presenceOf,
} from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import { can } from 'staffroom-contract/domains/identity/permissions.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { announceChange } from '../../platform/live-updates.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { findJoined } from '../lessons/joining.ts';
import { findRoom } from '../lessons/lesson-room.service.ts';
import { attendeesOf, hostAddresses, mayTeach } from './attendees.presenter.ts';
import { lessonAttendanceScope, attendingScope } from './attendance.policy.ts';
import * as queries from './attendance.queries.ts';
import { mayRequestReport, readReportState } from './zoom/zoom-reports.service.ts';

type Roster = Awaited<ReturnType<typeof queries.listRoster>>;

/** Attendance of a lesson by all sources and corrections; students out of scope are only counted. Throws not_found. */
export const readAttendance = async (context: Context, lessonId: string) => ({
  data: await attendanceIn(context.db, context, lessonId),
});

/** Exports the attendance of the students whom the actor may see as CSV. */
export const exportAttendance = async (context: Context, lessonId: string) => {
  const { students } = await attendanceIn(context.db, context, lessonId);
  return csvAnswer('attendance.csv', columns, students);
};

const columns: CsvColumn<AttendingStudent>[] = [
  { header: 'name', value: ({ name }) => name },
  { header: 'email', value: ({ email }) => email },
  { header: 'kind', value: ({ kind }) => kind },
  { header: 'attendance', value: ({ status }) => status ?? noAttendance },
  { header: 'joined_at', time: ({ presence }) => presence?.joined_at },
  { header: 'left_at', time: ({ presence }) => presence?.left_at },
  { header: 'minutes', value: ({ presence }) => presence?.minutes },
  { header: 'corrected_by', value: ({ correction }) => correction?.by },
  { header: 'reason', value: ({ correction }) => correction?.reason },
];

/** Returns the lesson within a scope. Throws not_found. */
export const requireLesson = async (db: Db, lessonId: string, scope: SQL | undefined) => {
  const lesson = await lessonQueries.findById(db, lessonId, scope);
  if (!lesson) throw notFound('id');
  return lesson;
};

/** Returns the attendance of a lesson through `db`, for the lessons and students in `scopes`. Throws not_found. */
export const attendanceIn = async (
  db: Db,
  context: Context,
  lessonId: string,
  scopes: { lesson: SQL | undefined; students: SQL } = {
    lesson: lessonAttendanceScope(context.actor),
    students: attendingScope(context.actor, lessonId),
  },
): Promise<LessonAttendance> => {
  const lesson = await requireLesson(db, lessonId, scopes.lesson);
  const roster = await queries.listRoster(db, lessonId, scopes.students);
  const groups = Map.groupBy(
    await queries.listRows(db, lessonId),
    ({ account, person }) => account ?? person,
  );
  const now = context.clock.now().toISOString();
  const times = {
    scheduled_on: lesson.scheduledAt.toISOString(),
    ended_on: lesson.endedAt.toISOString(),
  };
  const stayOf = (rows: readonly queries.AttendanceRow[]) =>
    presenceOf(rows.map(toStay), times, now);
  const presences = new Map(roster.map(({ id }) => [id, stayOf(groups.get(id) ?? [])]));
  const statuses = attendanceOf(presences, times, { now, hasRows: groups.size > 0 });
  const people = attendeesOf(groups, roster, {
    context,
    stayOf,
    hosts: hostAddresses(await findRoom(db, lessonId)),
  });
  const report = await readReportState(db, lessonId);
  const mayCorrect = can(context.actor, 'lesson.canCorrectAttendance');
  const visible = roster.filter((place) => place.is_visible);
  return {
    _id: lessonId,
    now,
    students: visible.map((place) => {
      const presence = presences.get(place.id) ?? null;
      const correction = presentCorrection(place);
      // Students with a video place are not expected.
      const found =
        place.kind === 'PAYMENT_VIDEO' && !presence ? null : (statuses.get(place.id) ?? null);
      return {
        _id: place.id,
        name: place.name,
        email: place.email,
        kind: place.kind,
        status: correction?.status ?? found,
        presence,
        correction,
        version: place.version,
      };
    }),
    unnamed: roster.length - visible.length,
    attendees: people.flatMap(({ isVisible, ...attendee }) => (isVisible ? attendee : [])),
    tutor_may_be_in: people.some(({ as, is_in }) => is_in && mayTeach.has(as)),
    joined: (await findJoined(db, context, [lessonId])).get(lessonId) ?? 'unknown',
    outside: await readOutside(db, context, lessonId),
    report,
    abilities: {
      correct: mayCorrect,
      request_report:
        mayCorrect &&
        !(report?.state === 'waiting' && report.next_try !== null && report.next_try <= now) &&
        (await mayRequestReport(db, context, lesson)),
    },
  };
};

/** Returns the stays with a time outside the lesson, for users who may correct attendance. */
const readOutside = async (db: Db, { actor }: Context, lessonId: string): Promise<OutsideStay[]> =>
  can(actor, 'lesson.canCorrectAttendance')
    ? (await queries.listOutside(db, lessonId)).map((row) => ({
        _id: row.id,
        name: row.name,
        // The address may be a parent's, which a Tutor never sees.
        email: actor.role === 'Tutor' ? '' : row.email,
        ...toStay(row),
      }))
    : [];

const toStay = ({ joined_at, left_at }: Pick<queries.AttendanceRow, 'joined_at' | 'left_at'>) => ({
  joined_at: instantOf(joined_at),
  left_at: instantOf(left_at),
});

/** Converts an instant in PostgreSQL's text format. */
const instantOf = (text: string | null) => (text === null ? null : new Date(text).toISOString());

const presentCorrection = ({
  status,
  reason,
  corrected_by: by,
  corrected_at: at,
}: Roster[number]): AttendingStudent['correction'] =>
  status === null || at === null
    ? null
    : { status, reason: reason ?? '', by: by ?? '', at: new Date(at).toISOString() };

/** Runs a change of a lesson's attendance in one transaction, serialized per lesson. */
export const changeAttendance = <T>(
  context: Context,
  lessonId: string,
  act: (tx: Db, before: LessonAttendance) => Promise<T>,
) =>
  inTransaction(context, async (tx) => {
    await lessonQueries.lockByIds(tx, [lessonId]);
    return act(tx, await attendanceIn(tx, context, lessonId));
  });

const requireStudent = (attendance: LessonAttendance, id: string) =>
  attendance.students.find(({ _id }) => _id === id);

/** Sets or withdraws a correction of attendance, with the reason. Throws not_found, also out of scope, and stale. */
export const correctAttendance = (
  context: Context,
  { id, studentId }: { id: string; studentId: string },
  body: BodyOf<typeof correctOperation>,
): Promise<{ data: AttendingStudent }> =>
  changeAttendance(context, id, async (tx, before) => {
    const student = requireStudent(before, studentId);
    if (!student) throw notFound('studentId');
    const { correction, version } = student;
    if (body.version !== undefined && body.version !== version)
      throw refusal('stale', {
        current: student,
        saved: correction ? { by: correction.by, at: correction.at } : undefined,
      });
    const status = body.status === undefined ? (correction?.status ?? null) : body.status;
    const reason = body.reason ?? correction?.reason;
    if (reason === undefined)
      throw refusal('invalid_value', { field: 'reason', message: 'Please enter a reason' });
    const isSame =
      status === null
        ? correction === null
        : correction?.status === status && correction.reason === reason;
    if (isSame) return { data: student };
    await queries.correct(tx, {
      lessonId: id,
      studentId,
      status,
      reason,
      correctedBy: context.actor.id,
      correctedAt: context.clock.now(),
      version: version + 1,
    });
    const after = requireStudent(await attendanceIn(tx, context, id), studentId) ?? student;
    const attendee = student.name || student.email;
    await recordAudit(tx, context, {
      action: 'lesson.attendanceCorrected',
      entity: 'lesson',
      entityId: id,
      before: { attendee, attendance: student.status ?? noAttendance },
      after: { attendee, attendance: after.status ?? noAttendance, reason },
    });
    return { data: after };
  });

/**
 * Matches an attendee without a known e-mail to a student, or sets `role`; null undoes either. Throws not_found,
 * invalid_value for people not on the lesson, and attendee_known if the e-mail is known or another user has matched it.
 */
export const assignAttendee = (
  context: Context,
  { id, attendeeId }: { id: string; attendeeId: string },
  body: BodyOf<typeof assignOperation>,
): Promise<{ data: LessonAttendance }> =>
  changeAttendance(context, id, async (tx, before) => {
    const found = await queries.findPerson(tx, id, attendeeId);
    if (!found) throw notFound('attendeeId');
    if (body.role !== undefined)
      return setRole(tx, context, before, { id, attendeeId, ...found, ...body, role: body.role });
    const given = await queries.findAssignment(tx, id, found.person);
    if ((given?.student ?? null) !== body.before) throw refusal('attendee_known');
    const isOfLesson = before.attendees.some(
      ({ person, as }) => as !== 'unmatched' && person?._id === found.account,
    );
    if (!given && found.account !== null && isOfLesson) throw refusal('attendee_known');
    const student = body.student === null ? null : requireStudent(before, body.student);
    if (student === undefined)
      throw refusal('invalid_value', {
        field: 'student',
        message: 'This student is not on the lesson.',
      });
    if (body.student === body.before) return { data: before };
    if (student)
      await queries.assign(tx, {
        lessonId: id,
        person: found.person,
        studentId: student._id,
        assignedBy: context.actor.id,
        assignedAt: context.clock.now(),
      });
    else await queries.unassign(tx, id, found.person);
    // The match also decides whose poll answers are counted.
    await announceChange(tx, 'poll', id);
    const nameOf = (studentId: string | null) =>
      before.students.find(({ _id }) => _id === studentId)?.name ?? null;
    await recordAudit(tx, context, {
      action: 'lesson.attendanceMatched',
      entity: 'lesson',
      entityId: id,
      before: { attendee: found.name, matched: nameOf(body.before) },
      after: { attendee: found.name, matched: nameOf(body.student) },
    });
    return { data: await attendanceIn(tx, context, id) };
  });

type RoleGiven = {
  id: string;
  attendeeId: string;
  person: string;
  name: string;
  role: AttendeeRole | null;
  user?: string | null | undefined;
  before_role?: AttendeeRole | null | undefined;
};

/** Sets or removes the role of an attendee who is not a student; it is remembered by address. */
const setRole = async (
  tx: Db,
  context: Context,
  attendance: LessonAttendance,
  { id, attendeeId, person, name, role, user = null, before_role: before = null }: RoleGiven,
) => {
  const given = await queries.findRole(tx, person);
  const attendee = attendance.attendees.find(({ _id }) => _id === attendeeId);
  const isKnown = given === undefined && attendee !== undefined && attendee.as !== 'unmatched';
  if ((given?.role ?? null) !== before || isKnown) throw refusal('attendee_known');
  const kind = role === 'tutor' || role === 'ta' ? role : null;
  const teacher =
    kind !== null && user !== null ? await queries.findTeacher(tx, id, { user, kind }) : undefined;
  if (kind === null ? user !== null : !teacher)
    throw refusal('invalid_value', {
      field: 'user',
      message: 'Choose a tutor or TA of this lesson.',
    });
  if (role === before && user === (given?.userId ?? null)) return { data: attendance };
  if (role === null) await queries.removeRole(tx, person);
  else
    await queries.setRole(tx, {
      person,
      role,
      userId: user,
      givenBy: context.actor.id,
      givenAt: context.clock.now(),
    });
  await recordAudit(tx, context, {
    action: 'lesson.attendanceMatched',
    entity: 'lesson',
    entityId: id,
    before: { attendee: name, matched: before },
    after: { attendee: name, matched: teacher?.name ?? role },
  });
  return { data: await attendanceIn(tx, context, id) };
};
