import type {
  addLessonStudents as addOperation,
  findLessonStudents as findOperation,
} from '@staffroom/contract/domains/lessons/roster-changes.contract.ts';
import {
  isOwned,
  kindOfGroup,
  takesSeat,
} from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import type { BodyOf, ResponseOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import { refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { requireRow } from '../../platform/record.ts';
import { studentScope } from '../users/users.policy.ts';
import { findVisibleStudents } from '../users/users.queries.ts';
import { lessonRecord } from './lesson-record.service.ts';
import * as rosterQueries from './rosters.queries.ts';
import { refuseFull } from './rosters.service.ts';

/** Which addresses are students that can be added, which stand on the lesson already, which are nobody's. */
export const findStudents = async (
  context: Context,
  lessonId: string,
  { emails }: BodyOf<typeof findOperation>,
): Promise<ResponseOf<typeof findOperation>> => {
  await requireRow(context.db, lessonRecord, context, lessonId);
  const typed = new Map(emails.map((email) => [email.trim().toLowerCase(), email.trim()]));
  typed.delete('');
  const students = await rosterQueries.findStudentsByEmail(context.db, [...typed.keys()], {
    scope: studentScope(context.actor),
    lessonId,
  });
  const known = new Set(students.map((student) => student.emailKey));
  const present = ({ id, name, email }: (typeof students)[number]) => ({ _id: id, name, email });
  return {
    data: {
      found: students.filter((student) => student.kind === null).map(present),
      existing: students.flatMap((student) =>
        student.kind === null ? [] : [{ ...present(student), kind: student.kind }],
      ),
      not_found: [...typed].filter(([key]) => !known.has(key)).map(([, email]) => email),
    },
  };
};

/**
 * Gives students a place by hand. Who stands there already in this kind or a stronger one is left as is, so that two
 * people adding the same students add each once. Throws not_found, invalid_value, class_full unless overbooking is
 * allowed.
 */
export const addStudents = (
  context: Context,
  lessonId: string,
  body: BodyOf<typeof addOperation>,
): Promise<ResponseOf<typeof addOperation>> =>
  inTransaction(context, async (tx) => {
    const lesson = await requireRow(tx, lessonRecord, context, lessonId, 'lock');
    const wanted = [...new Set(body.student)];
    const visible = await findVisibleStudents(tx, wanted, studentScope(context.actor));
    if (wanted.some((id) => !visible.has(id)))
      throw refusal('invalid_value', { field: 'student', message: 'This is not a student.' });
    const kind = kindOfGroup[body.kind];
    const owned = await rosterQueries.kindsOnLesson(tx, lesson.id, wanted);
    const added = wanted.filter((id) => !isOwned(owned.get(id) ?? null, kind));
    const seated = (id: string) => {
      const own = owned.get(id);
      return own !== undefined && takesSeat(own);
    };
    if (!body.allow_overbook)
      await refuseFull(tx, {
        lessonId: lesson.id,
        classId: lesson.classId,
        kind,
        newcomers: added.filter((id) => !seated(id)).length,
        toClass: true,
        field: 'student',
      });
    const now = context.clock.now();
    if (added.length > 0) {
      await rosterQueries.insertSources(
        tx,
        added.map((studentId) => ({
          id: newId(now),
          lessonId: lesson.id,
          studentId,
          kind,
          addedBy: context.actor.id,
          created: now,
        })),
      );
      await recordAudit(tx, context, {
        action: 'lesson.studentsAdded',
        entity: 'lesson',
        entityId: lesson.id,
        after: { [body.kind]: await rosterQueries.nameStudents(tx, added) },
      });
    }
    return { data: { added, existing: wanted.filter((id) => !added.includes(id)) } };
  });
