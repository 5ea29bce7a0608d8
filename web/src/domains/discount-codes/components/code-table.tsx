import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { DiscountCode } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { formatDay } from '../../../lib/formats.ts';
import { DataTable, type Column, type Sorting } from '../../../ui/data-table.tsx';
import type { ListState } from '../../../ui/list-states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { discountWords, statusTone, usageWords } from '../discount-code-words.ts';
import styles from './code-table.module.css';

type Props = {
  codes: readonly DiscountCode[];
  state: ListState;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onToggle: (code: DiscountCode) => void;
  empty: ReactNode;
};

/** The codes with their terms (part 1 §2, Discount code list). */
export const CodeTable = ({ codes, onToggle, ...rest }: Props) => (
  <DataTable
    caption="List of discount/promo codes"
    columns={columnsOf(onToggle)}
    rows={codes}
    rowKey={(code) => code._id}
    noun="discount codes"
    {...rest}
  />
);

const columnsOf = (onToggle: Props['onToggle']): Column<DiscountCode>[] => [
  {
    key: 'status',
    header: 'Status',
    width: 96,
    render: ({ status }) => <StatusChip tone={statusTone(status)}>{status}</StatusChip>,
  },
  {
    key: 'code',
    header: 'Discount Code',
    width: 150,
    sortBy: 'code',
    lead: true,
    render: ({ _id, code }) => (
      <Link to="/discountcode/$discountId" params={{ discountId: _id }} className={styles.code}>
        {code}
      </Link>
    ),
  },
  {
    key: 'desc',
    header: 'Description',
    width: 210,
    render: ({ desc }) => <span className={styles.desc}>{desc}</span>,
  },
  {
    key: 'discount',
    header: 'Discount',
    width: 140,
    render: (code) => <span className={styles.line}>{discountWords(code)}</span>,
  },
  {
    key: 'start_date',
    header: 'Start Date',
    width: 106,
    sortBy: 'start_date',
    render: ({ start_date: day }) => <DayCell day={day} />,
  },
  {
    key: 'end_date',
    header: 'End Date',
    width: 106,
    sortBy: 'end_date',
    render: ({ end_date: day }) => <DayCell day={day} />,
  },
  {
    key: 'usage',
    header: 'Code Usage',
    width: 112,
    sortBy: 'total_usage',
    align: 'right',
    render: usageWords,
  },
  {
    key: 'agent',
    header: 'Agent Email',
    width: 140,
    render: ({ agent_email: email }) => <span className={styles.email}>{email}</span>,
  },
  {
    key: 'action',
    header: 'Action',
    width: 98,
    render: (code) =>
      code.abilities.toggle && (
        <Button size="xs" onClick={() => onToggle(code)}>
          {code.is_active ? 'Disable' : 'Enable'}
        </Button>
      ),
  },
];

const DayCell = ({ day }: { day: string }) => (
  <time className={styles.line} dateTime={day}>
    {formatDay(day)}
  </time>
);
