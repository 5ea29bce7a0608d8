import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { formatDayRange } from '../../../lib/formats.ts';
import { useToday } from '../../../lib/settings.ts';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { LessonFilters } from '../lesson-filters.tsx';
import { PeriodToolbar } from '../period-toolbar.tsx';
import { DayChoice } from './week-day-list.tsx';
import { mondayOf, withWeek, type WeekSearch } from './week-search.ts';

type Props = {
  search: WeekSearch;
  onSearch: (search: WeekSearch) => void;
  lessons: readonly LessonSummary[];
  /** False while the lessons load: their counts are not shown. */
  isKnown: boolean;
  /** Whether to offer showing tutors without lessons. */
  offersOtherTutors: boolean;
};

/** Chooses the week and the filters, on phones also the day. */
export const WeekToolbar = ({ search, onSearch, lessons, isKnown, offersOtherTutors }: Props) => {
  const today = useToday();
  const narrow = useNarrow();
  const monday = mondayOf(search, today);
  const toWeek = (next: string) => () => onSearch(withWeek(search, next, today));
  return (
    <>
      <PeriodToolbar
        noun="week"
        current="This week"
        title={formatDayRange(monday, addDays(monday, 6))}
        onPrevious={toWeek(addDays(monday, -7))}
        onNext={toWeek(addDays(monday, 7))}
        onCurrent={toWeek(mondayOf({}, today))}
      >
        <LessonFilters
          chosen={search}
          onChange={(chosen) => onSearch({ ...search, view: 'week', ...chosen })}
          lessons={lessons}
          states={['active']}
          offersOtherTutors={offersOtherTutors}
        />
      </PeriodToolbar>
      {narrow && <DayChoice {...{ search, onSearch, lessons, isKnown }} />}
    </>
  );
};
