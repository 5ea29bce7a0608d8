import { Anchor } from '@mantine/core';
import type { ImportRow } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { formatCount } from '../../../lib/formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { orderAddress } from './order-address.ts';

/** Why a row that is not open offers no fields. */
export const SettledRow = ({ row, className }: { row: ImportRow; className?: string }) => {
  const { tone, title } = wordsOf(row.state);
  return (
    <Banner
      tone={tone}
      title={title}
      action={
        row.order && (
          <Anchor href={orderAddress(row.order)} target="_blank" rel="noreferrer">
            Order
          </Anchor>
        )
      }
    >
      {row.state === 'processed' && <p>{orderedWords(row, className)}</p>}
      {row.note && <p>{row.note}</p>}
    </Banner>
  );
};

/** "P6 Mathematics — Sat 2pm, 4 lessons, $100.00". */
const orderedWords = ({ lesson, price, currency }: ImportRow, className?: string) =>
  [
    className,
    formatCount(lesson.length, 'lesson'),
    price !== null && currency && formatMoney(price, currency),
  ]
    .filter(Boolean)
    .join(', ');

const wordsOf = (state: ImportRow['state']) =>
  ({
    processed: {
      tone: 'positive',
      title: 'Processed. This row has been ordered; uploading it again does not order it twice.',
    },
    skipped: { tone: 'warning', title: 'Skipped. This row can still be ordered.' },
    rejected: { tone: 'warning', title: 'Rejected. This row cannot become an order.' },
    ignored: { tone: 'warning', title: 'Left out. This is no order row.' },
    open: { tone: 'warning', title: '' },
  })[state] as { tone: 'positive' | 'warning'; title: string };
