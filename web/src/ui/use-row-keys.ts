import { useRef, type MouseEvent, type RefObject } from 'react';
import { useShortcut } from './use-shortcut.ts';

/** The row that has or contains the focus. */
const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;

/** J and K move in the list with the focus, else in this list. Lists inside one `data-rows` count as one. */
const move = (list: HTMLElement | null, step: 1 | -1) => {
  const from = focusedRow();
  const own = from?.closest('[data-rows]') ?? from?.parentElement;
  const rows = [...((own ?? list)?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const next = from ? rows[rows.indexOf(from) + step] : rows[0];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
};

/** The element that opens a row: the row itself if it is a link, else `data-opens`, else its first link or button. */
export const openerOf = (row: HTMLElement | null): HTMLElement | null => {
  if (row?.matches('a[href]')) return row;
  for (const opener of ['[data-opens]', 'a[href]', 'button:not(:disabled)']) {
    const found = row?.querySelector<HTMLElement>(opener);
    if (found) return found;
  }
  return null;
};

/** Opens a row like a click on its name. */
const open = (row: HTMLElement | null) => openerOf(row)?.click();

/**
 * Opens a row that is clicked outside its links and buttons, in a new tab if the click asks for it. Selecting text
 * opens nothing.
 */
export const openClickedRow = (click: MouseEvent<HTMLElement>): void => {
  const { target, currentTarget: row, ctrlKey, metaKey, shiftKey } = click;
  if (!(target instanceof Element) || target.closest('a, button, input, label, select')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  openerOf(row)?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  );
};

/** Opens the only row of a list, unless the list is refetching. */
export const openOnlyRow = () => {
  const [row = null, ...others] = document.querySelectorAll<HTMLElement>('main [data-row]');
  if (others.length === 0 && !row?.closest('[aria-busy="true"]')) open(row);
};

/**
 * Keyboard navigation of a list: J, K and Enter. Returns the ref of the element whose rows have `data-row` and
 * `tabIndex={-1}`. Enter opens the row itself if it is a link, else `data-opens`, else the row's first link or button.
 */
export const useRowKeys = <E extends HTMLElement>(hasRows: boolean): RefObject<E | null> => {
  const list = useRef<E>(null);
  useShortcut('j', 'Next row', () => move(list.current, 1), { enabled: hasRows });
  useShortcut('k', 'Previous row', () => move(list.current, -1), { enabled: hasRows });
  useShortcut('enter', 'Open the row', () => open(focusedRow()), {
    enabled: hasRows,
    when: () => document.activeElement === focusedRow() && focusedRow() !== null,
  });
  return list;
};
