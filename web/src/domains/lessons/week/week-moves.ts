import { atZone } from '../../../lib/day-and-time.ts';
import { addDays } from '@staffroom/contract/shared/dates.ts';
import { minutesOfDay, minutesOfHour, type Hours, type Spot } from './week-layout.ts';

/** Where a lesson that is being moved would begin, and in whose row; null is the row of those without a tutor. */
export type Target = { day: string; from: number; tutor?: string | null };

/** Lessons begin at whole quarters of an hour when they are moved. */
export const quarter = 15;
const latest = minutesOfDay - quarter;

const within = (value: number, least: number, most: number) =>
  Math.min(Math.max(value, least), most);

/** The key's step: a quarter of an hour up or down, a day left or right; never out of the day or the week. */
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

/** The nearest quarter of an hour that is shown. */
export const snapped = (minutes: number, hours: Hours): number =>
  within(Math.round(minutes / quarter) * quarter, hours.from, Math.min(hours.to - quarter, latest));

/** The time `HH:MM` so many minutes after midnight. */
export const clockAt = (minutes: number): string =>
  [Math.floor(minutes / minutesOfHour), minutes % minutesOfHour]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');

/** When the lesson begins and ends there; it stays as long as it was. */
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

/** The key's step in the timetable: a day left or right, a tutor up or down; the time stays. */
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

/** The tutors of a lesson that goes from one row to another, by id; undefined where its row stays. */
export const tutorsAfter = (
  tutors: readonly string[],
  from: string | null | undefined,
  to: string | null | undefined,
): string[] | undefined => {
  if (to === undefined || to === from) return undefined;
  const swapped = from == null ? [...tutors, to] : tutors.map((id) => (id === from ? to : id));
  return [...new Set(swapped.filter((id) => id !== null))];
};

/** The spot to which an arrow key leads: the one above or below it on its day, or on another day the nearest by row, then by time. */
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
