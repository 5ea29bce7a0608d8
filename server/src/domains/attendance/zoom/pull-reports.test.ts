import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  assignAttendee,
  getLessonAttendance,
  importAttendance,
  requestAttendanceReport,
} from 'staffroom-contract/domains/attendance/attendance.contract.ts';
import { testNow, useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aLessonWith, pupils } from '../../../../test/factories/announcement.factory.ts';
import { aRoom, zoomFile } from '../../../../test/factories/attendance.factory.ts';
import { unique } from '../../../../test/unique.ts';
import { openZoomServer } from '../../../../test/zoom-server.ts';
import { openZoom } from '../../../platform/zoom.ts';
import { lessons, lessonStaff } from '../../lessons/lessons.schema.ts';
import { pullDueReports } from './pull-reports.ts';
import { takeZoomEvent } from './zoom-events.service.ts';
import { personKey } from './zoom-person.ts';
import * as reports from './zoom-reports.queries.ts';

const app = useOwnTestApp({
  settings: {
    zoom: {
      accountId: 'the-account',
      clientId: 'the-client',
      clientSecret: 'the secret of the client',
      hosts: ['me'],
      tokenUrl: 'http://127.0.0.1:9',
      apiUrl: 'http://127.0.0.1:9',
      timeoutSeconds: 1,
    },
  },
});

const minute = 60_000;
const end = new Date('2026-11-20T01:00:00Z');
const start = new Date(end.getTime() - 120 * minute);
const at = (minutes: number) => new Date(start.getTime() + minutes * minute);

// Deactivates the lessons of other tests, so that only this test's report is due.
beforeEach(async () => {
  app.clock.setTo(testNow);
  await app.database.pool.query(`update lessons set is_active = false`);
});

const setTo = (afterEnd: number) => app.clock.setTo(new Date(end.getTime() + afterEnd * minute));

type Row = { email?: string; name?: string; from?: number; to?: number; [field: string]: unknown };

const participant = ({ email = '', name = 'Guest', from = 0, to = 120, ...row }: Row) => ({
  id: '',
  user_id: '16778240',
  name,
  user_email: email,
  join_time: at(from).toISOString(),
  leave_time: at(to).toISOString(),
  duration: (to - from) * 60,
  ...row,
});

/** A Zoom lesson of three students that ended at `end`, its meeting at Zoom, and Zoom's responses. */
const aHeldLesson = async (options: Parameters<typeof openZoomServer>[0] = {}) => {
  const { lesson, students } = await aLessonWith(app, pupils(3));
  await app.database.db
    .update(lessons)
    .set({ scheduledAt: start, endedAt: end, hostingPlatform: 'Zoom', hostingType: 'meeting' })
    .where(eq(lessons.id, lesson.id));
  const server = await openZoomServer(options);
  onTestFinished(server.close);
  const room = '84322107765';
  await app.database.pool.query('delete from lesson_rooms');
  await aRoom(app, lesson, room);
  const held: { uuid: string; participants: object[] }[] = [];
  const registrants: { id: string; email: string }[] = [];
  server.meetings.set(room, {
    id: Number(room),
    kind: 'meeting',
    host: 'me',
    registrants,
    held,
    fields: {},
  });
  const zoom = openZoom(server.settings, app.clock);
  const needs = { db: app.database.db, clock: app.clock, zoom };
  return {
    lesson: { ...lesson, scheduledAt: start },
    students,
    room,
    held,
    registrants,
    server,
    pull: () => pullDueReports(needs, new AbortController().signal),
    attendance: async () => {
      app.forgetSessions();
      const admin = await app.as('Admin');
      return (await admin.call(getLessonAttendance, { params: { id: lesson.id } })).data;
    },
  };
};

const sendEvent = (
  room: string,
  kind: 'joined' | 'left' | 'ended',
  minutes: number,
  email = '',
  userId = '1',
) =>
  takeZoomEvent(
    { db: app.database.db, clock: app.clock, address: '', requestId: 'test' },
    {
      identity: `${room} ${kind} ${minutes} ${email} ${userId} ${Math.random()}`,
      meetingId: room,
      kind,
      email,
      name: 'iPad',
      person: personKey({ meetingUuid: '/a//b==', userId, registrantId: '' }),
      at: at(minutes),
    },
  );

