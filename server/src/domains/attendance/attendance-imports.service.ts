import type {
  importAttendance as importOperation,
  AttendanceImport,
  LessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { otherMeetingProblem } from 'staffroom-contract/domains/attendance/attendance-file.rules.ts';
import { isAroundLesson } from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import type { ResponseOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { announceChange } from '../../platform/live-updates.ts';
import { findRoom } from '../lessons/lesson-room.service.ts';
import * as queries from './attendance-imports.queries.ts';
import { lessonAttendanceScope } from './attendance.policy.ts';
import { attendanceIn, changeAttendance, requireLesson } from './attendance.service.ts';
import { readParticipantsInThread } from './read-participants.ts';

/** Imports a participant file; known rows are not repeated. Throws not_found, attendance_file with the reason. */
export const importAttendance = async (
  context: Context,
  id: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ResponseOf<typeof importOperation>> => {
  const { scheduledAt } = await requireLesson(context.db, id, lessonAttendanceScope(context.actor));
  const file = await readParticipantsInThread(
    {
      bytes,
      timeZone: context.settings.businessTimeZone,
      near: scheduledAt.toISOString(),
    },
    { account: context.actor.id, transfer: [bytes.buffer] },
  );
  return changeAttendance(context, id, async (tx, before) => {
    const lesson = await requireLesson(tx, id, lessonAttendanceScope(context.actor));
    const room = await findRoom(tx, id);
    const times = {
      scheduled_on: lesson.scheduledAt.toISOString(),
      ended_on: lesson.endedAt.toISOString(),
    };
    const problem = otherMeetingProblem(file, {
      ...times,
      meeting: room?.roomId.replaceAll(/\D/g, '') ?? null,
    });
    if (problem !== undefined) throw refusal('attendance_file', { message: problem });
    const received = context.clock.now();
    const { source } = file;
    const added = await queries.insertImport(
      tx,
      {
        id: newId(received),
        lessonId: id,
        source,
        fileName: file.file_name,
        importedBy: context.actor.id,
        importedAt: received,
      },
      file.stays.map((stay) => ({
        id: newId(received),
        lessonId: id,
        source,
        email: stay.email,
        name: stay.name,
        joinedAt: new Date(stay.joined_at),
        leftAt: new Date(stay.left_at),
        received,
      })),
    );
    const after = await attendanceIn(tx, context, id);
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
        outside: file.stays.filter((stay) => !isAroundLesson(stay, times)).length,
        unmatched: Math.max(0, unmatchedOf(after) - unmatchedOf(before)),
      },
    };
  });
};

const unmatchedOf = ({ attendees }: LessonAttendance) =>
  attendees.filter(({ as }) => as === 'unmatched').length;

/** Returns the imported participant files of a lesson, latest first. Throws not_found. */
export const listImports = async (context: Context, lessonId: string) => {
  await requireLesson(context.db, lessonId, lessonAttendanceScope(context.actor));
  const data = (await queries.listImports(context.db, lessonId)).map(presentImport);
  return { data, count: data.length };
};

/** Undoes an import: removes the rows that only this file contains. Repeating it changes nothing. Throws not_found. */
export const undoImport = (
  context: Context,
  { id, importId }: { id: string; importId: string },
): Promise<{ data: AttendanceImport }> =>
  changeAttendance(context, id, async (tx) => {
    const found = await queries.findImport(tx, id, importId);
    if (!found) throw notFound('importId');
    if (found.undoneAt !== null) return { data: presentImport(found) };
    const removed = await queries.undoImport(tx, importId, {
      id: context.actor.id,
      at: context.clock.now(),
    });
    // Poll results depend on which attendees are matched.
    await announceChange(tx, 'poll', id);
    await recordAudit(tx, context, {
      action: 'lesson.attendanceImportUndone',
      entity: 'lesson',
      entityId: id,
      before: { file: found.fileName, rows: removed },
    });
    const undone = await queries.findImport(tx, id, importId);
    return { data: presentImport(undone ?? found) };
  });

const presentImport = (row: queries.ImportRow): AttendanceImport => ({
  _id: row.id,
  source: row.source,
  file_name: row.fileName,
  rows: row.rows,
  added: row.added,
  by: row.importedBy ?? '',
  at: row.importedAt.toISOString(),
  undone: row.undoneAt && { by: row.undoneBy ?? '', at: row.undoneAt.toISOString() },
});
