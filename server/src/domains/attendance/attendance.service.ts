import type { SQL } from 'drizzle-orm';
import type {
  assignAttendee as assignOperation,
  Attendee,
  AttendingStudent,
  correctAttendance as correctOperation,
  importAttendance as importOperation,
  LessonAttendance,
} from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import { otherMeetingProblem } from '@staffroom/contract/domains/attendance/attendance-file.rules.ts';
import {
  attendanceOf,
  mergeStays,
  noAttendance,
} from '@staffroom/contract/domains/attendance/attendance.rules.ts';
import { can, type UserType } from '@staffroom/contract/domains/identity/permissions.ts';
import type { BodyOf, ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { announceChange } from '../../platform/live-updates.ts';
import { findRoom } from '../lessons/lesson-room.service.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { attendedLessonScope, attendingScope } from './attendance.policy.ts';
import * as queries from './attendance.queries.ts';
import { readReportState } from './zoom/zoom-reports.service.ts';
import { readParticipantsInThread } from './read-participants.ts';

type Roster = Awaited<ReturnType<typeof queries.listRoster>>;
type Row = Awaited<ReturnType<typeof queries.listRows>>[number];

/**
 * Who attended a lesson: its students as the rows of all sources say, then as staff have corrected them, and everybody
 * who was there. Students out of the actor's scope are only counted. Throws not_found.
 */
export const readAttendance = async (context: Context, lessonId: string) => ({
  data: await attendanceIn(context.db, context, lessonId),
});

/** The students of a lesson whom the actor may see and how they attended, as CSV. */
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
  { header: 'corrected_by', value: ({ correction }) => correction?.by },
  { header: 'reason', value: ({ correction }) => correction?.reason },
];

const requireLesson = async (db: Db, lessonId: string, scope: SQL | undefined) => {
  const lesson = await lessonQueries.findById(db, lessonId, scope);
  if (!lesson) throw notFound('id');
  return lesson;
};

