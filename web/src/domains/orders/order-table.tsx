import { Group, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import { discountPercent } from 'staffroom-contract/shared/money.ts';
import { CardRows, CardSkeletons, RowCard } from '../../kit/list/card-rows.tsx';
import { ListTab, RowsTab, type Column } from '../../kit/list/list.tsx';
import type { ShownRows } from '../../kit/list/shown-rows.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useSettings } from '../../lib/settings.ts';
import { listStateOf } from '../../ui/list-states.tsx';
import { DayOf } from '../../ui/moment.tsx';
import { Money } from '../../ui/money.tsx';
import { QuietLink } from '../../ui/quiet-link.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { GlanceTable } from '../users/glance-table.tsx';
import { orderTone } from './order-tone.ts';
import { codeOrderList, plainOrderList, type OrderSearch } from './order-lists.ts';
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
  const narrow = useNarrow();
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
      render={narrow ? orderCards(false) : undefined}
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
    render={useNarrow() ? orderCards(true) : undefined}
  />
);

/** One order per card, for phones. */
const orderCards = (namesStudent: boolean) => (shown: ShownRows<Order>) => (
  <CardRows
    {...shown}
    renderRow={(order) => (
      <RowCard
        title={
          <RecordLink
            to="class"
            id={order.detail.class_obj._id}
            name={order.detail.class_obj.name}
          />
        }
        end={<Price order={order} />}
      >
        {namesStudent && <Text variant="body">{studentColumn.render?.(order)}</Text>}
        <Group justify="space-between" c="secondary" data-figures>
          <span>
            <RecordLink to="order" id={order._id} name={<DayOf at={order.created} />} opensRow />
            {` · ${order.type} · ${formatCount(order.detail.lesson.length, 'lesson')}`}
          </span>
          <StatusChip tone={orderTone(order.status)}>{order.status}</StatusChip>
        </Group>
      </RowCard>
    )}
    skeleton={<CardSkeletons lines={namesStudent ? 3 : 2} />}
  />
);

/** Link to the same orders on the orders screen, where they can be filtered further. */
export const OpenInOrders = ({ search }: { search: OrderSearch }) => (
  <Group gap={6} variant="button" c="accent">
    <QuietLink to="/orders" search={search}>
      Open in Orders
    </QuietLink>
    <IconExternalLink size={14} stroke={1.7} aria-hidden="true" />
  </Group>
);

const studentName = ({ created_by: student }: Order) => student.name || student.email;

const studentColumn: Column<Order> = {
  key: 'student',
  header: 'Student',
  width: 150,
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
    width: 104,
    figures: true,
    render: ({ _id, created }) => <RecordLink to="order" id={_id} name={<DayOf at={created} />} />,
  },
  {
    key: 'class',
    header: 'Class',
    width: 168,
    lead: true,
    text: ({ detail }) => detail.class_obj.name,
    render: ({ detail }) => (
      <RecordLink to="class" id={detail.class_obj._id} name={detail.class_obj.name} />
    ),
  },
  {
    key: 'type',
    header: 'Type',
    width: 104,
    text: ({ type }) => type,
    render: ({ type }) => (
      <Text span variant="meta">
        {type}
      </Text>
    ),
  },
  {
    key: 'lessons',
    header: 'Lessons',
    width: 70,
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
    width: 118,
    render: ({ status }) => <StatusChip tone={orderTone(status)}>{status}</StatusChip>,
  },
  {
    key: 'agent',
    header: 'Agent',
    width: 82,
    text: ({ agent }) => agent?.name ?? 'No agent',
    render: ({ agent }) =>
      agent ? <RecordLink to="staff" id={agent._id} name={agent.name} /> : 'No agent',
  },
];

const wider: Partial<Record<string, number>> = { class: 190, agent: 116 };

/** Columns on a code's page, which has space for the student too. */
const codeColumns = [
  ...columns.slice(0, 1),
  studentColumn,
  ...columns.slice(1).map((column) => {
    const width = wider[column.key];
    return width === undefined ? column : { ...column, width };
  }),
];

const Price = ({ order }: { order: Order }) => {
  const percent = discountPercent(order.original_price, order.actual_price);
  return (
    <Text span variant="button" c="bright">
      {percent > 0 && (
        <Text span mr="sm" variant="meta" c="positive">
          −{percent}%
        </Text>
      )}
      <Money amount={order.actual_price} currency={order.currency} />
    </Text>
  );
};
