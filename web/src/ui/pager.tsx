import { Pagination } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../lib/formats.ts';
import { endsThreshold, pageCount, pagerWindow, rowsOnPage } from './pager-window.ts';
import { PanelFooter } from './panel.tsx';
import styles from './pager.module.css';

type Props = {
  page: number;
  pageSize: number;
  /** All rows that match; undefined while the first page loads. */
  count: number | undefined;
  /** One row and several: `['order', 'orders']`. */
  noun: readonly [one: string, many: string];
  onPage: (page: number) => void;
  /** What can be done with all of the rows, beside their count: Download. */
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

/** The line above a list that says which rows it shows, and turns the pages too. It keeps its place while they load. */
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
  /** A dialog's list stands above another's: each is named by what it turns the pages of. */
  of: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}) => {
  const withEnds = pages > endsThreshold;
  const classNames = { control: styles.control };
  return (
    <nav aria-label={`Pages of ${of}`} className={styles.pages}>
      <Pagination.Root total={pages} value={page} onChange={onPage} classNames={classNames}>
        {withEnds && (
          <Pagination.Control
            className={styles.end}
            disabled={page === 1}
            onClick={() => onPage(1)}
          >
            First
          </Pagination.Control>
        )}
        <Pagination.Previous aria-label="Previous page" />
        {pagerWindow(page, pages).map((number) => (
          <Pagination.Control
            key={number}
            active={number === page}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </Pagination.Control>
        ))}
        <Pagination.Next aria-label="Next page" />
        {withEnds && (
          <Pagination.Control
            className={styles.end}
            disabled={page === pages}
            onClick={() => onPage(pages)}
          >
            Last
          </Pagination.Control>
        )}
      </Pagination.Root>
    </nav>
  );
};
