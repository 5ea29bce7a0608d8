import { Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { useState } from 'react';
import { formatDayRange, formatShortDay } from '../lib/formats.ts';
import { FilterButton } from './filter-button.tsx';
import styles from './filter.module.css';
import { useNarrow } from './use-narrow.ts';

/** Business days, both included, `YYYY-MM-DD`. */
export type DayRange = { start: string; end: string };
export type QuickPick = DayRange & { label: string };

type Props = {
  label: string;
  value: DayRange;
  /** What Reset brings back; another range is shown as changed. */
  defaultValue: DayRange;
  quickPicks: readonly QuickPick[];
  onChange: (range: DayRange) => void;
};

const isSame = (one: DayRange, other: DayRange) =>
  one.start === other.start && one.end === other.end;

/** Phones have no room for the year, unless there are two. */
const shortRange = ({ start, end }: DayRange) =>
  start.slice(0, 4) === end.slice(0, 4) && start !== end
    ? `${formatShortDay(start)} – ${formatShortDay(end)}`
    : formatDayRange(start, end);

/** A filter on a range of days: quick picks, or the first and last day in a calendar. */
export const DateRangeFilter = ({ label, value, defaultValue, quickPicks, onChange }: Props) => {
  const [opened, setOpened] = useState(false);
  const narrow = useNarrow();
  const choose = (range: DayRange) => {
    setOpened(false);
    if (!isSame(range, value)) onChange(range);
  };
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles
    >
      <Popover.Target>
        <FilterButton
          label={label}
          value={narrow ? shortRange(value) : formatDayRange(value.start, value.end)}
          changed={!isSame(value, defaultValue)}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div className={styles.range}>
          <div className={styles.picks}>
            {quickPicks.map((pick) => (
              <button
                key={pick.label}
                type="button"
                className={styles.pick}
                aria-pressed={isSame(pick, value)}
                onClick={() => choose({ start: pick.start, end: pick.end })}
              >
                {pick.label}
              </button>
            ))}
          </div>
          <RangeCalendar value={value} onChange={choose} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};

/** Reports a range only when both of its ends have been chosen. */
const RangeCalendar = ({
  value,
  onChange,
}: {
  value: DayRange;
  onChange: (range: DayRange) => void;
}) => {
  const [chosen, setChosen] = useState<[string | null, string | null]>([value.start, value.end]);
  return (
    <DatePicker
      type="range"
      size="sm"
      allowSingleDateInRange
      defaultDate={value.end}
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
