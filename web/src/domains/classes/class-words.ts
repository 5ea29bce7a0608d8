import type { ClassSummary } from 'staffroom-contract/domains/classes/classes.contract.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { formatLevel } from 'staffroom-contract/shared/levels.ts';
import type { ConfirmQuestion } from '../../ui/confirm.tsx';
import { formatClockRange, formatDayRange } from '../../lib/formats.ts';

/** "Sat 14:00–16:00"; '' for a class without a schedule. */
export const scheduleWords = ({ date_of_week: day, ...times }: ClassSummary['schedule']): string =>
  [day.slice(0, 3), formatClockRange(times.start_time, times.end_time)].filter(Boolean).join(' ');

/** "Secondary 3, Secondary 4 · Mathematics". */
export const levelAndSubjectWords = ({
  level,
  subject,
}: Pick<ClassSummary, 'level' | 'subject'>): string =>
  [level.map(formatLevel).join(', '), subject].filter(Boolean).join(' · ');

/** "23 Feb – 23 Mar 2026", as business days. */
export const datesWords = (
  { start_date: start, end_date: end }: Pick<ClassSummary, 'start_date' | 'end_date'>,
  timeZone: string,
): string => formatDayRange(businessDayOf(start, timeZone), businessDayOf(end, timeZone));

type Flags = Pick<
  ClassSummary,
  'is_active' | 'is_sold_out' | 'is_free' | 'is_trial' | 'is_featured' | 'is_listed'
>;

/** Unusual properties of a class as short words. */
export const flagWords = (flags: Flags): string[] => [
  ...(flags.is_active ? [] : ['Inactive']),
  ...(flags.is_sold_out ? ['Sold out'] : []),
  ...(flags.is_free ? ['Free'] : []),
  ...(flags.is_trial ? ['Trial'] : []),
  ...(flags.is_featured ? ['Featured'] : []),
  ...(flags.is_listed ? [] : ['Unlisted']),
];

/** The question before deactivating a class. */
export const deactivateQuestion = ({ name }: Pick<ClassSummary, 'name'>): ConfirmQuestion => ({
  title: 'Deactivate class',
  message: `Orders no longer offer ${name} until it is activated again. Its lessons and existing orders do not change.`,
  confirmLabel: 'Deactivate',
  danger: true,
});
