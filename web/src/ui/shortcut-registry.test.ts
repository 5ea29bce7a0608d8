// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyLayer, ShortcutRegistry } from './shortcut-registry.ts';

let registry: ShortcutRegistry;
const listener = (event: KeyboardEvent) => registry.handle(event);

beforeEach(() => {
  registry = new ShortcutRegistry();
  document.body.innerHTML = '<input id="text"><input id="tick" type="checkbox"><button>Go</button>';
  window.addEventListener('keydown', listener);
});
afterEach(() => window.removeEventListener('keydown', listener));

const press = (key: string, options: KeyboardEventInit & { on?: string } = {}) => {
  const target = options.on ? document.querySelector(options.on) : document.body;
  target?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }),
  );
};
const shortcut = (keys: string, layer = 'page') => {
  const action = vi.fn<() => void>();
  return { action, remove: registry.add({ keys, label: keys, layer, action }) };
};

test('a shortcut acts until its screen unmounts', () => {
  const create = shortcut('c');
  press('c');
  expect(create.action).toHaveBeenCalledTimes(1);
  create.remove();
  press('c');
  expect(create.action).toHaveBeenCalledTimes(1);
});

test('of two shortcuts with the same key the last added acts, unless it does not apply', () => {
  const page = shortcut('e');
  const onRow = vi.fn<() => void>();
  let isOnRow = true;
  registry.add({ keys: 'e', label: 'row', layer: 'page', action: onRow, when: () => isOnRow });
  press('e');
  expect(onRow).toHaveBeenCalledTimes(1);
  expect(page.action).not.toHaveBeenCalled();
  isOnRow = false;
  press('e');
  expect(onRow).toHaveBeenCalledTimes(1);
  expect(page.action).toHaveBeenCalledTimes(1);
  expect(registry.list('page').map(({ label }) => label)).toEqual(['e', 'row']);
});

test('a shortcut never acts while the user types', () => {
  const create = shortcut('c');
  press('c', { on: '#text' });
  expect(create.action).not.toHaveBeenCalled();
  press('c', { on: '#tick' });
  expect(create.action).toHaveBeenCalledTimes(1);
});

test('keys with Ctrl, Alt or ⌘ are left to the browser', () => {
  const create = shortcut('c');
  press('c', { ctrlKey: true });
  press('c', { metaKey: true });
  press('c', { altKey: true });
  expect(create.action).not.toHaveBeenCalled();
});

test('a sequence of two keys acts; the second key alone does not', () => {
  const orders = shortcut('g o');
  press('o');
  expect(orders.action).not.toHaveBeenCalled();
  press('g');
  press('o');
  expect(orders.action).toHaveBeenCalledTimes(1);
});

test('with an open dialog only its own shortcuts act', () => {
  const create = shortcut('c');
  const skip = shortcut('s', 'dialog');
  const close = registry.pushLayer('dialog');
  press('c');
  press('s');
  expect(create.action).not.toHaveBeenCalled();
  expect(skip.action).toHaveBeenCalledTimes(1);
  close();
  press('c');
  press('s');
  expect(create.action).toHaveBeenCalledTimes(1);
  expect(skip.action).toHaveBeenCalledTimes(1);
});

test('an open list of options keeps its letter keys', () => {
  document.body.innerHTML = '<button id="list" aria-expanded="true">Status</button>';
  const create = shortcut('c');
  press('c', { on: '#list' });
  expect(create.action).not.toHaveBeenCalled();
});

test('a shortcut with Ctrl or ⌘ acts while the user types, and differs from the plain key', () => {
  const find = shortcut('mod k');
  const letter = shortcut('k');
  press('k', { ctrlKey: true, on: '#text' });
  press('K', { metaKey: true });
  expect(find.action).toHaveBeenCalledTimes(2);
  press('k', { ctrlKey: true, altKey: true });
  press('k', { ctrlKey: true, shiftKey: true });
  expect(find.action).toHaveBeenCalledTimes(2);
  expect(letter.action).not.toHaveBeenCalled();
});

test('a shortcut of every layer acts above a dialog, unless typed input would be lost', () => {
  const find = shortcut('mod k', everyLayer);
  let dirty = false;
  const close = registry.pushLayer('dialog', () => dirty);
  press('k', { ctrlKey: true });
  expect(find.action).toHaveBeenCalledTimes(1);
  dirty = true;
  press('k', { ctrlKey: true });
  expect(find.action).toHaveBeenCalledTimes(1);
  close();
  press('k', { ctrlKey: true });
  expect(find.action).toHaveBeenCalledTimes(2);
});
