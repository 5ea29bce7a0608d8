import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  assignAttendee,
  correctAttendance,
  getLessonAttendance,
  importAttendance,
  type LessonAttendance,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { listDayLessons } from 'staffroom-contract/domains/lessons/lesson-day.contract.ts';
import { getLessonRoom } from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import { listLessonChanges } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { useTestApp } from '../../../test/build-test-app.ts';
import { aLessonWith, pupils } from '../../../test/factories/announcement.factory.ts';
import { aJoin, aRoom, aStay, zoomFile } from '../../../test/factories/attendance.factory.ts';
import { aClass, aLesson } from '../../../test/factories/class.factory.ts';
import { aStudentOn } from '../../../test/factories/homework.factory.ts';
import { aRenewalTicket } from '../../../test/factories/ticket.factory.ts';
import { aTutor, aUser } from '../../../test/factories/user.factory.ts';
import type { Api } from '../../../test/stage.ts';
import { newId } from '../../platform/ids.ts';
import { lessons, lessonStaff } from '../lessons/lessons.schema.ts';
import { classroomEvents } from './classroom-events.schema.ts';

const app = useTestApp();
const hour = 60 * 60_000;

/** A lesson of two hours that ended yesterday, with its students in the given order. */
const aPastLesson = async (people: Parameters<typeof aLessonWith>[1]) => {
  const made = await aLessonWith(app, people);
  const scheduledAt = new Date(app.clock.now().getTime() - 26 * hour);
  const [lesson] = await app.database.db
    .update(lessons)
    .set({ scheduledAt, endedAt: new Date(scheduledAt.getTime() + 2 * hour) })
    .where(eq(lessons.id, made.lesson.id))
    .returning();
  return { lesson: lesson!, students: made.students };
};

const read = async (api: Api, id: string) =>
  (await api.call(getLessonAttendance, { params: { id } })).data;

const statusesOf = ({ students }: LessonAttendance) =>
  Object.fromEntries(students.map(({ name, status }) => [name, status]));

