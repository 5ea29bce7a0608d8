import { Group, Box, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { formatDayRange, formatShortDay } from '../lib/formats.ts';
import { FilterPopover } from './filter-popover.tsx';
import styles from './filter.module.css';
import { lazyPart, MissingPart } from './lazy-part.tsx';
import { useNarrow } from './use-narrow.ts';

// Loaded on demand: most lists have a range of days, but it is rarely opened.
const RangeCalendar = lazyPart(async () => (await import('./range-calendar.tsx')).RangeCalendar, {
  waiting: <Box w={252} h={288} />,
  missing: (_props, retry) => <MissingPart what="The calendar" retry={retry} />,
});

/** Business days `YYYY-MM-DD`, both inclusive. */
export type DayRange = { start: string; end: string };
export type QuickPick = DayRange & { label: string };

type Props<Range extends DayRange | undefined> = {
  label: string;
  /** Undefined means all days, if allowed. */
  value: Range;
  /** The default; other ranges are shown as changed. */
  defaultValue: Range;
  quickPicks: readonly QuickPick[];
  /** Shows a range that is a quick pick by its name: "This month". */
  namesPicks?: boolean;
  /** Above the picks: the date that the range applies to. */
  above?: ReactNode;
  onChange: (range: Range | DayRange) => void;
};

const isSame = (one: DayRange | undefined, other: DayRange | undefined) =>
  one?.start === other?.start && one?.end === other?.end;

const anyDay = 'Any day';

/** Phones have no space for the year, unless the range spans two. */
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
      {above && (
        <Box className={styles.aboveRange} px="xs" pt="xs" pb="sm">
          {above}
        </Box>
      )}
      <Group className={styles.range} gap={0} align="stretch" p="xs">
        <Stack className={styles.picks} gap={2} miw={130}>
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
        </Stack>
        <RangeCalendar value={value} onChange={choose} />
      </Group>
    </FilterPopover>
  );
};
