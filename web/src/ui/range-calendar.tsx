import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { useToday } from '../lib/settings.ts';
import { markToday } from './mark-today.ts';

/** The first and the last day, `YYYY-MM-DD`. */
type Range = { start: string; end: string };

type Props = { value: Range | undefined; onChange: (range: Range) => void };

/** A calendar for a range; reports it only once both ends are chosen. */
export const RangeCalendar = ({ value, onChange }: Props) => {
  const today = useToday();
  const [chosen, setChosen] = useState<[string | null, string | null]>([
    value?.start ?? null,
    value?.end ?? null,
  ]);
  return (
    <DatePicker
      type="range"
      size="sm"
      allowSingleDateInRange
      getDayProps={markToday(today)}
      defaultDate={value?.end ?? today}
      value={chosen}
      onChange={(next) => {
        setChosen(next);
        const [start, end] = next;
        if (start && end) onChange({ start, end });
      }}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
    />
  );
};
