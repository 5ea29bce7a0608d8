import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { dayAndTimeOf } from '../../../lib/day-and-time.ts';

/** The lessons that a week shows. */
export type WeekLessons = readonly LessonSummary[];

type Timed = { _id: string; scheduled_on: string; ended_on: string };

/** Where a lesson stands: its day, and its minutes since that day's midnight; past 24:00 where it ends the next day. */
export type Place = { day: string; from: number; to: number };

/** A lesson beside those at the same time: in which of how many lanes of its day. */
export type Block<L> = Place & { lesson: L; lane: number; lanes: number };

export const minutesOfHour = 60;
export const minutesOfDay = 24 * minutesOfHour;

/** A shorter lesson is drawn this long, so that its words can be read. */
export const shortestDrawn = 30;

/** The minutes since midnight of a time `HH:MM`. */
export const minutesOf = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * minutesOfHour + (minutes ?? 0);
};

/** The day and minutes at which a lesson stands on the clocks of a time zone. */
export const placeOf = (lesson: Omit<Timed, '_id'>, timeZone: string): Place => {
  const { day, time } = dayAndTimeOf(lesson.scheduled_on, timeZone);
  const from = minutesOf(time);
  const length = Date.parse(lesson.ended_on) - Date.parse(lesson.scheduled_on);
  return { day, from, to: from + Math.round(length / 60_000) };
};

const drawnTo = ({ from, to }: Pick<Place, 'from' | 'to'>) => Math.max(to, from + shortestDrawn);

/** The lessons of each day, the first first; those at the same time stand in lanes beside each other. */
export const layOutWeek = <L extends Timed>(
  lessons: readonly L[],
  days: readonly string[],
  timeZone: string,
): Map<string, Block<L>[]> => {
  const placed = lessons.map((lesson) => ({ ...placeOf(lesson, timeZone), lesson }));
  const byDay = Map.groupBy(placed, ({ day }) => day);
  return new Map(days.map((day) => [day, layOutDay(byDay.get(day) ?? [])]));
};

type Placed<L> = Place & { lesson: L };

const layOutDay = <L extends Timed>(placed: readonly Placed<L>[]): Block<L>[] => {
  const sorted = placed.toSorted(
    (a, b) => a.from - b.from || b.to - a.to || a.lesson._id.localeCompare(b.lesson._id),
  );
  const groups: Placed<L>[][] = [];
  let end = 0;
  for (const each of sorted) {
    const group = groups.at(-1);
    if (group && each.from < end) group.push(each);
    else groups.push([each]);
    end = Math.max(end, drawnTo(each));
  }
  return groups.flatMap(inLanes);
};

/** Each lesson in the first lane that is free when it begins. */
const inLanes = <L>(group: readonly Placed<L>[]): Block<L>[] => {
  const ends: number[] = [];
  const lanes = group.map((each) => {
    const free = ends.findIndex((end) => end <= each.from);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = drawnTo(each);
    return lane;
  });
  return group.map((each, index) => ({ ...each, lane: lanes[index] ?? 0, lanes: ends.length }));
};

export type Hours = { from: number; to: number };

/** The whole hours, in minutes, that hold all of these with an hour to spare; by day when there is little. */
export const hoursOf = (places: readonly Pick<Place, 'from' | 'to'>[]): Hours => {
  const from = Math.min(...places.map((place) => place.from), 10 * minutesOfHour);
  const to = Math.max(...places.map(drawnTo), 20 * minutesOfHour);
  return {
    from: Math.max(0, (Math.floor(from / minutesOfHour) - 1) * minutesOfHour),
    to: (Math.ceil(to / minutesOfHour) + 1) * minutesOfHour,
  };
};

/** The most lessons that stand beside each other. */
export const lanesOf = (blocks: readonly { lanes: number }[]): number =>
  Math.max(1, ...blocks.map(({ lanes }) => lanes));

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

/** Where a lesson is drawn in its day's column. */
export const drawnArea = (
  block: Pick<Block<unknown>, 'from' | 'to' | 'lane' | 'lanes'>,
  hours: Hours,
) => {
  const all = hours.to - hours.from;
  return {
    top: percent(block.from - hours.from, all),
    height: percent(drawnTo(block) - block.from, all),
    left: percent(block.lane, block.lanes),
    width: percent(1, block.lanes),
  };
};
