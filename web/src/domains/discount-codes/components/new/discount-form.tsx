import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { DayInput } from '../../../../ui/day-input.tsx';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { AgentSelect } from '../../../users/components/agent-select.tsx';
import type { DiscountDraft, SetDraft } from '../../discount-draft.ts';
import type { Problems } from '../../draft-problems.ts';
import { CodeField } from './code-field.tsx';
import { DiscountFields } from './discount-fields.tsx';
import styles from './discount-form.module.css';
import { LimitCard } from './limit-card.tsx';

type Props = { draft: DiscountDraft; set: SetDraft; problems: Problems };

/** The fields of a new code (part 1 §2, §5). */
export const DiscountForm = ({ draft, set, problems }: Props) => (
  <div className={styles.columns}>
    {problems.form && (
      <div className={styles.full}>
        <FormProblem text={problems.form} />
      </div>
    )}
    <div className={styles.fields}>
      <div className={styles.half}>
        <CodeField value={draft.code} onChange={(code) => set({ code })} error={problems.code} />
      </div>
      <div className={styles.half}>
        <AgentSelect
          value={draft.agent}
          onChange={(agent) => set({ agent })}
          clearable={draft.agent !== null}
          error={problems.agent}
        />
      </div>
      <TextInput
        className={styles.wide ?? ''}
        label="Description"
        maxLength={500}
        value={draft.desc}
        onChange={(event) => set({ desc: event.currentTarget.value })}
        error={problems.desc}
      />
      <DiscountFields draft={draft} set={set} problems={problems} />
      <TermFields draft={draft} set={set} problems={problems} />
    </div>
    <LimitCard
      chosen={draft.classes}
      onChange={(classes) => set({ classes })}
      error={problems.merchandise_id}
    />
  </div>
);

/** When, how often and for which orders the code may be used. */
const TermFields = ({ draft, set, problems }: Props) => (
  <>
    <div className={styles.firstThird}>
      <DayInput
        label="Start date"
        required
        value={draft.startDate}
        onChange={(startDate) => set({ startDate })}
        error={problems.start_date}
      />
    </div>
    <div className={styles.third}>
      <DayInput
        label="End date"
        required
        value={draft.endDate}
        onChange={(endDate) => set({ endDate })}
        error={problems.end_date}
      />
    </div>
    <NumberInput
      className={styles.third ?? ''}
      label="Usage limit"
      required
      min={0}
      allowNegative={false}
      allowDecimal={false}
      clampBehavior="none"
      description="*Leave at 0 for unlimited use"
      value={draft.usageLimit}
      onChange={(usageLimit) => set({ usageLimit })}
      error={problems.usage_limit}
    />
    <Checkbox
      className={styles.wide ?? ''}
      label="Block trial orders"
      checked={draft.blockTrial}
      onChange={(event) => set({ blockTrial: event.currentTarget.checked })}
      error={problems.block_trial}
    />
  </>
);
