import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { studentScope } from '../users/users.policy.ts';
import { findVisibleStudents } from '../users/users.queries.ts';
import { lessonScope } from './lessons.policy.ts';
import { presentStudentLesson } from './student-lessons.presenter.ts';
import * as studentLessonQueries from './student-lessons.queries.ts';

/** A student's coming or past lessons, each with its strongest live place. Throws not_found, also out of scope. */
export const listStudentLessons = async (
  context: Context,
  studentId: string,
  query: studentLessonQueries.StudentLessonQuery,
) => {
  const { actor, clock, db } = context;
  const visible = await findVisibleStudents(db, [studentId], studentScope(actor));
  if (visible.size === 0) throw notFound('id');
  const { rows, count } = await studentLessonQueries.listAndCount(db, studentId, query, {
    now: clock.now(),
    scope: lessonScope(actor),
  });
  return { data: rows.map(presentStudentLesson), count };
};