describe('the attendance of a lesson', () => {
  test('is matched by e-mail in any letter case, from the first join to the last leave', async () => {
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
      new Date(lesson.scheduledAt.getTime() + minutes * 60_000).toISOString();
    expect(found.students[0]?.presence).toEqual({
      joined_at: at(-3),
      left_at: at(118),
      // 0 to 40, and 45 to 118.
      minutes: 113,
      is_in: false,
    });
    expect(found.attendees.filter(({ as }) => as === 'unmatched')).toMatchObject([
      { name: 'Pupil 4', email: '', person: null },
    ]);
  });

  test('is unknown without any row, and never expected of video students', async () => {
    const { lesson, students } = await aPastLesson([{}, { kind: 'PAYMENT_VIDEO' }]);
    const admin = await app.as('Admin');
    expect(statusesOf(await read(admin, lesson.id))).toEqual({ 'Pupil 1': null, 'Pupil 2': null });
    await aStay(app, lesson, { email: students[0]!.email });
    expect(statusesOf(await read(admin, lesson.id))).toEqual({
      'Pupil 1': 'attended',
      'Pupil 2': null,
    });
  });

  test('does not depend on tutors and strangers who stay longer', async () => {
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

  test('does not count stays more than 2 hours outside the lesson, but lists them', async () => {
    const { lesson, students } = await aPastLesson(pupils(3));
    const [right, wrong, forgotten] = students;
    await aStay(app, lesson, { email: right!.email, from: 0, to: 118 });
    // A clock that is a day fast, and a missing leave.
    await aStay(app, lesson, { email: wrong!.email, name: 'Wrong clock', from: 1440, to: 1500 });
    await aStay(app, lesson, { email: forgotten!.email, name: 'Forgotten', from: 5, to: 900 });
    const found = await read(await app.as('Admin'), lesson.id);
    expect(statusesOf(found)).toEqual({
      'Pupil 1': 'attended',
      'Pupil 2': 'absent',
      'Pupil 3': 'attended',
    });
    expect(found.students.map(({ presence }) => presence?.minutes)).toEqual([118, undefined, 115]);
    expect(found.outside).toMatchObject([{ name: 'Forgotten' }, { name: 'Wrong clock' }]);
    expect(found.attendees.map(({ name, is_in: isIn }) => [name, isIn])).toEqual([
      ['Guest', false],
      ['Forgotten', false],
    ]);
  });

  test('counts from 2 hours before the lesson to 2 hours after it, to the minute', async () => {
    const { lesson, students } = await aPastLesson(pupils(4));
    const stays = [
      [-180, -121],
      [-180, -120],
      [240, 300],
      [241, 300],
    ] as const;
    for (const [index, [from, to]] of stays.entries())
      await aStay(app, lesson, { email: students[index]!.email, name: `Stay ${index}`, from, to });
    const found = await read(await app.as('Admin'), lesson.id);
    expect(found.students.map(({ presence }) => presence !== null)).toEqual([
      false,
      true,
      true,
      false,
    ]);
    // Only the end of the third stay is outside.
    expect(found.outside.map(({ name }) => name).toSorted()).toEqual([
      'Stay 0',
      'Stay 2',
      'Stay 3',
    ]);
  });

  test('has the minutes of the union of all stays, also in the download', async () => {
    const { lesson, students } = await aPastLesson(pupils(1));
    await aStay(app, lesson, { email: students[0]!.email, from: -30, to: 20 });
    await aStay(app, lesson, { email: students[0]!.email, from: 100, to: 140 });
    const admin = await app.as('Admin');
    const params = { id: lesson.id };
    const file = await admin.send(getLessonAttendance, { params, headers: { accept: 'text/csv' } });
    const [head = '', row = ''] = String(file.body).split('\r\n');
    expect(row.split(',')[head.split(',').indexOf('minutes')]).toBe('40');
  });

  test('also uses the events of the classroom', async () => {
    const { lesson, students } = await aPastLesson(pupils(1));
    const event = (action: 'join' | 'leave', minutes: number) => {
      const at = new Date(lesson.scheduledAt.getTime() + minutes * 60_000);
      const { email, name } = students[0]!;
      return { id: newId(at), lessonId: lesson.id, email, name, action, at, received: at };
    };
    await app.database.db.insert(classroomEvents).values([event('leave', 110), event('join', 2)]);
    const [student] = (await read(await app.as('Admin'), lesson.id)).students;
    expect(student).toMatchObject({
      status: 'attended',
      presence: {
        joined_at: new Date(lesson.scheduledAt.getTime() + 2 * 60_000).toISOString(),
        left_at: new Date(lesson.scheduledAt.getTime() + 110 * 60_000).toISOString(),
      },
    });
  });

  test('is visible to a Tutor for own lessons only, without the addresses of strangers', async () => {
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
        ['Guest', students[0]!.email],
      ]),
    );
  });

  test('can be read by staff who work tickets of the lesson, with their students by name', async () => {
    const { lesson, students } = await aPastLesson(pupils(3));
    const student = students[1]!;
    await aStay(app, lesson, { email: student.email, from: 0, to: 118 });
    await aRenewalTicket(app, {
      lessonId: lesson.id,
      classId: lesson.classId,
      studentId: student.id,
      subscriptionEndDate: lesson.scheduledAt,
    });
    const works = await app.as('Agent', { extraRoutes: ['/tickets/renewal'] });
    const { students: named, unnamed, abilities } = await read(works, lesson.id);
    expect(named).toMatchObject([{ _id: student.id, kind: 'PAYMENT', status: 'attended' }]);
    expect(unnamed).toBe(2);
    expect(abilities.correct).toBe(false);

    // They cannot read a lesson without a ticket, or with tickets of the other kind.
    const { lesson: another } = await aPastLesson(pupils(1));
    const statusFor = async (api: Api, { id }: { id: string }) =>
      (await api.refused(getLessonAttendance, { params: { id } })).status;
    expect(await statusFor(works, another)).toBe(404);
    const trials = await app.as('Agent', { extraRoutes: ['/tickets/trial'] });
    expect(await statusFor(trials, lesson)).toBe(404);
    expect(await statusFor(await app.as('Agent'), lesson)).toBe(403);
  });
});

