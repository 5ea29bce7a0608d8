import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import {
  formatDateTime,
  formatInstantShortDay,
  formatInstantWeekday,
  formatLongDay,
  formatTime,
  formatTimeRange,
} from './formats.ts';
import { useSettings } from './settings.ts';

/** The formats bound to the business time zone. */
export const useFormats = () => {
  const { business_time_zone: zone } = useSettings();
  return {
    dateTime: (instant: string) => formatDateTime(instant, zone),
    /** "Sat 14 Mar 2026" */
    longDay: (instant: string) => formatLongDay(businessDayOf(instant, zone)),
    shortDay: (instant: string) => formatInstantShortDay(instant, zone),
    weekday: (instant: string) => formatInstantWeekday(instant, zone),
    time: (instant: string) => formatTime(instant, zone),
    timeRange: (start: string, end: string) => formatTimeRange(start, end, zone),
  };
};
