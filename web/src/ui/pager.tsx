import { Flex, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { endsThreshold, pageCount, pagerWindow } from './pager-window.ts';
import styles from './pager.module.css';

type AboveProps = {
  page: number;
  pageSize: number;
  /** Number of all matching rows; undefined while the first page loads. */
  count: number | undefined;
  /** Singular and plural: `['order', 'orders']`. */
  noun: readonly [one: string, many: string];
  words: (count: number, page: number) => string;
  onPage: (page: number) => void;
};

/** The line above a list with the rows shown and a second pager. Its space is reserved while loading. */
export const PagesAbove = ({ page, pageSize, count, noun, words, onPage }: AboveProps) => {
  const pages = pageCount(count ?? 0, pageSize);
  return (
    <Flex
      className={styles.above}
      rowGap="xs"
      columnGap="lg"
      align="center"
      justify="space-between"
      wrap="wrap"
      mih={38}
      px="lg"
      py="xs"
      c="secondary"
    >
      <span data-figures>{count !== undefined && words(count, Math.min(page, pages))}</span>
      {pages > 1 && (
        <Pages
          of={`${noun[1]}, above the list`}
          page={Math.min(page, pages)}
          pages={pages}
          onPage={onPage}
        />
      )}
    </Flex>
  );
};

/** The pages of a list: previous, five numbers, next; first and last in a long list. */
export const Pages = ({
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
    <Group component="nav" aria-label={`Pages of ${of}`} className={styles.pages}>
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
    </Group>
  );
};
