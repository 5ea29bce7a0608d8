import type {
  ImportProgress,
  ImportRow,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { formatCount } from '../../../lib/formats.ts';
import { Meter } from '../../../ui/meter.tsx';
import { countRows, type RowLook } from './csv-import-labels.ts';
import { FocusHeading } from './focus-heading.tsx';
import { RowDot } from './row-list.tsx';
import styles from './summary-head.module.css';

type Props = {
  rows: readonly ImportRow[];
  fileName: string;
  progress: ImportProgress | undefined;
};

/** What the import came to: rows by status, and the money ordered, by currency. */
export const SummaryHead = ({ rows, fileName, progress }: Props) => {
  const counts = countRows(rows);
  const open = counts.person + counts.ready;
  const parts: readonly (readonly [RowLook, number, string])[] = [
    ['processed', counts.processed, 'processed'],
    ['skipped', counts.skipped, 'skipped'],
    ['rejected', counts.rejected, 'rejected'],
    ['person', open, 'open'],
    ['ignored', counts.ignored, 'left out'],
  ];
  const present = parts.filter(([, count]) => count > 0);
  const words = present.map(([, count, word]) => `${count.toLocaleString('en-SG')} ${word}`);
  return (
    <div className={styles.head}>
      <div>
        <FocusHeading about="Summary">Summary</FocusHeading>
        <p className={styles.meta}>{fileName}</p>
      </div>
      <div className={styles.rows}>
        <div className={styles.words}>
          <strong>{formatCount(rows.length, 'row')}</strong>
          <ul className={styles.counts} aria-label="Rows by status">
            {present.map(([look], index) => (
              <li key={look}>
                <RowDot look={look} />
                {words[index]}
              </li>
            ))}
          </ul>
        </div>
        <Meter
          label={words.join(', ')}
          height={8}
          total={rows.length}
          parts={[
            { value: counts.processed, tone: 'green' },
            { value: counts.skipped, tone: 'grey' },
            { value: counts.rejected, tone: 'red' },
            { value: open, tone: 'orange' },
          ]}
        />
      </div>
      <div className={styles.money}>
        <p className={styles.meta}>Ordered in total</p>
        <p className={styles.total}>
          {(progress?.ordered_total ?? [])
            .map(({ amount, currency }) => formatMoney(amount, currency))
            .join(' + ') || formatMoney(0, 'SGD')}
        </p>
      </div>
    </div>
  );
};