describe('the report of a lesson’s meeting', () => {
  test('is requested 15 minutes after the end, page by page, and gives the attendance', async () => {
    const { held, students, pull, attendance, server } = await aHeldLesson({ pageSize: 2 });
    held.push({
      uuid: '/a//b==',
      participants: [
        participant({ email: students[0]!.email, from: -2, to: 50 }),
        participant({ email: students[0]!.email.toUpperCase(), from: 52, to: 119 }),
        participant({ email: students[1]!.email, to: 60 }),
        participant({ name: 'iPad', user_id: '7' }),
        participant({ email: students[2]!.email, status: 'in_waiting_room' }),
      ],
    });
    setTo(14);
    await pull();
    expect(server.calls).toEqual([]);
    expect((await attendance()).report).toBeNull();
    setTo(15);
    await pull();
    const seen = await attendance();
    expect(seen.report).toMatchObject({ state: 'taken', error: null, next_try: null });
    const statuses = new Map(seen.students.map(({ _id, status }) => [_id, status]));
    expect(students.map(({ id }) => statuses.get(id))).toEqual([
      'attended',
      'half attended',
      'absent',
    ]);
    expect(seen.students.find(({ _id }) => _id === students[0]!.id)?.presence).toMatchObject({
      joined_at: at(-2).toISOString(),
      left_at: at(119).toISOString(),
      is_in: false,
    });
    expect(seen.attendees.filter(({ as }) => as === 'unmatched')).toMatchObject([{ name: 'iPad' }]);
    const asked = server.calls.length;
    setTo(130);
    await pull();
    expect(server.calls).toHaveLength(asked);
  });

  test('counts every instance of the meeting', async () => {
    const { held, students, pull, attendance } = await aHeldLesson();
    const { email } = students[0]!;
    held.push(
      {
        uuid: 'first==',
        participants: [participant({ email, to: 20 }), participant({ name: 'iPad' })],
      },
      {
        uuid: 'second==',
        participants: [participant({ email, from: 25 }), participant({ name: 'TV' })],
      },
    );
    setTo(15);
    await pull();
    const { attendees } = await attendance();
    expect(attendees.find((one) => one.email === email)).toMatchObject({
      joined_at: at(0).toISOString(),
      left_at: at(120).toISOString(),
    });
    // The same user number in two meetings is two people.
    expect(attendees.filter(({ as }) => as === 'unmatched')).toHaveLength(2);
  });

  test('replaces the webhook’s events, and keeps matches by hand', async () => {
    const { held, students, room, lesson, pull, attendance } = await aHeldLesson();
    await sendEvent(room, 'joined', 0, students[0]!.email);
    await sendEvent(room, 'joined', 1);
    await sendEvent(room, 'left', 118);
    // A person in the waiting room, who is not in Zoom's report.
    await sendEvent(room, 'joined', 2, 'stranger@example.com');
    const live = await attendance();
    expect(live.attendees).toHaveLength(3);
    const tablet = live.attendees.find(({ name, email }) => name === 'iPad' && email === '');
    await (
      await app.as('Admin')
    ).call(assignAttendee, {
      params: { id: lesson.id, attendeeId: tablet!._id },
      body: { student: students[2]!.id, before: null },
    });
    held.push({
      uuid: '/a//b==',
      participants: [
        participant({ email: students[0]!.email, to: 119 }),
        participant({ name: 'iPad', user_id: '1', from: 1, to: 118 }),
      ],
    });
    setTo(15);
    await pull();
    const seen = await attendance();
    expect(seen.attendees).toHaveLength(2);
    expect(seen.attendees[0]?.left_at).toBe(at(119).toISOString());
    expect(seen.students.find(({ _id }) => _id === students[2]!.id)).toMatchObject({
      status: 'attended',
      presence: { joined_at: at(1).toISOString() },
    });
  });

  test('finds the e-mail of a registrant in the registration', async () => {
    const { held, registrants, students, pull, attendance } = await aHeldLesson({ pageSize: 1 });
    registrants.push(
      { id: 'r-0', email: 'parent@example.com' },
      { id: 'r-1', email: students[1]!.email },
    );
    held.push({ uuid: 'x==', participants: [participant({ name: 'iPad', registrant_id: 'r-1' })] });
    setTo(15);
    await pull();
    expect((await attendance()).students.find(({ _id }) => _id === students[1]!.id)?.status).toBe(
      'attended',
    );
  });

  test('and a participant file of the same people give one stay each', async () => {
    const { held, students, lesson, pull, attendance } = await aHeldLesson();
    const { email } = students[0]!;
    await (
      await app.as('Admin')
    ).call(importAttendance, {
      params: { id: lesson.id },
      body: { file_name: 'participants.csv', rows: zoomFile(lesson, [{ email, from: 1 }]) },
    });
    held.push({ uuid: 'x==', participants: [participant({ email, from: 0 })] });
    setTo(15);
    await pull();
    expect((await attendance()).attendees).toMatchObject([{ joined_at: at(0).toISOString() }]);
  });

  test('of a meeting that ran late is requested after the end of the meeting', async () => {
    const { held, room, pull, server } = await aHeldLesson();
    held.push({ uuid: 'x==', participants: [participant({})] });
    await sendEvent(room, 'ended', 150);
    setTo(40);
    await pull();
    expect(server.calls).toEqual([]);
    setTo(45);
    await pull();
    expect(server.calls).not.toEqual([]);
  });

  test('is requested by one worker at a time', async () => {
    const { lesson } = await aHeldLesson();
    const now = app.clock.now();
    const take = () =>
      reports.take(app.database.db, lesson.id, { now, until: new Date(now.getTime() + minute) });
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});

describe('a report that Zoom does not give', () => {
  test('is requested again after 1, 2, 6 and 24 hours, then failed with the reason', async () => {
    const { pull, attendance, server } = await aHeldLesson();
    const after = [15, 60, 120, 360, 1440];
    let each = 0;
    for (const [index, minutes] of after.entries()) {
      const before = server.calls.length;
      setTo(minutes - 1);
      await pull();
      expect(server.calls).toHaveLength(before);
      setTo(minutes);
      await pull();
      each ||= server.calls.length;
      expect(server.calls).toHaveLength(before + each);
      const next = after[index + 1];
      expect((await attendance()).report).toMatchObject({
        state: next === undefined ? 'failed' : 'waiting',
        error: 'Zoom has no participants of this meeting',
        next_try: next === undefined ? null : new Date(end.getTime() + next * minute).toISOString(),
      });
    }
    setTo(2000);
    await pull();
    expect(server.calls).toHaveLength(after.length * each);
  });

  test('at first is taken at the second attempt; the webhook’s events count until then', async () => {
    const { held, students, room, pull, attendance } = await aHeldLesson();
    await sendEvent(room, 'joined', 0, students[0]!.email);
    setTo(15);
    await pull();
    expect((await attendance()).attendees).toHaveLength(1);
    held.push({ uuid: 'x==', participants: [participant({ email: students[1]!.email })] });
    setTo(60);
    await pull();
    expect((await attendance()).attendees).toMatchObject([{ email: students[1]!.email }]);
  });

  test.each([
    ['because it fails', { status: 500 }, 'Zoom says 500: not now'],
    ['because it takes no more calls', { status: 429 }, 'Zoom accepts no more calls at the moment'],
    [
      'because it lacks the permission',
      { status: 400, code: 4711 },
      'our app at Zoom lacks a permission (scope)',
    ],
  ])('shows the reason: %s', async (_why, answer, error) => {
    const { pull, attendance } = await aHeldLesson({ instead: () => answer });
    setTo(15);
    await pull();
    expect((await attendance()).report).toMatchObject({ state: 'waiting', error });
  });

  test('completely is not taken at all', async () => {
    const { held, students, pull, attendance } = await aHeldLesson({
      pageSize: 1,
      instead: ({ path }) =>
        path.startsWith('/report') && (seen += 1) === 2 ? { status: 500 } : undefined,
    });
    let seen = 0;
    held.push({
      uuid: 'x==',
      participants: students.map(({ email }) => participant({ email })),
    });
    setTo(15);
    await pull();
    expect((await attendance()).attendees).toEqual([]);
    setTo(120);
    await pull();
    expect((await attendance()).attendees).toHaveLength(3);
  });

  test('is requested by another worker if the first died', async () => {
    const { held, lesson, pull, attendance } = await aHeldLesson();
    held.push({ uuid: 'x==', participants: [participant({})] });
    setTo(15);
    await app.database.pool.query(
      `insert into zoom_reports (lesson_id, state, tries, next_try, updated)
       values ($1, 'waiting', 0, $2, $3)`,
      [lesson.id, new Date(app.clock.now().getTime() + 10 * minute), app.clock.now()],
    );
    await pull();
    expect((await attendance()).attendees).toEqual([]);
    setTo(25);
    await pull();
    expect((await attendance()).attendees).toHaveLength(1);
  });
});

describe('a report requested by hand', () => {
  const ask = async (lesson: { id: string }, by?: Awaited<ReturnType<typeof app.as>>) => {
    app.forgetSessions();
    const api = by ?? (await app.as('CustService'));
    return (await api.call(requestAttendanceReport, { params: { id: lesson.id } })).data;
  };

  test('is taken at once, also before 15 minutes and after a week', async () => {
    for (const minutes of [2, 30 * 24 * 60]) {
      const { held, students, lesson, pull, attendance } = await aHeldLesson();
      held.push({ uuid: 'x==', participants: [participant({ email: students[0]!.email })] });
      setTo(minutes);
      await pull();
      expect((await attendance()).report).toBeNull();
      expect((await ask(lesson)).report).toMatchObject({ state: 'waiting', error: null });
      await pull();
      expect(await attendance()).toMatchObject({
        report: { state: 'taken' },
        attendees: [{ email: students[0]!.email }],
      });
      await app.database.pool.query('update lessons set is_active = false');
    }
  });

  test('adds the rows that an earlier report did not have, without duplicates', async () => {
    const { held, students, lesson, pull, attendance } = await aHeldLesson();
    const [first, second] = students.map(({ email }) => participant({ email, to: 60 }));
    held.push({ uuid: 'x==', participants: [first!] });
    setTo(15);
    await pull();
    held[0]!.participants.push(second!);
    await ask(lesson);
    await pull();
    const seen = await attendance();
    expect(seen.attendees).toHaveLength(2);
    expect(seen.attendees.map(({ minutes }) => minutes)).toEqual([60, 60]);
  });

  test('that is not available is requested again at the next planned time only', async () => {
    const { lesson, pull, attendance, server } = await aHeldLesson();
    setTo(400);
    await ask(lesson);
    await pull();
    expect((await attendance()).report).toMatchObject({
      state: 'waiting',
      error: 'Zoom has no participants of this meeting',
      next_try: new Date(end.getTime() + 1440 * minute).toISOString(),
    });
    const asked = server.calls.length;
    setTo(401);
    await pull();
    expect(server.calls).toHaveLength(asked);
    setTo(2000);
    await ask(lesson);
    await pull();
    expect((await attendance()).report).toMatchObject({ state: 'failed', next_try: null });
  });

  test('twice counts as one request, with one audit row', async () => {
    const { lesson } = await aHeldLesson();
    setTo(20);
    expect((await ask(lesson)).abilities.request_report).toBe(false);
    await ask(lesson);
    const { rows } = await app.database.pool.query(
      `select from audit_log where entity_id = $1 and action = 'lesson.attendanceReportRequested'`,
      [lesson.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('is refused before the end, without a room, and to users who may not correct attendance', async () => {
    const { lesson } = await aHeldLesson();
    const input = { params: { id: lesson.id } };
    setTo(-1);
    app.forgetSessions();
    const admin = await app.as('Admin');
    expect(await admin.refused(requestAttendanceReport, input)).toMatchObject({
      status: 422,
      code: 'zoom_report_missing',
    });
    setTo(1);
    app.forgetSessions();
    const partner = await app.as('Partner');
    expect(await partner.refused(requestAttendanceReport, input)).toMatchObject({ status: 403 });
    const tutor = await app.as('Tutor', { name: unique('Daniel Chua') });
    expect(await tutor.refused(requestAttendanceReport, input)).toMatchObject({ status: 404 });
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: lesson.id, userId: tutor.id, kind: 'tutor' });
    expect((await ask(lesson, tutor)).report).toMatchObject({ state: 'waiting' });
    await app.database.pool.query('delete from lesson_rooms');
    app.forgetSessions();
    expect(await (await app.as('Admin')).refused(requestAttendanceReport, input)).toMatchObject({
      code: 'zoom_report_missing',
    });
  });
});
