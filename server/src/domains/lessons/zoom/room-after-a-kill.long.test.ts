import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import { forgetHeartbeats, startWorker } from '../../../../test/own-process.ts';
import { useZoomStage } from '../../../../test/zoom-stage.ts';

// This process only queues jobs; rooms are created by workers that can be killed.
const { app, zoomServer, roomOf, aZoomLesson } = useZoomStage();
vi.setConfig({ testTimeout: 120_000 });

test('kill -9 of a worker after Zoom created the room leaves one room, which is stored', async () => {
  app.clock.setTo(new Date());
  let isFirst = true;
  const server = await zoomServer({
    instead: ({ method }) => {
      if (method !== 'POST' || !isFirst) return undefined;
      isFirst = false;
      return 'held';
    },
  });
  const { accountId, clientId, clientSecret, apiUrl, hosts } = server.settings;
  const env = {
    ZOOM_ACCOUNT_ID: accountId,
    ZOOM_CLIENT_ID: clientId,
    ZOOM_CLIENT_SECRET: clientSecret,
    ZOOM_HOST_EMAIL: hosts.join(),
    ZOOM_API_URL: apiUrl,
  };
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
  const lesson = await aZoomLesson({ scheduled_on: inDays(7), ended_on: inDays(7.05) });

  const worker = await startWorker(app, env);
  await vi.waitUntil(() => server.meetings.size > 0, { timeout: 60_000 });
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  expect((await roomOf(lesson._id)).data).toBeNull();
  await forgetHeartbeats(app);
  await startWorker(app, env);
  await vi.waitUntil(async () => (await roomOf(lesson._id)).making?.state === 'ready', {
    timeout: 60_000,
  });

  expect([...server.meetings.keys()]).toEqual([(await roomOf(lesson._id)).data?.id]);
});
