import { useElementSize, useMergedRef } from '@mantine/hooks';
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import type { ImportRow } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { Dot } from '../../../ui/status-chip.tsx';
import { lookOf, nameOf, statusTextOf, type RowLook } from './csv-import-labels.ts';
import styles from './row-list.module.css';

/** Pixels; the list draws only the rows in sight, so that 5,000 are as quick as 40. */
const rowHeight = 28;
const spareRows = 12;

type Props = {
  rows: readonly ImportRow[];
  current: number;
  /** The current row's problems, with its corrections counted in. */
  problemsNow: number;
  problemsLeft: number;
  onSelect: (row: number) => void;
};

/** The rows of the file with their status; arrow keys move between them. */
export const RowList = memo(({ rows, current, problemsNow, problemsLeft, onSelect }: Props) => {
  const scroller = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { ref: sizeRef, height } = useElementSize<HTMLDivElement>();
  const [top, setTop] = useState(0);
  const box = useMergedRef(scroller, sizeRef);
  const index = rows.findIndex((row) => row.row === current);

  useEffect(() => {
    const list = scroller.current;
    if (!list || height === 0) return;
    const above = index * rowHeight;
    if (above < list.scrollTop) list.scrollTop = above;
    if (above + rowHeight > list.scrollTop + height) list.scrollTop = above + rowHeight - height;
  }, [index, height]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = indexAfterKey(event.key, index, rows.length, Math.floor(height / rowHeight));
    const row = target === undefined ? undefined : rows[target];
    if (!row) return;
    event.preventDefault();
    onSelect(row.row);
    requestAnimationFrame(() => button.current?.focus());
  };

  const first = Math.max(0, Math.floor(top / rowHeight) - spareRows);
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + spareRows);
  const drawn = rows.slice(first, last).map((row, offset) => ({ row, place: first + offset }));
  const currentRow = rows[index];
  // The row with the focus stays drawn while somebody scrolls away from it.
  if (currentRow && (index < first || index >= last)) drawn.push({ row: currentRow, place: index });

  return (
    <div
      className={styles.scroller}
      ref={box}
      data-keeps-focus
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <ul className={styles.rows} aria-label="Rows" style={{ height: rows.length * rowHeight }}>
        {drawn.map(({ row, place }) => (
          <li
            key={row.row}
            className={styles.place}
            style={{ top: place * rowHeight }}
            aria-setsize={rows.length}
            aria-posinset={place + 1}
          >
            <button
              type="button"
              className={styles.row}
              ref={row.row === current ? button : undefined}
              aria-current={row.row === current || undefined}
              tabIndex={row.row === current ? 0 : -1}
              onKeyDown={onKeyDown}
              onClick={() => onSelect(row.row)}
            >
              <span className={styles.number}>{row.row}</span>
              <span className={styles.name}>{nameOf(row)}</span>
              <span className={styles.status}>
                {row.row === current
                  ? statusTextOf(row, { total: problemsNow, left: problemsLeft })
                  : statusTextOf(row)}
              </span>
              <RowDot look={lookOf(row)} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
});

const tones = {
  processed: 'green',
  skipped: 'grey',
  rejected: 'red',
  ignored: 'grey',
  person: 'orange',
  ready: 'grey',
} as const;

/** The dot of a row's status; hollow for what has not begun or does not count. */
export const RowDot = ({ look }: { look: RowLook }) => (
  <Dot tone={tones[look]} hollow={look === 'ready' || look === 'ignored'} />
);

const indexAfterKey = (key: string, index: number, count: number, page: number) => {
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target));
};
