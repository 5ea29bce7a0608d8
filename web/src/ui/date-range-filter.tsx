import { Popover } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatDayRange, formatShortDay } from '../lib/formats.ts';
import { FilterButton } from './filter-button.tsx';
import styles from './filter.module.css';
import { useNarrow } from './use-narrow.ts';

// Every list could have a range of days, and few who read one open it.
const RangeCalendar = lazy(async () => ({
  default: (await import('./range-calendar.tsx')).RangeCalendar,
}));

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
          <Suspense fallback={<div className={styles.calendar} />}>
            <RangeCalendar value={value} onChange={choose} />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};
