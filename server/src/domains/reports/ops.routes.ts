import { listBirthdayStudents } from 'staffroom-contract/domains/reports/birthdays.contract.ts';
import {
  listHomeworkAssignment,
  listStudentsWithoutHomework,
} from 'staffroom-contract/domains/reports/homework-assignment.contract.ts';
import type { Route } from '../../platform/handle.ts';
import { handleList, handleListOf } from '../../platform/handle-record.ts';
import { birthdaysOf } from './birthdays.ts';
import * as assignment from './homework-assignment.ts';

/** The reports of `/ops`. */
export const opsRoutes: Route[] = [
  handleList(listHomeworkAssignment, assignment.homeworkAssignmentList),
  handleListOf(listStudentsWithoutHomework, assignment.studentsOf),
  handleListOf(listBirthdayStudents, (context, _params, query) => birthdaysOf(context, query)),
];
