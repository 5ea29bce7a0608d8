import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { addDays } from '@staffroom/contract/shared/dates.ts';
import { formatDayRange } from '../../../lib/formats.ts';
import { useToday } from '../../../lib/settings.ts';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { mondayOf, shownDayOf, withDay, withWeek, type WeekSearch } from './week-search.ts';
import type { WeekLessons } from './week-layout.ts';
import { WeekChoices } from './week-choices.tsx';
import styles from './week.module.css';

type Props = {
  search: WeekSearch;
  onSearch: (search: WeekSearch) => void;
  lessons: WeekLessons;
};

/** Which week, and whose lessons; on phones also which day. */
export const WeekToolbar = ({ search, onSearch, lessons }: Props) => {
  const today = useToday();
  const narrow = useNarrow();
  const left = !narrow && <IconChevronLeft size={16} stroke={1.7} />;
  const right = !narrow && <IconChevronRight size={16} stroke={1.7} />;
  const monday = mondayOf(search, today);
  const toWeek = (next: string) => () => onSearch(withWeek(search, next, today));
  const byDays = (days: number) => () =>
    onSearch(withDay(search, addDays(shownDayOf(search, today), days), today));
  return (
    <div className={styles.toolbar}>
      <h2 className={styles.range}>{formatDayRange(monday, addDays(monday, 6))}</h2>
      <div className={styles.steps}>
        <Button size="xs" leftSection={left} onClick={toWeek(addDays(monday, -7))}>
          Previous week
        </Button>
        <Button size="xs" onClick={toWeek(mondayOf({}, today))}>
          This week
        </Button>
        <Button size="xs" rightSection={right} onClick={toWeek(addDays(monday, 7))}>
          Next week
        </Button>
      </div>
      <WeekChoices search={search} onSearch={onSearch} lessons={lessons} />
      {narrow && (
        <div className={styles.steps}>
          <Button size="xs" leftSection={left} onClick={byDays(-1)}>
            Previous day
          </Button>
          <Button size="xs" rightSection={right} onClick={byDays(1)}>
            Next day
          </Button>
        </div>
      )}
    </div>
  );
};
