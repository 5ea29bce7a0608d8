const listeners = new Set<() => void>();

/** Registers what is to be done when a session runs out, before its screens are gone. */
export const onSessionExpired = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Tells that the session ran out while somebody was working. */
export const announceSessionExpired = (): void => {
  for (const listener of listeners) listener();
};

/** Values typed into a form and not saved. */
export type KeptValues = {
  /** Only the fields that were changed. */
  changed: Readonly<Record<string, unknown>>;
  /** Version of the record that they were typed on; undefined for a new record, and when a comparison was still open. */
  version?: number | undefined;
};

/** What was typed into one form. */
export type Draft = KeptValues & { form: string };

/** Where somebody was whose session ran out, and what was typed there: in this tab, until the next sign-in. */
type Left = { user: string; address?: string; draft?: Draft };

const key = 'session-ended';

const readLeft = (): Left | null => {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as Left);
  } catch {
    return null;
  }
};

const writeLeft = (left: Left | null) => {
  try {
    if (left === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(left));
  } catch {
    // Where storage is full or forbidden there is nothing to return to.
  }
};

/** Keeps the address for the person whose session ran out, and what was typed there. */
export const keepPlace = (user: string, draft?: Draft): void => {
  const before = readLeft();
  const kept = draft ?? (before?.user === user ? before.draft : undefined);
  const address = window.location.pathname + window.location.search;
  writeLeft({ user, address, ...(kept && { draft: kept }) });
};

/** Whether a session ran out here, and somebody is to be told so. */
export const hasEndedSession = (): boolean => readLeft()?.address !== undefined;

/**
 * The address to which this person returns after signing in, once; undefined for who comes anew. What somebody else left is
 * forgotten.
 */
export const placeToReturn = (user: string): string | undefined => {
  const left = readLeft();
  const isOwn = left?.user === user;
  writeLeft(isOwn && left.draft ? { user, draft: left.draft } : null);
  return isOwn ? left.address : undefined;
};

/** What this person had typed into the form before the session ran out, once. */
export const takeDraft = (user: string, form: string): KeptValues | undefined => {
  const left = readLeft();
  if (left?.user !== user || left.draft?.form !== form) return undefined;
  writeLeft(null);
  return left.draft;
};
