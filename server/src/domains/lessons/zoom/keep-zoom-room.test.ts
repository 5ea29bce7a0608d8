import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { updateClass } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { listLessonChanges } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import {
  getLessonRoom,
  requestLessonRoom,
} from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import { testNow } from '../../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../../test/factories/class.factory.ts';
import { aTutor } from '../../../../test/factories/user.factory.ts';
import { useZoomStage } from '../../../../test/zoom-stage.ts';
import { openZoom } from '../../../platform/zoom.ts';

const { app, zoomServer, keep, roomOf, jobsOf, aZoomLesson, change, inSeconds, created } =
  useZoomStage();

const nothing = { data: null, making: null, host_booked: null };

describe('the Zoom room of a lesson', () => {
  test('is created with registration on, and stored without the host’s start link', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    expect(await jobsOf(lesson._id)).toBe(1);
    expect(await roomOf(lesson._id)).toEqual({
      data: null,
      making: { state: 'waiting', error: null, next_try: null, may_try: false },
      host_booked: null,
    });

    expect(await keep(server, lesson._id)).toBeUndefined();

    const [[id, meeting] = []] = server.meetings;
    expect(meeting?.fields).toMatchObject({
      topic: `${lesson.className}: Surds`,
      type: 2,
      start_time: '2026-11-27T06:00:00Z',
      duration: 90,
      settings: { approval_type: 0 },
    });
    expect(await roomOf(lesson._id)).toEqual({
      data: {
        id,
        password: 'frac48',
        registration_url: `https://zoom.example.com/meeting/register/${id}`,
        host_email: 'room1@staffroom.example',
        settings: { alternative_hosts: '' },
      },
      making: { state: 'ready', error: null, next_try: null, may_try: false },
      host_booked: null,
    });
    const kept = await app.database.pool.query(
      `select to_jsonb(room) || to_jsonb(part) as row
       from zoom_rooms room join lesson_rooms part using (lesson_id) where lesson_id = $1`,
      [lesson._id],
    );
    expect(JSON.stringify(kept.rows)).not.toContain('secret-of-the-host');
    const { data: changes } = await (
      await app.as('Admin')
    ).call(listLessonChanges, {
      params: { id: lesson._id },
    });
    expect(changes[0]).toMatchObject({ action: 'zoom.roomCreated', by: { name: 'Zoom' } });
  });

  test('that is created during a read is returned with a pending state', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    const { pool } = app.database;
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>;
    let isMade = false;
    const asked = async (...given: unknown[]) => {
      const answer = await query(...given);
      if (!isMade && /"(lesson|zoom)_rooms"/.test(JSON.stringify(given[0]).replaceAll('\\', ''))) {
        isMade = true;
        await keep(server, lesson._id);
      }
      return answer;
    };
    pool.query = asked as typeof pool.query;
    onTestFinished(() => {
      pool.query = query as typeof pool.query;
    });
    expect(await roomOf(lesson._id)).toMatchObject({
      data: { host_email: 'room1@staffroom.example' },
      making: { state: 'waiting' },
    });
  });

  test('is a webinar for a webinar, and a meeting for one student', async () => {
    const server = await zoomServer();
    for (const hosting_type of ['webinar', '1-to-1'] as const)
      await keep(
        server,
        (await aZoomLesson({ hosting_type, scheduled_on: '2026-11-27T06:00:00.250Z' }))._id,
      );
    expect([...server.meetings.values()].map(({ kind }) => kind)).toEqual(['webinar', 'meeting']);
  });

  test('has the licensed users among its tutors as alternative hosts', async () => {
    const [licensed, basic, other] = [await aTutor(app), await aTutor(app), await aTutor(app)];
    const server = await zoomServer({ licensed: [licensed.email], basic: [basic.email] });
    const lesson = await aZoomLesson({ tutor: [licensed.id, basic.id, other.id] });
    await keep(server, lesson._id);
    expect((await roomOf(lesson._id)).data?.settings.alternative_hosts).toBe(licensed.email);
  });

  test('gets the host who is free at that time', async () => {
    const server = await zoomServer();
    const hosts = ['room1@staffroom.example', 'room2@staffroom.example'];
    const zoom = openZoom({ ...server.settings, hosts }, app.clock);
    const at = { scheduled_on: '2026-12-01T06:00:00Z', ended_on: '2026-12-01T07:00:00Z' };
    for (const times of [at, at, { ...at, scheduled_on: '2026-12-01T06:30:00Z' }])
      await keep({ zoom }, (await aZoomLesson(times))._id);
    expect([...server.meetings.values()].map(({ host }) => host)).toEqual([...hosts, hosts[0]]);
  });

  test('is not created on another platform, for an inactive lesson, or for a past one', async () => {
    for (const values of [
      { hosting_platform: 'ClassIn' },
      { is_active: false },
      { scheduled_on: '2026-11-19T06:00:00Z', ended_on: '2026-11-19T07:00:00Z' },
    ]) {
      const { _id } = await aZoomLesson(values);
      expect(await jobsOf(_id)).toBe(0);
      expect(await roomOf(_id)).toEqual(nothing);
    }
  });
});

