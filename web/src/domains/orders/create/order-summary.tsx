import { Button } from '@mantine/core';
import {
  IconCalendar,
  IconDiscount2,
  IconReceipt2,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';
import type {
  OrderLessonChoice,
  Quote,
} from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { discountPercent } from 'staffroom-contract/shared/money.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount, formatDayRange } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Money } from '../../../ui/money.tsx';
import { Tag } from '../../../ui/status-chip.tsx';
import { lessonCode } from '../../lessons/lesson-words.ts';
import { UnansweredOrder, unansweredWords } from '../unanswered-order.tsx';
import { consequencesOf, fullWords, type Consequence } from './consequences.ts';
import type { OrderDraft } from './order-draft.ts';
import styles from './order-summary.module.css';
import type { OrderQuote } from './use-order-quote.ts';

type Props = { draft: OrderDraft; state: OrderQuote };

/** Price and effects of the order, before it is created. */
export const OrderSummary = ({ draft, state }: Props) => {
  const { quote } = state;
  return (
    <div className={styles.summary} aria-busy={state.isBehind}>
      <div>
        <p className={styles.kicker}>Summary</p>
        <h3 className={styles.title}>{draft.class?.name ?? 'No class chosen'}</h3>
        <ForWhom draft={draft} quote={quote} />
      </div>
      {state.error && (
        <Banner
          tone="negative"
          title="The price could not be loaded"
          action={<Button onClick={state.retry}>Try again</Button>}
        >
          {sentenceOf(state.error)}
        </Banner>
      )}
      {state.isUnanswered ? (
        <UnansweredOrder />
      ) : quote && quote.lesson.length > 0 ? (
        <div className={styles.answer} data-behind={state.isBehind || undefined}>
          <OrderPrice type={draft.type} quote={quote} />
          <Warnings draft={draft} quote={quote} />
          <Consequences items={consequencesOf(draft, quote)} />
        </div>
      ) : (
        !state.error && (
          <p className={styles.hint}>
            {draft.class ? 'Choose lessons to see the price.' : 'Choose a class and its lessons.'}
          </p>
        )
      )}
    </div>
  );
};

const ForWhom = ({ draft, quote }: { draft: OrderDraft; quote: Quote | undefined }) => {
  const { business_time_zone: zone } = useSettings();
  const chosen = quote ? chosenOf(quote) : [];
  const [first] = chosen;
  const last = chosen.at(-1);
  const name = quote?.student?.name || draft.email.trim();
  const days =
    first &&
    last &&
    formatDayRange(businessDayOf(first.scheduled_on, zone), businessDayOf(last.scheduled_on, zone));
  const words = [name && `for ${name}`, days].filter(Boolean).join(', ');
  return words && <p className={styles.who}>{words}</p>;
};

/** The lessons that the quote is for, earliest first. */
const chosenOf = (quote: Quote): OrderLessonChoice[] => {
  const ids = new Set(quote.lesson);
  return quote.lessons.filter((lesson) => ids.has(lesson._id));
};

/** Lessons chosen, lessons not billed, the discount, the total. */
const OrderPrice = ({ type, quote }: { type: OrderType; quote: Quote }) => {
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

const Warnings = ({ draft, quote }: { draft: OrderDraft; quote: Quote }) => {
  const { shortDay } = useFormats();
  const warnings = [
    ...(quote.problems.some(({ code }) => code === 'class_sold_out')
      ? ['This class is marked as sold out.']
      : []),
    ...(quote.problems.some(({ code }) => code === 'trial_several_lessons')
      ? [`A trial is for one lesson; ${quote.lesson.length} are chosen.`]
      : []),
    ...fullWords(quote, draft.type, shortDay),
  ];
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning" title={warnings.join(' ')}>
      You will be asked before it is created.
    </Banner>
  );
};

const icons: Record<Consequence['about'], typeof IconUser> = {
  order: IconReceipt2,
  student: IconUserPlus,
  places: IconCalendar,
  code: IconDiscount2,
  agent: IconUser,
};

const Consequences = ({ items }: { items: readonly Consequence[] }) => (
  <div>
    <h4 className={styles.effectsTitle}>When you create it</h4>
    <ul className={styles.effects}>
      {items.map(({ about, words }) => {
        const Icon = icons[about];
        return (
          <li key={about}>
            <Icon size={15} stroke={1.7} aria-hidden="true" />
            {words}
          </li>
        );
      })}
    </ul>
  </div>
);

/** The total in the bar of small screens: "$150.00, 6 billable, 2 owned". */
export const SummaryLine = ({ state: { quote, isUnanswered } }: Pick<Props, 'state'>) => {
  if (isUnanswered) return <span>{unansweredWords}</span>;
  if (!quote || quote.lesson.length === 0) return <span>Summary</span>;
  const { actual_price: actual, original_price: original, currency } = quote;
  const owned = quote.lesson.length - quote.billable_lesson.length;
  return (
    <>
      <span className={styles.lineTotal}>
        <strong>
          <Money amount={actual} currency={currency} />
        </strong>{' '}
        {original !== actual && <Money amount={original} currency={currency} struck />}
      </span>
      <span>
        {quote.billable_lesson.length} billable{owned > 0 && `, ${owned} owned`}{' '}
      </span>
    </>
  );
};
