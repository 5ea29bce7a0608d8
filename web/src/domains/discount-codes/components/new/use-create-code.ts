import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DiscountCode } from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { createProblems } from '../../create-problems.ts';
import { bodyOf, type DiscountDraft } from '../../discount-draft.ts';
import type { Problems } from '../../draft-problems.ts';
import { params, useCreateDiscountCode } from '../../discount-codes.api.ts';

/** Which problems of the last refusal a change makes old. */
const placesOf: Partial<Record<keyof DiscountDraft, (keyof Problems)[]>> = {
  code: ['code'],
  desc: ['desc'],
  kind: ['discount_type', 'discount', 'currency'],
  fixed: ['discount_type', 'discount'],
  currency: ['currency'],
  discount: ['discount'],
  startDate: ['start_date', 'end_date'],
  endDate: ['start_date', 'end_date'],
  usageLimit: ['usage_limit'],
  agent: ['agent'],
  blockTrial: ['block_trial'],
  classes: ['merchandise_id'],
};

/**
 * Asks, sends and tells: `confirming` while the question is open, `created` once the code is there; a failure
 * closes the question and becomes `problems` (part 1 §8). Nothing typed is lost.
 */
export const useCreateCode = (onCreated: () => void) => {
  const [confirming, setConfirming] = useState(false);
  const [created, setCreated] = useState<DiscountCode | null>(null);
  const [problems, setProblems] = useState<Problems>({});
  const create = useCreateDiscountCode();
  const queryClient = useQueryClient();

  const send = async (draft: DiscountDraft) => {
    const body = bodyOf(draft);
    if (!body) return;
    setProblems({});
    try {
      const { data } = await create.mutateAsync({ params, body });
      onCreated();
      setCreated(data);
    } catch (error) {
      setProblems(createProblems(error));
      // An agent who was disabled meanwhile is no longer offered.
      void queryClient.invalidateQueries({ queryKey: ['users'] });
    }
    setConfirming(false);
  };

  return {
    confirming,
    ask: () => setConfirming(true),
    cancel: () => setConfirming(false),
    send: (draft: DiscountDraft) => void send(draft),
    isSending: create.isPending,
    created,
    problems,
    /** Something was changed: the refusal of these fields is old. */
    forget: (changes: Partial<DiscountDraft>) => {
      const old = Object.keys(changes).flatMap((key) => placesOf[key as keyof DiscountDraft] ?? []);
      setProblems((before) => ({
        ...before,
        form: undefined,
        ...Object.fromEntries(old.map((place) => [place, undefined])),
      }));
    },
  };
};
