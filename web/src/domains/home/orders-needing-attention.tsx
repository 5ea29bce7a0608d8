import { Link } from '@tanstack/react-router';
import { addMonths } from '@staffroom/contract/shared/dates.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useToday } from '../../lib/settings.ts';
import { Money } from '../../ui/money.tsx';
import { StatusChip } from '../../ui/status-chip.tsx';
import { useNarrow } from '../../ui/use-narrow.ts';
import { orderTone } from '../orders/order-tone.ts';
import { attentionWords } from './day-words.ts';
import type { Home } from './home.api.ts';
import { HomePart } from './home-part.tsx';
import styles from './home.module.css';

/** Where the orders that need attention stand among all: those of a year with their statuses. */
export const useOrdersToLookAt = () => {
  const today = useToday();
  return {
    to: '/orders' as const,
    search: {
      status: ['INIT' as const, 'PAID' as const],
      from: addMonths(today, -12),
      to: today,
    },
  };
};

/** The orders that nobody has completed: who, for which class, since when, how much. */
export const Attention = ({
  orders,
  now,
}: {
  orders: NonNullable<Home['orders']>;
  now: string;
}) => {
  const ordersToLookAt = useOrdersToLookAt();
  // On a phone today's lessons stand below.
  const shown = orders.data.slice(0, useNarrow() ? 4 : orders.data.length);
  return (
    <HomePart
      title="Orders needing attention"
      count={orders.count}
      about={
        <>
          <span className={styles.rule}>INIT or PAID for more than 24 hours</span>
          <Link {...ordersToLookAt}>Orders</Link>
        </>
      }
    >
      <ul className={styles.rows}>
        {shown.map((order) => {
          const { created_by: student, detail } = order;
          const { class_obj: tuitionClass } = detail;
          return (
            <li key={order._id} className={styles.order} data-row tabIndex={-1}>
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
              <RecordLink
                to="order"
                id={order._id}
                name={attentionWords(order, now)}
                className={styles.warning}
                opensRow
              />
              <span className={styles.price}>
                <Money amount={order.actual_price} currency={order.currency} />
              </span>
            </li>
          );
        })}
      </ul>
      {orders.count > shown.length && (
        <Link {...ordersToLookAt} className={styles.more}>
          {formatCount(orders.count - shown.length, 'more order')}
        </Link>
      )}
    </HomePart>
  );
};
