import { Input, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { currencies } from '@staffroom/contract/shared/money.ts';
import {
  discountKinds,
  fixedAmounts,
  type DiscountDraft,
  type SetDraft,
} from '../../discount-draft.ts';
import type { Problems } from '../../draft-problems.ts';
import styles from './discount-form.module.css';

type Props = { draft: DiscountDraft; set: SetDraft; problems: Problems };

/** What the code takes off: its type, for a fixed amount of what and in which currency, and how much. */
export const DiscountFields = ({ draft, set, problems }: Props) => (
  <>
    <Input.Wrapper
      className={styles.wide ?? ''}
      label="Type of discount"
      labelElement="div"
      error={problems.discount_type}
    >
      <SegmentedControl
        aria-label="Type of discount"
        data={[...discountKinds]}
        value={draft.kind}
        onChange={(kind) => set({ kind })}
      />
    </Input.Wrapper>
    {draft.kind === 'Fixed amount discount' && (
      <FixedFields draft={draft} set={set} problems={problems} />
    )}
    <NumberInput
      className={styles.third ?? ''}
      label="Discount value"
      required
      min={0}
      allowNegative={false}
      decimalScale={draft.kind === 'Free lessons' ? 0 : 2}
      clampBehavior="none"
      description={valueWords(draft)}
      value={draft.discount}
      onChange={(discount) => set({ discount })}
      error={problems.discount}
    />
  </>
);

const FixedFields = ({ draft, set, problems }: Props) => (
  <>
    <Input.Wrapper className={styles.third ?? ''} label="Applies to" labelElement="div">
      <SegmentedControl
        aria-label="Applies to"
        data={[...fixedAmounts]}
        value={draft.fixed}
        onChange={(fixed) => set({ fixed })}
      />
    </Input.Wrapper>
    <Select
      className={styles.third ?? ''}
      label="Currency"
      openOnFocus={false}
      data={[...currencies]}
      value={draft.currency}
      onChange={(currency) => currency && set({ currency })}
      allowDeselect={false}
      error={problems.currency}
    />
  </>
);

const valueWords = ({ kind, fixed, currency }: DiscountDraft) => {
  if (kind === 'Percentage Discount') return 'Percent of the whole order';
  if (kind === 'Free lessons') return 'Lessons, the cheapest of the order';
  return fixed === 'Whole order'
    ? `${currency} off the whole order`
    : `${currency} off each lesson`;
};
