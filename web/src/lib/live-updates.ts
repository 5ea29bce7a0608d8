import { saysWhoIsThere, type LiveEvent } from '@staffroom/contract/shared/live.ts';

type Topics = LiveEvent['topics'];

/** What the tabs of a browser tell each other. */
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
  /** Absent where the page is not served securely: each tab then has a stream of its own. */
  locks: Pick<LockManager, 'request'> | undefined;
  /** Milliseconds before the stream is opened again, after so many failures in a row. */
  pause?: (failures: number) => number;
};

/** What another tab wants counts for so long after it last said so; it says so twice as often. */
const wantsLast = 150_000;

/**
 * The changes that screens listen for, in one stream a browser: of the tabs that want any, one holds a lock, reads what all
 * of them want, and tells the others (ADR 21). While nobody listens there is neither stream nor lock.
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
    /** Calls the listener when the topic may have changed, until what it answers is called. */
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

/** This tab among those that want something. */
const takePart = (needs: LiveNeeds, { tab, topics, tell }: Tab) => {
  const leaving = new AbortController();
  const channel = needs.openChannel();
  const others = new Map<string, { topics: string[]; until: number }>();
  let reading: { topics: ReadonlySet<string>; again: AbortController } | undefined;
  /** The stream of before, which goes on until the next one has begun. */
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
  /** Opens the stream anew where it lacks something, or says of a record that it is open here and it is not any more. */
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
    // A tab that crashed wants nothing any more.
    readWanted();
  }, wantsLast / 2);

  /** What a stream tells; the one before it ends with its first word, and has told of all that both have in common. */
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
        // Whatever broke it, it is opened again; what the failure says of session and server is told where it is read.
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

/** Half a second, doubled up to 8, and not the same for all who lost it at one moment. */
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
 * Reads at once when asked, and once more for all that asked meanwhile: never twice at a time, and never given up for a
 * newer one, which a stream of changes would do for ever.
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
