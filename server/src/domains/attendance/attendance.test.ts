import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  assignAttendee,
  correctAttendance,
  getLessonAttendance,
  importAttendance,
  type LessonAttendance,
} from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import { listDayLessons } from '@staffroom/contract/domains/lessons/lesson-day.contract.ts';
import { getLessonRoom } from '@staffroom/contract/domains/lessons/lesson-room.contract.ts';
import { listLessonChanges } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aLessonWith, pupils } from '../../../test/factories/announcement.factory.ts';
import { aRoom, aStay, zoomFile } from '../../../test/factories/attendance.factory.ts';
import { aRenewalTicket } from '../../../test/factories/ticket.factory.ts';
import { aTutor, aUser } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { newId } from '../../platform/ids.ts';
import { lessons, lessonStaff } from '../lessons/lessons.schema.ts';
import { classroomEvents } from './classroom-events.schema.ts';

const app = useTestApp();
const hour = 60 * 60_000;

/** A lesson of two hours that ended yesterday, with its students in the order given. */
const aPastLesson = async (people: Parameters<typeof aLessonWith>[1]) => {
  const made = await aLessonWith(app, people);
  const scheduledOn = new Date(app.clock.now().getTime() - 26 * hour);
  const [lesson] = await app.database.db
    .update(lessons)
    .set({ scheduledOn, endedOn: new Date(scheduledOn.getTime() + 2 * hour) })
    .where(eq(lessons.id, made.lesson.id))
    .returning();
  return { lesson: lesson!, students: made.students };
};

const read = async (api: Api, id: string) =>
  (await api.call(getLessonAttendance, { params: { id } })).data;

const statusesOf = ({ students }: LessonAttendance) =>
  Object.fromEntries(students.map(({ name, status }) => [name, status]));

describe('who attended a lesson', () => {
  test('is said by e-mail in any letter case, from the earliest coming to the latest going', async () => {
    const { lesson, students } = await aPastLesson(pupils(4));
    const [whole, half, , byNameAlone] = students;
    await aStay(app, lesson, { email: whole!.email.toUpperCase(), from: -3, to: 40 });
    await aStay(app, lesson, { email: whole!.email, from: 45, to: 118 });
    await aStay(app, lesson, { email: half!.email, from: 0, to: 80 });
    await aStay(app, lesson, { name: byNameAlone!.name, from: 0, to: 118 });
    const admin = await app.as('Admin');
    const found = await read(admin, lesson.id);
    expect(statusesOf(found)).toEqual({
      'Pupil 1': 'attended',
      'Pupil 2': 'half attended',
      'Pupil 3': 'absent',
      'Pupil 4': 'absent',
    });
    const at = (minutes: number) =>
      new Date(lesson.scheduledOn.getTime() + minutes * 60_000).toISOString();
    expect(found.students[0]?.presence).toEqual({ joined_at: at(-3), left_at: at(118) });
    expect(found.attendees.filter(({ as }) => as === 'unmatched')).toMatchObject([
      { name: 'Pupil 4', email: '', person: null },
    ]);
  });

  test('is not known without any row, and of video students never expected', async () => {
    const { lesson, students } = await aPastLesson([{}, { kind: 'PAYMENT_VIDEO' }]);
    const admin = await app.as('Admin');
    expect(statusesOf(await read(admin, lesson.id))).toEqual({ 'Pupil 1': null, 'Pupil 2': null });
    await aStay(app, lesson, { email: students[0]!.email });
    expect(statusesOf(await read(admin, lesson.id))).toEqual({
      'Pupil 1': 'attended',
      'Pupil 2': null,
    });
  });

  test('does not mind tutors and strangers who stay longer', async () => {
    const { lesson, students } = await aPastLesson(pupils(1));
    const tutor = await aTutor(app);
    await aStay(app, lesson, { email: students[0]!.email, to: 60 });
    await aStay(app, lesson, { email: tutor.email, to: 130 });
    await aStay(app, lesson, { email: 'father@example.org', to: 130 });
    const found = await read(await app.as('Admin'), lesson.id);
    expect(statusesOf(found)).toEqual({ 'Pupil 1': 'attended' });
    expect(found.attendees.map(({ as }) => as).toSorted()).toEqual([
      'student',
      'tutor',
      'unmatched',
    ]);
  });

  test('comes from what the classroom sends too', async () => {
    const { lesson, students } = await aPastLesson(pupils(1));
    const event = (action: 'join' | 'leave', minutes: number) => {
      const at = new Date(lesson.scheduledOn.getTime() + minutes * 60_000);
      const { email, name } = students[0]!;
      return { id: newId(at), lessonId: lesson.id, email, name, action, at, received: at };
    };
    await app.database.db.insert(classroomEvents).values([event('leave', 110), event('join', 2)]);
    const [student] = (await read(await app.as('Admin'), lesson.id)).students;
    expect(student).toMatchObject({
      status: 'attended',
      presence: {
        joined_at: new Date(lesson.scheduledOn.getTime() + 2 * 60_000).toISOString(),
        left_at: new Date(lesson.scheduledOn.getTime() + 110 * 60_000).toISOString(),
      },
    });
  });

  test('is a Tutor’s to see of own lessons alone, without the addresses of strangers', async () => {
    const { lesson, students } = await aPastLesson(pupils(1));
    await aStay(app, lesson, { email: 'father@example.org', name: 'Mr Tan' });
    await aStay(app, lesson, { email: students[0]!.email });
    const tutor = await app.as('Tutor');
    const byId = { params: { id: lesson.id } };
    expect((await tutor.refused(getLessonAttendance, byId)).status).toBe(404);
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
    const { attendees } = await read(tutor, lesson.id);
    expect(attendees.map(({ name, email }) => [name, email])).toEqual(
      expect.arrayContaining([
        ['Mr Tan', ''],
        ['Somebody', students[0]!.email],
      ]),
    );
  });
});

