import { expect } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';

/** Waits for the one element of a locator. */
export const found = async (target: Locator): Promise<HTMLElement> => {
  await expect.element(target).toBeInTheDocument();
  return target.element() as HTMLElement;
};

/** Clicks like a user: the element takes the focus first. A disabled button is not clicked. */
export const click = async (target: Locator): Promise<void> => {
  const element = await found(target);
  await expect.element(target).toBeEnabled();
  element.focus({ preventScroll: true });
  element.click();
};

/** Replaces the text of a field. */
export const fill = async (target: Locator, text: string): Promise<void> => {
  const element = (await found(target)) as HTMLInputElement | HTMLTextAreaElement;
  element.focus({ preventScroll: true });
  // React overrides the element's own setter and would not see a change.
  Reflect.set(Object.getPrototypeOf(element) as object, 'value', text, element);
  element.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
};

/** Presses keys in the browser: `{Escape}`, `{Control>}{Enter}{/Control}`, `j`. */
export const press = (keys: string): Promise<void> => {
  window.focus();
  return userEvent.keyboard(keys);
};

export const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
export const button = (name: string | RegExp, within: Locator | typeof page = page) =>
  within.getByRole('button', { name });
export const box = (name: string | RegExp, within: Locator | typeof page = page) =>
  within.getByRole('textbox', { name });
export const alert = (within: Locator | typeof page = page) => within.getByRole('alert');

/** Expects a text that contains this one. */
export const expectText = async (target: Locator, text: string): Promise<void> => {
  await expect.poll(() => target.query()?.textContent).toContain(text);
};
export const expectGone = async (target: Locator): Promise<void> => {
  await expect.element(target).not.toBeInTheDocument();
};

export const radio = (name: string) => page.getByRole('radio', { name });
export const snackbar = (text: string) => page.getByRole('status').getByText(text);

/** The rows of the list in a dialog, or of the screen's. */
export const rows = (): HTMLElement[] => {
  const within = document.querySelectorAll<HTMLElement>('[role="dialog"] [data-row]');
  return [...(within.length > 0 ? within : document.querySelectorAll<HTMLElement>('[data-row]'))];
};
export const expectRows = async (count: number): Promise<void> => {
  await expect.poll(() => rows().length).toBe(count);
};

/** Opens the menu of a row and chooses an action. */
export const chooseAct = async (name: string, act: string): Promise<void> => {
  await click(button(`Actions for ${name}`));
  await click(page.getByRole('menuitem', { name: act }));
};
