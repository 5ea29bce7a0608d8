import { IconExternalLink } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { discountPercent } from 'staffroom-contract/shared/money.ts';
import { ListTab, RowsTab, type Column } from '../../kit/list/list.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { useSettings } from '../../lib/settings.ts';
import { listStateOf } from '../../ui/list-states.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { Money } from '../../ui/money.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { GlanceTable } from '../users/glance-table.tsx';
import { orderTone } from './order-tone.ts';
import { codeOrderList, plainOrderList } from './order-lists.ts';
import styles from './order-table.module.css';
import { downloadOrdersOfStudent, lastOrdersOfStudent } from './orders.api.ts';
import { totalWords } from './student-orders.ts';

type Pages = { page: number; onPage: (page: number) => void };

type StudentProps = Pages & {
  studentId: string;
  /** All of the student's orders (`useOrdersOfStudent`). */
  query: UseQueryResult<Order[]>;
};

/** A student's orders, newest first, with their totals (picture 05). */
export const StudentOrders = ({ studentId, query, page, onPage }: StudentProps) => {
  const { default_currency: currency } = useSettings();
  return (
    <RowsTab
      list={plainOrderList}
      query={query}
      rows={query.data}
      address={{ page }}
      onAddress={(address) => onPage(address.page ?? 1)}
      caption="Orders"
      columns={columns}
      beside={
        query.data && query.data.length > 0 && <span>{totalWords(query.data, currency)}</span>
      }
      download={() => downloadOrdersOfStudent(studentId)}
    />
  );
};

/** A student's latest orders, for the detail dialog. */
export const LastOrders = ({ studentId }: { studentId: string }) => {
  const query = useQuery(lastOrdersOfStudent(studentId));
  return (
    <GlanceTable
      title="Orders"
      caption="Last orders"
      columns={columns.filter(({ key }) => glanced.has(key))}
      rows={query.data?.data ?? []}
      count={query.data?.count ?? 0}
      state={listStateOf(query)}
      noun="orders"
      end="last"
      empty="There are no orders yet."
      studentId={studentId}
    />
  );
};

const glanced = new Set(['created', 'class', 'type', 'status']);

/** The orders that used a discount code, of every status, newest first. */
export const CodeOrders = ({ code, page, onPage }: Pages & { code: string }) => (
  <ListTab
    list={codeOrderList}
    scope={{ filter: { discount_code: code } }}
    address={{ page }}
    onAddress={(address) => onPage(address.page ?? 1)}
    caption="Orders with this discount code"
    columns={codeColumns}
  />
);

/** Link to the orders screen with this student searched. */
export const OpenInOrders = ({ email }: { email: string }) => (
  <Link to="/orders" search={{ email }} className={styles.open}>
    Open in Orders
    <IconExternalLink size={15} stroke={1.7} aria-hidden="true" />
  </Link>
);

const studentName = ({ created_by: student }: Order) => student.name || student.email;

const studentColumn: Column<Order> = {
  key: 'student',
  header: 'Student',
  width: 106,
  text: studentName,
  render: (order) => (
    <RecordLink to="student" id={order.created_by._id} name={studentName(order)} />
  ),
};

/** One order per row, for pages whose orders share a student (picture 05). */
const columns: Column<Order>[] = [
  {
    key: 'created',
    header: 'Created',
    width: 110,
    figures: true,
    render: ({ _id, created }) => <RecordLink to="order" id={_id} name={<DayOf at={created} />} />,
  },
  {
    key: 'class',
    header: 'Class',
    width: 130,
    lead: true,
    text: ({ detail }) => detail.class_obj.name,
    render: ({ detail }) => (
      <RecordLink to="class" id={detail.class_obj._id} name={detail.class_obj.name} />
    ),
  },
  { key: 'type', header: 'Type', width: 122, text: ({ type }) => type },
  {
    key: 'lessons',
    header: 'Lessons',
    width: 68,
    align: 'right',
    text: ({ detail }) => String(detail.lesson.length),
  },
  {
    key: 'price',
    header: 'Price',
    width: 176,
    align: 'right',
    render: (order) => <Price order={order} />,
  },
  {
    key: 'status',
    header: 'Status',
    width: 126,
    render: ({ status }) => <StatusChip tone={orderTone(status)}>{status}</StatusChip>,
  },
  {
    key: 'agent',
    header: 'Agent',
    width: 100,
    text: ({ agent }) => agent?.name ?? 'No agent',
    render: ({ agent }) =>
      agent ? <RecordLink to="staff" id={agent._id} name={agent.name} /> : 'No agent',
  },
];

/** Columns on a code's page: the student replaces the agent, who is the same for all. */
const codeColumns = [
  ...columns.slice(0, 1),
  studentColumn,
  ...columns.slice(1).filter(({ key }) => key !== 'agent'),
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
