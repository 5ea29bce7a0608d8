import { useSyncExternalStore } from 'react';

let reachable = true;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Notes whether the server was reachable; called after every API call, shown by the banner. */
export const noteReachable = (value: boolean): void => {
  if (value === reachable) return;
  reachable = value;
  for (const listener of listeners) listener();
};

/** True if the last call was answered by a working server. */
export const useReachable = (): boolean => useSyncExternalStore(subscribe, () => reachable);