describe('a change of the lesson', () => {
  test('of its time, its name or its class’s name is sent to Zoom; other changes are not', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    await keep(server, lesson._id);
    await change(lesson._id, { is_released: false, desc: '<p>Bring a ruler</p>' });
    expect(await jobsOf(lesson._id)).toBe(1);

    await change(lesson._id, {
      name: 'Surds again',
      scheduled_on: '2026-11-28T06:00:00Z',
      ended_on: '2026-11-28T08:00:00Z',
    });
    expect((await roomOf(lesson._id)).making).toMatchObject({ state: 'waiting' });
    await keep(server, lesson._id);
    const [meeting] = [...server.meetings.values()];
    expect(meeting?.fields).toMatchObject({
      topic: `${lesson.className}: Surds again`,
      start_time: '2026-11-28T06:00:00Z',
      duration: 120,
    });

    await (
      await app.as('Admin')
    ).call(updateClass, {
      params: { id: lesson.class },
      body: { name: `${lesson.className} B` },
    });
    await keep(server, lesson._id);
    expect(meeting?.fields['topic']).toBe(`${lesson.className} B: Surds again`);
    expect(created(server)).toHaveLength(1);
  });

  test('to another platform, or to inactive, deletes the room; a return creates a new one', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    for (const [away, back] of [
      [{ hosting_platform: 'ClassIn' }, { hosting_platform: 'Zoom' }],
      [{ is_active: false }, { is_active: true }],
    ] as const) {
      await keep(server, lesson._id);
      expect(server.meetings.size).toBe(1);
      await change(lesson._id, away);
      await keep(server, lesson._id);
      expect(server.meetings.size).toBe(0);
      expect(await roomOf(lesson._id)).toEqual(nothing);
      await change(lesson._id, back);
    }
    await keep(server, lesson._id);
    expect(server.meetings.size).toBe(1);
  });

  test('from meeting to webinar replaces the room', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    await keep(server, lesson._id);
    await change(lesson._id, { hosting_type: 'webinar' });
    await keep(server, lesson._id);
    expect([...server.meetings.values()].map(({ kind }) => kind)).toEqual(['webinar']);
    expect((await roomOf(lesson._id)).data?.id).toBe([...server.meetings.keys()][0]);
  });

  test('that is saved during an update at Zoom is sent as well', async () => {
    const lesson = await aZoomLesson();
    const server = await zoomServer({
      instead: async ({ method }) => {
        if (method === 'POST') await change(lesson._id, { name: 'Powers' });
        return undefined;
      },
    });
    const left = await keep(server, lesson._id);
    expect((await roomOf(lesson._id)).making).toMatchObject({ state: 'waiting' });
    expect(left).toEqual({ again: inSeconds(5) });
    await keep(server, lesson._id);
    expect([...server.meetings.values()][0]?.fields['topic']).toMatch(/: Powers$/);
  });

  test('creates a new meeting if the old one was deleted at Zoom', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    await keep(server, lesson._id);
    server.meetings.clear();
    await change(lesson._id, { name: 'Powers' });
    await keep(server, lesson._id);
    expect((await roomOf(lesson._id)).data?.id).toBe([...server.meetings.keys()][0]);
  });

  test('after the lesson is over leaves the meeting unchanged', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    await keep(server, lesson._id);
    app.clock.setTo('2026-11-27T08:00:00Z');
    app.forgetSessions();
    await change(lesson._id, { is_active: false });
    expect(await jobsOf(lesson._id)).toBe(1);
    app.forgetSessions();
    app.clock.setTo(testNow);
    expect(server.meetings.size).toBe(1);
  });
});

