import { NumberInput, Select } from '@mantine/core';
import {
  highestMaxCap,
  webinarAdviceAbove,
} from '@staffroom/contract/domains/classes/classes.rules.ts';
import { currencies } from '@staffroom/contract/shared/money.ts';
import type { FieldsProps } from './class-fields.tsx';
import formGrid from '../../../../ui/form-grid.module.css';
import type { ClassValues } from './class-values.ts';

/** What a lesson costs and how many students it takes. */
export const SaleFields = ({ values, set, problems }: FieldsProps) => (
  <section>
    <h3 className={formGrid.heading}>Price and seats</h3>
    <div className={formGrid.grid}>
      <NumberInput
        className={formGrid.third ?? ''}
        label="Rate per lesson"
        required
        min={0}
        allowNegative={false}
        clampBehavior="none"
        value={values.rate}
        onChange={(rate) => set({ rate })}
        error={problems.rate}
      />
      <Select
        className={formGrid.third ?? ''}
        label="Currency"
        required
        openOnFocus={false}
        data={[...currencies]}
        value={values.currency}
        onChange={(currency) => currency && set({ currency })}
        allowDeselect={false}
        error={problems.currency}
      />
      <NumberInput
        className={formGrid.third ?? ''}
        label="Seats"
        required
        min={0}
        max={highestMaxCap}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        description={seatAdvice(values.max_cap)}
        value={values.max_cap}
        onChange={(seats) => set({ max_cap: seats })}
        error={problems.max_cap}
      />
    </div>
  </section>
);

const seatAdvice = (seats: ClassValues['max_cap']) =>
  Number(seats) > webinarAdviceAbove
    ? `Above ${webinarAdviceAbove} students Zoom webinars are advised.`
    : 'Paying and trial students of a lesson';
