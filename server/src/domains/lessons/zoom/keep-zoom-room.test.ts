import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { updateClass } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import {
  createLesson,
  listLessonChanges,
  updateLesson,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import {
  getLessonRoom,
  requestLessonRoom,
} from '@staffroom/contract/domains/lessons/lesson-room.contract.ts';
import type { BodyInput } from '@staffroom/contract/shared/operation.ts';
import { pauseAfter } from '@staffroom/contract/shared/retries.ts';
import { testNow, useOwnTestApp } from '../../../../test/build-test-app.ts';
import { aClass, aLesson } from '../../../../test/factories/class.factory.ts';
import { aTutor } from '../../../../test/factories/user.factory.ts';
import { openZoomServer } from '../../../../test/zoom-server.ts';
import type { JobContext } from '../../../platform/jobs.ts';
import { openZoom } from '../../../platform/zoom.ts';
import { keepZoomRoomJob } from './keep-zoom-room.job.ts';

// Its own clock, and no worker: nothing is done at Zoom but what a test has done.
const app = useOwnTestApp({
  settings: {
    zoom: {
      accountId: 'the-account',
      clientId: 'the-client',
      clientSecret: 'the secret of the client',
      hosts: ['room1@staffroom.example'],
      tokenUrl: 'http://127.0.0.1:9',
      apiUrl: 'http://127.0.0.1:9',
      timeoutSeconds: 1,
    },
  },
});

const zoomServer = async (...options: Parameters<typeof openZoomServer>) => {
  const server = await openZoomServer(...options);
  onTestFinished(server.close);
  onTestFinished(() => app.clock.setTo(testNow));
  const zoom = openZoom(server.settings, app.clock);
  return { ...server, zoom };
};
type Server = Awaited<ReturnType<typeof zoomServer>>;

/** Runs the job of a lesson once, as a worker does. */
const keep = async (
  server: Pick<Server, 'zoom'>,
  lesson: string,
  { jobId = randomUUID(), signal = new AbortController().signal } = {},
) => {
  const job: JobContext = {
    db: app.database.db,
    clock: app.clock,
    settings: app.settings,
    carriers: undefined as never,
    zoom: server.zoom,
    jobId,
    actorId: (await app.as('Admin')).id,
    requestId: 'test',
    address: 'worker',
    userAgent: '',
  };
  return keepZoomRoomJob.handler(job, { lesson }, signal);
};

const roomOf = async (id: string) =>
  (await app.as('Admin')).call(getLessonRoom, { params: { id } });

const jobsOf = async (lesson: string) =>
  (
    await app.database.pool.query(
      `select from pgboss.job where name = 'keep-zoom-room' and data -> 'payload' ->> 'lesson' = $1`,
      [lesson],
    )
  ).rowCount;

/** A Zoom lesson a week ahead, made through the API. */
const aZoomLesson = async (values: Partial<BodyInput<typeof createLesson>> = {}) => {
  const { id, name } = await aClass(app);
  const { data } = await (
    await app.as('Admin')
  ).call(createLesson, {
    body: {
      class: id,
      name: 'Surds',
      scheduled_on: '2026-11-27T06:00:00Z',
      ended_on: '2026-11-27T07:30:00Z',
      hosting_platform: 'Zoom',
      hosting_type: 'meeting',
      allow_unusual: true,
      ...values,
    },
  });
  return { ...data, className: name };
};

const change = async (id: string, body: BodyInput<typeof updateLesson>) =>
  (await app.as('Admin')).call(updateLesson, {
    params: { id },
    body: { allow_unusual: true, ...body },
  });

const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000);

const [nothing] = [{ data: null, making: null }];
const created = ({ calls }: Server) =>
  calls.filter(({ method, path }) => method === 'POST' && path.endsWith('s'));

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

