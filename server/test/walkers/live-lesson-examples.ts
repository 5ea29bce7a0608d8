import { eq } from 'drizzle-orm';
import { getLiveLink } from 'staffroom-contract/domains/attendance/live-link.contract.ts';
import { importLiveSessionAttendance } from 'staffroom-contract/domains/attendance/live-session-attendance.contract.ts';
import { subjects } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { lessons } from '../../src/domains/lessons/lessons.schema.ts';
import { type TestApp } from '../build-test-app.ts';
import { aLessonOfOne, aLessonId, type MakeExample } from './example.ts';
import { anAttendanceImport, aRoom, aStay, zoomFile } from '../factories/attendance.factory.ts';
import { aClass, aLesson } from '../factories/class.factory.ts';
import { aZoomRoom } from '../factories/zoom-room.factory.ts';
import { anImageFile } from '../factories/image.factory.ts';
import { aLiveSession, aLiveSessionBody, anAttendee } from '../factories/live-session.factory.ts';
import { aLessonWithPolls, aPollQuestion, aQuestionBody } from '../factories/poll.factory.ts';

const aPersonToJoin = async (app: TestApp) => {
  const { lesson, students } = await aLessonOfOne(app);
  return { id: lesson.id, userId: students[0]?.id ?? '' };
};

/** A Zoom lesson with a room, which also exists at Zoom if the test app has an account. */
const aLessonOnZoom = async (app: TestApp, inDays: number) => {
  const { id } = await aClass(app);
  const lesson = await aLesson(app, id, {
    inDays,
    hostingPlatform: 'Zoom',
    hostingType: 'meeting',
  });
  await (app.settings.zoom && inDays > 0 ? aZoomRoom(app, lesson) : aRoom(app, lesson));
  return lesson.id;
};

/** The report filter for the day of a lesson that has begun. */
const aReportedDay = async (app: TestApp) => {
  const { lesson } = await aLessonOfOne(app);
  const now = app.clock.now();
  await app.database.db
    .update(lessons)
    .set({ scheduledAt: now, endedAt: new Date(now.getTime() + 3_600_000) })
    .where(eq(lessons.id, lesson.id));
  const today = now.toISOString();
  return { date_range: { between: [today, today] }, subject: { in: [...subjects] } };
};

const polledLesson: MakeExample = async (app) => ({
  params: { id: (await aLessonWithPolls(app)).lesson.id },
});

const questionByPath = async (app: TestApp) => {
  const { lesson, first } = await aLessonWithPolls(app);
  return { params: { id: lesson.id, pollId: first.id } };
};

const liveSessionByPath: MakeExample = async (app) => ({
  params: { id: (await aLiveSession(app)).id },
});

