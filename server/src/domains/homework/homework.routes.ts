import {
  getHomework,
  getSubmissionStats,
  listHomework,
  listPendingSubmissions,
  listStudentHomework,
  listSubmissions,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import { handle } from '../../platform/handle.ts';
import { handleList, handleListOf } from '../../platform/handle-record.ts';
import { homeworkList, homeworkOfStudent } from './homework-list.ts';
import * as homework from './homework.service.ts';
import { submissionList } from './submission-list.ts';

export const homeworkRoutes = [
  handleList(listHomework, homeworkList),
  handle(getHomework, (context, { params }) => homework.getHomework(context, params.id)),
  handle(
    listPendingSubmissions,
    (context, { params }) => homework.readPending(context, params.id),
    (context, { params }) => homework.exportPending(context, params.id),
  ),
  handleList(listSubmissions, submissionList),
  handle(getSubmissionStats, (context, { query }) => homework.readStats(context, query.homework)),
  handleListOf(listStudentHomework, (context, { id }) => homeworkOfStudent(context, id)),
];