describe('where Zoom does not do it', () => {
  const failing = async (options: Parameters<typeof openZoomServer>[0]) => {
    const server = await zoomServer(options);
    const lesson = await aZoomLesson();
    const left = await keep(server, lesson._id);
    return { server, lesson, left, making: (await roomOf(lesson._id)).making };
  };
  const once = (
    answer: ReturnType<NonNullable<NonNullable<Parameters<typeof openZoomServer>[0]>['instead']>>,
  ) => {
    let isFirst = true;
    return {
      instead: ({ method }: { method: string }) => {
        if (method !== 'POST' || !isFirst) return undefined;
        isFirst = false;
        return answer;
      },
    };
  };

  test('500: it is tried again with growing pauses, eight times, and then by hand', async () => {
    let isAway = true;
    const { server, lesson, making } = await failing({
      instead: ({ method }) => (isAway && method === 'POST' ? { status: 500 } : undefined),
    });
    expect(making).toMatchObject({
      state: 'failed',
      error: 'Zoom says 500: not now',
      next_try: inSeconds(15).toISOString(),
      may_try: true,
    });
    for (let tries = 2; tries <= 8; tries += 1) {
      app.clock.setTo(inSeconds(pauseAfter(tries - 1)));
      await keep(server, lesson._id);
    }
    app.forgetSessions();
    expect((await roomOf(lesson._id)).making).toMatchObject({ next_try: null, may_try: true });
    expect(created(server)).toHaveLength(8);
    isAway = false;
    await (await app.as('Admin')).call(requestLessonRoom, { params: { id: lesson._id } });
    await keep(server, lesson._id);
    expect((await roomOf(lesson._id)).making).toMatchObject({ state: 'ready', error: null });
    app.forgetSessions();
    app.clock.setTo(testNow);
  });

  test('no answer: it is given up after the time-out and tried again', async () => {
    const server = await zoomServer(once('silent'));
    const zoom = openZoom({ ...server.settings, timeoutSeconds: 0.5 }, app.clock);
    const lesson = await aZoomLesson();
    await keep({ zoom }, lesson._id);
    expect((await roomOf(lesson._id)).making).toMatchObject({
      error: 'Zoom did not answer within 0.5 seconds',
      next_try: inSeconds(15).toISOString(),
    });
  });

  test('not reached at all: the same', async () => {
    const lesson = await aZoomLesson();
    const server = await zoomServer();
    await server.close();
    await keep(server, lesson._id);
    expect((await roomOf(lesson._id)).making?.error).toBe('Zoom cannot be reached');
  });

  test.each([
    ['in seconds', () => '90', 90],
    ['as a date', () => inSeconds(120).toUTCString(), 120],
  ])(
    '429: it comes again when Zoom says, %s, and no try is counted',
    async (_form, header, after) => {
      const { lesson, left, server } = await failing(
        once({ status: 429, headers: { 'retry-after': header() } }),
      );
      expect(left).toEqual({ again: inSeconds(after) });
      const { rows } = await app.database.pool.query<{ tries: number }>(
        'select tries from zoom_rooms where lesson_id = $1',
        [lesson._id],
      );
      expect(rows).toEqual([{ tries: 0 }]);
      await keep(server, lesson._id);
      expect(created(server)).toHaveLength(1);
    },
  );

  test('401: the token is thrown away once and asked for anew', async () => {
    const server = await zoomServer();
    await keep(server, (await aZoomLesson())._id);
    server.tokens.valid.clear();
    const lesson = await aZoomLesson();
    await keep(server, lesson._id);
    expect((await roomOf(lesson._id)).making).toMatchObject({ state: 'ready' });
    expect(server.tokens.given).toBe(2);
  });

  test('401 again: it says so, and is tried later', async () => {
    const { making, server } = await failing({ instead: () => ({ status: 401, code: 124 }) });
    expect(making).toMatchObject({
      error: 'Zoom refuses our access: check the ZOOM settings',
      next_try: inSeconds(15).toISOString(),
    });
    expect(server.calls).toHaveLength(2);
  });

  test('an account that Zoom does not know: it says which settings to look at', async () => {
    const server = await zoomServer();
    const zoom = openZoom({ ...server.settings, clientSecret: 'wrong' }, app.clock);
    const lesson = await aZoomLesson();
    await keep({ zoom }, lesson._id);
    expect((await roomOf(lesson._id)).making?.error).toBe(
      'Zoom does not know our account: check the ZOOM settings',
    );
  });

  test('refused for good: the reason stands on the lesson, and only a hand tries again', async () => {
    const { making, left } = await failing({
      instead: ({ method }) =>
        method === 'POST'
          ? { status: 400, code: 200, message: 'Webinar plan is missing.' }
          : undefined,
    });
    expect(making).toEqual({
      state: 'failed',
      error: 'Zoom says 200: Webinar plan is missing',
      next_try: null,
      may_try: true,
    });
    expect(left).toBeUndefined();
  });

  test('a hundred rooms of a host in a day are as many as are asked for; the next waits for tomorrow', async () => {
    const server = await zoomServer();
    await app.database.pool.query(
      `insert into zoom_daily_calls values ('room1@staffroom.example', '2026-11-20', 99)
       on conflict (host, day) do update set calls = 99`,
    );
    const [first, second] = [await aZoomLesson(), await aZoomLesson()];
    await keep(server, first._id);
    const left = await keep(server, second._id);
    await app.database.pool.query('delete from zoom_daily_calls');
    expect(left).toEqual({ again: new Date('2026-11-21T00:00:00Z') });
    expect((await roomOf(second._id)).making?.error).toContain('Zoom takes 100');
    expect(created(server)).toHaveLength(1);
  });
});

test('one token serves many rooms until shortly before it ends', async () => {
  const server = await zoomServer();
  const lessons = [await aZoomLesson(), await aZoomLesson(), await aZoomLesson()];
  await Promise.all(lessons.slice(0, 2).map(({ _id }) => keep(server, _id)));
  expect(server.tokens.given).toBe(1);
  app.clock.setTo(inSeconds(59 * 60 + 1));
  await keep(server, lessons[2]?._id ?? '');
  expect(server.tokens.given).toBe(2);
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
