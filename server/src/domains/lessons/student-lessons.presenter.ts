import type { StudentLesson } from '@staffroom/contract/domains/lessons/student-lessons.contract.ts';
import type { StudentLessonRow } from './student-lessons.queries.ts';

/** A lesson on which a student stands, with its class and the kind of the place. */
export const presentStudentLesson = (row: StudentLessonRow): StudentLesson => ({
  _id: row.id,
  class: { _id: row.classId, name: row.className },
  name: row.name,
  meta: { index: row.lessonIndex, term: row.term },
  scheduled_on: row.scheduledOn.toISOString(),
  ended_on: row.endedOn.toISOString(),
  is_active: row.isActive,
  is_released: row.isReleased,
  kind: row.kind,
});
