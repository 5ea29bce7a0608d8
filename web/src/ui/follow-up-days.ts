import { addDays } from 'staffroom-contract/shared/dates.ts';

/** The first Monday after a day. */
const nextMonday = (day: string): string =>
  addDays(day, 8 - Temporal.PlainDate.from(day).dayOfWeek);

/** Quick choices for a follow-up date, relative to today. */
export const followUpDays: readonly { label: string; from: (today: string) => string }[] = [
  { label: '+1 day', from: (today) => addDays(today, 1) },
  { label: '+3 days', from: (today) => addDays(today, 3) },
  { label: 'Next Mon', from: nextMonday },
];
