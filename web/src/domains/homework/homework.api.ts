import {
  getHomework,
  listHomework,
  listPendingSubmissions,
  listStudentHomework,
  listSubmissions,
} from '@staffroom/contract/domains/homework/homework.contract.ts';
import { everyQuery, operationQuery } from '../../lib/queries.ts';

export const homeworkQuery = (id: string) => operationQuery(getHomework, { params: { id } });

/** Who is assigned and has handed nothing in. */
export const pendingQuery = (id: string) =>
  operationQuery(listPendingSubmissions, { params: { id } });

/** How much homework a lesson has, and how much a student: the counts of their tabs. */
export const homeworkCountQuery = (lesson: string) =>
  operationQuery(listHomework, { query: { max: 1, filter: { lesson } } });
export const studentHomeworkCountQuery = (id: string) =>
  operationQuery(listStudentHomework, { params: { id }, query: { max: 1 } });

/** All that was handed in of a homework, latest first. */
export const submissionsQuery = (id: string) =>
  everyQuery(listSubmissions, { filter: { homework: id } });
