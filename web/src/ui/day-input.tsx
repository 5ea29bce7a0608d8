import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { useToday } from '../lib/settings.ts';
import { parseDay } from './parse-day.ts';

type Props = {
  label: string;
  /** `YYYY-MM-DD`. */
  value: string | null;
  onChange: (day: string | null) => void;
  required?: boolean;
  disabled?: boolean;
  description?: string;
  error?: string | undefined;
  /**
   * Gets what was typed when it is no day, '' once it is one again. With it the field keeps and marks such a text; without
   * it leaving the field brings the last day back.
   */
  onUnreadable?: (typed: string) => void;
};

/** A day, typed in any usual way or chosen in a calendar; shown as "7 Apr 2026". */
export const DayInput = ({
  value,
  onChange,
  required,
  disabled,
  error,
  onUnreadable,
  ...rest
}: Props) => {
  const today = useToday();
  const [opened, setOpened] = useState(false);
  const [unreadable, setUnreadable] = useState('');
  const [typing, setTyping] = useState(false);
  const note = (typed: string) => {
    if (!onUnreadable || typed === unreadable) return;
    setUnreadable(typed);
    onUnreadable(typed);
  };
  return (
    <DateInput
      {...rest}
      required={required ?? false}
      disabled={disabled ?? false}
      value={value}
      onChange={(day) => {
        note('');
        onChange(day);
      }}
      onInput={(event) => {
        const typed = event.currentTarget.value.trim();
        note(typed === '' || parseDay(typed, today) ? '' : typed);
      }}
      onFocus={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      fixOnBlur={unreadable === ''}
      error={typing && unreadable ? undefined : error}
      dateParser={(typed) => parseDay(typed, today)}
      valueFormat="D MMM YYYY"
      defaultDate={value ?? today}
      allowDeselect
      highlightToday
      popoverProps={{
        shadow: 'md',
        transitionProps: { duration: 120 },
        onOpen: () => setOpened(true),
        onClose: () => setOpened(false),
      }}
      // Escape closes the calendar, not the dialog around it (use-close-guard.ts).
      data-mantine-stop-propagation={opened || undefined}
      rightSection={<IconCalendar size={16} stroke={1.7} aria-hidden="true" />}
      rightSectionPointerEvents="none"
    />
  );
};
