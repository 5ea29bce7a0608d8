import { IconCalendarEvent, IconLayoutList } from '@tabler/icons-react';
import { weekOf } from 'staffroom-contract/shared/dates.ts';
import { useToday } from '../../lib/settings.ts';
import { ViewSwitch } from '../../ui/view-switch.tsx';
import { dateOf, withDate } from './day/day-search.ts';
import { shownDayOf, withWeek, type WeekSearch } from './week/week-search.ts';

/** Switches between a day and its week; keeps tutor and class. */
export const DayWeekSwitch = ({ search }: { search: WeekSearch }) => {
  const today = useToday();
  const isWeek = search.view === 'week';
  const day = isWeek ? shownDayOf(search, today) : dateOf(search, today);
  const to = (next: WeekSearch) => ({ to: '/lessons', search: next }) as const;
  return (
    <ViewSwitch
      label="Day or week"
      views={[
        { label: 'Day', icon: IconLayoutList, link: isWeek && to(withDate(search, day, today)) },
        {
          label: 'Week',
          icon: IconCalendarEvent,
          link: !isWeek && to(withWeek(search, weekOf(day).start, today)),
        },
      ]}
    />
  );
};
