import type { KeyboardEvent } from 'react';

/** Ctrl/⌘ Enter anywhere in a form presses its submit button, unless that is disabled. */
export const submitOnCtrlEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  event.preventDefault();
  event.currentTarget
    .querySelector<HTMLButtonElement>('button[type="submit"]:not(:disabled)')
    ?.click();
};
