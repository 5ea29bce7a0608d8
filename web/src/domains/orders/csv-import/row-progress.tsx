import { useMemo } from 'react';
import type { ImportRow } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { countRows, segmentsOf, type RowLook } from './csv-import-labels.ts';
import { RowDot } from './row-list.tsx';
import styles from './row-progress.module.css';

type Props = { rows: readonly ImportRow[]; current: number; fileName: string };

const words: readonly (readonly [RowLook, string, string?])[] = [
  ['processed', 'processed'],
  ['skipped', 'skipped'],
  ['rejected', 'rejected'],
  ['person', 'needs a person', 'need a person'],
];

/** Where the person is in the file: one segment a row in its status colour, the counts in words. */
export const RowProgress = ({ rows, current, fileName }: Props) => {
  const counts = useMemo(() => countRows(rows), [rows]);
  const segments = useMemo(() => segmentsOf(rows, current), [rows, current]);
  return (
    <div className={styles.line}>
      <p className={styles.place}>
        <strong>
          Row {current} of {rows.length.toLocaleString('en-SG')}
        </strong>{' '}
        <span className={styles.file}>{fileName}</span>
      </p>
      <div className={styles.segments} aria-hidden="true">
        {segments.map((segment) => (
          <span
            key={segment.first}
            className={styles.segment}
            data-look={segment.look}
            data-current={segment.isCurrent || undefined}
          />
        ))}
      </div>
      <ul className={styles.counts} aria-label="Rows by status">
        {words.map(([look, one, many]) => (
          <li key={look}>
            <RowDot look={look} />
            {counts[look].toLocaleString('en-SG')} {counts[look] === 1 ? one : (many ?? one)}
          </li>
        ))}
      </ul>
    </div>
  );
};
