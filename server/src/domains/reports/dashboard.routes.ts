import {
  listClassEnrolment,
  listEnrolledStudents,
  listStudentsOfClasses,
  readEnrolmentFigures,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { getLastContact } from 'staffroom-contract/domains/reports/last-contact.contract.ts';
import {
  listTrialStat,
  listTrialStudents,
} from 'staffroom-contract/domains/reports/trial-stat.contract.ts';
import { handle, type Route } from '../../platform/handle.ts';
import { handleList, handleListOf } from '../../platform/handle-record.ts';
import * as enrolment from './class-enrolment.service.ts';
import { readLastContact } from './last-contact.ts';
import * as trials from './trial-stat.service.ts';

/** The reports of the dashboard, and the last contact on a student's page. */
export const dashboardRoutes: Route[] = [
  handleList(listClassEnrolment, enrolment.enrolmentList),
  handle(readEnrolmentFigures, (context, { body }) => enrolment.readFigures(context, body)),
  handleListOf(listEnrolledStudents, enrolment.studentsBehind),
  handleListOf(listStudentsOfClasses, enrolment.studentsOfClasses),
  handle(getLastContact, (context, { params }) => readLastContact(context, params.id)),
  handleList(listTrialStat, trials.trialStatList),
  handleListOf(listTrialStudents, trials.studentsBehind),
];
