import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { signOut } from 'staffroom-contract/domains/identity/identity.contract.ts';
import { sendClassroomEvents } from 'staffroom-contract/domains/integrations/integrations.contract.ts';
import { createPollQuestion } from 'staffroom-contract/domains/polls/polls.contract.ts';
import { updateUser } from 'staffroom-contract/domains/users/user-record.contract.ts';
import { liveTopic, mostTopics, reportsId } from 'staffroom-contract/shared/live.ts';
import { startTestApp, testNow, type TestApp } from '../../test/build-test-app.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../../test/database-proxy.ts';
import { aLessonWithPolls, aQuestionBody } from '../../test/factories/poll.factory.ts';
import { aServiceToken, aSystem } from '../../test/factories/service-token.factory.ts';
import { aWorksheet } from '../../test/factories/worksheet.factory.ts';
import { holdRows } from '../../test/hold-rows.ts';
import { openLiveStream } from '../../test/live-stream.ts';
import type { Api } from '../../test/stage.ts';
import { createEmptyDatabase, type TestDatabase } from '../../test/test-database.ts';
import { unique } from '../../test/unique.ts';
import { announceChange } from './live-updates.ts';
import { lessonStaff } from '../domains/lessons/lessons.schema.ts';

let database: TestDatabase;
let proxy: DatabaseProxy;
let app: TestApp;
let address: string;
let admin: Api;

beforeAll(async () => {
  database = await createEmptyDatabase();
  proxy = await startDatabaseProxy(database.url);
  app = await startTestApp({ database: { url: proxy.url, drop: async () => undefined } });
  address = await app.listen();
  admin = await app.as('Admin');
  return async () => {
    await app.close();
    await proxy.close();
    await database.drop();
  };
});
afterEach(() => proxy.restore());

/** An open stream that has sent its first comment. */
const listen = async (api: Pick<Api, 'token'>, ...lessonIds: string[]) => {
  const topics = lessonIds.map((id) => liveTopic('poll', id));
  const stream = await openLiveStream(address, api.token, topics);
  onTestFinished(stream.close);
  expect(stream.status).toBe(200);
  expect(stream.type).toContain('text/event-stream');
  expect(await stream.next()).toBe('all');
  return stream;
};

type Polled = Awaited<ReturnType<typeof aLessonWithPolls>>;

const anAnswerTo = ({ lesson, first, slow }: Polled) => ({
  external_id: unique('answer'),
  lesson: lesson.id,
  email: slow.email,
  action: 'answer',
  at: '2026-11-20T02:01:00Z',
  poll: first.id,
  answer: [1],
});

const send = async (...items: object[]) =>
  (await aSystem(app, 'classroom-events')).call(sendClassroomEvents, { body: { items } });

/** Changes a lesson so that every listener of it gets an event. */
const change = ({ lesson }: Polled) =>
  admin.call(createPollQuestion, { params: { id: lesson.id }, body: aQuestionBody() });

