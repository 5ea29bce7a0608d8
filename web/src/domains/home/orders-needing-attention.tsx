import { Text } from '@mantine/core';
import { RowsLink } from '../../kit/list/rows-link.tsx';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { Money } from '../../ui/money.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { orderTone } from '../orders/order-tone.ts';
import { attentionRule, attentionWords } from './day-words.ts';
import type { Home } from './home.api.ts';
import { ordersToLookAt } from './day-rows.ts';
import { HomePart, MoreRows, RowList } from './home-part.tsx';
import styles from './home.module.css';

/** Reason and amount are never cut: the class's name is. */
const orderColumns =
  'max-content minmax(0, 1fr) minmax(120px, 1.2fr) max-content minmax(76px, max-content)';

/** Unfinished orders: student, class, waiting time and amount. */
export const Attention = ({
  orders,
  now,
}: {
  orders: NonNullable<Home['orders']>;
  now: string;
}) => {
  // On phones fewer orders, as today's lessons are below.
  const shown = orders.data.slice(0, useNarrow() ? 4 : orders.data.length);
  return (
    <HomePart
      title="Orders needing attention"
      count={orders.count}
      rows={ordersToLookAt}
      about={
        <>
          <Text span inherit visibleFrom="sm">
            {attentionRule}
          </Text>
          <RowsLink {...ordersToLookAt}>Orders</RowsLink>
        </>
      }
    >
      <RowList columns={orderColumns} stacks>
        {shown.map((order) => {
          const { created_by: student, detail } = order;
          const { class_obj: tuitionClass } = detail;
          return (
            <li key={order._id} className={styles.row} data-row tabIndex={-1}>
              <span>
                <StatusChip tone={orderTone(order.status)}>{order.status}</StatusChip>
              </span>
              <RecordLink
                to="student"
                id={student._id}
                name={student.name || student.email}
                className={styles.strong}
              />
              <RecordLink to="class" id={tuitionClass._id} name={tuitionClass.name} />
              {/* Over the list in which the order can be accepted or cancelled. */}
              <RowsLink
                screen={ordersToLookAt.screen}
                search={{ ...ordersToLookAt.search, order: order._id }}
                opensRow
              >
                <Text span inherit c="warning" title={attentionWords(order, now)}>
                  {attentionWords(order, now)}
                </Text>
              </RowsLink>
              <Text span variant="strong" c="bright" data-whole>
                <Money amount={order.actual_price} currency={order.currency} />
              </Text>
            </li>
          );
        })}
      </RowList>
      {orders.count > shown.length && (
        <MoreRows rows={ordersToLookAt}>
          {formatCount(orders.count - shown.length, 'more order')}
        </MoreRows>
      )}
    </HomePart>
  );
};
