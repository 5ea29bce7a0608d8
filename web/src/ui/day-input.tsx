import { Box, Popover, TextInput } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../lib/formats.ts';
import { useToday } from '../lib/settings.ts';
import { lazyPart, MissingPart } from './lazy-part.tsx';
import { parseDay } from './parse-day.ts';

// Loaded when a field is first opened; days can be typed without it, also while the server is down.
const DayCalendar = lazyPart(async () => (await import('./day-calendar.tsx')).DayCalendar, {
  waiting: <Box w={252} h={288} />,
  missing: (_props, retry) => (
    <MissingPart what="The calendar" retry={retry}>
      <p>The day can be typed.</p>
    </MissingPart>
  ),
});

type Props = {
  label?: string;
  'aria-label'?: string;
  /** `YYYY-MM-DD`. */
  value: string | null;
  onChange: (day: string | null) => void;
  required?: boolean;
  disabled?: boolean;
  description?: string;
  error?: string | undefined;
  /**
   * Receives input that is not a day. With it, the field keeps and marks such input; without it, leaving the field
   * restores the last day.
   */
  onUnreadable?: (typed: string) => void;
};

/** A day, typed in any usual format or chosen in a calendar; shown as "7 Apr 2026". */
export const DayInput = (props: Props) => {
  const { value, onChange, required, disabled, error, onUnreadable, ...rest } = props;
  const today = useToday();
  const [opened, setOpened] = useState(false);
  const [typing, setTyping] = useState(false);
  /** The typed text, and the day that it was parsed to. */
  const [typed, setTyped] = useState<{ text: string; day: string | null } | null>(null);
  // A day set from outside replaces the typed text.
  const shown = typed?.day === value ? typed : null;
  const isUnreadable = shown !== null && shown.text.trim() !== '' && !parseDay(shown.text, today);

  const type = (text: string) => {
    setTyping(true);
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
          onFocus={() => setOpened(true)}
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
      {/* Keeps the focus in the field. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <DayCalendar
          // Shows the month of the typed day.
          key={value}
          value={value}
          today={today}
          onChange={(day) => {
            setTyped(null);
            setOpened(false);
            onChange(day);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
};
