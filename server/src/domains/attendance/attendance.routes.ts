import {
  listAttendanceOfStudents,
  listLessonAttendance,
  listReportedStudents,
  sumLessonAttendance,
} from 'staffroom-contract/domains/attendance/lesson-attendance.contract.ts';
import {
  assignAttendee,
  correctAttendance,
  getLessonAttendance,
  importAttendance,
  listAttendanceImports,
  requestAttendanceReport,
  undoAttendanceImport,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import {
  checkLiveLink,
  getLiveLink,
} from 'staffroom-contract/domains/attendance/live-link.contract.ts';
import { listStudentAttendance } from 'staffroom-contract/domains/attendance/student-attendance.contract.ts';
import {
  importLiveSessionAttendance,
  listLiveSessionAttendance,
  listLiveSessionSignUps,
  listLiveSessionOthers,
} from 'staffroom-contract/domains/attendance/live-session-attendance.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList, handleListOf } from '../../platform/handle-record.ts';
import { handleInThread } from '../../platform/json-bodies.ts';
import type { Zoom } from '../../platform/zoom.ts';
import * as report from './lesson-attendance.ts';
import * as imports from './attendance-imports.service.ts';
import * as attendance from './attendance.service.ts';
import * as liveLink from './live-link.service.ts';
import { requestReport } from './zoom/zoom-reports.service.ts';
import * as studentAttendance from './student-attendance.ts';
import * as liveSession from './live-session-attendance.ts';

/** `zoom` is the Zoom account, if one is configured. */
export const attendanceRoutes = (zoom: Zoom | undefined) => [
  handle(
    getLessonAttendance,
    (context, { params }) => attendance.readAttendance(context, params.id),
    (context, { params }) => attendance.exportAttendance(context, params.id),
  ),
  handle(requestAttendanceReport, async (context, { params }) => {
    await requestReport(context, params.id);
    return attendance.readAttendance(context, params.id);
  }),
  handle(correctAttendance, (context, { params, body }) =>
    attendance.correctAttendance(context, params, body),
  ),
  handle(assignAttendee, (context, { params, body }) =>
    attendance.assignAttendee(context, params, body),
  ),
  handleInThread(importAttendance, (context, bytes, { params }) =>
    imports.importAttendance(context, params.id, bytes),
  ),
  handle(listAttendanceImports, (context, { params }) => imports.listImports(context, params.id)),
  handle(undoAttendanceImport, (context, { params }) => imports.undoImport(context, params)),
  handle(listStudentAttendance, (context, { params, query }) =>
    studentAttendance.listStudentAttendance(context, params.id, query),
  ),
  handleList(listLessonAttendance, report.lessonAttendanceList),
  handleList(listAttendanceOfStudents, report.attendanceOfStudents),
  handle(sumLessonAttendance, (context, { body }) => report.sumLessonAttendance(context, body)),
  handle(
    listReportedStudents,
    (context, { params }) => report.readReportedStudents(context, params.id),
    (context, { params }) => report.exportReportedStudents(context, params.id),
  ),
  handleList(listLiveSessionAttendance, liveSession.liveSessionAttendanceList),
  handleListOf(listLiveSessionSignUps, (context, { id }) => liveSession.signUpsOf(context, id)),
  handle(
    listLiveSessionOthers,
    (context, { params }) => liveSession.listOthers(context, params.id),
    (context, { params }) => liveSession.exportOthers(context, params.id),
  ),
  handleInThread(importLiveSessionAttendance, (context, bytes, { params }) =>
    liveSession.importAttendance(context, params.id, bytes),
  ),
  handle(getLiveLink, (context, { params }) => liveLink.readLiveLink(context, zoom, params)),
  handle(checkLiveLink, (context, { body }) => liveLink.checkLiveLink(context, body)),
];
