const listeners = new Set<() => void>();

/** Registers a listener for the end of a session, called before its screens unmount. */
export const onSessionExpired = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Notifies that the session ended while the user was working. */
export const announceSessionExpired = (): void => {
  for (const listener of listeners) listener();
};

/** Typed, unsaved values of a form. */
export type KeptValues = {
  /** Changed fields only. */
  changed: Readonly<Record<string, unknown>>;
  /** Version of the record that they are based on; undefined for a new record, or if a comparison was open. */
  version?: number | undefined;
};

/** The typed values of one form. */
type Draft = KeptValues & { form: string };

/** An action's open dialog and its subject. */
type OpenAct = { act: string; about: unknown };

type Kept = { draft?: Draft; act?: OpenAct };

/** Address, open dialogs and typed values of an ended session; kept in this tab until the next sign-in. */
type Left = { user: string; address?: string; drafts: readonly Draft[]; acts: readonly OpenAct[] };

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
    // If storage is full or blocked, nothing can be restored.
  }
};

/** Saves the address of a user whose session ended, with typed values and open dialogs. */
export const keepPlace = (user: string, { draft, act }: Kept = {}): void => {
  const before = readLeft();
  const { drafts, acts } = before?.user === user ? before : { drafts: [], acts: [] };
  writeLeft({
    user,
    address: window.location.pathname + window.location.search,
    drafts: draft ? [...drafts.filter(({ form }) => form !== draft.form), draft] : drafts,
    acts: act ? [...acts, act] : acts,
  });
};

/** True if a session ended in this tab, so that the sign-in screen says so. */
export const hasEndedSession = (): boolean => readLeft()?.address !== undefined;

/** Returns the address to restore after sign-in, once, and discards what another user left. */
export const placeToReturn = (user: string): string | undefined => {
  const left = readLeft();
  if (left?.user !== user) {
    writeLeft(null);
    return undefined;
  }
  const { address, ...kept } = left;
  keepRest(kept);
  return address;
};

const keepRest = (left: Left) => writeLeft(left.drafts.length + left.acts.length > 0 ? left : null);

/** Returns what this user had typed into the form when the session ended, once. */
export const takeDraft = (user: string, form: string): KeptValues | undefined => {
  const left = readLeft();
  const draft = left?.user === user ? left.drafts.find((one) => one.form === form) : undefined;
  if (left && draft) keepRest({ ...left, drafts: left.drafts.filter((one) => one !== draft) });
  return draft;
};

/** Returns the subject of this action's dialog when this user's session ended, once. */
export const takeAct = (user: string, act: string): unknown => {
  const left = readLeft();
  const kept = left?.user === user ? left.acts.find((one) => one.act === act) : undefined;
  if (left && kept) keepRest({ ...left, acts: left.acts.filter((one) => one !== kept) });
  return kept?.about ?? null;
};
