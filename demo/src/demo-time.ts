import {
  fixedHolidays,
  publicHolidays,
  termStarts,
  usualTermStarts,
} from './data/school-calendar.ts';

/** Times of the demo are milliseconds since 1970; days are the business zone's. */
export const businessZone = 'Asia/Singapore';
export const minutes = (count: number) => count * 60_000;
export const hours = (count: number) => count * 3_600_000;
export const days = (count: number) => count * 86_400_000;

/** The instant of a clock time on a day. */
export const instantAt = (day: Temporal.PlainDate, time: string, zone = businessZone) =>
  day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) })
    .epochMilliseconds;

export const dayOf = (at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(businessZone).toPlainDate();

/** First instant of the business day: what the demo calls now, so that one day gives one demo. */
export const startOfToday = (now: Date) => instantAt(dayOf(now.getTime()), '00:00');

export const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });

export const isHoliday = (day: Temporal.PlainDate) => {
  const text = day.toString();
  return publicHolidays.has(text) || fixedHolidays.has(text.slice(5));
};

const startsIn = (year: number) =>
  (termStarts[year] ?? usualTermStarts).map((start, number) => ({
    term: number + 1,
    monday: mondayOf(Temporal.PlainDate.from(`${year}-${start}`)),
  }));

/** School term 1 to 4, and the week in it from 1; the break after a term counts on. */
export const termOf = (day: Temporal.PlainDate) => {
  const begun = [...startsIn(day.year - 1), ...startsIn(day.year)].filter(
    ({ monday }) => Temporal.PlainDate.compare(monday, day) <= 0,
  );
  const { term, monday } = begun.at(-1) ?? { term: 1, monday: day };
  return { term, week: Math.floor(monday.until(day).days / 7) + 1 };
};

export const iso = (at: number) => new Date(at).toISOString();
