import { Button } from '@mantine/core';
import {
  IconCalendar,
  IconDiscount2,
  IconReceipt2,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';
import type { Quote } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatDayRange } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Money } from '../../../ui/money.tsx';
import { consequencesOf, fullWords, type Consequence } from './consequences.ts';
import type { OrderDraft } from './order-draft.ts';
import { chosenOf, OrderPrice } from './order-price.tsx';
import styles from './order-summary.module.css';
import type { OrderQuote } from './use-order-quote.ts';

type Props = { draft: OrderDraft; state: OrderQuote };

/** What the order costs and does, before it is created. */
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
      {quote && quote.lesson.length > 0 ? (
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

const Warnings = ({ draft, quote }: { draft: OrderDraft; quote: Quote }) => {
  const { shortDay } = useFormats();
  const warnings = [
    ...(quote.problems.some(({ code }) => code === 'class_sold_out')
      ? ['This class is marked as sold out.']
      : []),
    ...fullWords(quote, draft.type, shortDay),
  ];
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning" title={warnings.join(' ')}>
      You will be asked to add the student anyway.
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
export const SummaryLine = ({ quote }: { quote: Quote | undefined }) => {
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
