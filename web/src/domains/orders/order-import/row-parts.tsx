import { Anchor, Flex, Group, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ImportRow } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { Dot } from '../../../ui/status-chip.tsx';
import type { RowLook } from './order-import-labels.ts';
import styles from './row-parts.module.css';

/**
 * The heading of a step or row. It takes the focus when `about` changes, so that keyboard and screen reader follow to
 * the new content.
 */
export const FocusHeading = ({ about, children }: { about: string; children: ReactNode }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // During arrow key navigation in the row list, the focus stays there.
    if (!document.activeElement?.closest('[data-keeps-focus]')) heading.current?.focus();
  }, [about]);
  return (
    <Text component="h2" ref={heading} tabIndex={-1} className={styles.heading} variant="h2">
      {children}
    </Text>
  );
};

/** Link to a row's order, in a new tab so that the import stays as it is. */
export const OrderLink = ({ row }: { row: ImportRow }) =>
  row.order && (
    <Anchor
      href={`/orders?order=${encodeURIComponent(row.order)}`}
      target="_blank"
      rel="noreferrer"
    >
      Order
    </Anchor>
  );

const tones = {
  processed: 'green',
  cancelled: 'orange',
  skipped: 'grey',
  rejected: 'red',
  ignored: 'grey',
  person: 'orange',
  ready: 'grey',
} as const;

/** Number of rows by status, in words beside their dots. */
export const RowCounts = ({ counts }: { counts: readonly (readonly [RowLook, string])[] }) => (
  <Flex
    component="ul"
    rowGap={0}
    columnGap="md"
    wrap="wrap"
    flex="none"
    aria-label="Rows by status"
  >
    {counts.map(([look, words]) => (
      <Group key={look} component="li" gap={6}>
        <RowDot look={look} />
        {words}
      </Group>
    ))}
  </Flex>
);

/** The dot of a row's status; hollow for rows that are not started or do not count. */
export const RowDot = ({ look }: { look: RowLook }) => (
  <Dot tone={tones[look]} hollow={look === 'ready' || look === 'ignored'} />
);
