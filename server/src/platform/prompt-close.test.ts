import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { closePromptly } from './prompt-close.ts';

const startApp = async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  closePromptly(app);
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

test('a connection on which nothing was asked does not hold up the stop', async () => {
  const { app, port } = await startApp();
  const opened = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await opened;
  const cut = once(socket, 'close');
  await app.close();
  await cut;
  expect(app.server.listening).toBe(false);
});

test('a request in flight gets its answer, and its connection does not hold up the stop', async () => {
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
  expect(performance.now() - answeredAt).toBeLessThan(2000);
  agent.destroy();
});
