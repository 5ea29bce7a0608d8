import { IconCalendarEvent, IconLayoutList } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { weekOf } from '@staffroom/contract/shared/dates.ts';
import { useToday } from '../../lib/settings.ts';
import { dateOf, withDate } from './day/day-search.ts';
import styles from './period-toolbar.module.css';
import { shownDayOf, withWeek, type WeekSearch } from './week/week-search.ts';

/** From a day to its week and back, for the same tutor and class. */
export const DayWeekSwitch = ({ search }: { search: WeekSearch }) => {
  const today = useToday();
  const isWeek = search.view === 'week';
  const day = isWeek ? shownDayOf(search, today) : dateOf(search, today);
  return (
    <nav className={styles.switch} aria-label="Day or week">
      <Way to={isWeek && withDate(search, day, today)}>
        <IconLayoutList size={16} stroke={1.7} aria-hidden="true" />
        Day
      </Way>
      <Way to={!isWeek && withWeek(search, weekOf(day).start, today)}>
        <IconCalendarEvent size={16} stroke={1.7} aria-hidden="true" />
        Week
      </Way>
    </nav>
  );
};

/** What leads there, or is there already. */
const Way = ({ to, children }: { to: WeekSearch | false; children: ReactNode }) =>
  to === false ? (
    <span aria-current="page">{children}</span>
  ) : (
    // Of today the address says nothing, which every other address holds too.
    <Link to="/lessons" search={to} activeOptions={{ exact: true }}>
      {children}
    </Link>
  );
