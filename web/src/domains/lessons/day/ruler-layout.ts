import { layOutWeek, minutesOfDay, minutesOfHour, placeOf } from '../week/week-layout.ts';

type Timed = { _id: string; scheduled_on: string; ended_on: string };

/** A lesson on the ruler: its lane from the top, and its start and length as fractions of the ruler. */
export type Bar<L> = { lesson: L; lane: number; left: number; width: number };

/** Default range of hours; extended when a lesson begins earlier or ends later. */
const usual = { from: 9, to: 22 };

/** Lays out a day's lessons as bars on a ruler of hours, cut at midnight. */
export const rulerOf = <L extends Timed>(lessons: readonly L[], day: string, timeZone: string) => {
  const blocks = layOutWeek(lessons, [day], timeZone).get(day) ?? [];
  const hourOf = (minutes: number) => Math.min(minutes, minutesOfDay) / minutesOfHour;
  const from = Math.floor(Math.min(usual.from, ...blocks.map((block) => hourOf(block.from))));
  const to = Math.ceil(Math.max(usual.to, ...blocks.map((block) => hourOf(block.to))));
  const partOf = (minutes: number) => (hourOf(minutes) - from) / (to - from);
  return {
    /** Each full hour with its position. */
    hours: Array.from({ length: to - from + 1 }, (_, index) => ({
      hour: from + index,
      left: index / (to - from),
    })),
    lanes: Math.max(0, ...blocks.map(({ lanes }) => lanes)),
    bars: blocks.map(({ lesson, lane, ...block }): Bar<L> => ({
      lesson,
      lane,
      left: partOf(block.from),
      width: partOf(block.to) - partOf(block.from),
    })),
    /** Position of an instant of this day; undefined for other days or outside the ruler. */
    placeOf: (instant: string) => {
      const { day: of, from: minutes } = placeOf(
        { scheduled_on: instant, ended_on: instant },
        timeZone,
      );
      const part = partOf(minutes);
      return of === day && part >= 0 && part <= 1 ? part : undefined;
    },
  };
};
