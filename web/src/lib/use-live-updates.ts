import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveTopic } from '@staffroom/contract/shared/live.ts';
import { readChanges } from './event-stream.ts';
import { createLiveUpdates, oneAtATime } from './live-updates.ts';
import type { Domain } from './query-keys.ts';

/** Only a page that is served securely has locks. */
const { locks }: { locks?: LockManager } = navigator;

const live = createLiveUpdates({
  read: readChanges,
  openChannel: () => new BroadcastChannel('staffroom-live-updates'),
  locks,
});

/** Milliseconds between two reads: a class that answers at once is read a few times a second. */
const gap = 200;

/** Does this whenever the topic changed, for as long as the screen is open; one at a time. */
export const useLiveTopic = (topic: LiveTopic, act: () => Promise<unknown>): void => {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(
    () =>
      live.listen(
        topic,
        oneAtATime(() => latest.current(), gap),
      ),
    [topic],
  );
};

/** Reads what is on screen of a domain anew whenever the topic changed, for as long as the screen is open. */
export const useLiveUpdates = (topic: LiveTopic, domain: Domain): void => {
  const queryClient = useQueryClient();
  useLiveTopic(topic, () => queryClient.invalidateQueries({ queryKey: [domain] }));
};