describe('a participant file', () => {
  const importing = (id: string, rows: string[][]) => ({
    params: { id },
    body: { file_name: 'participants.csv', rows },
  });

  test('is read by who works tickets of the lesson, with their students by name', async () => {
    const { lesson, students } = await aPastLesson(pupils(3));
    const student = students[1]!;
    await aStay(app, lesson, { email: student.email, from: 0, to: 118 });
    await aRenewalTicket(app, {
      lessonId: lesson.id,
      classId: lesson.classId,
      studentId: student.id,
      subscriptionEndDate: lesson.scheduledOn,
    });
    const works = await app.as('Agent', { extraRoutes: ['/tickets/renewal'] });
    const { students: named, unnamed, abilities } = await read(works, lesson.id);
    expect(named).toMatchObject([{ _id: student.id, kind: 'PAYMENT', status: 'attended' }]);
    expect(unnamed).toBe(2);
    expect(abilities.correct).toBe(false);

    // A lesson without a ticket is none of theirs, nor are tickets of the other kind.
    const { lesson: another } = await aPastLesson(pupils(1));
    const statusFor = async (api: Api, { id }: { id: string }) =>
      (await api.refused(getLessonAttendance, { params: { id } })).status;
    expect(await statusFor(works, another)).toBe(404);
    const trials = await app.as('Agent', { extraRoutes: ['/tickets/trial'] });
    expect(await statusFor(trials, lesson)).toBe(404);
    expect(await statusFor(await app.as('Agent'), lesson)).toBe(403);
  });

  test('is taken once, however often it is sent', async () => {
    const { lesson, students } = await aPastLesson(pupils(2));
    await aRoom(app, lesson);
    const file = importing(
      lesson.id,
      zoomFile(lesson, [{ email: students[0]!.email, to: 118 }, { name: 'iPad (2)' }]),
    );
    const admin = await app.as('Admin');
    const first = await admin.call(importAttendance, file);
    expect(first.data).toEqual({ added: 2, known: 0, unmatched: 1 });
    const again = await admin.call(importAttendance, file);
    expect(again.data).toEqual({ added: 0, known: 2, unmatched: 0 });
    const found = await read(admin, lesson.id);
    expect(statusesOf(found)).toEqual({ 'Pupil 1': 'attended', 'Pupil 2': 'absent' });
    expect(found.attendees).toHaveLength(2);
  });

  test('of another meeting, or with a leave before its join, changes nothing and says why', async () => {
    const { lesson, students } = await aPastLesson(pupils(1));
    await aRoom(app, lesson);
    const admin = await app.as('Admin');
    const refusedWith = async (rows: string[][]) =>
      (await admin.refused(importAttendance, importing(lesson.id, rows))).body.message.errors[0];
    const { email } = students[0]!;
    expect(await refusedWith(zoomFile(lesson, [{ email }], '999 8887 7766'))).toMatchObject({
      code: 'attendance_file',
      message: "This file is of meeting 99988877766; this lesson's is 84322107765.",
    });
    expect(
      await refusedWith(zoomFile(lesson, [{ email }, { email, from: 9, to: 3 }])),
    ).toMatchObject({ message: 'Row 6: the leave time is before the join time.' });
    expect((await read(admin, lesson.id)).attendees).toEqual([]);
  });
});

