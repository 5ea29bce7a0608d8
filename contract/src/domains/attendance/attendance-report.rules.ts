import { addDays, monthOf, weekOf, addMonths } from '../../shared/dates.ts';
import type { AttendanceCounts } from './attendance-report.contract.ts';

/** The longest period whose students are counted together: a month. */
export const mostDaysSummed = 31;

/** Of whom something is known. */
export const knownOf = ({ attended, half, absent }: AttendanceCounts): number =>
  attended + half + absent;

/** Who was there, also for half of it, of those of whom something is known, in per cent; null where nothing is. */
export const attendanceRate = (counts: AttendanceCounts): number | null => {
  const known = knownOf(counts);
  return known === 0 ? null : Math.round((100 * (counts.attended + counts.half)) / known);
};

/** Paying and trial students together. */
export const addCounts = (one: AttendanceCounts, other: AttendanceCounts): AttendanceCounts => ({
  attended: one.attended + other.attended,
  half: one.half + other.half,
  absent: one.absent + other.absent,
  unknown: one.unknown + other.unknown,
});

/** The days that the report begins with. */
export const usualReportDays = (today: string) => ({ start: addDays(today, -6), end: today });

/** What is picked quickly. */
export const reportDays = (today: string) => [
  { label: 'Today', start: today, end: today },
  { label: 'Yesterday', start: addDays(today, -1), end: addDays(today, -1) },
  { label: 'Last 7 days', ...usualReportDays(today) },
  { label: 'This week', ...weekOf(today) },
  { label: 'Last week', ...weekOf(addDays(today, -7)) },
  { label: 'This month', ...monthOf(today) },
  { label: 'Last month', ...monthOf(addMonths(monthOf(today).start, -1)) },
];

/** Who attended a live session of those who signed up, in per cent; null where nothing is known. */
export const tlsRate = ({
  signed_up,
  attended,
}: {
  signed_up: number;
  attended: number | null;
}): number | null =>
  attended === null || signed_up === 0 ? null : Math.round((100 * attended) / signed_up);
