import { formatClock, formatDay } from '../../../../lib/formats.ts';
import { bareWords } from '../../../../lib/bare-words.ts';
import type { StaleField } from '../../../../ui/stale-notice.tsx';
import type { LessonValues } from './lesson-values.ts';

const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');
const namesOf = (people: LessonValues['tutor']) => people.map(({ name }) => name).join(', ');

/** The rows of a `StaleNotice` of a lesson's form, in the form's order. */
export const lessonStaleFields: readonly StaleField<LessonValues>[] = [
  { label: 'Name', fields: ['name'] },
  { label: 'Description', fields: ['desc'], show: ({ desc }) => bareWords(desc) },
  {
    label: 'Start date',
    fields: ['day', 'unreadable_day'],
    show: ({ day, unreadable_day: typed }) => typed || (day ? formatDay(day) : ''),
  },
  { label: 'Start time', fields: ['start'], show: ({ start }) => start && formatClock(start) },
  { label: 'End time', fields: ['end'], show: ({ end }) => end && formatClock(end) },
  { label: 'Lesson order', fields: ['index'], show: ({ index }) => String(index) },
  { label: 'Lesson term', fields: ['term'], show: ({ term }) => String(term) },
  { label: 'Tutors', fields: ['tutor'], show: ({ tutor }) => namesOf(tutor) },
  { label: 'TAs', fields: ['ta'], show: ({ ta }) => namesOf(ta) },
  { label: 'Hosting platform', fields: ['hosting_platform'] },
  { label: 'Type', fields: ['hosting_type'] },
  { label: 'Active', fields: ['is_active'], show: ({ is_active: is }) => yesOrNo(is) },
  { label: 'Released', fields: ['is_released'], show: ({ is_released: is }) => yesOrNo(is) },
];
