import {
  assignAttendee,
  getLessonAttendance,
  importAttendance,
  requestAttendanceReport,
  undoAttendanceImport,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { importLiveSessionAttendance } from 'staffroom-contract/domains/attendance/live-session-attendance.contract.ts';
import {
  getLessonRoom,
  requestLessonRoom,
} from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { operationQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** Refetch interval in milliseconds while the page is open. */
const refreshMs = 20_000;

/** Attendance of a lesson, refetched while shown. */
export const attendanceQuery = (lessonId: string) => ({
  ...operationQuery(getLessonAttendance, { params: { id: lessonId } }),
  refetchInterval: refreshMs,
});

/** Refetch interval in milliseconds while Zoom creates the room. */
const whileMadeMs = 2000;

/** The lesson's room, refetched while it is being created. */
export const roomQuery = (lessonId: string) =>
  queryOptions({
    ...operationQuery(getLessonRoom, { params: { id: lessonId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.making?.state === 'waiting' ? whileMadeMs : data?.making?.next_try != null && refreshMs,
  });

/** The first data of a live lesson. */
export const firstAttendance = (lessonId: string) => [
  attendanceQuery(lessonId),
  roomQuery(lessonId),
];

export const useAssignAttendee = () =>
  useOperation(assignAttendee, { refreshes: ['lessons', 'polls'] });
export const useRequestRoom = () => useOperation(requestLessonRoom, { refreshes: ['lessons'] });
export const useRequestReport = () =>
  useOperation(requestAttendanceReport, { refreshes: ['lessons'] });
export const useImportAttendance = () => useOperation(importAttendance, { refreshes: ['lessons'] });
export const useUndoImport = () =>
  useOperation(undoAttendanceImport, { refreshes: ['lessons', 'polls'] });
export const useImportLiveSessionAttendance = () =>
  useOperation(importLiveSessionAttendance, { refreshes: ['reports', 'live-sessions'] });
