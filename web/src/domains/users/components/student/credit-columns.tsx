import type { CreditEntry } from '@staffroom/contract/domains/users/credit.contract.ts';
import { RecordLink } from '../../../../kit/record/record-link.tsx';
import type { Column } from '../../../../ui/data-table.tsx';
import { DayOf } from '../../../../ui/moment.tsx';
import { StatusChip, type Tone } from '../../../../ui/status-chip.tsx';
import { quantityWords } from '../../user-words.ts';
import styles from './credit-statement.module.css';

const tones: Record<CreditEntry['action'], Tone> = { ADD: 'green', REDEEM: 'blue', BLOCK: 'grey' };

/** The columns of a statement; a BLOCK says that it does not count. */
export const creditColumns: readonly Column<CreditEntry>[] = [
  {
    key: 'date',
    header: 'Date',
    width: 106,
    lead: true,
    render: ({ created }) => (
      <span className={styles.day}>
        <DayOf at={created} />
      </span>
    ),
  },
  {
    key: 'action',
    header: 'Action',
    width: 110,
    render: ({ action }) => <StatusChip tone={tones[action]}>{action}</StatusChip>,
  },
  {
    key: 'qty',
    header: 'Qty',
    width: 80,
    align: 'right',
    render: (entry) => (
      <span className={styles.qty} data-action={entry.action}>
        {quantityWords(entry)}
      </span>
    ),
  },
  {
    key: 'balance',
    header: 'Balance',
    width: 92,
    align: 'right',
    render: ({ action, balance }) => (
      <span className={styles.balance} data-action={action}>
        {balance}
      </span>
    ),
  },
  {
    key: 'remark',
    header: 'Remark',
    width: 260,
    render: ({ action, remark }) => (
      <span className={styles.remark}>
        {remark}
        {action === 'BLOCK' && <span className={styles.note}> · not summed</span>}
      </span>
    ),
  },
  {
    key: 'by',
    header: 'By',
    width: 120,
    render: ({ handled_by: by }) =>
      by ? <RecordLink to="staff" id={by._id} name={by.name} /> : '–',
  },
];
