import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  assignAttendee,
  getLessonAttendance,
  importAttendance,
} from '@staffroom/contract/domains/attendance/attendance.contract.ts';
import { testNow, useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aLessonWith, pupils } from '../../../../test/factories/announcement.factory.ts';
import { aRoom, zoomFile } from '../../../../test/factories/attendance.factory.ts';
import { openZoomServer } from '../../../../test/zoom-server.ts';
import { openZoom } from '../../../platform/zoom.ts';
import { lessons } from '../../lessons/lessons.schema.ts';
import { pullDueReports } from './pull-reports.ts';
import { takeZoomEvent } from './zoom-events.service.ts';
import { personKey } from './zoom-person.ts';
import * as reports from './zoom-reports.queries.ts';

const app = useOwnTestApp();

const minute = 60_000;
const end = new Date('2026-11-20T01:00:00Z');
const start = new Date(end.getTime() - 120 * minute);
const at = (minutes: number) => new Date(start.getTime() + minutes * minute);

// Each lesson is that of one test, and no other is due.
beforeEach(async () => {
  app.clock.setTo(testNow);
  await app.database.pool.query(`update lessons set is_active = false`);
});

const setTo = (afterEnd: number) => app.clock.setTo(new Date(end.getTime() + afterEnd * minute));

type Row = { email?: string; name?: string; from?: number; to?: number; [field: string]: unknown };

const participant = ({ email = '', name = 'Somebody', from = 0, to = 120, ...row }: Row) => ({
  id: '',
  user_id: '16778240',
  name,
  user_email: email,
  join_time: at(from).toISOString(),
  leave_time: at(to).toISOString(),
  duration: (to - from) * 60,
  ...row,
});

/** A Zoom lesson of three students that ended at `end`, its meeting at Zoom, and what Zoom says when it is asked. */
const aHeldLesson = async (options: Parameters<typeof openZoomServer>[0] = {}) => {
  const { lesson, students } = await aLessonWith(app, pupils(3));
  await app.database.db
    .update(lessons)
    .set({ scheduledOn: start, endedOn: end, hostingPlatform: 'Zoom', hostingType: 'meeting' })
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
    lesson: { ...lesson, scheduledOn: start },
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

/** What the webhook has told of somebody. */
const told = (
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
  test('is asked for a quarter of an hour after the end, page after page, and is the attendance', async () => {
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
    expect(seen.students.find(({ _id }) => _id === students[0]!.id)?.presence).toEqual({
      joined_at: at(-2).toISOString(),
      left_at: at(119).toISOString(),
    });
    expect(seen.attendees.filter(({ as }) => as === 'unmatched')).toMatchObject([{ name: 'iPad' }]);
    const asked = server.calls.length;
    setTo(130);
    await pull();
    expect(server.calls).toHaveLength(asked);
  });

  test('counts each time that the meeting was begun', async () => {
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
    // Two people of one number in two meetings are two.
    expect(attendees.filter(({ as }) => as === 'unmatched')).toHaveLength(2);
  });

  test('takes the place of what the webhook told, and keeps who was matched by hand', async () => {
    const { held, students, room, lesson, pull, attendance } = await aHeldLesson();
    await told(room, 'joined', 0, students[0]!.email);
    await told(room, 'joined', 1);
    await told(room, 'left', 118);
    // Zoom's report does not know of this one: somebody in the waiting room.
    await told(room, 'joined', 2, 'stranger@example.com');
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

  test('finds the e-mail of who registered under the registration', async () => {
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

  test('and a participant file of the same people are one stay each', async () => {
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

  test('of a meeting that went on is asked for after its own end', async () => {
    const { held, room, pull, server } = await aHeldLesson();
    held.push({ uuid: 'x==', participants: [participant({})] });
    await told(room, 'ended', 150);
    setTo(40);
    await pull();
    expect(server.calls).toEqual([]);
    setTo(45);
    await pull();
    expect(server.calls).not.toEqual([]);
  });

  test('is asked for by one worker at a time', async () => {
    const { lesson } = await aHeldLesson();
    const now = app.clock.now();
    const take = () =>
      reports.take(app.database.db, lesson.id, { now, until: new Date(now.getTime() + minute) });
    const taken = await Promise.all([take(), take(), take()]);
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
});

describe('a report that Zoom does not give', () => {
  test('is asked for again two hours after the end, then given up with the reason', async () => {
    const { pull, attendance, server } = await aHeldLesson();
    setTo(15);
    await pull();
    expect((await attendance()).report).toMatchObject({
      state: 'waiting',
      error: 'Zoom has no participants of this meeting',
      next_try: new Date(end.getTime() + 120 * minute).toISOString(),
    });
    const asked = server.calls.length;
    setTo(119);
    await pull();
    expect(server.calls).toHaveLength(asked);
    setTo(120);
    await pull();
    expect((await attendance()).report).toMatchObject({ state: 'failed', next_try: null });
    setTo(600);
    await pull();
    expect(server.calls).toHaveLength(2 * asked);
  });

  test('at first is taken the second time, and what the webhook told counts until then', async () => {
    const { held, students, room, pull, attendance } = await aHeldLesson();
    await told(room, 'joined', 0, students[0]!.email);
    setTo(15);
    await pull();
    expect((await attendance()).attendees).toHaveLength(1);
    held.push({ uuid: 'x==', participants: [participant({ email: students[1]!.email })] });
    setTo(120);
    await pull();
    expect((await attendance()).attendees).toMatchObject([{ email: students[1]!.email }]);
  });

  test.each([
    ['because it fails', { status: 500 }, 'Zoom says 500: not now'],
    ['because it takes no more calls', { status: 429 }, 'Zoom takes no more calls for the moment'],
    [
      'because it lacks the permission',
      { status: 400, code: 4711 },
      'our app at Zoom lacks a permission (scope)',
    ],
  ])('says why: %s', async (_why, answer, error) => {
    const { pull, attendance } = await aHeldLesson({ instead: () => answer });
    setTo(15);
    await pull();
    expect((await attendance()).report).toMatchObject({ state: 'waiting', error });
  });

  test('in half is not taken at all', async () => {
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

  test('of a lesson a worker died over is asked for by another', async () => {
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
