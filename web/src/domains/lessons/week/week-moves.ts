import { atZone } from '../../../lib/day-and-time.ts';
import { addDays } from 'staffroom-contract/shared/dates.ts';
import { minutesOfDay, minutesOfHour, type Hours, type Spot } from './week-layout.ts';

/** The day, start minute and tutor's row that a lesson is moved to; null is the row of lessons without a tutor. */
export type Target = { day: string; from: number; tutor?: string | null };

/** Moves snap to this many minutes. */
const quarter = 15;
const latest = minutesOfDay - quarter;

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);

/** The target after a key: up or down a quarter of an hour, left or right a day; stays within the day and week. */
export const stepTarget = (
  { day, from }: Target,
  key: string,
  days: readonly string[],
): Target | null => {
  const at = (next: number) => ({ day, from: within(next, 0, latest) });
  const on = (next: string) => ({ day: days.includes(next) ? next : day, from });
  switch (key) {
    case 'ArrowUp':
      return at((Math.ceil(from / quarter) - 1) * quarter);
    case 'ArrowDown':
      return at((Math.floor(from / quarter) + 1) * quarter);
    case 'ArrowLeft':
      return on(addDays(day, -1));
    case 'ArrowRight':
      return on(addDays(day, 1));
    default:
      return null;
  }
};

/** Rounds to the nearest visible quarter of an hour. */
export const snapped = (minutes: number, hours: Hours): number =>
  within(Math.round(minutes / quarter) * quarter, hours.from, Math.min(hours.to - quarter, latest));

/** Minutes after midnight as `HH:MM`. */
export const clockAt = (minutes: number): string =>
  [Math.floor(minutes / minutesOfHour), minutes % minutesOfHour]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** New start and end at the target; the duration is kept. */
export const timesAt = (
  lesson: { scheduled_on: string; ended_on: string },
  { day, from }: Target,
  timeZone: string,
) => {
  const scheduled_on = atZone(day, clockAt(from), timeZone);
  const length = Date.parse(lesson.ended_on) - Date.parse(lesson.scheduled_on);
  return {
    scheduled_on,
    ended_on: new Date(Date.parse(scheduled_on) + length).toISOString(),
  };
};

/** The timetable's target after a key: left or right a day, up or down a tutor; the time is kept. */
export const stepRow = (
  target: Target,
  key: string,
  days: readonly string[],
  tutors: readonly (string | null)[],
): Target | null => {
  const { tutor = null } = target;
  const to = (step: number) => {
    const next = tutors[tutors.indexOf(tutor) + step];
    return next === undefined ? target : { ...target, tutor: next };
  };
  if (key === 'ArrowUp') return to(-1);
  if (key === 'ArrowDown') return to(1);
  const aside = stepTarget(target, key, days);
  return aside && { ...target, day: aside.day };
};

/** Tutor ids after moving from one row to another; undefined if the row is the same. */
export const tutorsAfter = (
  tutors: readonly string[],
  from: string | null | undefined,
  to: string | null | undefined,
): string[] | undefined => {
  if (to === undefined || to === from) return undefined;
  const swapped = from == null ? [...tutors, to] : tutors.map((id) => (id === from ? to : id));
  return [...new Set(swapped.filter((id) => id !== null))];
};

/** The spot an arrow key leads to: up or down within the day, left or right to the nearest row, then time. */
export const neighbourOf = <S extends Pick<Spot, 'key' | 'day' | 'row' | 'from'>>(
  spots: readonly S[],
  key: string,
  arrow: string,
): S | undefined => {
  const own = spots.find((spot) => spot.key === key);
  if (!own) return undefined;
  const forward = arrow === 'ArrowDown' || arrow === 'ArrowRight';
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
    const ofDay = spots.filter(({ day }) => day === own.day);
    return ofDay[ofDay.indexOf(own) + (forward ? 1 : -1)];
  }
  if (arrow !== 'ArrowLeft' && arrow !== 'ArrowRight') return undefined;
  const days = spots
    .map(({ day }) => day)
    .filter((day) => (forward ? day > own.day : day < own.day))
    .toSorted();
  const next = forward ? days[0] : days.at(-1);
  return spots
    .filter(({ day }) => day === next)
    .toSorted(
      (a, b) =>
        Math.abs(a.row - own.row) - Math.abs(b.row - own.row) ||
        Math.abs(a.from - own.from) - Math.abs(b.from - own.from),
    )[0];
};
