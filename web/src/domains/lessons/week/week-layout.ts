import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { holidaysOn } from '@staffroom/contract/domains/lessons/holidays.ts';
import { dayAndTimeOf } from '../../../lib/day-and-time.ts';

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

/** A place in the week that arrow keys reach: a lesson, or in the timetable a day on which a tutor has none. */
export type Spot<L = LessonSummary> = {
  key: string;
  /** Whose row it stands in; null for lessons without a tutor, undefined where the week has no rows. */
  tutor?: string | null;
  row: number;
  day: string;
  from: number;
  lesson: L | null;
};

export type TutorRow = {
  /** null for the lessons that have no tutor. */
  tutor: { _id: string; name: string } | null;
  /** By day, the first lesson first; a day without any holds one spot without a lesson. */
  days: Map<string, Spot[]>;
  count: number;
  /** The lessons of theirs that take place at the same time as another. */
  clashing: ReadonlySet<string>;
};

/** The week as a timetable: lessons without a tutor first, then a row for each tutor by name. A lesson stands with each of its tutors. */
export const timetableOf = (
  lessons: readonly LessonSummary[],
  days: readonly string[],
  timeZone: string,
): TutorRow[] => {
  const tutors = new Map(
    lessons.flatMap(({ tutor }) => tutor).map((person) => [person._id, person]),
  );
  const byName = [...tutors.values()].toSorted((a, b) => a.name.localeCompare(b.name));
  const without = lessons.some(({ tutor }) => tutor.length === 0) ? [null] : [];
  return [...without, ...byName].map((tutor, row) => {
    const own = lessonsOf(lessons, tutor?._id ?? null);
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

const lessonsOf = (lessons: readonly LessonSummary[], tutor: string | null) =>
  lessons.filter((lesson) =>
    tutor === null ? lesson.tutor.length === 0 : lesson.tutor.some(({ _id }) => _id === tutor),
  );

/** The pairs of active lessons that overlap, the first first. */
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

/** Whether a tutor teaches nothing in that time, as far as these lessons tell; the lesson that moves does not count. */
export const isFree = (
  lessons: readonly LessonSummary[],
  tutor: string,
  { _id, scheduled_on, ended_on }: Timed,
): boolean =>
  lessonsOf(lessons, tutor).every(
    (other) =>
      other._id === _id ||
      !other.is_active ||
      Date.parse(other.ended_on) <= Date.parse(scheduled_on) ||
      Date.parse(ended_on) <= Date.parse(other.scheduled_on),
  );

/** Whether nobody can be added to a lesson any more without a question. */
export const isFull = ({ seats, max_cap }: Pick<LessonSummary, 'seats' | 'max_cap'>) =>
  seats >= max_cap;

/** How many of the lessons are full, and how long all take together, in minutes. */
export const totalsOf = (lessons: readonly LessonSummary[]) => ({
  full: lessons.filter(isFull).length,
  minutes: lessons.reduce(
    (sum, each) => sum + (Date.parse(each.ended_on) - Date.parse(each.scheduled_on)) / 60_000,
    0,
  ),
});

/** What a day is besides its date: a public holiday by its name, or a school holiday. */
export const holidayOf = (day: string): { name: string; isPublic: boolean } | null => {
  const [first] = holidaysOn(day);
  if (!first) return null;
  const isPublic = first.kind === 'public';
  return { name: isPublic ? first.name : 'School holiday', isPublic };
};
