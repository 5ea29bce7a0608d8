import type { KeyboardEvent } from 'react';

/** Ctrl/⌘ Enter anywhere in a form clicks its submit button; if that is disabled, the focused field shows its error. */
export const submitOnCtrlEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  // React events bubble through portals, so this also receives those of a dialog above.
  if (!event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  const button = event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (button?.disabled === false) button.click();
  else if (event.target instanceof HTMLElement) judge(event.target);
};

/** Errors are shown on blur, so the field is blurred for a moment. */
const judge = (field: HTMLElement) => {
  field.blur();
  field.focus({ preventScroll: true });
};
