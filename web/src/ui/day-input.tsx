import { Box, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatDay } from '../lib/formats.ts';
import { useToday } from '../lib/settings.ts';
import { parseDay } from './parse-day.ts';

// It comes with the first field that is opened: a day is typed without it, also while the server is away.
const DayCalendar = lazy(() =>
  import('./day-calendar.tsx').then(
    (calendar) => ({ default: calendar.DayCalendar }),
    () => ({ default: WithoutCalendar }),
  ),
);

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
   * Gets what was typed while it is no day. With it the field keeps and marks such a text; without it leaving the field
   * brings the last day back.
   */
  onUnreadable?: (typed: string) => void;
};

/** A day, typed in any usual way or chosen in a calendar; shown as "7 Apr 2026". */
export const DayInput = (props: Props) => {
  const { value, onChange, required, disabled, error, onUnreadable, ...rest } = props;
  const today = useToday();
  const [opened, setOpened] = useState(false);
  const [typing, setTyping] = useState(false);
  /** What was typed, and the day that it stands for. */
  const [typed, setTyped] = useState<{ text: string; day: string | null } | null>(null);
  // A day that came from elsewhere takes the place of what was typed.
  const shown = typed?.day === value ? typed : null;
  const isUnreadable = shown !== null && shown.text.trim() !== '' && !parseDay(shown.text, today);

  const type = (text: string) => {
    setOpened(true);
    const day = parseDay(text, today);
    if (day === null && text.trim() !== '') {
      setTyped({ text, day: onUnreadable ? null : value });
      onUnreadable?.(text.trim());
    } else {
      setTyped({ text, day });
      onChange(day);
    }
  };
  return (
    <Popover opened={opened} position="bottom-start" withRoles={false}>
      <Popover.Target>
        <TextInput
          {...rest}
          required={required ?? false}
          disabled={disabled ?? false}
          autoComplete="off"
          value={shown?.text ?? (value ? formatDay(value) : '')}
          onChange={(event) => type(event.currentTarget.value)}
          onFocus={() => {
            setTyping(true);
            setOpened(true);
          }}
          onClick={() => setOpened(true)}
          onBlur={() => {
            setTyping(false);
            setOpened(false);
            if (!isUnreadable || !onUnreadable) setTyped(null);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setOpened(false);
          }}
          error={typing && isUnreadable ? undefined : error}
          // Escape closes the calendar, not the dialog around it (use-close-guard.ts).
          data-mantine-stop-propagation={opened || undefined}
          rightSection={<IconCalendar size={16} stroke={1.7} aria-hidden="true" />}
          rightSectionPointerEvents="none"
        />
      </Popover.Target>
      {/* The focus stays in the field. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <Suspense fallback={<Box w={252} h={288} />}>
          <DayCalendar
            // Turns to the month of what is typed.
            key={value}
            value={value}
            today={today}
            onChange={(day) => {
              setTyped(null);
              setOpened(false);
              onChange(day);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
};

const WithoutCalendar = () => <p>The calendar cannot be loaded now. The day can be typed.</p>;
