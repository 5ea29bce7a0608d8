import { useSyncExternalStore } from 'react';

const key = 'token';
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** The session's token from local storage (part 1 §4, Session); null when signed out. */
export const readToken = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Stores the token of a new session, which opens the app. */
export const storeToken = (token: string): void => {
  localStorage.setItem(key, token);
  tell();
};

/** Removes the token, which leads to the sign-in screen. */
export const clearToken = (): void => {
  try {
    localStorage.removeItem(key);
  } catch {
    // If storage is blocked there is no token to remove.
  }
  tell();
};

const subscribe = (listener: () => void) => {
  const onStorage = (event: StorageEvent) => {
    // Another tab signed in or out; a null key means that storage was cleared.
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
};

/** True if there is a session, started in this tab or another. */
export const useHasToken = (): boolean =>
  useSyncExternalStore(subscribe, () => readToken() !== null);
