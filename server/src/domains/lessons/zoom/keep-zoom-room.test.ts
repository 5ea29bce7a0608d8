import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { updateClass } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { listLessonChanges } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import {
  getLessonRoom,
  requestLessonRoom,
} from '@staffroom/contract/domains/lessons/lesson-room.contract.ts';
import { testNow } from '../../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../../test/factories/class.factory.ts';
import { aTutor } from '../../../../test/factories/user.factory.ts';
import { useZoomStage } from '../../../../test/zoom-stage.ts';
import { openZoom } from '../../../platform/zoom.ts';

const { app, zoomServer, keep, roomOf, jobsOf, aZoomLesson, change, inSeconds, created } =
  useZoomStage();

const nothing = { data: null, making: null };

describe('the Zoom room of a lesson', () => {
  test('is made with registration on, of which its parts are kept and no way in as host', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    expect(await jobsOf(lesson._id)).toBe(1);
    expect(await roomOf(lesson._id)).toEqual({
      data: null,
      making: { state: 'waiting', error: null, next_try: null, may_try: false },
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

  test('that is made while somebody reads it is never missing with nothing left to do', async () => {
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

  test('of a webinar is a webinar, of one student a meeting', async () => {
    const server = await zoomServer();
    for (const hosting_type of ['webinar', '1-to-1'] as const)
      await keep(
        server,
        (await aZoomLesson({ hosting_type, scheduled_on: '2026-11-27T06:00:00.250Z' }))._id,
      );
    expect([...server.meetings.values()].map(({ kind }) => kind)).toEqual(['webinar', 'meeting']);
  });

  test('names as alternative hosts those of its tutors who are licensed users', async () => {
    const [licensed, basic, other] = [await aTutor(app), await aTutor(app), await aTutor(app)];
    const server = await zoomServer({ licensed: [licensed.email], basic: [basic.email] });
    const lesson = await aZoomLesson({ tutor: [licensed.id, basic.id, other.id] });
    await keep(server, lesson._id);
    expect((await roomOf(lesson._id)).data?.settings.alternative_hosts).toBe(licensed.email);
  });

  test('is with the host who has nothing else at that time', async () => {
    const server = await zoomServer();
    const hosts = ['room1@staffroom.example', 'room2@staffroom.example'];
    const zoom = openZoom({ ...server.settings, hosts }, app.clock);
    const at = { scheduled_on: '2026-12-01T06:00:00Z', ended_on: '2026-12-01T07:00:00Z' };
    for (const times of [at, at, { ...at, scheduled_on: '2026-12-01T06:30:00Z' }])
      await keep({ zoom }, (await aZoomLesson(times))._id);
    expect([...server.meetings.values()].map(({ host }) => host)).toEqual([...hosts, hosts[0]]);
  });

  test('is not made elsewhere, for an inactive lesson, or for one that is over', async () => {
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
  test('of its time, its name or its class’s name is told to Zoom; of anything else is not', async () => {
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

  test('to another platform, or to inactive, deletes the room; back again makes another', async () => {
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

  test('from meeting to webinar makes a new room in place of the old one', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    await keep(server, lesson._id);
    await change(lesson._id, { hosting_type: 'webinar' });
    await keep(server, lesson._id);
    expect([...server.meetings.values()].map(({ kind }) => kind)).toEqual(['webinar']);
    expect((await roomOf(lesson._id)).data?.id).toBe([...server.meetings.keys()][0]);
  });

  test('that is saved while Zoom is being told is told as well', async () => {
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

  test('finds a meeting that somebody deleted at Zoom, and makes another', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    await keep(server, lesson._id);
    server.meetings.clear();
    await change(lesson._id, { name: 'Powers' });
    await keep(server, lesson._id);
    expect((await roomOf(lesson._id)).data?.id).toBe([...server.meetings.keys()][0]);
  });

  test('after the lesson is over leaves the meeting as it was held', async () => {
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

describe('a room is never made twice', () => {
  test('by two jobs at once', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    await Promise.all([keep(server, lesson._id), keep(server, lesson._id)]);
    expect(created(server)).toHaveLength(1);
  });

  test('where Zoom made it and its answer was lost: it is found by the lesson in its agenda', async () => {
    let isLost = true;
    const server = await zoomServer({
      pageSize: 1,
      instead: ({ method, path }) => {
        if (method !== 'POST' || !path.startsWith('/users/') || !isLost) return undefined;
        isLost = false;
        return 'lost';
      },
    });
    // Others of the same host, so that it stands on another page.
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

  test('where Zoom has two of a lesson all the same: one is kept, the other deleted', async () => {
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

  test('where the worker died between Zoom’s yes and our note of it', async () => {
    const server = await zoomServer();
    const lesson = await aZoomLesson();
    const jobId = randomUUID();
    // As the first worker left it: begun, in its hands, and made at Zoom.
    await app.database.pool.query(
      `update zoom_rooms set creating = true, kind = 'meeting', host = 'room1@staffroom.example',
         taken_by = $2, taken_on = $3 where lesson_id = $1`,
      [lesson._id, jobId, app.clock.now()],
    );
    const twin = await aZoomLesson();
    await keep(server, twin._id);
    for (const [, meeting] of server.meetings) meeting.fields.agenda = `Lesson ${lesson._id}`;
    // Another job leaves it to the first, which the queue gives to another worker.
    expect(await keep(server, lesson._id)).toEqual({ again: inSeconds(5) });
    await keep(server, lesson._id, { jobId });
    expect(created(server)).toHaveLength(1);
    expect((await roomOf(lesson._id)).data?.id).toBe([...server.meetings.keys()][0]);
  });
});

test('who does not edit lessons sees the reason and does not try again', async () => {
  const lesson = await aZoomLesson();
  const colleague = await app.as('CustService');
  const { making } = await colleague.call(getLessonRoom, { params: { id: lesson._id } });
  expect(making).toMatchObject({ state: 'waiting' });
  expect(await colleague.refused(requestLessonRoom, { params: { id: lesson._id } })).toMatchObject({
    status: 403,
  });
});

test('a lesson that was there before the settings gets its room when somebody asks', async () => {
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
  // Asked once more while it waits: nothing is queued twice.
  await admin.call(requestLessonRoom, { params: { id } });
  expect(await jobsOf(id)).toBe(1);
  await keep(server, id);
  expect((await roomOf(id)).data).not.toBeNull();
});
