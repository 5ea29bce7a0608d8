import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/formats.ts';
import { endsThreshold, pageCount, pagerWindow, rowsOnPage } from './pager-window.ts';
import { PanelFooter } from './panel.tsx';
import styles from './pager.module.css';

type Props = {
  page: number;
  pageSize: number;
  /** Number of all matching rows; undefined while the first page loads. */
  count: number | undefined;
  /** Singular and plural: `['order', 'orders']`. */
  noun: readonly [one: string, many: string];
  onPage: (page: number) => void;
  /** Actions on all rows, beside the count: Download. */
  beside?: ReactNode;
};

/** The foot of a list: "61–80 of 214 orders" and the pages (part 1 §9). */
export const Pager = ({ page, pageSize, count, noun, onPage, beside }: Props) => {
  const pages = pageCount(count ?? 0, pageSize);
  return (
    <PanelFooter>
      <span className={styles.count} aria-live="polite" data-figures data-heard>
        {count === undefined ? '' : rangeText(page, pageSize, count, noun)}
      </span>
      {beside}
      {pages > 1 && (
        <Pages of={noun[1]} page={Math.min(page, pages)} pages={pages} onPage={onPage} />
      )}
    </PanelFooter>
  );
};

type AboveProps = Omit<Props, 'beside'> & { words: (count: number, page: number) => string };

/** The line above a list with the rows shown and a second pager. Its space is reserved while loading. */
export const PagesAbove = ({ page, pageSize, count, noun, words, onPage }: AboveProps) => {
  const pages = pageCount(count ?? 0, pageSize);
  return (
    <div className={styles.above}>
      <span data-figures>{count !== undefined && words(count, Math.min(page, pages))}</span>
      {pages > 1 && (
        <Pages
          of={`${noun[1]}, above the list`}
          page={Math.min(page, pages)}
          pages={pages}
          onPage={onPage}
        />
      )}
    </div>
  );
};

const rangeText = (page: number, pageSize: number, count: number, noun: Props['noun']) => {
  const { first, last } = rowsOnPage(page, pageSize, count);
  const total = formatCount(count, ...noun);
  if (count <= pageSize || first > count) return total;
  return `${first.toLocaleString('en-SG')}–${last.toLocaleString('en-SG')} of ${total}`;
};

const Pages = ({
  of,
  page,
  pages,
  onPage,
}: {
  /** Names the pager, since a dialog's list may be above another list. */
  of: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) => {
  const withEnds = pages > endsThreshold;
  const control = (name: string, to: number, content: ReactNode = name, className = '') => (
    <button
      type="button"
      className={`${styles.control} ${className}`}
      aria-label={content === name ? undefined : name}
      disabled={to < 1 || to > pages || to === page}
      onClick={() => onPage(to)}
    >
      {content}
    </button>
  );
  return (
    <nav aria-label={`Pages of ${of}`} className={styles.pages}>
      <div>
        {withEnds && control('First', 1, 'First', styles.end)}
        {control('Previous page', page - 1, <IconChevronLeft size={16} aria-hidden="true" />)}
        {pagerWindow(page, pages).map((number) => (
          <button
            key={number}
            type="button"
            className={styles.control}
            data-active={number === page || undefined}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ))}
        {control('Next page', page + 1, <IconChevronRight size={16} aria-hidden="true" />)}
        {withEnds && control('Last', pages, 'Last', styles.end)}
      </div>
    </nav>
  );
};
