import { createParser } from 'eventsource-parser';
import { liveEventSchema, type LiveEvent } from 'staffroom-contract/shared/live.ts';

export type LiveStream = {
  status: number;
  type: string;
  /** Returns the next unread event, waiting for it if necessary. */
  next: () => Promise<LiveEvent['topics'] | 'end'>;
  /** Returns all events up to and including the one with this topic. */
  until: (topic: string) => Promise<LiveEvent['topics'][]>;
  close: () => void;
};

/** Opens the stream of these topics; a refused stream has a status and ends at once. */
export const openLiveStream = async (
  address: string,
  token: string | undefined,
  topics: readonly string[],
): Promise<LiveStream> => {
  const closing = new AbortController();
  const query = new URLSearchParams({ topics: topics.join(',') });
  const answer = await fetch(`${address}/api/live?${query.toString()}`, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    signal: closing.signal,
  });
  const received: (LiveEvent['topics'] | 'end')[] = [];
  let wake = () => {};
  const tell = (one: LiveEvent['topics'] | 'end') => {
    received.push(one);
    wake();
  };
  const parser = createParser({
    onEvent: ({ data }) => tell(liveEventSchema.parse(JSON.parse(data)).topics),
  });
  const read = async () => {
    const text = answer.body!.pipeThrough(new TextDecoderStream());
    for await (const part of text) if (answer.ok) parser.feed(part);
  };
  void read()
    .catch(() => undefined)
    .then(() => tell('end'));
  const next = async () => {
    while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return received.shift()!;
  };
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    next,
    until: async (topic) => {
      const all: LiveEvent['topics'][] = [];
      for (;;) {
        const one = await next();
        if (one === 'end') throw new Error(`The stream ended before the topic ${topic}.`);
        all.push(one);
        if (one.includes(topic)) return all;
      }
    },
    close: () => closing.abort(),
  };
};
