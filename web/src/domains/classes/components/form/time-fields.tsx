import { Select } from '@mantine/core';
import { daysOfWeek } from '@staffroom/contract/domains/classes/classes.rules.ts';
import { DayInput } from '../../../../ui/day-input.tsx';
import { TimeInput } from '../../../../ui/time-input.tsx';
import type { FieldsProps } from './class-fields.tsx';
import formGrid from '../../../../ui/form-grid.module.css';

/** When the class begins and ends, and when in the week its lessons are; on the clocks of the business. */
export const TimeFields = ({ values, set, problems }: FieldsProps) => (
  <section>
    <h3 className={formGrid.heading}>Dates and schedule</h3>
    <div className={formGrid.grid}>
      <div className={formGrid.quarter}>
        <DayInput
          label="Start date"
          required
          value={values.start_day}
          onChange={(day) => set({ start_day: day })}
          error={problems.start_date}
        />
      </div>
      <div className={formGrid.quarter}>
        <TimeInput
          label="Start time"
          required
          value={values.start_time}
          onChange={(time) => set({ start_time: time })}
        />
      </div>
      <div className={formGrid.quarter}>
        <DayInput
          label="End date"
          required
          value={values.end_day}
          onChange={(day) => set({ end_day: day })}
          error={problems.end_date}
        />
      </div>
      <div className={formGrid.quarter}>
        <TimeInput
          label="End time"
          required
          value={values.end_time}
          onChange={(time) => set({ end_time: time })}
        />
      </div>
      <Select
        className={formGrid.third ?? ''}
        label="Day of week"
        required
        openOnFocus={false}
        data={[...daysOfWeek]}
        value={values.day_of_week}
        onChange={(day) => set({ day_of_week: day })}
        allowDeselect={false}
        error={problems['schedule.date_of_week']}
      />
      <div className={formGrid.third}>
        <TimeInput
          label="Lessons from"
          required
          value={values.lesson_from}
          onChange={(time) => set({ lesson_from: time })}
          error={problems['schedule.start_time']}
        />
      </div>
      <div className={formGrid.third}>
        <TimeInput
          label="Lessons to"
          required
          value={values.lesson_to}
          onChange={(time) => set({ lesson_to: time })}
          error={problems['schedule.end_time']}
        />
      </div>
    </div>
  </section>
);
