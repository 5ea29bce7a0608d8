import {
  assignAttendee,
  getLessonAttendance,
  importAttendance,
} from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import { importTlsAttendance } from '@staffroom/contract/domains/attendance/tls-attendance.contract.ts';
import {
  getLessonRoom,
  requestLessonRoom,
} from '@staffroom/contract/domains/lessons/lesson-room.contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { operationQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** While the page is open people come and go. */
const refreshMs = 20_000;

/** Who attended a lesson, read again while it is looked at. */
export const attendanceQuery = (lessonId: string) => ({
  ...operationQuery(getLessonAttendance, { params: { id: lessonId } }),
  refetchInterval: refreshMs,
});

/** Zoom is at work on the room: it is read again soon. */
const whileMadeMs = 2000;

/** Where a lesson takes place, read again while its room is being made. */
export const roomQuery = (lessonId: string) =>
  queryOptions({
    ...operationQuery(getLessonRoom, { params: { id: lessonId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.making?.state === 'waiting' ? whileMadeMs : data?.making?.next_try != null && refreshMs,
  });

export const useAssignAttendee = () =>
  useOperation(assignAttendee, { refreshes: ['lessons', 'polls'] });
export const useRequestRoom = () => useOperation(requestLessonRoom, { refreshes: ['lessons'] });
export const useImportAttendance = () => useOperation(importAttendance, { refreshes: ['lessons'] });
export const useImportTlsAttendance = () =>
  useOperation(importTlsAttendance, { refreshes: ['reports', 'live-sessions'] });
