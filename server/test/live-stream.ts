import { createParser } from 'eventsource-parser';
import { liveEventSchema, type LiveEvent } from '@staffroom/contract/shared/live.ts';

/** A stream of changes as a test reads it. */
export type LiveStream = {
  status: number;
  type: string;
  /** What was told, in order, as far as nobody has asked for it yet. */
  next: () => Promise<LiveEvent['topics'] | 'end'>;
  /** Everything told until it is told this topic, that included. */
  until: (topic: string) => Promise<LiveEvent['topics'][]>;
  close: () => void;
};

/** Opens the stream of these topics; refused ones have a status and end at once. */
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
  const told: (LiveEvent['topics'] | 'end')[] = [];
  let wake = () => {};
  const tell = (one: LiveEvent['topics'] | 'end') => {
    told.push(one);
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
    while (told.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return told.shift()!;
  };
  return {
    status: answer.status,
    type: answer.headers.get('content-type') ?? '',
    next,
    until: async (topic) => {
      const all: LiveEvent['topics'][] = [];
      for (;;) {
        const one = await next();
        if (one === 'end') throw new Error(`The stream ended before it told ${topic}.`);
        all.push(one);
        if (one.includes(topic)) return all;
      }
    },
    close: () => closing.abort(),
  };
};
