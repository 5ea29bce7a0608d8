import { updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import {
  checkLessons,
  createLesson,
  getLesson,
  listLessonChanges,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import {
  getLessonRoom,
  getStartLink,
  requestLessonRoom,
} from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import { listDayLessons } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import {
  getLessonRoster,
  listLessons,
} from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import {
  addLessonStudents,
  findLessonStudents,
} from 'staffroom-contract/domains/lessons/roster-changes.contract.ts';
import { listStudentLessons } from 'staffroom-contract/domains/lessons/student-lessons.contract.ts';
import { handle, type Route } from '../../platform/handle.ts';
import { handleList, handleRecord } from '../../platform/handle-record.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { Zoom } from '../../platform/zoom.ts';
import { lessonDay } from './lesson-day.ts';
import { readRoom, requestRoom } from './lesson-room.service.ts';
import { lessonList } from './lesson-list.ts';
import { updateClassAndLessons } from './coming-lessons.service.ts';
import * as bookings from './bookings.service.ts';
import * as lessonRecords from './lesson-record.service.ts';
import * as lessons from './lessons.service.ts';
import * as studentLessons from './student-lessons.service.ts';
import { readStartLink } from './zoom/start-link.service.ts';
import * as rosterChanges from './roster-changes.service.ts';

/** `zoom` is the Zoom account, if one is configured. */
export const lessonRoutes = (jobs: Jobs, zoom: Zoom | undefined): readonly Route[] => [
  handleList(listLessons, lessonList),
  handleList(listDayLessons, lessonDay),
  handle(getLessonRoom, (context, { params }) => readRoom(context, params.id)),
  handle(requestLessonRoom, (context, { params }) => requestRoom(context, jobs, params.id)),
  handle(getStartLink, (context, { params }) => readStartLink(context, zoom, params.id)),
  ...handleRecord(lessonRecords.lessonRecord, { get: getLesson, changes: listLessonChanges }),
  // Part of this domain because coming lessons may change with the class.
  handle(updateClass, (context, { params, body }) =>
    updateClassAndLessons(context, jobs, params.id, body),
  ),
  handle(createLesson, (context, { body }) => lessonRecords.createLesson(context, jobs, body)),
  handle(updateLesson, (context, { params, body }) =>
    lessonRecords.updateLesson(context, jobs, params.id, body),
  ),
  handle(checkLessons, (context, { body }) => bookings.checkLessons(context, body.lessons)),
  handle(findLessonStudents, (context, { params, body }) =>
    rosterChanges.findStudents(context, params.id, body),
  ),
  handle(addLessonStudents, (context, { params, body }) =>
    rosterChanges.addStudents(context, params.id, body),
  ),
  handle(
    getLessonRoster,
    (context, { params }) => lessons.readRoster(context, params.id),
    (context, { params }) => lessons.exportRoster(context, params.id),
  ),
  handle(listStudentLessons, (context, { params, query }) =>
    studentLessons.listStudentLessons(context, params.id, query),
  ),
];
