import {
  studentLessonSchema,
  type StudentLesson,
} from 'staffroom-contract/domains/lessons/student-lessons.contract.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { StudentLessonRow } from './student-lessons.queries.ts';

/** Presents a lesson of a student, with its class and the kind of the place. */
export const presentStudentLesson = (row: StudentLessonRow): StudentLesson =>
  presentColumns(studentLessonSchema, row, {
    class: { _id: row.classId, name: row.className },
    meta: { index: row.lessonIndex, term: row.term },
  });
