import { saysWhoIsThere, type LiveEvent } from 'staffroom-contract/shared/live.ts';

type Topics = LiveEvent['topics'];

/** Messages between the tabs of a browser. */
type Message =
  | { kind: 'wants'; tab: string; topics: string[] }
  | { kind: 'asks' }
  | { kind: 'changed'; topics: Topics };

type Channel = Pick<BroadcastChannel, 'postMessage' | 'close'> & {
  onmessage: ((event: MessageEvent<Message>) => void) | null;
};

export type LiveNeeds = {
  /** Reads the stream of these topics until it ends. */
  read: (
    topics: readonly string[],
    follow: { signal: AbortSignal; onEvent: (topics: Topics) => void },
  ) => Promise<void>;
  openChannel: () => Channel;
  /** Undefined on insecure pages: each tab then has its own stream. */
  locks: Pick<LockManager, 'request'> | undefined;
  /** Delay in milliseconds before reopening the stream, by the number of consecutive failures. */
  pause?: (failures: number) => number;
};

/** Another tab's topics expire this long after its last message; tabs repeat it twice as often. */
const wantsLast = 150_000;

/**
 * Shares one stream of changes per browser: the tab with the lock reads the topics of all tabs and notifies the
 * others (ADR 21). Without listeners there is neither a stream nor a lock.
 */
export const createLiveUpdates = (needs: LiveNeeds) => {
  const tab = crypto.randomUUID();
  const listeners = new Map<string, Set<() => void>>();
  let part: ReturnType<typeof takePart> | undefined;

  const tell = (topics: Topics) => {
    for (const [topic, own] of listeners)
      if (topics === 'all' || topics.includes(topic)) for (const listener of own) listener();
  };

  return {
    /** Calls the listener when the topic may have changed; returns a function that stops listening. */
    listen: (topic: string, listener: () => void): (() => void) => {
      const own = listeners.get(topic) ?? new Set();
      listeners.set(topic, own.add(listener));
      part ??= takePart(needs, { tab, topics: () => [...listeners.keys()], tell });
      part.wantsChanged();
      return () => {
        own.delete(listener);
        if (own.size === 0) listeners.delete(topic);
        if (listeners.size > 0) return part?.wantsChanged();
        part?.leave();
        part = undefined;
      };
    },
  };
};

type Tab = { tab: string; topics: () => string[]; tell: (topics: Topics) => void };

/** Registers this tab with the others. */
const takePart = (needs: LiveNeeds, { tab, topics, tell }: Tab) => {
  const leaving = new AbortController();
  const channel = needs.openChannel();
  const others = new Map<string, { topics: string[]; until: number }>();
  let reading: { topics: ReadonlySet<string>; again: AbortController } | undefined;
  /** The previous stream, which continues until the next has begun. */
  let before: { topics: ReadonlySet<string>; end: AbortController } | undefined;

  const say = (message: Message) => channel.postMessage(message);
  const sayWants = () => say({ kind: 'wants', tab, topics: topics() });
  const wanted = () => [
    ...new Set([
      ...topics(),
      ...[...others.values()]
        .filter(({ until }) => until > Date.now())
        .flatMap((one) => one.topics),
    ]),
  ];
  /** Reopens the stream if it lacks a topic, or if a ticket is no longer open here. */
  const readWanted = () => {
    if (!reading) return;
    const all = new Set(wanted());
    const lacks = [...all].some((topic) => !reading?.topics.has(topic));
    const isElsewhere = [...reading.topics].some(
      (topic) => saysWhoIsThere(topic) && !all.has(topic),
    );
    if (lacks || isElsewhere) reading.again.abort();
  };

  channel.onmessage = ({ data }) => {
    if (data.kind === 'changed') return tell(data.topics);
    if (data.kind === 'asks') return sayWants();
    others.set(data.tab, { topics: data.topics, until: Date.now() + wantsLast });
    readWanted();
  };
  const saying = setInterval(() => {
    sayWants();
    // Topics of a tab that crashed expire.
    readWanted();
  }, wantsLast / 2);

  /**
   * The changes reported by a stream. Its first event ends the previous stream, which has reported their common topics
   * so far.
   */
  const newsOf = (changed: Topics, all: ReadonlySet<string>): Topics => {
    const known = before?.topics;
    before?.end.abort();
    before = undefined;
    return known && changed === 'all' ? [...all].filter((topic) => !known.has(topic)) : changed;
  };

  const lead = async () => {
    say({ kind: 'asks' });
    for (let failures = 0; !leaving.signal.aborted; failures += 1) {
      const [again, end] = [new AbortController(), new AbortController()];
      const all = new Set(wanted());
      reading = { topics: all, again };
      let hasBegun = false;
      const ended = needs
        .read([...all], {
          signal: AbortSignal.any([leaving.signal, end.signal]),
          onEvent: (changed) => {
            failures = 0;
            hasBegun = true;
            const news = before?.end === end ? changed : newsOf(changed, all);
            tell(news);
            say({ kind: 'changed', topics: news });
          },
        })
        // After any failure the stream is reopened; errors of session and server are handled where it is read.
        .catch(() => undefined);
      await Promise.race([ended, aborted(again.signal), aborted(leaving.signal)]);
      if (again.signal.aborted) {
        if (hasBegun) before = { topics: all, end };
        else end.abort();
        continue;
      }
      before?.end.abort();
      before = undefined;
      if (leaving.signal.aborted) break;
      await pauseFor((needs.pause ?? usualPause)(failures), leaving.signal);
    }
    reading = undefined;
    before?.end.abort();
  };
  if (needs.locks)
    void needs.locks
      .request('staffroom-live-updates', { signal: leaving.signal }, lead)
      .catch(() => undefined);
  else void lead();

  return {
    wantsChanged: () => {
      sayWants();
      readWanted();
    },
    leave: () => {
      say({ kind: 'wants', tab, topics: [] });
      leaving.abort();
      clearInterval(saying);
      channel.close();
    },
  };
};

/** Half a second, doubled up to 8 s, with jitter so that clients do not reconnect at the same time. */
const usualPause = (failures: number) =>
  Math.min(500 * 2 ** failures, 8000) * (0.75 + Math.random() / 2);

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

const pauseFor = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });

/**
 * Runs `read` at once, and once more for all requests meanwhile: never concurrently, and never aborted for a newer
 * request, which a stream of changes would do forever.
 */
export const oneAtATime = (read: () => Promise<unknown>, gap: number): (() => void) => {
  let isReading = false;
  let isAsked = false;
  const run = async () => {
    isReading = true;
    while (isAsked) {
      isAsked = false;
      await read().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, gap));
    }
    isReading = false;
  };
  return () => {
    isAsked = true;
    if (!isReading) void run();
  };
};
