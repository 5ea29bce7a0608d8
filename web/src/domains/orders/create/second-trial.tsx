import { Checkbox } from '@mantine/core';
import type { Quote } from '@staffroom/contract/domains/orders/orders.contract.ts';
import { useSessionUser } from '../../../lib/session.ts';
import type { OrderDraft, SetDraft } from './order-draft.ts';

type Props = {
  draft: OrderDraft;
  set: SetDraft;
  quote: Quote | undefined;
};

/** Admin may give a second trial; the remark says why (decisions: Orders). */
export const SecondTrial = ({ draft, set, quote }: Props) => {
  const { _type: role } = useSessionUser();
  const taken = quote?.problems.some(({ code }) => code === 'trial_already_taken');
  if (role !== 'Admin' || draft.type !== 'TRIAL' || !(taken || draft.allowSecondTrial)) return null;
  return (
    <Checkbox
      label="Give another trial anyway; the remark says why"
      checked={draft.allowSecondTrial}
      onChange={(event) => set({ allowSecondTrial: event.currentTarget.checked })}
    />
  );
};
