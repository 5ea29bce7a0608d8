import { createParser } from 'eventsource-parser';
import {
  liveEventSchema,
  openLiveUpdates,
  type LiveEvent,
} from 'staffroom-contract/shared/live.ts';
import { openEvents } from './api-client.ts';

/** Milliseconds of silence after which a stream counts as dead; the server sends a heartbeat every 15 s. */
const silence = 40_000;

type Follow = { signal: AbortSignal; onEvent: (topics: LiveEvent['topics']) => void };

/** Reads changes of these topics until the stream ends, breaks or is aborted. Throws if it cannot be opened. */
export const readChanges = async (
  topics: readonly string[],
  { signal, onEvent }: Follow,
): Promise<void> => {
  const watch = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const noteLife = () => {
    clearTimeout(timer);
    timer = setTimeout(() => watch.abort(), silence);
  };
  const parser = createParser({
    onEvent: ({ data }) => {
      const event = liveEventSchema.safeParse(parsed(data));
      if (event.success) onEvent(event.data.topics);
    },
  });
  try {
    noteLife();
    const query = { topics: topics.join(',') as never };
    const either = AbortSignal.any([signal, watch.signal]);
    const answer = await openEvents(openLiveUpdates, { query }, either);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      noteLife();
      parser.feed(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
};

const parsed = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
};