describe('a participant file', () => {
  const importing = (id: string, rows: string[][]) => ({
    params: { id },
    body: { file_name: 'participants.csv', rows },
  });

  test('is imported once, even if sent repeatedly', async () => {
    const { lesson, students } = await aPastLesson(pupils(2));
    await aRoom(app, lesson);
    const file = importing(
      lesson.id,
      zoomFile(lesson, [{ email: students[0]!.email, to: 118 }, { name: 'iPad (2)' }]),
    );
    const admin = await app.as('Admin');
    const first = await admin.call(importAttendance, file);
    expect(first.data).toEqual({ added: 2, known: 0, outside: 0, unmatched: 1 });
    const again = await admin.call(importAttendance, file);
    expect(again.data).toEqual({ added: 0, known: 2, outside: 0, unmatched: 0 });
    const found = await read(admin, lesson.id);
    expect(statusesOf(found)).toEqual({ 'Pupil 1': 'attended', 'Pupil 2': 'absent' });
    expect(found.attendees).toHaveLength(2);
  });

  test('of another meeting, or with a leave before its join, is refused with the reason', async () => {
    const { lesson, students } = await aPastLesson(pupils(1));
    await aRoom(app, lesson);
    const admin = await app.as('Admin');
    const refusedWith = async (rows: string[][]) =>
      (await admin.refused(importAttendance, importing(lesson.id, rows))).body.message.errors[0];
    const { email } = students[0]!;
    expect(await refusedWith(zoomFile(lesson, [{ email }], '999 8887 7766'))).toMatchObject({
      code: 'attendance_file',
      message: 'This file is of meeting 99988877766; the lesson has meeting 84322107765.',
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

  test('overrides the sources, with author and reason, and can be withdrawn', async () => {
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
      correcting(lesson.id, of, { status: null, reason: 'Was another person', version: 2 }),
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

  test('is refused as stale if another was made concurrently, and changes nothing', async () => {
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

describe('an attendee whom no e-mail matches', () => {
  const matching = (
    id: string,
    attendeeId: string,
    student: string | null,
    before: string | null,
  ) => ({
    params: { id, attendeeId },
    body: { student, before },
  });

  test('is matched by hand with all stays, with the user who did it, and unmatched again', async () => {
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

  test('is matched once: a second match by an outdated screen is refused', async () => {
    const { lesson, students } = await aPastLesson(pupils(2));
    const row = await aStay(app, lesson, { name: 'iPad (2)' });
    const admin = await app.as('Admin');
    const both = await Promise.all(
      students.map(({ id }) => admin.send(assignAttendee, matching(lesson.id, row, id, null))),
    );
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('cannot be matched to a student of another lesson, or if the e-mail is known', async () => {
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

describe('a tutor or host', () => {
  const rolesIn = ({ attendees }: LessonAttendance) =>
    Object.fromEntries(attendees.map(({ name, as, person }) => [name, person?.name ?? as]));

  test('is recognized by the addresses of the room and by their own e-mail', async () => {
    const { lesson } = await aPastLesson(pupils(1));
    await aRoom(app, lesson);
    const tutor = await aTutor(app, { name: 'Goh Shi Min' });
    const host = await aStay(app, lesson, { name: 'Room 3', email: 'Room3@example.net' });
    await aStay(app, lesson, { name: 'Second host', email: 'shimin.goh@example.net' });
    const own = await aStay(app, lesson, { name: 'Tutor', email: tutor.email });
    await aStay(app, lesson, { name: 'Guest', email: 'guest@example.net' });
    const admin = await app.as('Admin');
    expect(rolesIn(await read(admin, lesson.id))).toEqual({
      'Room 3': 'host',
      'Second host': 'host',
      Tutor: 'Goh Shi Min',
      Guest: 'unmatched',
    });
    // A known host or tutor cannot be matched to another role by hand.
    for (const attendeeId of [host, own]) {
      const { code } = await admin.refused(assignAttendee, {
        params: { id: lesson.id, attendeeId },
        body: { student: null, before: null, role: 'other', user: null, before_role: null },
      });
      expect(code).toBe('attendee_known');
    }
  });

  test('may be in while the host or an unmatched person is in, not while only a student is', async () => {
    const lesson = await aLesson(app, (await aClass(app)).id, { inDays: 0 });
    await aRoom(app, lesson);
    const student = await aStudentOn(app, lesson);
    const admin = await app.as('Admin');
    const mayBeIn = async () => (await read(admin, lesson.id)).tutor_may_be_in;

    await aJoin(app, lesson, student.email);
    expect(await mayBeIn()).toBe(false);
    for (const email of ['room3@example.net', 'a.stranger@example.com']) {
      const leaves = await aJoin(app, lesson, email);
      expect(await mayBeIn()).toBe(true);
      await leaves();
      expect(await mayBeIn()).toBe(false);
    }
  });

  test('is matched by hand to tutor, host or other, and remembered by address', async () => {
    const { lesson } = await aPastLesson(pupils(1));
    const { lesson: next } = await aPastLesson(pupils(1));
    const tutor = await aTutor(app, { name: 'Goh Shi Min' });
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
    const address = { name: 'Goh iPad', email: `${newId(app.clock.now())}@example.org` };
    const row = await aStay(app, lesson, address);
    const recorder = await aStay(app, lesson, { name: 'Recorder' });
    await aStay(app, next, address);
    const admin = await app.as('Admin', { name: 'Nadia Tan' });
    const give = (attendeeId: string, role: 'tutor' | 'other' | null, before: 'tutor' | null) => ({
      params: { id: lesson.id, attendeeId },
      body: {
        student: null,
        before: null,
        role,
        user: role === 'tutor' ? tutor.id : null,
        before_role: before,
      },
    });
    const matched = (await admin.call(assignAttendee, give(row, 'tutor', null))).data;
    expect(matched.attendees.find(({ name }) => name === 'Goh iPad')).toMatchObject({
      as: 'tutor',
      person: { _id: tutor.id },
      assigned: { by: 'Nadia Tan' },
    });
    const after = (await admin.call(assignAttendee, give(recorder, 'other', null))).data;
    expect(rolesIn(after)).toEqual({ 'Goh iPad': 'Goh Shi Min', Recorder: 'other' });
    expect(rolesIn(await read(admin, next.id))).toEqual({ 'Goh iPad': 'Goh Shi Min' });
    // A match by an outdated screen is refused.
    expect((await admin.refused(assignAttendee, give(row, 'other', null))).code).toBe(
      'attendee_known',
    );
    const back = (await admin.call(assignAttendee, give(row, null, 'tutor'))).data;
    expect(rolesIn(back)).toMatchObject({ 'Goh iPad': 'unmatched' });
    const stranger = await aTutor(app);
    const wrong = give(row, 'tutor', null);
    const refused = await admin.refused(assignAttendee, {
      ...wrong,
      body: { ...wrong.body, user: stranger.id },
    });
    expect(refused.body.message.errors[0]).toMatchObject({ code: 'invalid_value', field: 'user' });
  });
});

test('the day counts attendees with corrections, and has null for a lesson without data', async () => {
  const { lesson, students } = await aPastLesson([{}, {}, {}, { kind: 'PAYMENT_VIDEO' }]);
  const admin = await app.as('Admin');
  const attended = async () => {
    const date = lesson.scheduledAt.toLocaleDateString('sv-SE', {
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

test('a lesson’s room is shown with the specification’s field names, or as null', async () => {
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
