import { formatLongDay } from '../../../../lib/formats.ts';
import { useSettings } from '../../../../lib/settings.ts';
import { DayInput } from '../../../../ui/day-input.tsx';
import { TimeInput } from '../../../../ui/time-input.tsx';
import type { LessonFieldsProps } from './lesson-fields.tsx';
import { nextDayOf } from './lesson-changes.ts';
import formGrid from '../../../../ui/form-grid.module.css';

/** When a lesson begins and ends; an end that is not after the start is of the next day. */
export const TimeFields = ({ form }: LessonFieldsProps) => {
  const { business_time_zone: timeZone } = useSettings();
  const { values, set, problems } = form;
  const nextDay = nextDayOf(form.times, timeZone);
  return (
    <div className={formGrid.grid}>
      <div className={formGrid.third}>
        <DayInput
          label="Start date"
          required
          value={values.day}
          onChange={(day) => set({ day, unreadable_day: '' })}
          onUnreadable={(typed) => set({ unreadable_day: typed })}
          error={problems.scheduled_on}
        />
      </div>
      <div className={formGrid.third}>
        <TimeInput
          label="Start time"
          required
          value={values.start}
          onChange={(start) => set({ start })}
        />
      </div>
      <div className={formGrid.third}>
        <TimeInput
          label="End time"
          required
          value={values.end}
          onChange={(end) => set({ end })}
          description={nextDay ? `Ends the next day, ${formatLongDay(nextDay)}` : undefined}
          error={problems.ended_on}
        />
      </div>
    </div>
  );
};
