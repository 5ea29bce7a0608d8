import { listStudentAttendance } from 'staffroom-contract/domains/attendance/student-attendance.contract.ts';
import { operationQuery } from '../../lib/queries.ts';
import { lessonPageSize } from '../lessons/lessons.api.ts';

/** A student's attendance for a page of past lessons, with totals of the latest ones. */
export const studentAttendanceQuery = (studentId: string, page = 1) =>
  operationQuery(listStudentAttendance, {
    params: { id: studentId },
    query: { max: lessonPageSize, offset: (page - 1) * lessonPageSize },
  });
