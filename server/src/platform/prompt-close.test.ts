import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { errorAnswerSchema } from 'staffroom-contract/shared/errors.ts';
import { answerError } from './http-errors.ts';
import { closePromptly } from './prompt-close.ts';

const startApp = async (atMost?: number) => {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  app.setErrorHandler(answerError);
  closePromptly(app, atMost);
  let letAnswer: () => void = () => undefined;
  const asked = new Promise<void>((begin) => {
    app.get('/slow', async () => {
      begin();
      await new Promise<void>((resolve) => (letAnswer = resolve));
      return 'done';
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { app, port, asked, letAnswer: () => letAnswer() };
};

test('an unused connection does not delay the stop', async () => {
  const { app, port } = await startApp();
  const opened = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await opened;
  const cut = once(socket, 'close');
  await app.close();
  await cut;
  expect(app.server.listening).toBe(false);
});

test('a request in progress is answered, and its connection does not delay the stop', async () => {
  const { app, port, asked, letAnswer } = await startApp();
  const agent = new Agent({ keepAlive: true });
  const answered = once(get({ port, host: '127.0.0.1', path: '/slow', agent }), 'response');
  await asked;
  const closed = app.close();
  await vi.waitFor(() => expect(app.server.listening).toBe(false));
  letAnswer();
  const [answer] = (await answered) as [IncomingMessage];
  expect(await answer.toArray()).toHaveLength(1);
  const answeredAt = performance.now();
  await closed;
  // Fastify would keep the connection for 72 s.
  expect(performance.now() - answeredAt).toBeLessThan(20_000);
  agent.destroy();
});

test('a request during the stop gets 503 in the common shape, and its connection ends', async () => {
  const { app, port, asked, letAnswer } = await startApp();
  const socket = connect(port, '127.0.0.1');
  let answers = '';
  socket.setEncoding('utf8').on('data', (part: string) => (answers += part));
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked;
  const closed = app.close();
  await vi.waitFor(() => expect(app.server.listening).toBe(false));
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  letAnswer();
  await Promise.all([closed, once(socket, 'close')]);
  const [first = '', second = ''] = answers.split(/(?=HTTP\/1\.1 503)/);
  expect(first).toMatch(/^HTTP\/1\.1 200 /);
  expect(second).toMatch(/connection: close/i);
  expect(second).toMatch(/retry-after: 5/i);
  const answer = errorAnswerSchema.parse(JSON.parse(second.split('\r\n\r\n')[1] ?? ''));
  expect(answer.message.errors[0]).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('stopping') as string,
  });
});

test('an act that never ends delays the stop for a limited time', async () => {
  const { app, port, asked } = await startApp(200);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await asked;
  const cut = once(socket, 'close');
  await app.close();
  await cut;
  expect(app.server.listening).toBe(false);
});

test('an incomplete request delays the stop for a limited time', async () => {
  const { app, port } = await startApp(200);
  const opened = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  socket.write('POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{');
  await opened;
  const cut = once(socket, 'close');
  await app.close();
  await cut;
  expect(app.server.listening).toBe(false);
});
