import type {
  addLessonStudents as addOperation,
  findLessonStudents as findOperation,
} from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import type { BodyOf, ResponseOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { requireRow } from '../../platform/record.ts';
import { studentScope } from '../users/users.policy.ts';
import { lessonRecord } from './lesson-record.service.ts';
import * as rosterQueries from './rosters.queries.ts';
import * as lessonQueries from './lessons.queries.ts';
import { placeByHand } from './rosters.service.ts';
import { refuseHeld } from './unusual-lessons.service.ts';

/** Sorts addresses into students who can be added, students already on the lesson, and unknown addresses. */
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
 * Gives students a place by hand on lessons of a class, once per Idempotency-Key; skips equal or stronger places.
 * Throws not_found, invalid_value, lessons_not_in_class, class_full unless overbooking is allowed, lesson_unusual.
 */
export const addStudents = (
  context: Context,
  lessonId: string,
  body: BodyOf<typeof addOperation>,
): Promise<ResponseOf<typeof addOperation>> =>
  inTransactionOnce(context, async (tx) => {
    const named = await requireRow(tx, lessonRecord, context, lessonId);
    const studentIds = [...new Set(body.student)];
    const chosen = await lockChosen(tx, named, body.lessons);
    if (!body.allow_unusual) refuseHeld(context, chosen);
    const added = new Set<string>();
    let lessons = 0;
    for (const lesson of chosen) {
      const here = await placeByHand(tx, context, {
        lesson,
        group: body.kind,
        studentIds,
        allowOverbook: body.allow_overbook,
        ...(chosen.length > 1 && { label: labelOf(lesson) }),
      });
      for (const id of here) added.add(id);
      if (here.length > 0) lessons += 1;
    }
    return {
      data: {
        added: studentIds.filter((id) => added.has(id)),
        existing: studentIds.filter((id) => !added.has(id)),
        lessons,
      },
    };
  });

type Lesson = Awaited<ReturnType<typeof lessonQueries.lockByIds>>[number];

const lockChosen = async (
  tx: Db,
  named: { id: string; classId: string; scheduledAt: Date },
  choice: BodyOf<typeof addOperation>['lessons'],
): Promise<Lesson[]> => {
  const ids =
    choice === 'this'
      ? [named.id]
      : choice === 'coming'
        ? [named.id, ...(await comingAfter(tx, named))]
        : choice;
  const unique = [...new Set(ids)];
  const lessons = await lessonQueries.lockByIds(tx, unique);
  if (lessons.length < unique.length || lessons.some(({ classId }) => classId !== named.classId))
    throw refusal('lessons_not_in_class', { field: 'lessons' });
  return lessons.toSorted((one, other) => Number(one.scheduledAt) - Number(other.scheduledAt));
};

const comingAfter = async (
  tx: Db,
  { classId, scheduledAt }: { classId: string; scheduledAt: Date },
) =>
  (await lessonQueries.listActiveOfClass(tx, classId, { from: scheduledAt })).map(({ id }) => id);

const labelOf = ({ term, lessonIndex }: Lesson) => `T${term} L${lessonIndex}`;