describe('a room is never created twice', () => {
  test('by concurrent jobs', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    await Promise.all([keep(server, lesson._id), keep(server, lesson._id)]);
    expect(created(server)).toHaveLength(1);
  });

  test('if Zoom’s response was lost: it is found by the lesson in its agenda', async () => {
    let isLost = true;
    const server = await zoomServer({
      pageSize: 1,
      instead: ({ method, path }) => {
        if (method !== 'POST' || !path.startsWith('/users/') || !isLost) return undefined;
        isLost = false;
        return 'lost';
      },
    });
    // Another room of the same host, so that this one is on the second page.
    isLost = false;
    await keep(server, (await aZoomLesson({ hosting_type: 'meeting' }))._id);
    isLost = true;
    const lesson = await aZoomLesson();
    expect(await keep(server, lesson._id)).toEqual({ again: inSeconds(15) });
    expect((await roomOf(lesson._id)).making).toMatchObject({
      state: 'failed',
      error: 'Zoom’s answer was lost',
    });
    app.clock.setTo(inSeconds(15));
    await keep(server, lesson._id);
    expect(server.meetings.size).toBe(2);
    expect((await roomOf(lesson._id)).data?.id).toBe([...server.meetings.keys()][1]);
  });

  test('and if Zoom has two of a lesson, one is kept and the other deleted', async () => {
    const server = await zoomServer();
    const [lesson, ...others] = [await aZoomLesson(), await aZoomLesson(), await aZoomLesson()];
    for (const { _id } of others) await keep(server, _id);
    for (const meeting of server.meetings.values()) meeting.fields.agenda = `Lesson ${lesson._id}`;
    await app.database.pool.query(
      `update zoom_rooms set creating = true, kind = 'meeting', host = 'room1@staffroom.example'
       where lesson_id = $1`,
      [lesson._id],
    );
    await keep(server, lesson._id);
    expect([...server.meetings.keys()]).toEqual([(await roomOf(lesson._id)).data?.id]);
  });

  test('if the worker died between Zoom’s response and our commit', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    const jobId = randomUUID();
    // The state that the first worker left: begun, reserved by its job, and created at Zoom.
    await app.database.pool.query(
      `update zoom_rooms set creating = true, kind = 'meeting', host = 'room1@staffroom.example',
         taken_by = $2, taken_at = $3 where lesson_id = $1`,
      [lesson._id, jobId, app.clock.now()],
    );
    const twin = await aZoomLesson();
    await keep(server, twin._id);
    for (const [, meeting] of server.meetings) meeting.fields.agenda = `Lesson ${lesson._id}`;
    // Another job must wait; the queue then gives the first job to another worker.
    expect(await keep(server, lesson._id)).toEqual({ again: inSeconds(5) });
    await keep(server, lesson._id, { jobId });
    expect(created(server)).toHaveLength(1);
    expect((await roomOf(lesson._id)).data?.id).toBe([...server.meetings.keys()][0]);
  });
});

test('a Partner sees the state of a room and may not try again', async () => {
  const lesson = await aZoomLesson();
  const colleague = await app.as('Partner');
  const { making } = await colleague.call(getLessonRoom, { params: { id: lesson._id } });
  expect(making).toMatchObject({ state: 'waiting' });
  expect(await colleague.refused(requestLessonRoom, { params: { id: lesson._id } })).toMatchObject({
    status: 403,
  });
});

test('a lesson from before the ZOOM settings gets its room on request', async () => {
  const server = await zoomServer();
  const tuitionClass = await aClass(app);
  const { id } = await aLesson(app, tuitionClass.id, { hostingPlatform: 'Zoom' });
  expect((await roomOf(id)).making).toEqual({
    state: 'none',
    error: null,
    next_try: null,
    may_try: true,
  });
  const admin = await app.as('Admin');
  await admin.call(requestLessonRoom, { params: { id } });
  expect(await jobsOf(id)).toBe(1);
  // A repeated request while it waits queues nothing.
  await admin.call(requestLessonRoom, { params: { id } });
  expect(await jobsOf(id)).toBe(1);
  await keep(server, id);
  expect((await roomOf(id)).data).not.toBeNull();
});
