import {
  getLessonRoster,
  listLessons,
} from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { listStudentLessons } from '@staffroom/contract/domains/lessons/student-lessons.contract.ts';
import { handle } from '../../platform/handle.ts';
import { exportLessons } from './export-lessons.ts';
import * as lessons from './lessons.service.ts';
import * as studentLessons from './student-lessons.service.ts';

export const lessonRoutes = [
  handle(
    listLessons,
    (context, { query }) => lessons.listLessons(context, query),
    (context, { query }) => exportLessons(context, query),
  ),
  handle(getLessonRoster, (context, { params }) => lessons.readRoster(context, params.id)),
  handle(listStudentLessons, (context, { params, query }) =>
    studentLessons.listStudentLessons(context, params.id, query),
  ),
];
