import {
  assignAttendee,
  correctAttendance,
  getLessonAttendance,
  importAttendance,
} from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import { handle } from '../../platform/handle.ts';
import * as attendance from './attendance.service.ts';

export const attendanceRoutes = [
  handle(
    getLessonAttendance,
    (context, { params }) => attendance.readAttendance(context, params.id),
    (context, { params }) => attendance.exportAttendance(context, params.id),
  ),
  handle(correctAttendance, (context, { params, body }) =>
    attendance.correctAttendance(context, params, body),
  ),
  handle(assignAttendee, (context, { params, body }) =>
    attendance.assignAttendee(context, params, body),
  ),
  handle(importAttendance, (context, { params, body }) =>
    attendance.importAttendance(context, params.id, body),
  ),
];
