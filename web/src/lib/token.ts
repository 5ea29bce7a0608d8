import { useSyncExternalStore } from 'react';

const key = 'token';
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** The session's token, kept in local storage (part 1 §4, Session); null when nobody is signed in. */
export const readToken = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Keeps the token of a new session: the app opens. */
export const storeToken = (token: string): void => {
  localStorage.setItem(key, token);
  tell();
};

/** Forgets the token: the app closes and the sign-in screen stands in its place. */
export const clearToken = (): void => {
  try {
    localStorage.removeItem(key);
  } catch {
    // Where storage is forbidden there is no token to remove.
  }
  tell();
};

const subscribe = (listener: () => void) => {
  const onStorage = (event: StorageEvent) => {
    // Another tab signed in or out; `null` is a storage that was emptied.
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
};

/** Whether there is a session to apply, in this tab or signed in from another. */
export const useHasToken = (): boolean =>
  useSyncExternalStore(subscribe, () => readToken() !== null);
