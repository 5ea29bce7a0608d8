import { placeOf, type Place } from './week-layout.ts';
import { timesAt, type Target } from './week-moves.ts';

type Moving = {
  lesson: { scheduled_on: string; ended_on: string };
  by: 'keys' | 'pointer';
  target: Target;
};

export type Preview = Place & { scheduled_on: string; ended_on: string; by: Moving['by'] };

/** Where the lesson that is being moved would stand. */
export const previewOf = ({ lesson, by, target }: Moving, timeZone: string): Preview => {
  const times = timesAt(lesson, target, timeZone);
  return { by, ...times, ...placeOf(times, timeZone) };
};