export const liveLessonExamples: Record<string, MakeExample> = {
  listStudentAttendance: async (app) => ({
    params: { id: (await aPersonToJoin(app)).userId },
    query: { max: 5 },
  }),
  getLessonRoom: async (app) => {
    const id = await aLessonId(app);
    await aRoom(app, { id });
    return { params: { id } };
  },
  requestLessonRoom: async (app) => ({ params: { id: await aLessonId(app) } }),
  getStartLink: async (app) => ({ params: { id: await aLessonOnZoom(app, 7) } }),
  requestAttendanceReport: async (app) => ({ params: { id: await aLessonOnZoom(app, -1) } }),
  getLessonAttendance: async (app) => {
    const { lesson, students } = await aLessonOfOne(app);
    await aStay(app, lesson, { email: students[0]?.email ?? '' });
    return { params: { id: lesson.id } };
  },
  correctAttendance: async (app) => {
    const { lesson, students } = await aLessonOfOne(app);
    return {
      params: { id: lesson.id, studentId: students[0]?.id ?? '' },
      body: { status: 'attended', reason: 'Joined by phone', version: 1 },
    };
  },
  assignAttendee: async (app) => {
    const { lesson, students } = await aLessonOfOne(app);
    const attendeeId = await aStay(app, lesson, { name: 'iPad (2)' });
    return {
      params: { id: lesson.id, attendeeId },
      body: { student: students[0]?.id ?? '', before: null },
    };
  },
  listLessonAttendance: async (app) => ({ body: await aReportedDay(app) }),
  sumLessonAttendance: async (app) => ({ body: await aReportedDay(app) }),
  listAttendanceOfStudents: async (app) => ({
    query: { max: 5 },
    body: { ...(await aReportedDay(app)), kind: 'paying' },
  }),
  listReportedStudents: async (app) => {
    const { lesson } = await aLessonOfOne(app);
    return { params: { id: lesson.id } };
  },
  listLiveSessionAttendance: async (app) => {
    const { scheduledAt } = await aLiveSession(app, { inDays: -1 });
    const day = scheduledAt.toISOString();
    return { body: { date_range: { between: [day, day] } } };
  },
  listLiveSessionSignUps: async (app) => {
    const { id } = await aLiveSession(app);
    await anAttendee(app, id);
    return { params: { id }, query: { max: 5 } };
  },
  listLiveSessionOthers: async (app) => {
    const session = await aLiveSession(app, { eventDuration: 120 });
    await (
      await app.as('Admin')
    ).call(importLiveSessionAttendance, {
      params: { id: session.id },
      body: { file_name: 'participants.csv', rows: zoomFile(session, [{ name: 'iPad (2)' }]) },
    });
    return { params: { id: session.id } };
  },
  importLiveSessionAttendance: async (app) => {
    const session = await aLiveSession(app, { eventDuration: 120 });
    return {
      params: { id: session.id },
      body: { file_name: 'participants.csv', rows: zoomFile(session, [{ name: 'iPad (2)' }]) },
    };
  },
  importAttendance: async (app) => {
    const { lesson } = await aLessonOfOne(app);
    return {
      params: { id: lesson.id },
      body: { file_name: 'participants.csv', rows: zoomFile(lesson, [{ name: 'iPad (2)' }]) },
    };
  },
  listAttendanceImports: async (app) => ({ params: { id: (await anAttendanceImport(app)).id } }),
  undoAttendanceImport: async (app) => ({ params: await anAttendanceImport(app) }),
  getLiveLink: async (app) => ({ params: await aPersonToJoin(app) }),
  checkLiveLink: async (app) => {
    const params = await aPersonToJoin(app);
    const { data } = await (await app.as('Admin')).call(getLiveLink, { params });
    return { body: { lesson: params.id, link: new URL(data.url).hash.slice(1) } };
  },
  listPollQuestions: polledLesson,
  listPollAnswers: polledLesson,
  getPollQuestion: async (app) => ({ params: { id: (await aLessonWithPolls(app)).first.id } }),
  createPollQuestion: async (app) => ({
    params: { id: await aLessonId(app) },
    body: aQuestionBody(),
  }),
  updatePollQuestion: async (app) => ({
    ...(await questionByPath(app)),
    body: { name: 'Warm up', question_index: 1, answer_index: [0], version: 1 },
  }),
  deletePollQuestion: questionByPath,
  copyPollQuestions: async (app) => {
    const from = await aLessonId(app);
    await aPollQuestion(app, from);
    return { params: { id: await aLessonId(app) }, body: { from } };
  },
  listLessonsWithPolls: async (app) => {
    const { tuitionClass } = await aLessonWithPolls(app);
    return { query: { filter: { search: { regex: tuitionClass.name } } } };
  },
  listLiveSessions: async (app) => {
    const { name } = await aLiveSession(app);
    return { query: { max: 5, filter: { search: { regex: name }, period: 'upcoming' } } };
  },
  getLiveSession: liveSessionByPath,
  createLiveSession: async (app) => ({
    body: await aLiveSessionBody(app),
    file: await anImageFile({ kind: 'jpeg' }),
  }),
  updateLiveSession: async (app) => ({
    ...(await liveSessionByPath(app)),
    body: { name: 'Heuristics again', event_duration: 45, is_listed: false, version: 1 },
  }),
  deleteLiveSession: liveSessionByPath,
  listSessionAttendees: async (app) => {
    const { id } = await aLiveSession(app);
    await anAttendee(app, id);
    return { params: { id }, query: { max: 5 } };
  },
};
