import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { markToday } from './mark-today.ts';

type Props = {
  /** `YYYY-MM-DD`. */
  value: string | null;
  today: string;
  onChange: (day: string | null) => void;
};

/** A month calendar for one day, opened at the chosen day or today; choosing the day again clears it. */
export const DayCalendar = ({ value, today, onChange }: Props) => (
  <DatePicker
    size="sm"
    allowDeselect
    getDayProps={markToday(today)}
    value={value}
    defaultDate={value ?? today}
    onChange={onChange}
    ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
  />
);
