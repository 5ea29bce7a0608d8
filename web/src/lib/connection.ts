import { useSyncExternalStore } from 'react';

let reachable = true;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Noted by the client after every call; the banner shows it. */
export const noteReachable = (value: boolean): void => {
  if (value === reachable) return;
  reachable = value;
  for (const listener of listeners) listener();
};

/** Whether the last call got an answer from a working server. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => reachable);
