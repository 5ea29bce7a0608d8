import { lazy, Suspense, useState, type ReactNode } from 'react';
import { formatDayRange, formatShortDay } from '../lib/formats.ts';
import { FilterPopover } from './filter-popover.tsx';
import styles from './filter.module.css';
import { useNarrow } from './use-narrow.ts';

// Every list could have a range of days, and few who read one open it.
const RangeCalendar = lazy(async () => ({
  default: (await import('./range-calendar.tsx')).RangeCalendar,
}));

/** Business days, both included, `YYYY-MM-DD`. */
export type DayRange = { start: string; end: string };
export type QuickPick = DayRange & { label: string };

type Props<Range extends DayRange | undefined> = {
  label: string;
  /** Undefined, where that can be: all days. */
  value: Range;
  /** What Reset brings back; another range is shown as changed. */
  defaultValue: Range;
  quickPicks: readonly QuickPick[];
  /** A range that is a quick pick is shown by its name: "This month". */
  namesPicks?: boolean;
  /** Above the picks: what the range is about. */
  above?: ReactNode;
  onChange: (range: Range | DayRange) => void;
};

const isSame = (one: DayRange | undefined, other: DayRange | undefined) =>
  one?.start === other?.start && one?.end === other?.end;

const anyDay = 'Any day';

/** Phones have no room for the year, unless there are two. */
const shortRange = ({ start, end }: DayRange) =>
  start.slice(0, 4) === end.slice(0, 4) && start !== end
    ? `${formatShortDay(start)} – ${formatShortDay(end)}`
    : formatDayRange(start, end);

/** A filter on a range of days: quick picks, or the first and last day in a calendar. */
export const DateRangeFilter = <Range extends DayRange | undefined>(props: Props<Range>) => {
  const { label, value, defaultValue, quickPicks, above, onChange } = props;
  const [opened, setOpened] = useState(false);
  const narrow = useNarrow();
  const choose = (range: Range | DayRange) => {
    setOpened(false);
    if (!isSame(range, value)) onChange(range);
  };
  const pick = props.namesPicks && quickPicks.find((each) => isSame(each, value));
  const words = (range: DayRange) =>
    narrow ? shortRange(range) : formatDayRange(range.start, range.end);
  return (
    <FilterPopover
      label={label}
      value={value === undefined ? anyDay : pick ? pick.label : words(value)}
      changed={!isSame(value, defaultValue)}
      opened={opened}
      onOpened={setOpened}
    >
      {above && <div className={styles.aboveRange}>{above}</div>}
      <div className={styles.range}>
        <div className={styles.picks}>
          {defaultValue === undefined && (
            <button
              type="button"
              className={styles.pick}
              aria-pressed={value === undefined}
              onClick={() => choose(defaultValue)}
            >
              {anyDay}
            </button>
          )}
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
    </FilterPopover>
  );
};
