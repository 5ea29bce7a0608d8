import {
  formatDay,
  monthNames,
  monthOfDay as monthName,
  weekdayOfDay as weekdayName,
} from 'staffroom-contract/shared/day-words.ts';

export { formatDay, formatLongDay } from 'staffroom-contract/shared/day-words.ts';

const inZone = (instant: string, timeZone: string) =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);

const clockTime = ({ hour, minute }: { hour: number; minute: number }) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;

/** `2026-03-14` → "14 Mar". */
export const formatShortDay = (day: string): string => {
  const date = Temporal.PlainDate.from(day);
  return `${date.day} ${monthName(date)}`;
};

/** `2026-03-14` → "Sat 14 Mar". */
export const formatDayOfWeek = (day: string): string =>
  `${weekdayName(Temporal.PlainDate.from(day))} ${formatShortDay(day)}`;

/** `2026-03-14` → "Mar". */
export const formatMonthOfDay = (day: string): string => monthName(Temporal.PlainDate.from(day));

/** "23 – 29 Mar 2026", "23 Feb – 23 Mar 2026"; month and year are repeated only if they differ. */
export const formatDayRange = (start: string, end: string): string => {
  if (start === end) return formatDay(start);
  const isWithin = (length: number) => start.slice(0, length) === end.slice(0, length);
  const first = isWithin(7)
    ? String(Number(start.slice(8)))
    : isWithin(4)
      ? formatShortDay(start)
      : formatDay(start);
  return `${first} – ${formatDay(end)}`;
};

/** "9 – 15 Mar", "30 Mar – 5 Apr", "14 Mar": without the year. */
export const formatShortRange = (start: string, end: string): string => {
  if (start === end) return formatShortDay(start);
  const isWithin = start.slice(0, 7) === end.slice(0, 7);
  return `${isWithin ? Number(start.slice(8)) : formatShortDay(start)} – ${formatShortDay(end)}`;
};

/** `2026-02-14` → "February". */
export const formatLongMonth = (day: string): string =>
  monthNames[Number(day.slice(5, 7)) - 1] ?? '';

/** A period in words: "February", or its days. */
export const periodWords = ({ start, end }: { start: string; end: string }): string => {
  const [first, last] = [Temporal.PlainDate.from(start), Temporal.PlainDate.from(end)];
  const isMonth =
    first.day === 1 && last.day === last.daysInMonth && start.slice(0, 7) === end.slice(0, 7);
  return isMonth ? formatLongMonth(start) : formatDayRange(start, end);
};

/** An instant in the business time zone: "Sat 14 Mar 2026, 14:00". */
export const formatDateTime = (instant: string, timeZone: string): string => {
  const at = inZone(instant, timeZone);
  return `${weekdayName(at)} ${at.day} ${monthName(at)} ${at.year}, ${clockTime(at)}`;
};

/** The day of an instant in the business time zone: "14 Mar". */
export const formatInstantShortDay = (instant: string, timeZone: string): string => {
  const at = inZone(instant, timeZone);
  return `${at.day} ${monthName(at)}`;
};

/** The day of an instant in the business time zone: "Sat 14 Mar". */
export const formatInstantWeekday = (instant: string, timeZone: string): string => {
  const at = inZone(instant, timeZone);
  return `${weekdayName(at)} ${at.day} ${monthName(at)}`;
};

/** The time of an instant in the business time zone: "14:00". */
export const formatTime = (instant: string, timeZone: string): string =>
  clockTime(inZone(instant, timeZone));

/** A clock time `14:00` or `14:00:00` → "14:00". */
export const formatClock = (time: string): string => clockTime(Temporal.PlainTime.from(time));

/** Two clock times → "14:00–15:30"; one time if the other is missing, '' without both. */
export const formatClockRange = (start: string, end: string): string =>
  [start, end].filter(Boolean).map(formatClock).join('–');

/**
 * Two instants in the business time zone → "14:00–15:30"; "23:30–00:30 (+1)" for an end on the next day, which fits a column;
 * a later end has its date.
 */
export const formatTimeRange = (start: string, end: string, timeZone: string): string => {
  const [from, to] = [inZone(start, timeZone), inZone(end, timeZone)];
  const { days } = from.toPlainDate().until(to.toPlainDate());
  if (days > 1) return `${clockTime(from)}–${formatDateTime(end, timeZone)}`;
  return `${clockTime(from)}–${clockTime(to)}${days === 1 ? ' (+1)' : ''}`;
};

/** Seconds to wait in words: "40 seconds", "3 minutes". */
export const formatWait = (seconds: number): string => {
  const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  return seconds < 90
    ? plural(Math.ceil(seconds), 'second')
    : plural(Math.ceil(seconds / 60), 'minute');
};

/** A count with its noun: "1 order", "214 orders", "1,214 orders". */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-SG')} ${count === 1 ? one : many}`;

/** First letters of the first and last name, for the placeholder avatar. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen
    .map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 32).toUpperCase())
    .join('');
};

/** Grouping of a phone number's digits by length, as most countries write them. */
const phoneGroups: Readonly<Record<number, RegExp>> = {
  6: /(\d{3})(\d{3})/,
  7: /(\d{3})(\d{4})/,
  8: /(\d{4})(\d{4})/,
  9: /(\d{2})(\d{3})(\d{4})/,
  10: /(\d{3})(\d{3})(\d{4})/,
  11: /(\d{3})(\d{4})(\d{4})/,
};

/** The one format of phone numbers: "+65 8000 4571", "+60 12 345 6789"; '' if unknown. */
export const formatPhone = (person: { phone_country_code: string; phone: string }): string => {
  if (!person.phone) return '';
  const groups = phoneGroups[person.phone.length]?.exec(person.phone)?.slice(1);
  const number = groups?.join(' ') ?? person.phone;
  return person.phone_country_code ? `+${person.phone_country_code} ${number}` : number;
};
