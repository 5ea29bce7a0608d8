import { addDays } from '@staffroom/contract/shared/dates.ts';
import { atZone } from '../../../lib/day-and-time.ts';
import { minutesOfDay, minutesOfHour, type Hours } from './week-layout.ts';

/** Where a lesson that is being moved would begin. */
export type Target = { day: string; from: number };

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

/** When the lesson begins and ends there; it stays as long as it was. */
export const timesAt = (
  lesson: { scheduled_on: string; ended_on: string },
  { day, from }: Target,
  timeZone: string,
) => {
  const two = (value: number) => String(value).padStart(2, '0');
  const time = `${two(Math.floor(from / minutesOfHour))}:${two(from % minutesOfHour)}`;
  const scheduled_on = atZone(day, time, timeZone);
  const length = Date.parse(lesson.ended_on) - Date.parse(lesson.scheduled_on);
  return {
    scheduled_on,
    ended_on: new Date(Date.parse(scheduled_on) + length).toISOString(),
  };
};

type Standing = { lesson: { _id: string }; day: string; from: number };

/** The lesson to which an arrow key leads: before or after it on its day, or the nearest in time on another day. */
export const neighbourOf = (
  blocks: readonly Standing[],
  id: string,
  key: string,
): string | undefined => {
  const own = blocks.find(({ lesson }) => lesson._id === id);
  if (!own) return undefined;
  const forward = key === 'ArrowDown' || key === 'ArrowRight';
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const ofDay = blocks.filter(({ day }) => day === own.day);
    return ofDay[ofDay.indexOf(own) + (forward ? 1 : -1)]?.lesson._id;
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const days = blocks
    .map(({ day }) => day)
    .filter((day) => (forward ? day > own.day : day < own.day));
  const next = forward ? days[0] : days.at(-1);
  return blocks
    .filter(({ day }) => day === next)
    .toSorted((a, b) => Math.abs(a.from - own.from) - Math.abs(b.from - own.from))[0]?.lesson._id;
};
