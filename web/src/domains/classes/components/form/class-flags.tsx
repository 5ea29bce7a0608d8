import { Checkbox } from '@mantine/core';
import type { FieldsProps } from './class-fields.tsx';
import formGrid from '../../../../ui/form-grid.module.css';
import styles from './class-form.module.css';
import { flagLabels, type FlagName } from './class-stale-fields.ts';

const meanings: Partial<Record<FlagName, string>> = {
  is_active: 'Orders offer the class.',
  is_free: 'Orders cost nothing, whatever the rate.',
  is_sold_out: 'Orders ask before they add another student.',
  force_full_purchase: 'Orders take all its remaining lessons.',
};

/** What holds for the class or does not. */
export const FlagFields = ({ values, set }: FieldsProps) => (
  <section>
    <h3 className={formGrid.heading}>Flags</h3>
    <div className={styles.flags}>
      {(Object.entries(flagLabels) as [FlagName, string][]).map(([name, label]) => (
        <Checkbox
          key={name}
          label={label}
          description={meanings[name]}
          checked={values[name]}
          onChange={(event) => set({ [name]: event.currentTarget.checked })}
        />
      ))}
    </div>
  </section>
);
