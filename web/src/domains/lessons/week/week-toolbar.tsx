import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { addDays } from '@staffroom/contract/shared/dates.ts';
import { formatDayRange } from '../../../lib/formats.ts';
import { useToday } from '../../../lib/settings.ts';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { useShortcut } from '../../../ui/use-shortcut.ts';
import { DayChoice } from './week-day-list.tsx';
import { WeekFilters } from './week-filters.tsx';
import { mondayOf, withWeek, type WeekSearch } from './week-search.ts';
import styles from './week.module.css';

type Props = {
  search: WeekSearch;
  onSearch: (search: WeekSearch) => void;
  lessons: readonly LessonSummary[];
};

/** Which week, and whose lessons; on phones also which day. */
export const WeekToolbar = ({ search, onSearch, lessons }: Props) => {
  const today = useToday();
  const narrow = useNarrow();
  const monday = mondayOf(search, today);
  const toWeek = (next: string) => () => onSearch(withWeek(search, next, today));
  const previous = toWeek(addDays(monday, -7));
  const next = toWeek(addDays(monday, 7));
  const current = toWeek(mondayOf({}, today));
  // Between lessons these keys lead from one to another.
  const outside = { when: () => !document.activeElement?.closest('[data-spot]') };
  useShortcut('arrowleft', 'Previous week', previous, outside);
  useShortcut('arrowright', 'Next week', next, outside);
  useShortcut('t', 'This week', current);
  return (
    <>
      <div className={styles.toolbar}>
        {narrow && <WeekFilters search={search} onSearch={onSearch} lessons={lessons} />}
        <div className={styles.steps}>
          <ActionIcon variant="default" size={30} aria-label="Previous week" onClick={previous}>
            <IconChevronLeft size={16} stroke={1.7} />
          </ActionIcon>
          <Button size="xs" onClick={current}>
            This week
          </Button>
          <ActionIcon variant="default" size={30} aria-label="Next week" onClick={next}>
            <IconChevronRight size={16} stroke={1.7} />
          </ActionIcon>
        </div>
        <h2 className={styles.range}>{formatDayRange(monday, addDays(monday, 6))}</h2>
        {!narrow && <WeekFilters search={search} onSearch={onSearch} lessons={lessons} />}
      </div>
      {narrow && <DayChoice search={search} onSearch={onSearch} lessons={lessons} />}
    </>
  );
};