describe('a correction', () => {
  const correcting = (
    id: string,
    studentId: string,
    body: { status: 'attended' | 'absent' | null; reason: string; version: number },
  ) => ({ params: { id, studentId }, body });

  test('stands above the sources with who made it and why, and is taken back', async () => {
    const { lesson, students } = await aPastLesson(pupils(2));
    await aStay(app, lesson, { email: students[0]!.email });
    const admin = await app.as('CustService');
    const of = students[1]!.id;
    const fixed = await admin.call(
      correctAttendance,
      correcting(lesson.id, of, { status: 'attended', reason: 'Joined by phone', version: 1 }),
    );
    expect(fixed.data).toMatchObject({
      status: 'attended',
      correction: { reason: 'Joined by phone', status: 'attended' },
      version: 2,
    });
    const back = await admin.call(
      correctAttendance,
      correcting(lesson.id, of, { status: null, reason: 'Was somebody else', version: 2 }),
    );
    expect(back.data).toMatchObject({
      status: 'absent',
      correction: null,
      version: 3,
    });
    const steps = await (
      await app.as('Admin')
    ).call(listLessonChanges, { params: { id: lesson.id } });
    expect(steps.data.map(({ action }) => action).slice(0, 2)).toEqual([
      'lesson.attendanceCorrected',
      'lesson.attendanceCorrected',
    ]);
  });

  test('of two at once the later is refused as stale, and nothing of it is kept', async () => {
    const { lesson, students } = await aPastLesson(pupils(1));
    const admin = await app.as('Admin');
    const both = await Promise.all(
      (['attended', 'absent'] as const).map((status) =>
        admin.send(
          correctAttendance,
          correcting(lesson.id, students[0]!.id, {
            status,
            reason: `It was ${status}`,
            version: 1,
          }),
        ),
      ),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const [student] = (await read(admin, lesson.id)).students;
    expect(student?.version).toBe(2);
    const won = both.findIndex(({ status }) => status === 200);
    expect(student?.status).toBe((['attended', 'absent'] as const)[won]);
  });

  test('needs a reason, the right to correct, and a student of the lesson', async () => {
    const { lesson, students } = await aPastLesson(pupils(1));
    const admin = await app.as('Admin');
    const input = (reason: string, id = students[0]!.id) =>
      correcting(lesson.id, id, { status: 'absent', reason, version: 1 });
    expect(
      (await admin.refused(correctAttendance, input(' '))).body.message.errors[0],
    ).toMatchObject({
      field: 'reason',
      message: 'Please enter a reason',
    });
    const partner = await app.as('SalesAdmin');
    expect((await partner.refused(correctAttendance, input('Saw it'))).status).toBe(403);
    const other = await aUser(app, { type: 'Student' });
    expect((await admin.refused(correctAttendance, input('Saw it', other.id))).status).toBe(404);
  });
});

describe('somebody whom no e-mail matches', () => {
  const matching = (
    id: string,
    attendeeId: string,
    student: string | null,
    before: string | null,
  ) => ({
    params: { id, attendeeId },
    body: { student, before },
  });

  test('is matched by hand with all their comings, with who did it, and unmatched again', async () => {
    const { lesson, students } = await aPastLesson(pupils(2));
    const father = { email: 'Rajan.Home@example.org', name: 'Rajan family' };
    await aStay(app, lesson, { ...father, from: 0, to: 50 });
    await aStay(app, lesson, { ...father, email: 'rajan.home@example.org', from: 55, to: 118 });
    await aStay(app, lesson, { email: students[0]!.email, to: 118 });
    const admin = await app.as('Admin', { name: 'Nadia Tan' });
    const stranger = (await read(admin, lesson.id)).attendees.find(({ as }) => as === 'unmatched')!;
    const student = students[1]!.id;
    const matched = await admin.call(
      assignAttendee,
      matching(lesson.id, stranger._id, student, null),
    );
    expect(statusesOf(matched.data)).toEqual({ 'Pupil 1': 'attended', 'Pupil 2': 'attended' });
    const now = matched.data.attendees.find(({ assigned }) => assigned !== null)!;
    expect(now).toMatchObject({
      as: 'student',
      person: { _id: student },
      assigned: { by: 'Nadia Tan' },
    });
    const again = await admin.call(assignAttendee, matching(lesson.id, now._id, null, student));
    expect(statusesOf(again.data)).toEqual({ 'Pupil 1': 'attended', 'Pupil 2': 'absent' });
  });

  test('is matched once: who has not seen that is refused', async () => {
    const { lesson, students } = await aPastLesson(pupils(2));
    const row = await aStay(app, lesson, { name: 'iPad (2)' });
    const admin = await app.as('Admin');
    const both = await Promise.all(
      students.map(({ id }) => admin.send(assignAttendee, matching(lesson.id, row, id, null))),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('is no student of another lesson, and who is known by e-mail is not matched again', async () => {
    const { lesson, students } = await aPastLesson(pupils(2));
    const stranger = await aStay(app, lesson, { name: 'iPad' });
    const known = await aStay(app, lesson, { email: students[0]!.email });
    const admin = await app.as('Admin');
    const other = await aUser(app, { type: 'Student' });
    const codeOf = async (row: string, student: string) =>
      (await admin.refused(assignAttendee, matching(lesson.id, row, student, null))).code;
    expect(await codeOf(stranger, other.id)).toBe('invalid_value');
    expect(await codeOf(known, students[1]!.id)).toBe('attendee_known');
  });
});

test('the day counts who was there, corrected, and says nothing of a lesson without data', async () => {
  const { lesson, students } = await aPastLesson([{}, {}, {}, { kind: 'PAYMENT_VIDEO' }]);
  const admin = await app.as('Admin');
  const attended = async () => {
    const date = lesson.scheduledOn.toLocaleDateString('sv-SE', {
      timeZone: app.settings.businessTimeZone,
    });
    const { data } = await admin.call(listDayLessons, {
      query: { filter: { date, class: lesson.classId } },
    });
    return data[0]?.attended;
  };
  expect(await attended()).toBeNull();
  await aStay(app, lesson, { email: students[0]!.email });
  await aStay(app, lesson, { email: students[0]!.email, from: 121, to: 122 });
  await aStay(app, lesson, { email: students[3]!.email });
  expect(await attended()).toBe(1);
  const correct = (index: number, status: 'attended' | 'absent') =>
    admin.call(correctAttendance, {
      params: { id: lesson.id, studentId: students[index]!.id },
      body: { status, reason: 'Seen in the recording', version: 1 },
    });
  await correct(1, 'attended');
  expect(await attended()).toBe(2);
  await correct(0, 'absent');
  expect(await attended()).toBe(1);
});

test('a lesson’s room is shown as the specification names its parts, or that there is none', async () => {
  const { lesson } = await aPastLesson([]);
  const admin = await app.as('Admin');
  const room = async () => (await admin.call(getLessonRoom, { params: { id: lesson.id } })).data;
  expect(await room()).toBeNull();
  await aRoom(app, lesson);
  expect(await room()).toEqual({
    id: '84322107765',
    password: 'frac48',
    registration_url: 'https://zoom.example.com/w/84322107765',
    host_email: 'room3@example.net',
    settings: { alternative_hosts: 'shimin.goh@example.net' },
  });
});
