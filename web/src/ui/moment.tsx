import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { formatDay, formatLongDay } from '../lib/formats.ts';
import { useSettings } from '../lib/settings.ts';
import { useFormats } from '../lib/use-formats.ts';

/** An instant in the business time zone: "Sat 14 Mar 2026, 14:00". */
export const Moment = ({ at }: { at: string }) => (
  <time dateTime={at}>{useFormats().dateTime(at)}</time>
);

/** A time range of two instants: "14:00–15:30". */
export const TimeRange = ({ from, to }: { from: string; to: string }) => (
  <time dateTime={from}>{useFormats().timeRange(from, to)}</time>
);

/** A calendar day, `YYYY-MM-DD`: "Sat 14 Mar 2026". */
export const Day = ({ day }: { day: string }) => <time dateTime={day}>{formatLongDay(day)}</time>;

/** The business day of an instant: "14 Mar 2026". */
export const DayOf = ({ at }: { at: string }) => {
  const { business_time_zone: zone } = useSettings();
  return <time dateTime={at}>{formatDay(businessDayOf(at, zone))}</time>;
};
