import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';
import type { OrderType } from '@staffroom/contract/domains/orders/orders.rules.ts';
import { ApiError, isOutcomeUnknown, sentenceOf } from '../../../lib/api-error.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { useCreateOrder, useCreateTrialOrder } from '../orders.api.ts';
import type { OrderBody } from './order-draft.ts';
import { problemsOf, type Problems } from './order-problems.ts';

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
export const useSubmitOrder = (onCreated: (order: Order) => void) => {
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
