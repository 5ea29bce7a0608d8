import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveTopic } from 'staffroom-contract/shared/live.ts';
import { readChanges } from './event-stream.ts';
import { createLiveUpdates, oneAtATime } from './live-updates.ts';
import type { Domain } from './query-keys.ts';

/** Only secure pages have locks. */
const { locks }: { locks?: LockManager } = navigator;

const live = createLiveUpdates({
  read: readChanges,
  openChannel: () => new BroadcastChannel('staffroom-live-updates'),
  locks,
});

/** Minimum delay between two reads in milliseconds: a whole class may answer at once. */
const gap = 200;

/** Calls `act` whenever the topic changed while mounted; never concurrently, with a pause of `every` ms. */
export const useLiveTopic = (
  topic: LiveTopic,
  act: () => Promise<unknown>,
  every: number = gap,
): void => {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(
    () =>
      live.listen(
        topic,
        oneAtATime(() => latest.current(), every),
      ),
    [topic, every],
  );
};

/** Refetches the domain's active queries whenever the topic changed, while mounted. */
export const useLiveUpdates = (topic: LiveTopic, domain: Domain): void => {
  const queryClient = useQueryClient();
  useLiveTopic(topic, () => queryClient.invalidateQueries({ queryKey: [domain] }));
};
