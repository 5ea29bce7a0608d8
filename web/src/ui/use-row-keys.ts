import { useRef, type RefObject } from 'react';
import { useShortcut } from './use-shortcut.ts';

/** The row that has the focus, or holds what has it. */
const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null;

/** J and K move the focus from row to row, of the list that has it, else of this one; through several inside `data-rows`. */
const move = (list: HTMLElement | null, step: 1 | -1) => {
  const from = focusedRow();
  const own = from?.closest('[data-rows]') ?? from?.parentElement;
  const rows = [...((own ?? list)?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const next = from ? rows[rows.indexOf(from) + step] : rows[0];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
};

/** Does what a click on the row's name does. */
const open = (row: HTMLElement | null) => {
  if (row?.matches('a[href]')) return row.click();
  for (const opener of ['[data-opens]', 'a[href]', 'button:not(:disabled)']) {
    const found = row?.querySelector<HTMLElement>(opener);
    if (found) return found.click();
  }
};

/** Opens the row of a list that has only one, unless it is being read again. */
export const openOnlyRow = () => {
  const [row = null, ...others] = document.querySelectorAll<HTMLElement>('main [data-row]');
  if (others.length === 0 && !row?.closest('[aria-busy="true"]')) open(row);
};

/**
 * The keys of a list: J, K and Enter. The answer goes to the element whose rows carry `data-row` and `tabIndex={-1}`;
 * what Enter opens is the row itself where it is a link, carries `data-opens`, or is the row's first link or button.
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
