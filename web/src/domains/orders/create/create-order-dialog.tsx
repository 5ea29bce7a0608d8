import { Input, SegmentedControl, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import type { PriceQuote } from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';
import { footerWords, FormHead } from '../../../kit/form/form-body.tsx';
import { useKeptDraft } from '../../../kit/form/use-kept-draft.ts';
import { ApiError, isMissing, isOutcomeUnknown } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { differingFields, pick } from '../../../lib/merge-versions.ts';
import { useSettings } from '../../../lib/settings.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useFocusOnProblem } from '../../../ui/use-focus-on-problem.ts';
import { useGuardedBack } from '../../../ui/use-guarded-back.ts';
import { useCreateOrder, useCreateTrialOrder } from '../orders.api.ts';
import { ClassPicker } from './class-picker.tsx';
import { datesOf, lessonsWithin, remainingLessons } from './lesson-choice.ts';
import { LessonPicker } from './lesson-picker.tsx';
import {
  consentTo,
  draftProblems,
  emptyDraft,
  hasFieldProblem,
  isDirty,
  missingOf,
  orderBodyOf,
  quoteProblems,
  refusedProblems,
  type Consents,
  type OrderBody,
  type OrderDraft,
  type Problems,
  type SetDraft,
} from './order-draft.ts';
import { DateFields, PaymentFields, RemarkFields, SecondTrial } from './order-fields.tsx';
import styles from './order-form.module.css';
import { OrderSummary, SummaryLine } from './order-summary.tsx';
import { StudentFields } from './student-fields.tsx';
import { useOrderQuote } from './use-order-quote.ts';

type Props = {
  types: readonly OrderType[];
  email: string | undefined;
  onClose: () => void;
};

/** Create New order: a fresh form each time it is opened (part 2 §2). */
export const CreateOrderDialog = ({ open, ...props }: Props & { open: 'new' | null }) => (
  <FreshForm record={open}>{(_, opened) => <OrderForm opened={opened} {...props} />}</FreshForm>
);

/** The form of a new order with its summary (part 2 §2, §5; decisions: Orders). */
const OrderForm = ({ types, email, opened, onClose }: Props & { opened: boolean }) => {
  const [draft, setDraft] = useState(() => emptyDraft(types, email));
  const { business_time_zone: zone } = useSettings();
  const dirty = isDirty(draft, types, email);
  const close = useGuardedBack({ opened, dirty, onClose });
  useKeptDraft({
    form: 'createOrder',
    opened,
    changed: pick(draft, differingFields(draft, emptyDraft(types, email))),
    restore: ({ changed }) => setDraft((before) => ({ ...before, ...changed })),
  });
  const { submit, forget, ...sent } = useSubmitOrder((order) => {
    showSnackbar(createdWords(order));
    close();
  });
  const { isUnanswered } = sent;
  // While an order is in flight, a new quote would already include its effects.
  const state = useOrderQuote(draft, { enabled: opened && !sent.isCreating, isUnanswered });

  const lessons = useMemo(() => state.quote?.lessons ?? [], [state.quote]);
  const chosen = useMemo(
    () => lessonsWithin(lessons, draft.dates, zone),
    [lessons, draft.dates, zone],
  );
  const set: SetDraft = (changes) => {
    if (differingFields(changes, draft).length === 0) return;
    // Dates set by choosing lessons replace typed ones.
    const typed = changes.dates && !changes.unreadable && { unreadable: {} };
    setDraft((before) => ({ ...before, ...typed, ...changes }));
    forget();
  };
  useFullPurchase(draft, lessons, (dates) => set({ dates }), zone);

  const problems: Problems = {
    ...refusedProblems(sent.error),
    ...(!isUnanswered && isMissing(state.error) && refusedProblems(state.error)),
    ...(!isUnanswered && quoteProblems(state.quote, draft)),
    ...draftProblems(draft, state.student),
  };
  const missing = missingOf(draft, chosen.length, state.student);
  const hasProblem = hasFieldProblem(problems);
  // An outdated price must not be sent as the agreed one.
  const shown = state.isBehind ? undefined : state.quote;
  const order = orderBodyOf(draft, chosen, state.student, shown);
  const body = useFocusOnProblem(sent.error);
  const fields = { draft, set, state, problems };
  const isReady = missing.length === 0 && !hasProblem && !sent.isCreating && order !== undefined;

  return (
    <FullScreenDialog
      title="Create New order"
      opened={opened}
      onClose={close}
      dirty={dirty}
      busy={sent.isCreating}
      onSubmit={() => {
        if (isReady) void submit({ type: draft.type, body: order });
      }}
      aside={<OrderSummary draft={draft} state={state} />}
      asideSummary={<SummaryLine state={state} />}
      footerStart={footerWords({ missing, isReady: !hasProblem })}
      actions={
        <PrimaryButton keys="Ctrl ↵" busy={sent.isCreating} disabled={!isReady}>
          Create Order
        </PrimaryButton>
      }
    >
      <Stack ref={body} className={styles.form} maw={1040}>
        <FormHead form={{ problems, isRepeatable: isUnanswered }} saveLabel="Create Order" />
        <div className={styles.top}>
          <Input.Wrapper
            className={styles.part ?? ''}
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
          <div className={styles.rest}>
            <ClassPicker
              value={draft.class}
              onChange={(tuitionClass) => set({ class: tuitionClass })}
              error={problems.class}
            />
          </div>
          <StudentFields {...fields} />
          <DateFields {...fields} />
        </div>
        <SecondTrial {...fields} />
        {problems.lessonsChanged && <Banner tone="warning" title={problems.lessonsChanged} />}
        <LessonPicker
          draft={draft}
          state={state}
          chosen={chosen}
          onChange={(next) => set({ dates: datesOf(next, zone) })}
          error={problems.lesson}
        />
        <PaymentFields {...fields} />
        <RemarkFields {...fields} />
      </Stack>
    </FullScreenDialog>
  );
};

const createdWords = (order: Order) =>
  `Order created for ${order.created_by.name || order.created_by.email}: ${formatCount(
    order.detail.billable_lesson.length,
    'lesson',
  )}, ${formatMoney(order.actual_price, order.currency)}`;

/** Chooses the remaining lessons of a class that is sold as a whole, once (decisions: rosters). */
const useFullPurchase = (
  draft: OrderDraft,
  lessons: Parameters<typeof remainingLessons>[0],
  setDates: (dates: OrderDraft['dates']) => void,
  zone: string,
) => {
  const done = useRef<string | null>(null);
  const wanted =
    draft.class?.force_full_purchase && draft.type === 'PAYMENT' ? draft.class._id : null;
  useEffect(() => {
    if (wanted === null || lessons.length === 0 || done.current === wanted) return;
    done.current = wanted;
    setDates(datesOf(remainingLessons(lessons, Temporal.Now.instant().toString()), zone));
  });
};

type Sent = { type: OrderType; body: OrderBody & Consents };

/**
 * Sends the order; trials use their own operation. Asks before overbooking a lesson or a sold-out class, giving a trial
 * of several lessons, or charging another price than the one shown, and then resends. Other refusals stay until the form
 * changes.
 *
 * After a lost answer the order may already exist, and a new quote would count its lessons as owned. So until the form
 * changes, `isUnanswered` is set and submitting resends the same body with the same key.
 */
const useSubmitOrder = (onCreated: (order: Order) => void) => {
  const [failed, setFailed] = useState<{ sent: Sent; error: unknown } | null>(null);
  const purchase = useCreateOrder();
  const trial = useCreateTrialOrder();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const isUnanswered = failed !== null && isOutcomeUnknown(failed.error);

  /** Refetches the quote when lessons, seats, code uses or the price on screen are outdated. */
  const readQuoteAgain = () =>
    void queryClient.invalidateQueries({ queryKey: ['orders', 'quoteOrder'] });

  const send = ({ type, body }: Sent) =>
    type === 'TRIAL'
      ? trial.mutateAsync({ body })
      : purchase.mutateAsync({ body: { ...body, type } });

  const submit = async (sent: Sent): Promise<void> => {
    setFailed(null);
    try {
      onCreated((await send(sent)).data);
    } catch (error) {
      const question = questionOf(error, sent.body);
      if (question) {
        if (question.consents.expected_price !== undefined) readQuoteAgain();
        if (await confirm(question.words))
          await submit({ ...sent, body: { ...sent.body, ...question.consents } });
        return;
      }
      setFailed({ sent, error });
      readQuoteAgain();
    }
  };

  return {
    submit: (sent: Sent) => submit(isUnanswered ? failed.sent : sent),
    error: failed?.error ?? null,
    isUnanswered,
    isCreating: purchase.isPending || trial.isPending,
    /** Discards the refusal and the sent order after a change. */
    forget: () => setFailed(null),
  };
};

/** Question for a refusal that consists only of overridable errors; undefined if it must be shown as an error. */
const questionOf = (error: unknown, given: Consents) => {
  if (!(error instanceof ApiError)) return undefined;
  const price = priceOf(error);
  const asked = error.errors.map(({ code }) => consentTo(code, price));
  const consents = asked.reduce<Consents>((all, consent) => ({ ...all, ...consent }), {});
  const isNews = differingFields(consents, given).length > 0;
  if (!isNews || asked.includes(undefined)) return undefined;
  return {
    consents,
    words: {
      message: error.errors.map(({ message }) => message).join(' '),
      ...(consents.allow_overbook
        ? { title: 'Add anyway?', confirmLabel: 'Add anyway' }
        : price
          ? {
              title: 'Create at this price?',
              confirmLabel: `Create for ${formatMoney(price.actual_price, price.currency)}`,
            }
          : { title: 'Create anyway?', confirmLabel: 'Create anyway' }),
    },
  };
};

/** The current price, if it differs from the one in the form. */
const priceOf = (error: ApiError) =>
  error.has('price_changed') ? (error.quote as PriceQuote) : undefined;
