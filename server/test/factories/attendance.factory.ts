import {
  importAttendance,
  listAttendanceImports,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { assign, setRole, unassign } from '../../src/domains/attendance/attendance.queries.ts';
import { attendanceRecords } from '../../src/domains/attendance/attendance.schema.ts';
import { classroomEvents } from '../../src/domains/attendance/classroom-events.schema.ts';
import { lessonRooms } from '../../src/domains/lessons/lessons.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { aLessonWith, pupils } from './announcement.factory.ts';
import { aClass, aLesson } from './class.factory.ts';
import { insertRow } from './insert-row.ts';

type Lesson = { id: string; scheduledAt: Date };

const minute = 60_000;

/** A stay in a lesson, from and to in minutes after its start. */
export const aStay = async (
  app: Stage,
  lesson: Lesson,
  { email = '', name = 'Guest', from = 0, to = 120 } = {},
) => {
  const at = (minutes: number) => new Date(lesson.scheduledAt.getTime() + minutes * minute);
  const stay = { lessonId: lesson.id, source: 'zoom' as const, email, name };
  const times = { joinedAt: at(from), leftAt: at(to), received: at(to) };
  return (await insertRow(app, attendanceRecords, { ...stay, ...times })).id;
};

/** A person joins a lesson in the classroom at its start, and leaves when the returned function is called. */
export const aJoin = async (app: Stage, lesson: Lesson, email: string) => {
  const note = (action: 'join' | 'leave', after: number) =>
    insertRow(app, classroomEvents, {
      lessonId: lesson.id,
      email,
      name: 'Guest',
      action,
      at: new Date(lesson.scheduledAt.getTime() + after * minute),
      received: app.clock.now(),
    });
  await note('join', 0);
  return () => note('leave', 5);
};

/** Staff assign this address to a tutor or TA. */
export const aRole = async (
  app: Stage,
  person: string,
  role: 'tutor' | 'ta',
  { id: userId }: { id: string },
) => {
  const { id: givenBy } = await app.as('Admin');
  await setRole(app.database.db, { person, role, userId, givenBy, givenAt: app.clock.now() });
};

/** Staff match a person in the lesson to a student; `takeBack` undoes it. */
export const aMatch = async (
  app: Stage,
  { id: lessonId }: Pick<Lesson, 'id'>,
  { email }: { email: string },
  student: { id: string },
) => {
  const match = { lessonId, person: email.toLowerCase() };
  const { db } = app.database;
  const { id: assignedBy } = await app.as('Admin');
  await assign(db, { ...match, studentId: student.id, assignedBy, assignedAt: app.clock.now() });
  return { takeBack: () => unassign(db, lessonId, match.person) };
};

export const aRoom = (
  app: Stage,
  lesson: Pick<Lesson, 'id'>,
  roomId = '84322107765',
  hostEmail = 'room3@example.net',
) =>
  app.database.db.insert(lessonRooms).values({
    lessonId: lesson.id,
    roomId,
    password: 'frac48',
    registrationUrl: `https://zoom.example.com/w/${roomId}`,
    hostEmail,
    alternativeHosts: 'shimin.goh@example.net',
  });

/** An inactive Zoom lesson at the time of an active one with the same host, which no other lesson has. */
export const aLessonOfABookedHost = async (app: Stage) => {
  const [tuitionClass, otherClass] = [await aClass(app), await aClass(app)];
  const at = { scheduledAt: new Date('2027-04-17T06:00:00Z'), hostingPlatform: 'Zoom' };
  const other = await aLesson(app, otherClass.id, { ...at, name: 'Ratio' });
  const lesson = await aLesson(app, tuitionClass.id, { ...at, name: 'Surds', isActive: false });
  const host = `${unique('room').toLowerCase()}@example.net`;
  for (const each of [other, lesson]) await aRoom(app, each, undefined, host);
  return { tuitionClass, lesson, otherClass, host };
};

/** A participant file in Zoom's format; times are minutes after the lesson's start. */
export const zoomFile = (
  { scheduledAt }: Lesson,
  people: readonly { name?: string; email?: string; from?: number; to?: number }[],
  meeting = '843 2210 7765',
): string[][] => {
  const at = (minutes: number) =>
    new Date(scheduledAt.getTime() + minutes * minute)
      .toLocaleString('sv-SE', { timeZone: 'Asia/Singapore' })
      .slice(0, 19);
  return [
    ['Meeting ID', 'Topic', 'Start Time'],
    [meeting, 'Surds', at(0)],
    [''],
    ['Name (Original Name)', 'User Email', 'Join Time', 'Leave Time', 'Guest'],
    ...people.map(({ name = 'Guest', email = '', from = 0, to = 120 }) => [
      name,
      email,
      at(from),
      at(to),
      'Yes',
    ]),
  ];
};

export const anAttendanceImport = async (app: Stage) => {
  const { lesson } = await aLessonWith(app, pupils(1));
  const params = { id: lesson.id };
  const admin = await app.as('Admin');
  const rows = zoomFile(lesson, [{ name: 'iPad (2)' }]);
  await admin.call(importAttendance, { params, body: { file_name: 'participants.csv', rows } });
  const { data } = await admin.call(listAttendanceImports, { params });
  return { id: lesson.id, importId: data[0]?._id ?? '' };
};
