import { Input, SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import type { OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useGuardedBack } from '../../../ui/use-guarded-back.ts';
import { ClassPicker } from './class-picker.tsx';
import { fullWords } from './consequences.ts';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { datesOf, lessonsWithin } from './lesson-choice.ts';
import { LessonsField } from './lessons-field.tsx';
import { emptyDraft, isDirty, orderBodyOf, type OrderDraft, type SetDraft } from './order-draft.ts';
import styles from './order-form.module.css';
import {
  draftProblems,
  hasFieldProblem,
  missingOf,
  quoteProblems,
  type Problems,
} from './order-problems.ts';
import { OrderSummary, SummaryLine } from './order-summary.tsx';
import { PaymentFields, RemarkFields } from './payment-fields.tsx';
import { SecondTrial } from './second-trial.tsx';
import { StudentFields } from './student-fields.tsx';
import { useFullPurchase } from './use-full-purchase.ts';
import { useOrderQuote } from './use-order-quote.ts';
import { useSubmitOrder } from './use-submit-order.ts';

type Props = {
  types: readonly OrderType[];
  email: string | undefined;
  opened: boolean;
  onClose: () => void;
};

/** The form of a new order with its summary (part 2 §2, §5; decisions: Orders). */
export const OrderFormDialog = ({ types, email, opened, onClose }: Props) => {
  const [draft, setDraft] = useState(() => emptyDraft(types, email));
  const { business_time_zone: zone } = useSettings();
  const { shortDay } = useFormats();
  const dirty = isDirty(draft, types, email);
  const close = useGuardedBack({ opened, dirty, onClose });
  const { submit, forget, ...sent } = useSubmitOrder((order) => {
    showSnackbar(createdWords(order));
    close();
  });
  // While an order is on its way, or may have arrived, a new quote would speak of what it did.
  const state = useOrderQuote(draft, opened && !sent.isCreating && !sent.isUnanswered);

  const lessons = useMemo(() => state.quote?.lessons ?? [], [state.quote]);
  const chosen = useMemo(
    () => lessonsWithin(lessons, draft.dates, zone),
    [lessons, draft.dates, zone],
  );
  const set: SetDraft = (changes) => {
    if (isSame(draft, changes)) return;
    setDraft((before) => ({ ...before, ...changes }));
    forget(placesOf(changes));
  };
  useFullPurchase(draft, lessons, (dates) => set({ dates }), zone);

  const problems: Problems = {
    ...sent.problems,
    ...(!sent.isUnanswered && quoteProblems(state.quote, draft)),
    ...draftProblems(draft),
  };
  const missing = missingOf(draft, chosen.length);
  const hasProblem = hasFieldProblem(problems);
  const body = orderBodyOf(draft, chosen, state.student);
  const warnings = state.quote ? fullWords(state.quote, draft.type, shortDay) : [];
  const isReady = missing.length === 0 && !hasProblem && !sent.isCreating && body !== undefined;

  return (
    <FullScreenDialog
      title="Create New order"
      opened={opened}
      onClose={close}
      dirty={dirty}
      busy={sent.isCreating}
      onSubmit={() => {
        if (isReady) void submit({ type: draft.type, body }, warnings);
      }}
      aside={<OrderSummary draft={draft} state={state} />}
      asideSummary={<SummaryLine quote={state.quote} />}
      footerStart={footerWords(missing, hasProblem)}
      actions={
        <PrimaryButton keys="Ctrl ↵" busy={sent.isCreating} disabled={!isReady}>
          Create Order
        </PrimaryButton>
      }
    >
      <div className={styles.form}>
        {problems.form && <FormProblem text={problems.form} />}
        <div className={styles.top}>
          <Input.Wrapper
            className={styles.type ?? ''}
            label="Type"
            labelElement="div"
            error={problems.type}
          >
            <SegmentedControl
              aria-label="Type"
              data={[...types]}
              value={draft.type}
              onChange={(type) => set({ type })}
            />
          </Input.Wrapper>
          <div className={styles.class}>
            <ClassPicker
              value={draft.class}
              onChange={(tuitionClass) => set({ class: tuitionClass })}
              error={problems.class}
            />
          </div>
          <StudentFields draft={draft} set={set} state={state} problems={problems} />
        </div>
        <SecondTrial draft={draft} set={set} quote={state.quote} />
        {problems.lessonsChanged && <Banner tone="warning" title={problems.lessonsChanged} />}
        <LessonsField
          draft={draft}
          state={state}
          chosen={chosen}
          onChange={(next) => set({ dates: datesOf(next, zone) })}
          error={problems.lesson}
        />
        <PaymentFields draft={draft} set={set} quote={state.quote} problems={problems} />
        <RemarkFields draft={draft} set={set} problems={problems} />
      </div>
    </FullScreenDialog>
  );
};

const createdWords = (order: Order) =>
  `Order created for ${order.created_by.name || order.created_by.email}: ${formatCount(
    order.detail.billable_lesson.length,
    'lesson',
  )}, ${formatMoney(order.actual_price, order.currency)}`;

const isSame = (draft: OrderDraft, changes: Partial<OrderDraft>) =>
  Object.entries(changes).every(([key, value]) => draft[key as keyof OrderDraft] === value);

/** Which problems of the last refusal a change makes old. */
const placesOf = (changes: Partial<OrderDraft>): (keyof Problems)[] => {
  const places: Partial<Record<keyof OrderDraft, (keyof Problems)[]>> = {
    type: ['type', 'lesson', 'email', 'discount_code', 'class'],
    class: ['class', 'lesson', 'email', 'discount_code', 'start_date', 'end_date'],
    email: ['email', 'lesson'],
    countryCode: ['phone_country_code'],
    phone: ['phone'],
    dates: ['start_date', 'end_date', 'lesson', 'class', 'lessonsChanged'],
    discountCode: ['discount_code'],
    agent: ['agent_id'],
    channel: ['payment'],
    provider: ['payment'],
    remark: ['remark'],
    allowSecondTrial: ['email'],
  };
  return ['form', ...Object.keys(changes).flatMap((key) => places[key as keyof OrderDraft] ?? [])];
};

const footerWords = (missing: readonly string[], hasProblem: boolean) => {
  if (missing.length > 0) return `Still needed: ${missing.join(', ')}.`;
  return hasProblem ? 'Some fields need another look.' : 'All required fields are filled.';
};
