import { PassThrough } from 'node:stream';
import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import {
  openLiveUpdates,
  saysWhoIsThere,
  type LiveEvent,
  type LiveKind,
} from '@staffroom/contract/shared/live.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { Actor } from './context.ts';
import { isDatabaseAway, isDatabaseBusy, type Db } from './database.ts';
import { refusal } from './errors.ts';
import { newId } from './ids.ts';
import { liveChannel, openListener, type Listener } from './live-listener.ts';
import { enterLive, leaveLive, stayLive } from './live-viewers.ts';
import { createSlots } from './slots.ts';

/**
 * Tells, when the transaction commits, that something of a record changed which open screens may show. Only its id leaves:
 * who hears it reads anew what it may read. `session` is an account whose sessions were ended.
 */
export const announceChange = (tx: Db, kind: LiveKind | 'session', id: string) =>
  tx.execute(sql`select pg_notify(${liveChannel}, ${`${kind}:${id}`})`);

/** Of which of these records the actor may hear. */
export type Hears = (who: { actor: Actor; db: Db }, ids: string[]) => Promise<readonly string[]>;

type Needs = {
  db: Db;
  databaseUrl: string;
  logger: Logger;
  /** Who holds the session of a request, without using it; refuses with 401. */
  findActor: (request: FastifyRequest) => Promise<Actor>;
  hears: Record<LiveKind, Hears>;
};

/** Milliseconds between two signs of life; the session and what it may hear are looked at as often. */
const heartbeat = 15_000;
/** Changes within so many milliseconds are told together. */
const togetherWithin = 100;
const streamSlots = {
  total: Infinity,
  perAccount: 20,
  waiting: 0,
  waitingPerAccount: 0,
  refuse: () => refusal('busy', { retryAfterSeconds: 30 }),
};
/** Bytes that wait for a reader who does not read. */
const mostWaiting = 64 * 1024;

type Stream = {
  id: string;
  userId: string;
  topics: ReadonlySet<string>;
  changed: (topics: LiveEvent['topics']) => void;
  /** Ends the stream once its session has ended; hears anew what it may hear. */
  check: () => Promise<void>;
  end: () => void;
};

/**
 * `GET /api/live`: the changes of some topics as server-sent events (ADR 21). PostgreSQL is listened to from the first
 * stream on, over a connection of its own. Streams end with their session and when the server stops.
 */
export const registerLiveUpdates = (app: FastifyInstance, needs: Needs) => {
  const streams = new Set<Stream>();
  const slots = createSlots(streamSlots);
  let listener: Listener | undefined;
  const listen = () => {
    listener ??= openListener(needs.databaseUrl, {
      logger: needs.logger,
      heard: (topic) => tell(streams, topic),
      // What was announced while nobody listened is not known; whoever comes meanwhile is told so first of all.
      resumed: () => streams.forEach((stream) => stream.changed('all')),
    });
  };
  /** What ended streams still have to say to the database. */
  const goodbyes = new Set<Promise<void>>();
  const leave = (id: string) => {
    // A database that is away forgets it by itself.
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
  app.addHook('preClose', async () => {
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
      // Taken before anything is waited for, so that many requests at once count each other.
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
      // Sends the head of the answer on its way.
      body.write(': listening\n\n');
      listen();
      if (listener?.isListening()) stream.changed('all');
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

/** The topics that a new stream hears, noted for those who want to know who is there. */
const begin = async (id: string, actor: Actor, asked: readonly string[], needs: Needs) => {
  const topics = await heardOf(actor, asked, needs);
  await enterLive(needs.db, { id, userId: actor.id }, topics);
  return topics;
};

/** Those of the topics that the actor may hear. */
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

/** One listener's stream: the first change leaves at once, those that follow closely leave together. */
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
        // A database that is away says nothing about the session.
        if (isDatabaseAway(error) || isDatabaseBusy(error)) write(': still here\n\n');
        else end();
      }
    },
    end,
  };
  return stream;
};
