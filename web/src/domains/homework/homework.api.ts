import {
  getHomework,
  listHomework,
  listPendingSubmissions,
  listStudentHomework,
  listSubmissions,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import { everyQuery, operationQuery } from '../../lib/queries.ts';

export const homeworkQuery = (id: string) => operationQuery(getHomework, { params: { id } });

/** Assigned students without a submission. */
export const pendingQuery = (id: string) =>
  operationQuery(listPendingSubmissions, { params: { id } });

/** Number of homework of a lesson or student, for the tabs' counts. */
export const homeworkCountQuery = (lesson: string) =>
  operationQuery(listHomework, { query: { max: 1, filter: { lesson } } });
export const studentHomeworkCountQuery = (id: string) =>
  operationQuery(listStudentHomework, { params: { id }, query: { max: 1 } });

/** All submissions of a homework, latest first. */
export const submissionsQuery = (id: string) =>
  everyQuery(listSubmissions, { filter: { homework: id } });
