import { addDays, monthOf, weekOf, addMonths } from '../../shared/dates.ts';
import type { AttendanceCounts } from './lesson-attendance.contract.ts';

/** Longest period with totals over all lessons. */
export const mostDaysSummed = 31;

/** Number of students whose attendance is known. */
export const knownOf = ({ attended, half, absent }: AttendanceCounts): number =>
  attended + half + absent;

/** Share of the students with known attendance who attended at least half, in per cent; null without such students. */
export const attendanceRate = (counts: AttendanceCounts): number | null => {
  const known = knownOf(counts);
  return known === 0 ? null : Math.round((100 * (counts.attended + counts.half)) / known);
};

/** Sums the counts of paying and trial students. */
export const addCounts = (one: AttendanceCounts, other: AttendanceCounts): AttendanceCounts => ({
  attended: one.attended + other.attended,
  half: one.half + other.half,
  absent: one.absent + other.absent,
  unknown: one.unknown + other.unknown,
});

/** The default period of the report. */
export const usualReportDays = (today: string) => ({ start: addDays(today, -6), end: today });

/** Presets of the period picker. */
export const reportDays = (today: string) => [
  { label: 'Today', start: today, end: today },
  { label: 'Yesterday', start: addDays(today, -1), end: addDays(today, -1) },
  { label: 'Last 7 days', ...usualReportDays(today) },
  { label: 'This week', ...weekOf(today) },
  { label: 'Last week', ...weekOf(addDays(today, -7)) },
  { label: 'This month', ...monthOf(today) },
  { label: 'Last month', ...monthOf(addMonths(monthOf(today).start, -1)) },
];

/** Share of the sign-ups of a live session that attended, in per cent; null if attendance is not known. */
export const liveSessionRate = ({
  signed_up,
  attended,
}: {
  signed_up: number;
  attended: number | null;
}): number | null =>
  attended === null || signed_up === 0 ? null : Math.round((100 * attended) / signed_up);
