import type { KeyboardEvent } from 'react';

/** Ctrl/⌘ Enter anywhere in a form presses its submit button, unless that is disabled. */
export const submitOnCtrlEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  // React hands on what happens in a dialog above the form too.
  if (!event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  event.currentTarget
    .querySelector<HTMLButtonElement>('button[type="submit"]:not(:disabled)')
    ?.click();
};
