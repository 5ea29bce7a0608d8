import {
  getHomework,
  getSubmissionStats,
  listHomework,
  listPendingSubmissions,
  listStudentHomework,
  listSubmissions,
} from '@staffroom/contract/domains/homework/homework.contract.ts';
import { handle } from '../../platform/handle.ts';
import { exportHomework, exportOfStudent, homeworkList, listOfStudent } from './homework-list.ts';
import * as homework from './homework.service.ts';
import { exportSubmissions, submissionList } from './submission-list.ts';

export const homeworkRoutes = [
  handle(
    listHomework,
    (context, { query }) => homeworkList.page(context, query),
    (context, { query }) => exportHomework(context, query),
  ),
  handle(getHomework, (context, { params }) => homework.getHomework(context, params.id)),
  handle(
    listPendingSubmissions,
    (context, { params }) => homework.readPending(context, params.id),
    (context, { params }) => homework.exportPending(context, params.id),
  ),
  handle(
    listSubmissions,
    (context, { query }) => submissionList.page(context, query),
    (context, { query }) => exportSubmissions(context, query),
  ),
  handle(getSubmissionStats, (context, { query }) => homework.readStats(context, query.homework)),
  handle(
    listStudentHomework,
    (context, { params, query }) => listOfStudent(context, params.id, query),
    (context, { params, query }) => exportOfStudent(context, params.id, query),
  ),
];
