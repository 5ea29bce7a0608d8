import { addDays, addMonths, monthOf, weekOf } from '@staffroom/contract/shared/dates.ts';
import type { QuickPick } from '../../../ui/date-range-filter.tsx';

/** Ranges that staff ask for again and again, up to today (`YYYY-MM-DD`, a business day). */
export const createdPicks = (today: string): QuickPick[] => {
  const lastMonth = monthOf(addMonths(monthOf(today).start, -1));
  return [
    { label: 'Today', start: today, end: today },
    { label: 'Yesterday', start: addDays(today, -1), end: addDays(today, -1) },
    { label: 'This week', start: weekOf(today).start, end: today },
    { label: 'Last month to today', start: addMonths(today, -1), end: today },
    { label: 'This month', start: monthOf(today).start, end: today },
    { label: 'Last month', ...lastMonth },
    { label: 'This year', start: `${today.slice(0, 4)}-01-01`, end: today },
    { label: 'Last 12 months', start: addMonths(today, -12), end: today },
  ];
};
