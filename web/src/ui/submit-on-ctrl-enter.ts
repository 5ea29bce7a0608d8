import type { KeyboardEvent } from 'react';

/** Ctrl/⌘ Enter anywhere in a form presses its submit button; where that is disabled, what stands in the way is said. */
export const submitOnCtrlEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
  // React hands on what happens in a dialog above the form too.
  if (!event.currentTarget.contains(event.target as Node)) return;
  event.preventDefault();
  const button = event.currentTarget.querySelector<HTMLButtonElement>('button[type="submit"]');
  if (button?.disabled === false) button.click();
  else if (event.target instanceof HTMLElement) judge(event.target);
};

/** What is wrong with a field is said when it is left, so a try leaves it for a moment. */
const judge = (field: HTMLElement) => {
  field.blur();
  field.focus({ preventScroll: true });
};
