import { Checkbox, Input, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Quote } from '@staffroom/contract/domains/orders/orders.contract.ts';
import {
  paymentChannels,
  paymentPlatforms,
  type PaymentProvider,
} from '@staffroom/contract/domains/orders/orders.rules.ts';
import { AgentSelect } from '../../users/agent-select.tsx';
import { usageWords } from './consequences.ts';
import { cleanCode, type OrderDraft, type SetDraft } from './order-draft.ts';
import styles from './order-form.module.css';
import type { Problems } from './order-problems.ts';

type Props = { draft: OrderDraft; set: SetDraft; quote: Quote | undefined; problems: Problems };

const providers = Object.entries(paymentPlatforms).map(([provider, platform]) => ({
  value: provider,
  label: `${provider}, ${platform}`,
}));

/** Discount code, agent and how it was paid. */
export const PaymentFields = ({ draft, set, quote, problems }: Props) => {
  const codeAgent = quote?.discount?.agent;
  return (
    <div className={styles.payment}>
      <div>
        <TextInput
          label="Discount code"
          className={styles.codeInput ?? ''}
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
          <p className={styles.note} aria-live="polite">
            <IconCheck size={15} stroke={2} aria-hidden="true" />
            {quote.discount.label}, {usageWords(quote.discount)}
          </p>
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

/** The remark every order needs, and whether it renews an earlier one. */
export const RemarkFields = ({ draft, set, problems }: Omit<Props, 'quote'>) => (
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
