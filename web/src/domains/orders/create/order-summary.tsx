import { Button, Stack, Text } from '@mantine/core';
import {
  IconCalendar,
  IconDiscount2,
  IconReceipt2,
  IconUser,
  IconUserPlus,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
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
import { Effects } from '../../../ui/effects.tsx';
import { Money } from '../../../ui/money.tsx';
import { Tag } from '../../../ui/status-chip.tsx';
import { lessonCode } from '../../lessons/lesson-words.ts';
import { PriceLine, PriceLines } from '../price-lines.tsx';
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
    <Stack aria-busy={state.isBehind}>
      <div>
        <Text variant="meta" c="dimmed">
          Summary
        </Text>
        <Text component="h3" variant="h2" style={{ overflowWrap: 'anywhere' }}>
          {draft.class?.name ?? 'No class chosen'}
        </Text>
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
        <Stack className={styles.answer} data-behind={state.isBehind || undefined}>
          <OrderPrice type={draft.type} quote={quote} />
          <Warnings draft={draft} quote={quote} />
          <Effects
            title="When you create it"
            items={consequencesOf(draft, quote).map(({ about, words }) => ({
              icon: icons[about],
              words,
            }))}
          />
        </Stack>
      ) : (
        !state.error && (
          <Text inherit c="dimmed">
            {draft.class ? 'Choose lessons to see the price.' : 'Choose a class and its lessons.'}
          </Text>
        )
      )}
    </Stack>
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
  return (
    words && (
      <Text inherit c="secondary" style={{ overflowWrap: 'anywhere' }}>
        {words}
      </Text>
    )
  );
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
    <PriceLines>
      <PriceLine label="Lessons chosen">{quote.lesson.length}</PriceLine>
      {owned.length > 0 && (
        <PriceLine
          label={
            <>
              Already owned, not billed
              <Text variant="meta" c="dimmed">
                {owned
                  .map((lesson) => `${lessonCode(lesson)} on ${shortDay(lesson.scheduled_on)}`)
                  .join(', ')}
              </Text>
            </>
          }
        >
          <Off>−{owned.length}</Off>
        </PriceLine>
      )}
      <PriceLine
        ruled
        label={
          type === 'TRIAL' ? (
            `${formatCount(billable.size, 'trial lesson')}, free`
          ) : (
            <>
              {formatCount(billable.size, 'billable lesson')} ×{' '}
              <Money amount={original === 0 ? 0 : quote.rate} currency={currency} />
            </>
          )
        }
      >
        <Money amount={original} currency={currency} />
      </PriceLine>
      {discount && (
        <PriceLine
          label={
            <>
              <Tag accent>{discount.code}</Tag> {discount.label}
            </>
          }
        >
          <Off>
            <Money amount={-discount.amount_off} currency={currency} />
          </Off>
        </PriceLine>
      )}
      <PriceLine
        ruled
        label={
          <Text span variant="title">
            Total
          </Text>
        }
      >
        {original !== actual && (
          <Text span inherit mr="xs" c="dimmed">
            <Money amount={original} currency={currency} struck />
          </Text>
        )}
        <Text span variant="total">
          <Money amount={actual} currency={currency} />
        </Text>
        <Text variant="meta" c="dimmed">
          {currency}
          {percent > 0 && `, ${percent}% off`}
        </Text>
      </PriceLine>
    </PriceLines>
  );
};

const Off = ({ children }: { children: ReactNode }) => (
  <Text span inherit fw={550} c="positive">
    {children}
  </Text>
);

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

/** The total in the bar of small screens: "$150.00, 6 billable, 2 owned". */
export const SummaryLine = ({ state: { quote, isUnanswered } }: Pick<Props, 'state'>) => {
  if (isUnanswered) return <span>{unansweredWords}</span>;
  if (!quote || quote.lesson.length === 0) return <span>Summary</span>;
  const { actual_price: actual, original_price: original, currency } = quote;
  const owned = quote.lesson.length - quote.billable_lesson.length;
  return (
    <>
      <Text inherit c="dimmed">
        <Text span variant="h2" c="bright">
          <Money amount={actual} currency={currency} />
        </Text>{' '}
        {original !== actual && <Money amount={original} currency={currency} struck />}
      </Text>
      <span>
        {quote.billable_lesson.length} billable{owned > 0 && `, ${owned} owned`}{' '}
      </span>
    </>
  );
};
