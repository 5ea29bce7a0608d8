import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLiveUpdates, oneAtATime, type LiveNeeds } from './live-updates.ts';

type Follow = Parameters<LiveNeeds['read']>[1];
type Channel = ReturnType<LiveNeeds['openChannel']>;
type Stream = { topics: readonly string[]; tell: Follow['onEvent']; break: () => void };

/** A fake browser whose tabs share locks and a channel; its streams are those that the server sees. */
const aBrowser = ({ locks = true } = {}) => {
  const streams: Stream[] = [];
  const channels = new Set<Channel>();
  const held: (() => void)[] = [];
  let isHeld = false;
  const request = async (
    _name: string,
    { signal }: { signal: AbortSignal },
    act: () => unknown,
  ) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    if (signal.aborted) return held.shift()?.();
    isHeld = true;
    await act();
    isHeld = false;
    held.shift()?.();
  };
  const openTab = () =>
    createLiveUpdates({
      locks: locks ? { request: request as never } : undefined,
      pause: () => 0,
      openChannel: () => {
        const channel: Channel = {
          onmessage: null,
          postMessage: (data: unknown) => {
            for (const other of channels)
              if (other !== channel) queueMicrotask(() => other.onmessage?.({ data } as never));
          },
          close: () => void channels.delete(channel),
        };
        channels.add(channel);
        return channel;
      },
      read: (topics, { signal, onEvent }) =>
        new Promise((resolve) => {
          const stream = { topics, tell: onEvent, break: () => end() };
          const end = () => {
            streams.splice(streams.indexOf(stream), 1);
            resolve();
          };
          streams.push(stream);
          signal.addEventListener('abort', end);
        }),
    });
  return { streams, openTab };
};

const aListener = () => vi.fn<() => void>();

const leaves: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaves.splice(0)) leave();
});

const listen = (tab: ReturnType<typeof createLiveUpdates>, topic: string) => {
  const listener = aListener();
  const leave = tab.listen(topic, listener);
  leaves.push(leave);
  return { listener, leave };
};

describe('the tabs of a browser', () => {
  test('share one stream for the topics of all tabs', async () => {
    const { streams, openTab } = aBrowser();
    const one = listen(openTab(), 'poll:1');
    await vi.waitFor(() => expect(streams).toHaveLength(1));
    streams[0]?.tell('all');
    expect(one.listener).toHaveBeenCalledOnce();
    const two = listen(openTab(), 'poll:2');
    // The old stream continues until the new one has begun, so that no change is missed between them.
    await vi.waitFor(() =>
      expect(streams.map(({ topics }) => topics)).toEqual([['poll:1'], ['poll:1', 'poll:2']]),
    );
    streams[1]?.tell('all');
    await vi.waitFor(() => expect(two.listener).toHaveBeenCalledOnce());
    expect(one.listener, 'was notified throughout').toHaveBeenCalledOnce();
    expect(streams.map(({ topics }) => topics)).toEqual([['poll:1', 'poll:2']]);
    streams[0]?.tell(['poll:2']);
    await vi.waitFor(() => expect(two.listener).toHaveBeenCalledTimes(2));
    streams[0]?.tell('all');
    await vi.waitFor(() => expect(two.listener).toHaveBeenCalledTimes(3));
    expect(one.listener).toHaveBeenCalledTimes(2);
  });

  test('report a closed ticket at once, and keep the stream for other topics', async () => {
    const { streams, openTab } = aBrowser();
    const tab = openTab();
    listen(tab, 'ticket-list:1');
    const other = listen(tab, 'poll:1');
    const ticket = listen(tab, 'ticket:1');
    await vi.waitFor(() =>
      expect(streams.at(-1)?.topics).toEqual(['ticket-list:1', 'poll:1', 'ticket:1']),
    );
    streams.at(-1)?.tell('all');
    other.leave();
    await Promise.resolve();
    expect(streams).toHaveLength(1);
    ticket.leave();
    await vi.waitFor(() => expect(streams.at(-1)?.topics).toEqual(['ticket-list:1']));
    streams.at(-1)?.tell('all');
    await vi.waitFor(() => expect(streams).toHaveLength(1));
  });

  test('continue when the reading tab is closed', async () => {
    const { streams, openTab } = aBrowser();
    const one = listen(openTab(), 'poll:1');
    const two = listen(openTab(), 'poll:2');
    await vi.waitFor(() => expect(streams.at(-1)?.topics).toContain('poll:2'));
    one.leave();
    await vi.waitFor(() => expect(streams.map(({ topics }) => topics)).toEqual([['poll:2']]));
    streams[0]?.tell(['poll:2']);
    expect(two.listener).toHaveBeenCalledOnce();
    two.leave();
    await vi.waitFor(() => expect(streams).toEqual([]));
  });

  test('have a stream each without locks', async () => {
    const { streams, openTab } = aBrowser({ locks: false });
    listen(openTab(), 'poll:1');
    listen(openTab(), 'poll:2');
    await vi.waitFor(() => expect(streams).toHaveLength(2));
  });
});

test('reopens a broken stream', async () => {
  const { streams, openTab } = aBrowser();
  const { listener } = listen(openTab(), 'poll:1');
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  const [broken] = streams;
  broken?.break();
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  expect(streams[0]).not.toBe(broken);
  streams[0]?.tell('all');
  expect(listener).toHaveBeenCalledOnce();
});

test('an unmounted screen is not notified', async () => {
  const { streams, openTab } = aBrowser();
  const tab = openTab();
  const [left, open] = [listen(tab, 'poll:1'), listen(tab, 'poll:1')];
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  left.leave();
  streams[0]?.tell(['poll:1']);
  expect(left.listener).not.toHaveBeenCalled();
  expect(open.listener).toHaveBeenCalledOnce();
});

test('many changes cause one read at a time, and one more for all changes meanwhile', async () => {
  const ends: (() => void)[] = [];
  const read = vi.fn<() => Promise<void>>(
    () => new Promise<void>((resolve) => ends.push(() => resolve())),
  );
  const ask = oneAtATime(read, 0);
  for (let change = 0; change < 10; change += 1) ask();
  expect(read).toHaveBeenCalledOnce();
  ends.shift()?.();
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  ends.shift()?.();
  ask();
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(3));
});
