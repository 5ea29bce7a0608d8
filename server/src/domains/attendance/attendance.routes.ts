import {
  listAttendanceOfStudents,
  listAttendedLessons,
  listReportedStudents,
  sumAttendance,
} from 'staffroom-contract/domains/attendance/attendance-report.contract.ts';
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
  importTlsAttendance,
  listTlsAttendance,
  listTlsAttendees,
  listTlsOthers,
} from 'staffroom-contract/domains/attendance/tls-attendance.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList, handleListOf } from '../../platform/handle-record.ts';
import { handleInThread } from '../../platform/json-bodies.ts';
import type { Zoom } from '../../platform/zoom.ts';
import * as report from './attendance-report.ts';
import * as imports from './attendance-imports.service.ts';
import * as attendance from './attendance.service.ts';
import * as liveLink from './live-link.service.ts';
import { requestReport } from './zoom/zoom-reports.service.ts';
import * as studentAttendance from './student-attendance.ts';
import * as tls from './tls-attendance.ts';

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
  handleList(listAttendedLessons, report.attendedLessonList),
  handleList(listAttendanceOfStudents, report.attendanceOfStudents),
  handle(sumAttendance, (context, { body }) => report.sumAttendance(context, body)),
  handle(
    listReportedStudents,
    (context, { params }) => report.readReportedStudents(context, params.id),
    (context, { params }) => report.exportReportedStudents(context, params.id),
  ),
  handleList(listTlsAttendance, tls.tlsAttendanceList),
  handleListOf(listTlsAttendees, (context, { id }) => tls.attendeesOf(context, id)),
  handle(
    listTlsOthers,
    (context, { params }) => tls.listOthers(context, params.id),
    (context, { params }) => tls.exportOthers(context, params.id),
  ),
  handleInThread(importTlsAttendance, (context, bytes, { params }) =>
    tls.importAttendance(context, params.id, bytes),
  ),
  handle(getLiveLink, (context, { params }) => liveLink.readLiveLink(context, zoom, params)),
  handle(checkLiveLink, (context, { body }) => liveLink.checkLiveLink(context, body)),
];
