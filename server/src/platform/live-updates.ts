import { PassThrough } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import {
  openLiveUpdates,
  saysWhoIsThere,
  type LiveEvent,
  type LiveKind,
} from 'staffroom-contract/shared/live.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Actor } from './context.ts';
import { isDatabaseAway, isDatabaseBusy, type Db } from './database.ts';
import { refusal } from './errors.ts';
import { newId } from './ids.ts';
import { liveChannel, openListener, type Listener } from './live-listener.ts';
import { enterLive, leaveLive, stayLive } from './live-viewers.ts';
import { createSlots } from './slots.ts';

/**
 * Announces a change of a record for open screens when the transaction commits. Only its id is sent; listeners then
 * read the data that they may read. For the kind `session`, the id is that of the account whose sessions were ended.
 */
export const announceChange = (tx: Db, kind: LiveKind | 'session', id: string) =>
  tx.execute(sql`select pg_notify(${liveChannel}, ${`${kind}:${id}`})`);

/** Returns those of the ids that the actor may listen to. */
type Hears = (who: { actor: Actor; db: Db }, ids: string[]) => Promise<readonly string[]>;

type Needs = {
  db: Db;
  databaseUrl: string;
  logger: Logger;
  /** Returns the actor of a request's session without counting it as used; throws 401. */
  findActor: (request: FastifyRequest) => Promise<Actor>;
  hears: Record<LiveKind, Hears>;
};

/** Milliseconds between two heartbeats; the session and its rights are checked as often. */
const heartbeat = 15_000;
/** Changes within this many milliseconds are sent together. */
const togetherWithin = 100;
const streamSlots = {
  total: Infinity,
  perAccount: 20,
  waiting: 0,
  waitingPerAccount: 0,
  refuse: () => refusal('busy', { retryAfterSeconds: 30 }),
};
/** Most bytes that wait for a reader who has stalled. */
const mostWaiting = 64 * 1024;

type Stream = {
  id: string;
  userId: string;
  topics: ReadonlySet<string>;
  changed: (topics: LiveEvent['topics']) => void;
  /** Ends the stream if its session has ended; otherwise reads its rights again. */
  check: () => Promise<void>;
  end: () => void;
};

/**
 * `GET /api/live`: the changes of some topics as server-sent events (ADR 21). From the first stream on, a separate
 * connection listens to PostgreSQL. Streams end with their session and when the server stops.
 */
export const registerLiveUpdates = (app: FastifyInstance, needs: Needs) => {
  const streams = new Set<Stream>();
  const slots = createSlots(streamSlots);
  let listener: Listener | undefined;
  const listen = () => {
    listener ??= openListener(needs.databaseUrl, {
      logger: needs.logger,
      heard: (topic) => tell(streams, topic),
      // Announcements during an interruption are lost, so every stream gets an event for all topics.
      resumed: () => streams.forEach((stream) => stream.changed('all')),
    });
  };
  /** Pending database calls of ended streams. */
  const goodbyes = new Set<Promise<void>>();
  const leave = (id: string) => {
    // If the database is not reachable, the entry expires there.
    const goodbye = leaveLive(needs.db, id).catch(() => undefined);
    goodbyes.add(goodbye);
    void goodbye.then(() => goodbyes.delete(goodbye));
  };
  const beat = setInterval(() => {
    for (const stream of streams) void stream.check();
    const ids = [...streams].map(({ id }) => id);
    if (ids.length > 0) void stayLive(needs.db, ids).catch(() => undefined);
  }, heartbeat);
  beat.unref();
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    for (const stream of streams) stream.end();
  });
  app.addHook('onClose', async () => {
    clearInterval(beat);
    await Promise.all(goodbyes);
    await listener?.close();
  });

  app.get(
    '/api/live',
    {
      schema: { hide: true, querystring: openLiveUpdates.query },
      onRequest: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        await personOf(request, needs);
      },
    },
    async (request, reply) => {
      const actor = await personOf(request, needs);
      void reply.type('text/event-stream; charset=utf-8').header('x-accel-buffering', 'no');
      if (request.method === 'HEAD') return reply.send('');
      // Taken before any await, so that concurrent requests count each other.
      const release = await slots.take(actor.id);
      const { topics: asked } = request.query as QueryOf<typeof openLiveUpdates>;
      const id = newId(new Date());
      const topics = await begin(id, actor, asked, needs).catch((error: unknown) => {
        release();
        throw error;
      });
      const body = new PassThrough();
      const stream = openStream(body, {
        id,
        userId: actor.id,
        topics,
        recheck: async () => heardOf(await personOf(request, needs), asked, needs),
      });
      streams.add(stream);
      body.once('close', () => {
        streams.delete(stream);
        release();
        stream.end();
        if (asked.some(saysWhoIsThere)) leave(id);
      });
      // Sends the response headers.
      body.write(': listening\n\n');
      // A stream that was being opened when the server began to stop would keep it waiting.
      if (isStopping) stream.end();
      else {
        listen();
        if (listener?.isListening()) stream.changed('all');
      }
      return reply.send(body);
    },
  );
};

