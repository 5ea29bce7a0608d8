import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatCount } from '../lib/formats.ts';
import { KeyHint } from './key-hint.tsx';
import styles from './list-foot.module.css';
import { pageCount, rowsOnPage } from './pager-window.ts';
import { Pages } from './pager.tsx';
import { PanelFooter } from './panel.tsx';
import { useNarrow } from './use-narrow.ts';
import { openerOf } from './use-row-keys.ts';

type Props = {
  /** Number of all matching rows; undefined while the first page loads. */
  count?: number | undefined;
  /** Singular and plural: `['order', 'orders']`. */
  noun?: Noun;
  /** Replaces the count: "24 open, 3 closed this month". */
  words?: string;
  /** The page shown; without it the list is one page. */
  page?: number;
  pageSize?: number;
  onPage?: (page: number) => void;
  /** Beside the count: sums. */
  beside?: ReactNode;
  /** `RowKeys`. */
  keys?: ReactNode;
  /** `DownloadButton quiet`. */
  download?: ReactNode;
};
type Noun = readonly [one: string, many: string];
const rows: Noun = ['row', 'rows'];

/** The foot of every list: "61–80 of 214 orders", then keys, download and pages (part 1 §9). */
export const ListFoot = ({
  count,
  noun = rows,
  onPage,
  beside,
  keys,
  download,
  words: given,
  ...at
}: Props) => {
  const { page = 1, pageSize = Math.max(count ?? 1, 1) } = at;
  const pages = pageCount(count ?? 0, pageSize);
  const pager = onPage && pages > 1 && (
    <Pages of={noun[1]} page={Math.min(page, pages)} pages={pages} onPage={onPage} />
  );
  const narrow = useNarrow();
  const parts = Object.entries({ beside, keys: !narrow && keys, download, pager }).filter(
    ([, part]) => Boolean(part),
  );
  const words = given ?? (count === undefined ? '' : rangeText(page, pageSize, count, noun));
  return (
    <PanelFooter screenOnly>
      {narrow ? (
        <VisuallyHidden aria-live="polite" data-heard>
          {words}
        </VisuallyHidden>
      ) : (
        <Text span inherit c="secondary" aria-live="polite" data-figures data-heard>
          {words}
        </Text>
      )}
      {parts.length > 0 && (
        <Group className={styles.parts} gap="sm" wrap="wrap">
          {parts.map(([name, part]) => (
            <Group key={name} className={styles.part} data-part={name}>
              {part}
            </Group>
          ))}
        </Group>
      )}
    </PanelFooter>
  );
};

const rangeText = (page: number, pageSize: number, count: number, noun: Noun) => {
  const { first, last } = rowsOnPage(page, pageSize, count);
  const total = formatCount(count, ...noun);
  if (count <= pageSize || first > count) return total;
  return `${first.toLocaleString('en-SG')}–${last.toLocaleString('en-SG')} of ${total}`;
};

type Key = readonly [keys: string, words: string];

/**
 * Hints for the keys of the rows; `?` describes them in words. "open" and "menu" are shown if the rows have them;
 * `own`: the keys of the list.
 */
export const RowKeys = ({ own = [] }: { own?: readonly Key[] }) => {
  const [has, setHas] = useState({ opener: false, menu: false });
  // A new function in each render, so that it sees the rows of each.
  const look = (box: HTMLElement | null) => {
    if (!box) return;
    const row = rowAbove(box);
    const menu = row?.querySelector('[data-row-menu]');
    const opener = row !== null && openerOf(row);
    const next = { opener: Boolean(opener && !menu?.contains(opener)), menu: Boolean(menu) };
    if (next.opener !== has.opener || next.menu !== has.menu) setHas(next);
  };
  const keys: Key[] = [];
  if (has.opener) keys.push(['↵', 'open']);
  keys.push(...own);
  if (has.menu) keys.push(['.', 'menu']);
  return (
    <span ref={look} className={styles.keys} aria-hidden="true">
      <span>
        <KeyHint keys="J" /> <KeyHint keys="K" /> move
      </span>
      {keys.map(([key, words]) => (
        <span key={key}>
          <KeyHint keys={key} /> {words}
        </span>
      ))}
    </span>
  );
};

/** The first row of the list that a foot belongs to. */
const rowAbove = (foot: HTMLElement | null): HTMLElement | null => {
  for (let box = foot?.parentElement; box && !box.matches('main, [role="dialog"]');) {
    const row = box.querySelector<HTMLElement>('[data-row]');
    if (row) return row;
    box = box.parentElement;
  }
  return null;
};