describe('a listener of a lesson', () => {
  test('gets its id when a student answers or a question changes', async () => {
    const polled = await aLessonWithPolls(app);
    const stream = await listen(admin, polled.lesson.id);
    const topic = liveTopic('poll', polled.lesson.id);
    await send(anAnswerTo(polled));
    expect((await stream.until(topic)).at(-1)).toEqual([topic]);
    await change(polled);
    expect((await stream.until(topic)).at(-1)).toEqual([topic]);
  });

  test('gets one event for many concurrent answers', async () => {
    const [polled, other] = [await aLessonWithPolls(app), await aLessonWithPolls(app)];
    const stream = await listen(admin, polled.lesson.id, other.lesson.id);
    const began = performance.now();
    await send(...Array.from({ length: 100 }, () => anAnswerTo(polled)));
    // The event of the other lesson comes after all these.
    await change(other);
    const received = await stream.until(liveTopic('poll', other.lesson.id));
    expect(received.length).toBeGreaterThan(1);
    // At most ten times a second, however many answers arrive; the first one at once.
    expect(received.length).toBeLessThanOrEqual((performance.now() - began) / 99 + 3);
  });

  test('gets no event for a refused act', async () => {
    const polled = await aLessonWithPolls(app);
    const stream = await listen(admin, polled.lesson.id);
    const refused = await send({ ...anAnswerTo(polled), answer: [-1] });
    expect(refused.data).toMatchObject([{ ok: false }]);
    await expect(
      app.database.db.transaction(async (tx) => {
        await announceChange(tx, 'poll', polled.lesson.id);
        throw new Error('The act is refused.');
      }),
    ).rejects.toThrow('The act is refused.');
    const marker = await aLessonWithPolls(app);
    const second = await listen(admin, marker.lesson.id);
    await change(marker);
    await second.until(liveTopic('poll', marker.lesson.id));
    await change(polled);
    expect(await stream.until(liveTopic('poll', polled.lesson.id))).toHaveLength(1);
  });

  test('gets an event for every act that reports may count, if it may open a report', async () => {
    const reports = liveTopic('report', reportsId);
    const polled = await aLessonWithPolls(app);
    const agent = await app.as('Agent', {});
    const [heard, silent] = await Promise.all(
      [admin, agent].map(async ({ token }) => {
        const stream = await openLiveStream(address, token, [reports]);
        onTestFinished(stream.close);
        expect(await stream.next()).toBe('all');
        return stream;
      }),
    );
    await change(polled);
    expect((await heard!.until(reports)).at(-1)).toEqual([reports]);
    await agent.call(signOut, {});
    expect(await silent!.next()).toBe('end');
  });

  test('gets no event of reports for a record that no report counts', async () => {
    const other = await app.as('Admin', {});
    const stream = await openLiveStream(address, other.token, [liveTopic('report', reportsId)]);
    onTestFinished(stream.close);
    expect(await stream.next()).toBe('all');
    await aWorksheet(app);
    await other.call(signOut, {});
    expect(await stream.next()).toBe('end');
  });

  test('gets no event of lessons that it may not see', async () => {
    const [own, other] = [await aLessonWithPolls(app), await aLessonWithPolls(app)];
    const tutor = await app.as('Tutor', {});
    await app.database.db
      .insert(lessonStaff)
      .values({ lessonId: own.lesson.id, userId: tutor.id, kind: 'tutor' });
    for (const listener of [tutor, await app.as('Typist'), await app.as('Agent')]) {
      const stream = await listen(listener, own.lesson.id, other.lesson.id);
      await change(other);
      await change(own);
      // Its own event comes after the other's, so the other's would have arrived by now.
      if (listener === tutor)
        expect((await stream.until(liveTopic('poll', own.lesson.id))).flat()).not.toContain(
          liveTopic('poll', other.lesson.id),
        );
      else {
        await listener.call(signOut, {});
        expect(await stream.next()).toBe('end');
      }
    }
  });
});

