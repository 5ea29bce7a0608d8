import { Checkbox, Input, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import {
  paymentChannels,
  paymentPlatforms,
  type PaymentProvider,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import { useSessionUser } from '../../../lib/session.ts';
import { DayInput } from '../../../ui/day-input.tsx';
import { AgentSelect } from '../../users/agent-select.tsx';
import { usageWords } from './consequences.ts';
import { cleanCode, type OrderDraft, type Problems, type SetDraft } from './order-draft.ts';
import { FieldNote } from './field-note.tsx';
import styles from './order-form.module.css';
import type { OrderQuote } from './use-order-quote.ts';

export type OrderFieldsProps = {
  draft: OrderDraft;
  set: SetDraft;
  state: OrderQuote;
  problems: Problems;
};

/** Start and end date; they alone determine the lessons. */
export const DateFields = ({ draft, set, problems }: Omit<OrderFieldsProps, 'state'>) => {
  const inputOf = (end: 'start' | 'end') => ({
    value: draft.dates[end],
    error: problems[`${end}_date`],
    onChange: (day: string | null) =>
      set({ dates: { ...draft.dates, [end]: day }, unreadable: without(draft.unreadable, end) }),
    onUnreadable: (typed: string) =>
      set({
        dates: { ...draft.dates, [end]: null },
        unreadable: { ...draft.unreadable, [end]: typed },
      }),
  });
  return (
    <>
      <div className={styles.half}>
        <DayInput label="Start date" {...inputOf('start')} />
      </div>
      <div className={styles.half}>
        <DayInput label="End date" {...inputOf('end')} />
      </div>
    </>
  );
};

const without = (unreadable: OrderDraft['unreadable'], end: 'start' | 'end') => {
  const { [end]: _, ...rest } = unreadable;
  return rest;
};

/** An Admin may give a second trial; the remark states the reason (decisions: Orders). */
export const SecondTrial = ({ draft, set, state }: Omit<OrderFieldsProps, 'problems'>) => {
  const { _type: role } = useSessionUser();
  const taken = state.quote?.problems.some(({ code }) => code === 'trial_already_taken');
  if (role !== 'Admin' || draft.type !== 'TRIAL' || !(taken || draft.allowSecondTrial)) return null;
  return (
    <Checkbox
      label="Give another trial anyway; the remark says why"
      checked={draft.allowSecondTrial}
      onChange={(event) => set({ allowSecondTrial: event.currentTarget.checked })}
    />
  );
};

const providers = Object.entries(paymentPlatforms).map(([provider, platform]) => ({
  value: provider,
  label: `${provider}, ${platform}`,
}));

export const PaymentFields = ({ draft, set, state, problems }: OrderFieldsProps) => {
  const { quote, isUnanswered } = state;
  const codeAgent = quote?.discount?.agent;
  return (
    <div className={styles.payment}>
      <div>
        <TextInput
          label="Discount code"
          className={styles.code ?? ''}
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          value={draft.discountCode}
          onChange={(event) =>
            set({ discountCode: event.currentTarget.value.toUpperCase().trimStart() })
          }
          onBlur={() => set({ discountCode: cleanCode(draft.discountCode) })}
          error={problems.discount_code}
        />
        {quote?.discount && !problems.discount_code && draft.discountCode !== '' && (
          <FieldNote>
            <IconCheck size={15} stroke={2} aria-hidden="true" />
            {quote.discount.label}
            {!isUnanswered && `, ${usageWords(quote.discount)}`}
          </FieldNote>
        )}
      </div>
      <AgentSelect
        value={draft.agent ?? codeAgent ?? null}
        onChange={(agent) => set({ agent })}
        clearable={draft.agent !== null}
        description={codeAgent && !draft.agent ? 'From the code' : undefined}
        error={problems.agent_id}
      />
      <Input.Wrapper label="Payment channel" labelElement="div">
        <SegmentedControl
          aria-label="Payment channel"
          data={[...paymentChannels]}
          value={draft.channel}
          onChange={(channel) => set({ channel })}
        />
      </Input.Wrapper>
      <Select
        label="Provider and platform"
        disabled={draft.channel === 'offline'}
        placeholder="Only for online"
        data={providers}
        value={draft.channel === 'offline' ? null : draft.provider}
        onChange={(provider) => provider && set({ provider: provider as PaymentProvider })}
        allowDeselect={false}
        error={problems.payment}
      />
    </div>
  );
};

/** The remark that every order needs, and the renewal mark. */
export const RemarkFields = ({ draft, set, problems }: Omit<OrderFieldsProps, 'state'>) => (
  <div className={styles.remark}>
    <TextInput
      label="Remark"
      required
      maxLength={2000}
      description="Transaction ID for bank transfers, or a short description"
      value={draft.remark}
      onChange={(event) => set({ remark: event.currentTarget.value })}
      error={problems.remark}
    />
    <Checkbox
      className={styles.renewal ?? ''}
      label="This is a renewal"
      checked={draft.isRenewal}
      onChange={(event) => set({ isRenewal: event.currentTarget.checked })}
    />
  </div>
);
