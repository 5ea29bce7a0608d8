import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { discountPercent } from '@staffroom/contract/shared/money.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { DayOf } from '../../../ui/moment.tsx';
import { Money } from '../../../ui/money.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { orderTone } from './order-tone.ts';
import styles from './student-orders.module.css';

/** The columns of a student's orders; a price below the original says by how much (part 2 §9). */
export const studentOrderColumns: readonly Column<Order>[] = [
  {
    key: 'created',
    header: 'Created',
    render: ({ created }) => (
      <span className={styles.day}>
        <DayOf at={created} />
      </span>
    ),
  },
  { key: 'class', header: 'Class', lead: true, render: ({ detail }) => detail.class_obj.name },
  { key: 'type', header: 'Type', render: ({ type }) => type },
  {
    key: 'lessons',
    header: 'Lessons',
    align: 'right',
    render: ({ detail }) => detail.lesson.length,
  },
  { key: 'price', header: 'Price', align: 'right', render: (order) => <Price order={order} /> },
  {
    key: 'status',
    header: 'Status',
    render: ({ status }) => <StatusChip tone={orderTone(status)}>{status}</StatusChip>,
  },
  { key: 'agent', header: 'Agent', render: ({ agent }) => agent?.name ?? 'No agent' },
];

const Price = ({ order }: { order: Order }) => {
  const percent = discountPercent(order.original_price, order.actual_price);
  return (
    <span className={styles.price}>
      {percent > 0 && <span className={styles.percent}>−{percent}%</span>}
      <Money amount={order.actual_price} currency={order.currency} />
    </span>
  );
};
