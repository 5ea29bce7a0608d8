import { addDays } from '@staffroom/contract/shared/dates.ts';

/** The Monday after a day. */
const nextMonday = (day: string): string =>
  addDays(day, 8 - Temporal.PlainDate.from(day).dayOfWeek);

/** Days on which staff often follow up, counted from today. */
export const followUpDays: readonly { label: string; from: (today: string) => string }[] = [
  { label: '+1 day', from: (today) => addDays(today, 1) },
  { label: '+3 days', from: (today) => addDays(today, 3) },
  { label: 'Next Mon', from: nextMonday },
];
