import { assign, unassign } from '../../src/domains/attendance/attendance.queries.ts';
import { attendanceRecords } from '../../src/domains/attendance/attendance.schema.ts';
import { lessonRooms } from '../../src/domains/lessons/lessons.schema.ts';
import type { Stage } from '../stage.ts';
import { insertRow } from './insert-row.ts';

type Lesson = { id: string; scheduledOn: Date };

const minute = 60_000;

/** Somebody was in the lesson, from and to so many minutes after its start. */
export const aStay = async (
  app: Stage,
  lesson: Lesson,
  { email = '', name = 'Somebody', from = 0, to = 120 } = {},
) => {
  const at = (minutes: number) => new Date(lesson.scheduledOn.getTime() + minutes * minute);
  const stay = { lessonId: lesson.id, source: 'zoom' as const, email, name };
  const times = { joinedOn: at(from), leftOn: at(to), received: at(to) };
  return (await insertRow(app, attendanceRecords, { ...stay, ...times })).id;
};

/** Staff have said by hand who somebody in the lesson is; until they take it back. */
export const aMatch = async (
  app: Stage,
  { id: lessonId }: Pick<Lesson, 'id'>,
  { email }: { email: string },
  student: { id: string },
) => {
  const match = { lessonId, person: email.toLowerCase() };
  const { db } = app.database;
  const { id: assignedBy } = await app.as('Admin');
  await assign(db, { ...match, studentId: student.id, assignedBy, assignedOn: app.clock.now() });
  return { takeBack: () => unassign(db, lessonId, match.person) };
};

/** The Zoom room of a lesson. */
export const aRoom = (app: Stage, lesson: Pick<Lesson, 'id'>, roomId = '84322107765') =>
  app.database.db.insert(lessonRooms).values({
    lessonId: lesson.id,
    roomId,
    password: 'frac48',
    registrationUrl: `https://zoom.example.com/w/${roomId}`,
    hostEmail: 'room3@example.net',
    alternativeHosts: 'shimin.goh@example.net',
  });

/** A participant file as Zoom writes it, of people with their minutes after the lesson's start. */
export const zoomFile = (
  { scheduledOn }: Lesson,
  people: readonly { name?: string; email?: string; from?: number; to?: number }[],
  meeting = '843 2210 7765',
): string[][] => {
  const at = (minutes: number) =>
    new Date(scheduledOn.getTime() + minutes * minute)
      .toLocaleString('sv-SE', { timeZone: 'Asia/Singapore' })
      .slice(0, 19);
  return [
    ['Meeting ID', 'Topic', 'Start Time'],
    [meeting, 'Surds', at(0)],
    [''],
    ['Name (Original Name)', 'User Email', 'Join Time', 'Leave Time', 'Guest'],
    ...people.map(({ name = 'Somebody', email = '', from = 0, to = 120 }) => [
      name,
      email,
      at(from),
      at(to),
      'Yes',
    ]),
  ];
};
