import { Input, NumberInput, SegmentedControl, Select } from '@mantine/core';
import type { DiscountType } from '@staffroom/contract/domains/discount-codes/discount-codes.rules.ts';
import { currencies, currencySymbol } from '@staffroom/contract/shared/money.ts';
import {
  discountKinds,
  fixedAmounts,
  typeOf,
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
      description={unitWords(draft)}
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

/** What the number counts, by type of discount (part 1 §2). */
const units: Record<DiscountType, string> = {
  Percent: '% of the whole order',
  Absolute: '$ off the whole order',
  'Each Element Dollar Off': '$ per lesson',
  'Number of Element Free': 'lessons free, the cheapest of the order',
};

const unitWords = (draft: DiscountDraft) =>
  units[typeOf(draft)].replace('$', () => currencySymbol(draft.currency));
