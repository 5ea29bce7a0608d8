import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendLargeAnswersInParts } from './large-answers.ts';

/** The end of each part is within a character of two code units. */
const text = `a${'😀'.repeat(700_000)}`;

const started = async () => {
  const app = Fastify();
  sendLargeAnswersInParts(app);
  app.get('/large', async () => ({ text }));
  app.get('/small', async () => ({ text: 'small' }));
  await app.listen();
  return app;
};

test('sends a large response completely, with its length', async () => {
  await using app = await started();
  const address = app.listeningOrigin;
  const large = await fetch(`${address}/large`);
  expect(large.headers.get('content-length')).toBe(String(Buffer.byteLength(text) + 11));
  expect(await large.json()).toEqual({ text });
  const head = await fetch(`${address}/large`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  expect(await (await fetch(`${address}/small`)).json()).toEqual({ text: 'small' });
});

test('runs other work between the parts', async () => {
  await using app = await started();
  let turns = 0;
  const count = setInterval(() => (turns += 1), 0);
  await app.inject('/large');
  clearInterval(count);
  expect(turns).toBeGreaterThan(0);
});
