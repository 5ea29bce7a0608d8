import { listBirthdayStudents } from 'staffroom-contract/domains/reports/birthdays.contract.ts';
import {
  listHomeworkAssignment,
  listStudentsWithoutHomework,
} from 'staffroom-contract/domains/reports/homework-assignment.contract.ts';
import { handle, type Route } from '../../platform/handle.ts';
import { handleList } from '../../platform/handle-record.ts';
import { birthdayList } from './birthdays.ts';
import * as assignment from './homework-assignment.ts';

/** The reports of `/ops`. */
export const opsRoutes: Route[] = [
  handleList(listHomeworkAssignment, assignment.homeworkAssignmentList),
  handle(
    listStudentsWithoutHomework,
    (context, { params, query }) => assignment.listStudents(context, params.id, query),
    (context, { params, query }) => assignment.exportStudents(context, params.id, query),
  ),
  handleList(listBirthdayStudents, birthdayList),
];
