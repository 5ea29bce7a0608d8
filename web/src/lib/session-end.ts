const listeners = new Set<() => void>();

/** Registers what is to be said when a session runs out. */
export const onSessionExpired = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Tells that the session ran out while somebody was working. */
export const announceSessionExpired = (): void => {
  for (const listener of listeners) listener();
};
