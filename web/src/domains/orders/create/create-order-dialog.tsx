import { Input, SegmentedControl } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import type { OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { formatMoney } from '@staffroom/contract/shared/money.ts';
import { ApiError, isOutcomeUnknown, sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useSettings } from '../../../lib/settings.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Banner } from '../../../ui/banner.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { FreshForm } from '../../../ui/fresh-form.tsx';
import { FullScreenDialog } from '../../../ui/full-screen-dialog.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useGuardedBack } from '../../../ui/use-guarded-back.ts';
import { useCreateOrder, useCreateTrialOrder } from '../orders.api.ts';
import { ClassPicker } from './class-picker.tsx';
import { fullWords } from './consequences.ts';
import { datesOf, lessonsWithin, remainingLessons } from './lesson-choice.ts';
import { LessonPicker } from './lesson-picker.tsx';
import {
  draftProblems,
  emptyDraft,
  hasFieldProblem,
  isDirty,
  missingOf,
  orderBodyOf,
  problemsOf,
  quoteProblems,
  type OrderBody,
  type OrderDraft,
  type Problems,
  type SetDraft,
} from './order-draft.ts';
import { PaymentFields, RemarkFields, SecondTrial, StudentFields } from './order-fields.tsx';
import styles from './order-form.module.css';
import { OrderSummary, SummaryLine } from './order-summary.tsx';
import { useOrderQuote } from './use-order-quote.ts';

type Props = {
  types: readonly OrderType[];
  /** Whom the order is for, where that is known. */
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
  const fields = { draft, set, state, problems };
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
          <StudentFields {...fields} />
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

/** A class sold as a whole: its remaining lessons are chosen for the person, once (decisions: rosters). */
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

/** Refusals that a person may override: each says what is asked. */
const asksFirst = ['class_full', 'class_sold_out'] as const;

/** An order as it is sent. */
type Sent = { type: OrderType; body: OrderBody & { allow_overbook?: boolean } };

const lostWords =
  'Nothing typed is lost. Create Order sends the same order again; it is never made twice.';

/**
 * Sends the order; trials go to their own call. Asks before filling a full lesson or a sold-out class
 * and sends it again; any other refusal becomes `problems` beside the fields.
 *
 * After a lost answer the order may stand already, and a new quote would then find its lessons owned.
 * So until something is changed `isUnanswered` is set and submitting sends exactly the same again, with
 * the same key.
 */
const useSubmitOrder = (onCreated: (order: Order) => void) => {
  const [problems, setProblems] = useState<Problems>({});
  const [unanswered, setUnanswered] = useState<Sent | null>(null);
  const purchase = useCreateOrder();
  const trial = useCreateTrialOrder();
  const confirm = useConfirm();
  const queryClient = useQueryClient();

  const send = ({ type, body }: Sent) =>
    type === 'TRIAL'
      ? trial.mutateAsync({ body })
      : purchase.mutateAsync({ body: { ...body, type } });

  const refuse = (error: unknown) => {
    if (!(error instanceof ApiError)) {
      setProblems({ form: sentenceOf(error) });
      return;
    }
    const changed = error.errors.find(({ code }) => code === 'lessons_changed');
    setProblems(changed ? { lessonsChanged: changed.message } : problemsOf(error.errors));
    // The lessons, seats or code uses on screen are behind what the server knows.
    void queryClient.invalidateQueries({ queryKey: ['orders', 'quoteOrder'] });
  };

  const attempt = async (sent: Sent, warnings: readonly string[]): Promise<void> => {
    setProblems({});
    try {
      const { data } = await send(sent);
      setUnanswered(null);
      onCreated(data);
    } catch (error) {
      setUnanswered(isOutcomeUnknown(error) ? sent : null);
      if (isOutcomeUnknown(error)) {
        setProblems({ form: `${sentenceOf(error)} ${lostWords}` });
        return;
      }
      const questions = sent.body.allow_overbook ? [] : questionsOf(error);
      if (questions.length === 0) {
        refuse(error);
        return;
      }
      const goOn = await confirm({
        title: 'Add anyway?',
        message: [...questions, ...warnings].join(' '),
        confirmLabel: 'Add anyway',
      });
      if (goOn) await attempt({ ...sent, body: { ...sent.body, allow_overbook: true } }, warnings);
    }
  };

  return {
    /** `warnings` name what is full, beside the question. */
    submit: (sent: Sent, warnings: readonly string[]) => attempt(unanswered ?? sent, warnings),
    problems,
    isUnanswered: unanswered !== null,
    isCreating: purchase.isPending || trial.isPending,
    /** Something was changed: the problems of these places are old, and so is what was sent. */
    forget: (places: readonly (keyof Problems)[]) => {
      setUnanswered(null);
      setProblems((before) => {
        const left = Object.entries(before).filter(([place]) => !places.includes(place as never));
        return left.length === Object.keys(before).length ? before : Object.fromEntries(left);
      });
    },
  };
};

/** The questions of a refusal that holds nothing else; empty when it must be shown instead. */
const questionsOf = (error: unknown): string[] => {
  if (!(error instanceof ApiError)) return [];
  const asks = (code: string) => (asksFirst as readonly string[]).includes(code);
  return error.errors.length > 0 && error.errors.every(({ code }) => asks(code))
    ? error.errors.map(({ message }) => message)
    : [];
};
