import {
  getLessonRoster,
  listLessons,
} from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { handle } from '../../platform/handle.ts';
import { exportLessons } from './export-lessons.ts';
import * as lessons from './lessons.service.ts';

export const lessonRoutes = [
  handle(
    listLessons,
    (context, { query }) => lessons.listLessons(context, query),
    (context, { query }) => exportLessons(context, query),
  ),
  handle(getLessonRoster, (context, { params }) => lessons.readRoster(context, params.id)),
];
