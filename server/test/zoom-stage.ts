import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import {
  createLesson,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { getLessonRoom } from 'staffroom-contract/domains/lessons/lesson-room.contract.ts';
import type { BodyInput } from 'staffroom-contract/shared/operation.ts';
import { keepZoomRoomJob } from '../src/domains/lessons/zoom/keep-zoom-room.job.ts';
import type { JobContext } from '../src/platform/jobs.ts';
import { openZoom, type Zoom } from '../src/platform/zoom.ts';
import { testNow, useOwnTestApp } from './build-test-app.ts';
import { aClass } from './factories/class.factory.ts';
import { openZoomServer } from './zoom-server.ts';

type Server = Awaited<ReturnType<typeof openZoomServer>>;

/** An app with a Zoom account and its own clock; only the test itself calls Zoom. */
export const useZoomStage = () => {
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

  /** Runs the job of a lesson once, like a worker. */
  const keep = async (
    server: { zoom: Zoom },
    lesson: string,
    { jobId = randomUUID(), signal = new AbortController().signal } = {},
  ) => {
    const job: JobContext = {
      db: app.database.db,
      clock: app.clock,
      settings: app.settings,
      listeners: app.listeners,
      fetchFile: app.fetchFile,
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

  /** A Zoom lesson in a week, created through the API. */
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
        allow_host_overlap: true,
        ...values,
      },
    });
    return { ...data, className: name };
  };

  const change = async (id: string, body: BodyInput<typeof updateLesson>) =>
    (await app.as('Admin')).call(updateLesson, {
      params: { id },
      body: { allow_unusual: true, allow_host_overlap: true, ...body },
    });

  const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + seconds * 1000);

  const created = ({ calls }: Pick<Server, 'calls'>) =>
    calls.filter(({ method, path }) => method === 'POST' && path.endsWith('s'));

  return { app, zoomServer, keep, roomOf, jobsOf, aZoomLesson, change, inSeconds, created };
};
