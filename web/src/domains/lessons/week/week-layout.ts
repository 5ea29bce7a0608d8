import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { holidaysOn } from 'staffroom-contract/domains/lessons/holidays.ts';
import type { Named } from '../../../kit/form/field.ts';
import { dayAndTimeOf } from '../../../lib/day-and-time.ts';

type Timed = { _id: string; scheduled_on: string; ended_on: string };

/** A lesson's day and its minutes since that day's midnight; beyond 24:00 if it ends on the next day. */
export type Place = { day: string; from: number; to: number };

/** A placed lesson: its lane and the number of lanes among overlapping lessons. */
export type Block<L> = Place & { lesson: L; lane: number; lanes: number };

export const minutesOfHour = 60;
export const minutesOfDay = 24 * minutesOfHour;

/** Minimum drawn length in minutes, so that the text is readable. */
export const shortestDrawn = 30;

/** Minutes since midnight of a time `HH:MM`. */
export const minutesOf = (time: string): number => {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * minutesOfHour + (minutes ?? 0);
};

/** A lesson's day and minutes in a time zone. */
export const placeOf = (lesson: Omit<Timed, '_id'>, timeZone: string): Place => {
  const { day, time } = dayAndTimeOf(lesson.scheduled_on, timeZone);
  const from = minutesOf(time);
  const length = Date.parse(lesson.ended_on) - Date.parse(lesson.scheduled_on);
  return { day, from, to: from + Math.round(length / 60_000) };
};

const drawnTo = ({ from, to }: Pick<Place, 'from' | 'to'>) => Math.max(to, from + shortestDrawn);

/** Lessons by day, earliest first; overlapping ones are put in lanes side by side. */
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

/** Puts each lesson in the first lane that is free when it begins. */
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

/** The whole hours, in minutes, that contain all places with an hour to spare; at least 9:00 to 21:00. */
export const hoursOf = (places: readonly Pick<Place, 'from' | 'to'>[]): Hours => {
  const from = Math.min(...places.map((place) => place.from), 10 * minutesOfHour);
  const to = Math.max(...places.map(drawnTo), 20 * minutesOfHour);
  return {
    from: Math.max(0, (Math.floor(from / minutesOfHour) - 1) * minutesOfHour),
    to: (Math.ceil(to / minutesOfHour) + 1) * minutesOfHour,
  };
};

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

/** CSS position of a lesson in its day's column. */
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

/** A stop for arrow keys: a lesson, or in the timetable an empty day of a tutor. */
export type Spot<L = LessonSummary> = {
  key: string;
  /** The row's tutor id; null for lessons without a tutor, undefined if the week has no rows. */
  tutor?: string | null;
  row: number;
  day: string;
  from: number;
  lesson: L | null;
};

export type TutorRow = {
  /** null for lessons without a tutor. */
  tutor: Named | null;
  /** Spots by day, earliest first; an empty day has one spot without a lesson. */
  days: Map<string, Spot[]>;
  count: number;
  /** Ids of this tutor's overlapping lessons. */
  clashing: ReadonlySet<string>;
};

/**
 * Rows of the timetable: lessons without a tutor first, then each tutor by name, including `others` without lessons. A
 * lesson appears in the row of each of its tutors.
 */
export const timetableOf = (
  lessons: readonly LessonSummary[],
  days: readonly string[],
  timeZone: string,
  others: readonly Named[] = [],
): TutorRow[] => {
  const tutors = new Map(
    [...others, ...lessons.flatMap(({ tutor }) => tutor)].map((person) => [person._id, person]),
  );
  const byName = [...tutors.values()].toSorted((a, b) => a.name.localeCompare(b.name));
  const byTutor = Map.groupBy(
    lessons.flatMap((lesson) =>
      (lesson.tutor.length > 0 ? lesson.tutor : [null]).map((tutor) => ({ tutor, lesson })),
    ),
    ({ tutor }) => tutor?._id ?? null,
  );
  return [...(byTutor.has(null) ? [null] : []), ...byName].map((tutor, row) => {
    const own = (byTutor.get(tutor?._id ?? null) ?? []).map(({ lesson }) => lesson);
    const byDay = layOutWeek(own, days, timeZone);
    const place = { row, tutor: tutor?._id ?? null };
    const spotsOn = (day: string): Spot[] => {
      const blocks = byDay.get(day) ?? [];
      if (blocks.length === 0)
        return [{ ...place, key: `${day} ${place.tutor}`, day, from: 0, lesson: null }];
      return blocks.map(({ lesson, from }) => ({
        ...place,
        key: `${lesson._id} ${place.tutor}`,
        day,
        from,
        lesson,
      }));
    };
    return {
      tutor,
      days: new Map(days.map((day) => [day, spotsOn(day)])),
      count: own.length,
      clashing: new Set(
        clashesOf(tutor ? own : [])
          .flat()
          .map(({ _id }) => _id),
      ),
    };
  });
};

/** Pairs of active lessons that overlap, earliest first. */
export const clashesOf = <L extends Timed & { is_active: boolean }>(
  lessons: readonly L[],
): [L, L][] => {
  const sorted = lessons
    .filter(({ is_active }) => is_active)
    .toSorted((a, b) => a.scheduled_on.localeCompare(b.scheduled_on));
  return sorted.flatMap((one, index) =>
    sorted
      .slice(index + 1)
      .filter((other) => Date.parse(other.scheduled_on) < Date.parse(one.ended_on))
      .map((other): [L, L] => [one, other]),
  );
};

/** Whether one of the lesson's tutors has this id. */
export const isTaughtBy = (lesson: LessonSummary, tutor: string): boolean =>
  lesson.tutor.some(({ _id }) => _id === tutor);

/** Returns whether the tutor has no other lesson among these at that time. */
export const isFree = (
  lessons: readonly LessonSummary[],
  tutor: string,
  { _id, scheduled_on, ended_on }: Timed,
): boolean =>
  lessons.every(
    (other) =>
      other._id === _id ||
      !isTaughtBy(other, tutor) ||
      !other.is_active ||
      Date.parse(other.ended_on) <= Date.parse(scheduled_on) ||
      Date.parse(ended_on) <= Date.parse(other.scheduled_on),
  );

/** Whether adding a student needs a confirmation because no seats are left. */
export const isFull = ({ seats, max_cap }: Pick<LessonSummary, 'seats' | 'max_cap'>) =>
  seats >= max_cap;

/** Number of full lessons, and total duration in minutes. */
export const totalsOf = (lessons: readonly LessonSummary[]) => ({
  full: lessons.filter(isFull).length,
  minutes: lessons.reduce(
    (sum, each) => sum + (Date.parse(each.ended_on) - Date.parse(each.scheduled_on)) / 60_000,
    0,
  ),
});

/** The day's public holiday by name, or "School holiday"; null on other days. */
export const holidayOf = (day: string): { name: string; isPublic: boolean } | null => {
  const [first] = holidaysOn(day);
  if (!first) return null;
  const isPublic = first.kind === 'public';
  return { name: isPublic ? first.name : 'School holiday', isPublic };
};
