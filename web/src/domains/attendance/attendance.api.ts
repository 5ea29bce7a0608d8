import {
  assignAttendee,
  getLessonAttendance,
  importAttendance,
} from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import { getLessonRoom } from '@staffroom/contract/domains/lessons/lesson-room.contract.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** While the page is open people come and go. */
const refreshMs = 20_000;

/** Who attended a lesson, read again while it is looked at. */
export const attendanceQuery = (lessonId: string) => ({
  ...operationQuery(getLessonAttendance, { params: { id: lessonId } }),
  refetchInterval: refreshMs,
});

/** Where a lesson takes place. */
export const roomQuery = (lessonId: string) =>
  operationQuery(getLessonRoom, { params: { id: lessonId } });

export const useAssignAttendee = () =>
  useOperation(assignAttendee, { refreshes: ['lessons', 'polls'] });
export const useImportAttendance = () => useOperation(importAttendance, { refreshes: ['lessons'] });
