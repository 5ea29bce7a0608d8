import {
  listClassEnrolment,
  listEnrolledStudents,
  readEnrolmentFigures,
} from '@staffroom/contract/domains/reports/class-enrolment.contract.ts';
import { listTrialStat } from '@staffroom/contract/domains/reports/trial-stat.contract.ts';
import { handle, type Route } from '../../platform/handle.ts';
import { handleList } from '../../platform/handle-record.ts';
import * as enrolment from './class-enrolment.service.ts';
import { trialStatList } from './trial-stat.service.ts';

/** The dashboard's own reports. */
export const dashboardRoutes: Route[] = [
  handleList(listClassEnrolment, enrolment.enrolmentList),
  handle(readEnrolmentFigures, (context, { body }) => enrolment.readFigures(context, body)),
  handle(
    listEnrolledStudents,
    (context, { params, query }) => enrolment.listStudents(context, params, query),
    (context, { params, query }) => enrolment.exportStudents(context, params, query),
  ),
  handleList(listTrialStat, trialStatList),
];