describe('the stream', () => {
  const topic = liveTopic('poll', crypto.randomUUID());

  test('requires a sign-in and existing topics', async () => {
    const statusOf = async (token: string | undefined, ...topics: string[]) => {
      const stream = await openLiveStream(address, token, topics);
      expect(await stream.next()).toBe('end');
      return stream.status;
    };
    expect(await statusOf(undefined, topic)).toBe(401);
    expect(await statusOf('x'.repeat(43), topic)).toBe(401);
    const { token } = await aServiceToken(app, { scopes: ['classroom-events'] });
    expect(await statusOf(token, topic)).toBe(403);
    for (const wrong of ['', 'poll:1', `order:${crypto.randomUUID()}`])
      expect(await statusOf(admin.token, wrong)).toBe(400);
    const many = Array.from({ length: mostTopics + 1 }, () =>
      liveTopic('poll', crypto.randomUUID()),
    );
    expect(await statusOf(admin.token, ...many)).toBe(400);
  });

  test('answers HEAD without opening a stream', async () => {
    const answer = await fetch(`${address}/api/live?topics=${topic}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('is refused to an account with 20 open streams', async () => {
    const person = await app.as('CustService', {});
    for (let open = 0; open < 20; open += 1) await listen(person, crypto.randomUUID());
    expect(await openLiveStream(address, person.token, [topic])).toMatchObject({ status: 503 });
  });

  test.each([
    ['signs out', (person: Api) => person.call(signOut, {})],
    [
      'is disabled',
      (person: Api) =>
        admin.call(updateUser, {
          params: { type: 'CustService', id: person.id },
          body: { enabled: false },
        }),
    ],
  ])('ends at once when its user %s, and no other stream does', async (_what, act) => {
    const polled = await aLessonWithPolls(app);
    const person = await app.as('CustService', {});
    const stream = await listen(person, polled.lesson.id);
    const other = await listen(admin, polled.lesson.id);
    await act(person);
    expect(await stream.next()).toBe('end');
    await change(polled);
    expect(await other.next()).toEqual([liveTopic('poll', polled.lesson.id)]);
  });

  test('opens at most 20 times for one account, also concurrently', async () => {
    const person = await app.as('Admin', {});
    const open = async () => {
      const topics = [liveTopic('ticket', crypto.randomUUID())];
      const stream = await openLiveStream(address, person.token, topics);
      onTestFinished(stream.close);
      return stream;
    };
    const streams = await Promise.all(Array.from({ length: 60 }, open));
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(streams.filter(({ status }) => status === 503)).toHaveLength(40);
    for (const { close } of streams) close();
    await expect.poll(async () => (await open()).status).toBe(200);
  });

  test('releases its slot if the caller hung up before it began', async () => {
    const person = await app.as('Admin', {});
    const { hostname, port } = new URL(address);
    const topic = liveTopic('ticket', crypto.randomUUID());
    const asking = Array.from({ length: 20 }, async () => {
      const socket = connect(Number(port), hostname);
      onTestFinished(() => void socket.destroy());
      await once(socket, 'connect');
      socket.write(
        `GET /api/live?topics=${topic} HTTP/1.1\r\nHost: ${hostname}\r\n` +
          `Authorization: Bearer ${person.token}\r\n\r\n`,
      );
      return socket;
    });
    for (const socket of await Promise.all(asking)) socket.destroy();
    const openAll = async () => {
      const opened = await Promise.all(
        Array.from({ length: 20 }, () =>
          openLiveStream(address, person.token, [liveTopic('ticket', crypto.randomUUID())]),
        ),
      );
      for (const { close } of opened) onTestFinished(close);
      const statuses = opened.map(({ status }) => status);
      if (statuses.includes(503)) for (const { close } of opened) close();
      return statuses.filter((status) => status === 200).length;
    };
    await expect.poll(openAll).toBe(20);
  });

  test('does not keep an unused session alive', async () => {
    const person = await app.as('CustService', {});
    const stream = await listen(person, crypto.randomUUID());
    app.clock.setTo(new Date(testNow.getTime() + 13 * 3_600_000));
    onTestFinished(() => app.clock.setTo(testNow));
    await app.database.pool.query(`select pg_notify('staffroom_live', $1)`, [
      `session:${person.id}`,
    ]);
    expect(await stream.next()).toBe('end');
  });

  test('reports a change of everything once the database is back', async () => {
    const polled = await aLessonWithPolls(app);
    const stream = await listen(admin, polled.lesson.id);
    await proxy.cut();
    await proxy.restore();
    expect(await stream.next()).toBe('all');
    await change(polled);
    expect(await stream.next()).toEqual([liveTopic('poll', polled.lesson.id)]);
  });

  test('ends when the server stops, without delaying it', async () => {
    const other = await startTestApp();
    const person = await other.as('Admin');
    const stream = await openLiveStream(await other.listen(), person.token, [topic]);
    expect(await stream.next()).toBe('all');
    const began = performance.now();
    await other.close();
    // A stop waits up to 30 s for other requests.
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(await stream.next()).toBe('end');
  });
});

test('a stream that is being opened when the server begins to stop ends at once', async () => {
  const own = await startTestApp();
  onTestFinished(() => own.close());
  const place = await own.listen();
  const { token } = await own.as('Admin');
  const tickets = await holdRows(own, 'lock table tickets in access exclusive mode');
  const opening = openLiveStream(place, token, [liveTopic('ticket', crypto.randomUUID())]);
  await tickets.untilWaiting(1);
  const stopped = own.http.close();
  const isRefused = async () => {
    const answer = await fetch(`${place}/api/healthz`).catch(() => undefined);
    return answer?.status !== 200;
  };
  await expect.poll(isRefused).toBe(true);
  await tickets.commit();
  expect(await (await opening).next()).toBe('end');
  await stopped;
});
