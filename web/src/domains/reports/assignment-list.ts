import { listHomeworkAssignment } from 'staffroom-contract/domains/reports/homework-assignment.contract.ts';
import { addDays, weekOf } from 'staffroom-contract/shared/dates.ts';
import { defineList, firstPage } from '../../kit/list/define-list.ts';
import { days } from '../../kit/list/filters.tsx';

const yesterday = (today: string) => ({ start: addDays(today, -1), end: addDays(today, -1) });

/** Yesterday by default (part 2 §9). */
export const assignmentList = defineList({
  operation: listHomeworkAssignment,
  nouns: ['lesson', 'lessons'],
  pageSize: 20,
  file: 'homework-assignment.csv',
  sort: { default: ['scheduled_on', 'desc'], columns: ['scheduled_on', 'count'] },
  days: days({
    label: 'Lessons',
    field: 'date_range',
    words: 'held',
    default: yesterday,
    picks: (today) => [
      { label: 'Yesterday', ...yesterday(today) },
      { label: 'Today', start: today, end: today },
      { label: 'Last 7 days', start: addDays(today, -6), end: today },
      { label: 'This week', ...weekOf(today) },
      { label: 'Last week', ...weekOf(addDays(today, -7)) },
    ],
  }),
  empty: {
    none: 'All student get their own homework',
    detail: 'Every lesson of these days with paying students has homework.',
  },
});

export const firstAssignments = firstPage(assignmentList);