/** The person who listens. Throws not_signed_in, session_expired, and forbidden for other systems. */
const personOf = async (request: FastifyRequest, { findActor }: Needs) => {
  if (request.headers.authorization === undefined) throw refusal('not_signed_in');
  const actor = await findActor(request);
  if (actor.scopes) throw refusal('forbidden');
  return actor;
};

/** Returns the topics of a new stream, and records it for the viewers of their records. */
const begin = async (id: string, actor: Actor, asked: readonly string[], needs: Needs) => {
  const topics = await heardOf(actor, asked, needs);
  await enterLive(needs.db, { id, userId: actor.id }, topics);
  return topics;
};

const heardOf = async (actor: Actor, asked: readonly string[], { db, hears }: Needs) => {
  const byKind = Map.groupBy(asked, (topic) => topic.split(':')[0] as LiveKind);
  const heard = await Promise.all(
    [...byKind].map(async ([kind, topics]) => {
      const ids = topics.map((topic) => topic.slice(kind.length + 1));
      return (await hears[kind]({ actor, db }, ids)).map((id) => `${kind}:${id}`);
    }),
  );
  return new Set(heard.flat());
};

const tell = (streams: ReadonlySet<Stream>, topic: string) => {
  const [kind, id] = topic.split(':');
  for (const stream of streams) {
    if (kind === 'session' && stream.userId === id) void stream.check();
    if (stream.topics.has(topic)) stream.changed([topic]);
  }
};

type Listening = {
  id: string;
  userId: string;
  topics: ReadonlySet<string>;
  recheck: () => Promise<ReadonlySet<string>>;
};

/** A listener's stream: the first change is sent at once, those that follow closely are sent together. */
const openStream = (body: PassThrough, { id, userId, topics, recheck }: Listening): Stream => {
  let waiting: LiveEvent['topics'] | undefined;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(timer);
    body.end();
  };
  const write = (text: string) => {
    if (body.writableEnded || body.destroyed) return;
    if (body.writableLength + body.readableLength > mostWaiting) return end();
    body.write(text);
  };
  const flush = () => {
    timer = undefined;
    if (waiting === undefined) return;
    const event: LiveEvent = { topics: waiting };
    waiting = undefined;
    write(`event: changed\ndata: ${JSON.stringify(event)}\n\n`);
    timer = setTimeout(flush, togetherWithin);
  };
  const stream: Stream = {
    id,
    userId,
    topics,
    changed: (changed) => {
      waiting =
        changed === 'all' || waiting === 'all'
          ? 'all'
          : [...new Set([...(waiting ?? []), ...changed])];
      if (timer === undefined) flush();
    },
    check: async () => {
      try {
        stream.topics = await recheck();
        write(': still here\n\n');
      } catch (error) {
        // An unreachable database does not mean that the session has ended.
        if (isDatabaseAway(error) || isDatabaseBusy(error)) write(': still here\n\n');
        else end();
      }
    },
    end,
  };
  return stream;
};
