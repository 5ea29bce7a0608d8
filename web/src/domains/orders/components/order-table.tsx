import type { ReactNode } from 'react';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { discountPercent } from '@staffroom/contract/shared/money.ts';
import { RecordLink } from '../../../kit/record/record-link.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import type { ListState } from '../../../ui/list-states.tsx';
import { DayOf } from '../../../ui/moment.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from './order-table.module.css';
import { orderTone } from './order-tone.ts';

type Props = {
  /** Names the table: "Orders of this discount code". */
  caption: string;
  orders: readonly Order[];
  state: ListState;
  empty: ReactNode;
  /** Left out where all orders are one student's. */
  withStudent?: boolean;
  skeletonRows?: number;
};

/** Orders one a line, on the page of what they have in common (picture 05). */
export const OrderTable = ({ orders, withStudent = false, ...rest }: Props) => (
  <DataTable
    columns={columns.filter(({ key }) => withStudent || key !== 'student')}
    rows={orders}
    rowKey={(order) => order._id}
    noun="orders"
    {...rest}
  />
);

const columns: Column<Order>[] = [
  {
    key: 'created',
    header: 'Created',
    width: 106,
    render: ({ _id, created }) => (
      <RecordLink to="order" id={_id} name={<DayOf at={created} />} className={styles.line} />
    ),
  },
  {
    key: 'student',
    header: 'Student',
    width: 140,
    render: ({ created_by: student }) => (
      <RecordLink to="student" id={student._id} name={student.name || student.email} />
    ),
  },
  {
    key: 'class',
    header: 'Class',
    width: 180,
    lead: true,
    render: ({ detail }) => (
      <RecordLink to="class" id={detail.class_obj._id} name={detail.class_obj.name} />
    ),
  },
  { key: 'type', header: 'Type', width: 110, render: ({ type }) => type },
  {
    key: 'lessons',
    header: 'Lessons',
    width: 88,
    align: 'right',
    render: ({ detail }) => detail.lesson.length,
  },
  {
    key: 'price',
    header: 'Price',
    width: 128,
    align: 'right',
    render: (order) => <Price order={order} />,
  },
  {
    key: 'status',
    header: 'Status',
    width: 124,
    render: ({ status }) => <StatusChip tone={orderTone(status)}>{status}</StatusChip>,
  },
  {
    key: 'agent',
    header: 'Agent',
    width: 110,
    render: ({ agent }) =>
      agent ? <RecordLink to="staff" id={agent._id} name={agent.name} /> : 'No agent',
  },
];

const Price = ({ order }: { order: Order }) => {
  const percent = discountPercent(order.original_price, order.actual_price);
  return (
    <span className={styles.price}>
      {percent > 0 && <span className={styles.off}>−{percent}%</span>}
      <Money amount={order.actual_price} currency={order.currency} />
    </span>
  );
};
