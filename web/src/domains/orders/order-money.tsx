import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import { discountPercent } from '@staffroom/contract/shared/money.ts';
import { RecordLink } from '../../kit/record/record-link.tsx';
import { formatCount } from '../../lib/formats.ts';
import { Money } from '../../ui/money.tsx';
import { Tag } from '../../ui/status-chip.tsx';
import styles from './order-card.module.css';
import { paymentWords } from './order-words.ts';

/** Price, discount, payment and agent of an order; the percentage is rounded (part 2 §9). */
export const OrderMoney = ({ order }: { order: Order }) => {
  const { original_price: original, actual_price: actual, currency, detail } = order;
  const percent = discountPercent(original, actual);
  const unbilled = detail.lesson.length - detail.billable_lesson.length;
  return (
    <dl className={styles.money}>
      <div>
        <dt>
          {formatCount(detail.lesson.length, 'lesson')}
          {unbilled > 0 && `, ${detail.billable_lesson.length} billed`}
        </dt>
        <dd className={styles.price}>
          <Money amount={actual} currency={currency} />
        </dd>
      </div>
      {(detail.discount ?? original !== actual) && (
        <div>
          <dt>
            {detail.discount ? (
              <Tag accent>
                <RecordLink
                  to="discount code"
                  id={detail.discount._id}
                  name={detail.discount.code}
                />
              </Tag>
            ) : (
              'Discount'
            )}
          </dt>
          <dd>
            {original !== actual && (
              <>
                <span className={styles.before}>
                  <Money amount={original} currency={currency} struck />
                </span>{' '}
                <span className={styles.percent}>−{percent}%</span>
              </>
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>Payment</dt>
        <dd>{paymentWords(order)}</dd>
      </div>
      <div>
        <dt>Agent</dt>
        <dd className={order.agent ? undefined : styles.none}>
          {order.agent ? (
            <RecordLink to="staff" id={order.agent._id} name={order.agent.name} />
          ) : (
            'No agent'
          )}
        </dd>
      </div>
    </dl>
  );
};
