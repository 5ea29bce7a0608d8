import type {
  OrderLessonChoice,
  Quote,
} from '@staffroom/contract/domains/orders/orders.contract.ts';
import type { OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { discountPercent } from '@staffroom/contract/shared/money.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Money } from '../../../ui/money.tsx';
import { Tag } from '../../../ui/status-chip.tsx';
import { lessonCode } from '../../lessons/lesson-words.ts';
import styles from './order-summary.module.css';

/** The lessons that the quote is for, earliest first. */
export const chosenOf = (quote: Quote): OrderLessonChoice[] => {
  const ids = new Set(quote.lesson);
  return quote.lessons.filter((lesson) => ids.has(lesson._id));
};

/** Lessons chosen, what is not billed, the discount explained, the total. */
export const OrderPrice = ({ type, quote }: { type: OrderType; quote: Quote }) => {
  const { shortDay } = useFormats();
  const { currency, original_price: original, actual_price: actual, discount } = quote;
  const billable = new Set(quote.billable_lesson);
  const owned = chosenOf(quote).filter((lesson) => !billable.has(lesson._id));
  const percent = discountPercent(original, actual);
  return (
    <dl className={styles.price}>
      <div>
        <dt>Lessons chosen</dt>
        <dd>{quote.lesson.length}</dd>
      </div>
      {owned.length > 0 && (
        <div>
          <dt>
            Already owned, not billed
            <span className={styles.detail}>
              {owned
                .map((lesson) => `${lessonCode(lesson)} on ${shortDay(lesson.scheduled_on)}`)
                .join(', ')}
            </span>
          </dt>
          <dd className={styles.off}>−{owned.length}</dd>
        </div>
      )}
      <div className={styles.ruled}>
        <dt>
          {type === 'TRIAL' ? (
            `${formatCount(billable.size, 'trial lesson')}, free`
          ) : (
            <>
              {formatCount(billable.size, 'billable lesson')} ×{' '}
              <Money amount={original === 0 ? 0 : quote.rate} currency={currency} />
            </>
          )}
        </dt>
        <dd>
          <Money amount={original} currency={currency} />
        </dd>
      </div>
      {discount && (
        <div>
          <dt>
            <Tag accent>{discount.code}</Tag> {discount.label}
          </dt>
          <dd className={styles.off}>
            <Money amount={-discount.amount_off} currency={currency} />
          </dd>
        </div>
      )}
      <div className={styles.ruled}>
        <dt className={styles.totalLabel}>Total</dt>
        <dd>
          <span className={styles.total}>
            {original !== actual && <Money amount={original} currency={currency} struck />}{' '}
            <strong>
              <Money amount={actual} currency={currency} />
            </strong>
          </span>
          <span className={styles.detail}>
            {currency}
            {percent > 0 && `, ${percent}% off`}
          </span>
        </dd>
      </div>
    </dl>
  );
};
