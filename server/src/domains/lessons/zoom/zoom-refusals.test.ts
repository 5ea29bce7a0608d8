import { describe, expect, test } from 'vitest';
import { requestLessonRoom } from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import { pauseAfter } from 'staffroom-contract/shared/retries.ts';
import { testNow } from '../../../../test/build-test-app.ts';
import type { openZoomServer } from '../../../../test/zoom-server.ts';
import { useZoomStage } from '../../../../test/zoom-stage.ts';
import { openZoom } from '../../../platform/zoom.ts';

const { app, zoomServer, keep, roomOf, aZoomLesson, inSeconds, created } = useZoomStage();

describe('a failed call to Zoom', () => {
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

  test('500: is retried with growing pauses, eight times, and then by hand', async () => {
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

  test('no response: times out and is retried', async () => {
    const server = await zoomServer(once('silent'));
    const zoom = openZoom({ ...server.settings, timeoutSeconds: 0.5 }, app.clock);
    const lesson = await aZoomLesson();
    await keep({ zoom }, lesson._id);
    expect((await roomOf(lesson._id)).making).toMatchObject({
      error: 'Zoom did not answer within 0.5 seconds',
      next_try: inSeconds(15).toISOString(),
    });
  });

  test('unreachable: is retried in the same way', async () => {
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
    '429: is retried at the time that Zoom gives, %s, without counting an attempt',
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

  test('401: discards the token once and requests a new one', async () => {
    const server = await zoomServer();
    await keep(server, (await aZoomLesson())._id);
    server.tokens.valid.clear();
    const lesson = await aZoomLesson();
    await keep(server, lesson._id);
    expect((await roomOf(lesson._id)).making).toMatchObject({ state: 'ready' });
    expect(server.tokens.given).toBe(2);
  });

  test('a second 401: is reported and retried later', async () => {
    const { making, server } = await failing({ instead: () => ({ status: 401, code: 124 }) });
    expect(making).toMatchObject({
      error: 'Zoom refuses our access: check the ZOOM settings',
      next_try: inSeconds(15).toISOString(),
    });
    expect(server.calls).toHaveLength(2);
  });

  test('an account unknown to Zoom: the error names the settings to check', async () => {
    const server = await zoomServer();
    const zoom = openZoom({ ...server.settings, clientSecret: 'wrong' }, app.clock);
    const lesson = await aZoomLesson();
    await keep({ zoom }, lesson._id);
    expect((await roomOf(lesson._id)).making?.error).toBe(
      'Zoom does not know our account: check the ZOOM settings',
    );
  });

  test('refused for good: the reason is on the lesson, and it is only retried by hand', async () => {
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

  test('a host gets at most a hundred rooms a day; the next waits until tomorrow', async () => {
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

test('one token is used for many rooms until shortly before it expires', async () => {
  const server = await zoomServer();
  const lessons = [await aZoomLesson(), await aZoomLesson(), await aZoomLesson()];
  await Promise.all(lessons.slice(0, 2).map(({ _id }) => keep(server, _id)));
  expect(server.tokens.given).toBe(1);
  app.clock.setTo(inSeconds(59 * 60 + 1));
  await keep(server, lessons[2]?._id ?? '');
  expect(server.tokens.given).toBe(2);
});
