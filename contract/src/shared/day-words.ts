/** Month names, January first. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

type DayParts = { day: number; month: number; year: number; dayOfWeek: number };

/** Short name of a day's month: "Mar". */
export const monthOfDay = (parts: Pick<DayParts, 'month'>): string => months[parts.month - 1] ?? '';

/** Short name of a day's weekday: "Sat". */
export const weekdayOfDay = (parts: Pick<DayParts, 'dayOfWeek'>): string =>
  weekdays[parts.dayOfWeek - 1] ?? '';

/** `2026-03-14` → "14 Mar 2026". */
export const formatDay = (day: string): string => {
  const date = Temporal.PlainDate.from(day);
  return `${date.day} ${monthOfDay(date)} ${date.year}`;
};

/** `2026-03-14` → "Sat 14 Mar 2026". */
export const formatLongDay = (day: string): string =>
  `${weekdayOfDay(Temporal.PlainDate.from(day))} ${formatDay(day)}`;
