import { formatLevel } from '@staffroom/contract/shared/levels.ts';
import { bareWords } from '../../../../lib/bare-words.ts';
import { formatClock, formatDay } from '../../../../lib/formats.ts';
import type { StaleField } from '../../../../ui/stale-notice.tsx';
import type { ClassValues } from './class-values.ts';

const dayAndTime = (day: string | null, time: string) =>
  [day && formatDay(day), time && formatClock(time)].filter(Boolean).join(', ');

const names = (people: ClassValues['tutor']) => people.map(({ name }) => name || '---').join(', ');

const flag = (
  label: string,
  name: keyof ClassValues & (`is_${string}` | 'force_full_purchase'),
): StaleField<ClassValues> => ({
  label,
  fields: [name],
  show: (values) => (values[name] ? 'Yes' : 'No'),
});

/** The class form's flags with their labels, in its order. */
export const flagLabels = {
  is_active: 'Active',
  is_listed: 'Listed',
  is_featured: 'Featured',
  is_free: 'Free',
  is_trial: 'Trial',
  is_sold_out: 'Sold out',
  force_full_purchase: 'Full purchase only',
} as const;
export type FlagName = keyof typeof flagLabels;

/** The rows of a `StaleNotice` of a class's form, in the form's order. */
export const classStaleFields: readonly StaleField<ClassValues>[] = [
  { label: 'Name', fields: ['name'] },
  { label: 'Subject', fields: ['subject'] },
  { label: 'Type', fields: ['class_type'] },
  { label: 'Country', fields: ['country'] },
  {
    label: 'Levels',
    fields: ['level'],
    show: ({ level }) => level.map(formatLevel).join(', '),
  },
  {
    label: 'Start',
    fields: ['start_day', 'start_time'],
    show: ({ start_day: day, start_time: time }) => dayAndTime(day, time),
  },
  {
    label: 'End',
    fields: ['end_day', 'end_time'],
    show: ({ end_day: day, end_time: time }) => dayAndTime(day, time),
  },
  { label: 'Day of week', fields: ['day_of_week'] },
  {
    label: 'Lesson times',
    fields: ['lesson_from', 'lesson_to'],
    show: ({ lesson_from: from, lesson_to: to }) =>
      [from, to].map((time) => time && formatClock(time)).join('–'),
  },
  {
    label: 'Rate per lesson',
    fields: ['rate', 'currency'],
    show: ({ rate, currency }) => `${rate} ${currency}`,
  },
  { label: 'Seats', fields: ['max_cap'], show: ({ max_cap: seats }) => String(seats) },
  { label: 'Tutors', fields: ['tutor'], show: ({ tutor }) => names(tutor) },
  { label: 'TAs', fields: ['ta'], show: ({ ta }) => names(ta) },
  ...(Object.entries(flagLabels) as [FlagName, string][]).map(([name, label]) => flag(label, name)),
  { label: 'Description', fields: ['desc'], show: ({ desc }) => bareWords(desc) },
];