/** The same within a transaction, of the lessons and students that `scopes` names. Throws not_found. */
export const attendanceIn = async (
  db: Db,
  context: Context,
  lessonId: string,
  scopes: { lesson: SQL | undefined; students: SQL } = {
    lesson: attendedLessonScope(context.actor),
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
  const presences = new Map(
    roster.map(({ id }) => [id, mergeStays((groups.get(id) ?? []).map(toStay))]),
  );
  const statuses = attendanceOf(
    presences,
    { scheduled_on: lesson.scheduledOn.toISOString(), ended_on: lesson.endedOn.toISOString() },
    { now, hasRows: groups.size > 0 },
  );
  const visible = roster.filter((place) => place.is_visible);
  return {
    _id: lessonId,
    now,
    students: visible.map((place) => {
      const presence = presences.get(place.id) ?? null;
      const correction = presentCorrection(place);
      // Who has the video alone is not expected.
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
    attendees: attendeesOf(groups, roster, context),
    report: await readReportState(db, lessonId),
    abilities: { correct: can(context.actor, 'lesson.canCorrectAttendance') },
  };
};

const toStay = ({ joined_on, left_on }: Pick<Row, 'joined_on' | 'left_on'>) => ({
  joined_at: instantOf(joined_on),
  left_at: instantOf(left_on),
});

/** A raw row has its instants as PostgreSQL writes them. */
const instantOf = (text: string | null) => (text === null ? null : new Date(text).toISOString());

const presentCorrection = ({
  status,
  reason,
  corrected_by: by,
  corrected_on: at,
}: Roster[number]): AttendingStudent['correction'] =>
  status === null || at === null
    ? null
    : { status, reason: reason ?? '', by: by ?? '', at: new Date(at).toISOString() };

/** Everybody who was there whom the actor may see; who matches nobody is for those who correct attendance. */
const attendeesOf = (
  groups: ReadonlyMap<string, readonly Row[]>,
  roster: Roster,
  { actor }: Context,
): Attendee[] => {
  const places = new Map(roster.map((place) => [place.id, place]));
  const mayCorrect = can(actor, 'lesson.canCorrectAttendance');
  return [...groups.values()].flatMap((rows): Attendee | [] => {
    const [first] = rows;
    const presence = mergeStays(rows.map(toStay));
    if (!first || !presence) return [];
    const place = first.account === null ? undefined : places.get(first.account);
    const as = place ? 'student' : staffWord(first.account_type);
    if (place ? !place.is_visible : as === 'unmatched' && !mayCorrect) return [];
    const given = rows.find(({ assigned_on }) => assigned_on !== null);
    // An address that is no student's may be a parent's, which a Tutor never sees.
    const hidesEmail = actor.role === 'Tutor' && (as === 'unmatched' || given !== undefined);
    return {
      _id: (given ?? first).id,
      name: (given ?? first).name,
      email: hidesEmail ? '' : (given ?? first).email,
      ...presence,
      as,
      person:
        as === 'unmatched' || first.account === null
          ? null
          : { _id: first.account, name: first.account_name ?? '' },
      assigned: given?.assigned_on
        ? { by: given.assigned_by ?? '', at: new Date(given.assigned_on).toISOString() }
        : null,
    };
  });
};

const staffWord = (type: UserType | null): Attendee['as'] => {
  if (type === null || type === 'Student') return 'unmatched';
  return type === 'Tutor' ? 'tutor' : type === 'TA' ? 'ta' : 'staff';
};

/** Runs an act on a lesson's attendance, one at a time, in one transaction. */
const change = <T>(
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

/**
 * Sets how a student attended, or takes that back, with the reason. Throws not_found, also for students out of scope,
 * and stale where somebody corrected it meanwhile.
 */
export const correctAttendance = (
  context: Context,
  { id, studentId }: { id: string; studentId: string },
  body: BodyOf<typeof correctOperation>,
): Promise<{ data: AttendingStudent }> =>
  change(context, id, async (tx, before) => {
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
      correctedOn: context.clock.now(),
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
 * Says which student of the lesson somebody is whom no e-mail says, or takes that back. Throws not_found, invalid_value
 * for who is not on the lesson, and attendee_known where the e-mail says it, or somebody said it meanwhile.
 */
export const assignAttendee = (
  context: Context,
  { id, attendeeId }: { id: string; attendeeId: string },
  body: BodyOf<typeof assignOperation>,
) =>
  change(context, id, async (tx, before) => {
    const found = await queries.findPerson(tx, id, attendeeId);
    if (!found) throw notFound('attendeeId');
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
        assignedOn: context.clock.now(),
      });
    else await queries.unassign(tx, id, found.person);
    // Who is matched has answered polls too.
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

/**
 * Takes a participant file of the lesson; rows that are known stay once. Throws not_found, and attendance_file with the
 * sentence that says why nothing of it was taken.
 */
export const importAttendance = async (
  context: Context,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ResponseOf<typeof importOperation>> => {
  const file = await readParticipantsInThread(
    { bytes, timeZone: context.settings.businessTimeZone },
    { account: context.actor.id, transfer: [bytes.buffer] },
  );
  return change(context, id, async (tx, before) => {
    const lesson = await requireLesson(tx, id, attendedLessonScope(context.actor));
    const room = await findRoom(tx, id);
    const problem = otherMeetingProblem(file, {
      scheduled_on: lesson.scheduledOn.toISOString(),
      ended_on: lesson.endedOn.toISOString(),
      meeting: room?.roomId.replaceAll(/\D/g, '') ?? null,
    });
    if (problem !== undefined) throw refusal('attendance_file', { message: problem });
    const received = context.clock.now();
    const added = await queries.insertRecords(
      tx,
      file.stays.map((stay) => ({
        id: newId(received),
        lessonId: id,
        source: file.source,
        email: stay.email,
        name: stay.name,
        joinedOn: new Date(stay.joined_at),
        leftOn: new Date(stay.left_at),
        received,
      })),
    );
    const after = await attendanceIn(tx, context, id);
    const unmatchedOf = ({ attendees }: LessonAttendance) =>
      attendees.filter(({ as }) => as === 'unmatched').length;
    if (added > 0)
      await recordAudit(tx, context, {
        action: 'lesson.attendanceImported',
        entity: 'lesson',
        entityId: id,
        after: { file: file.file_name, rows: added },
      });
    return {
      data: {
        added,
        known: file.stays.length - added,
        unmatched: Math.max(0, unmatchedOf(after) - unmatchedOf(before)),
      },
    };
  });
};
