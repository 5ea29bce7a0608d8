import { dayOf, days, instantAt } from './demo-time.ts';
import { windowStart } from './lesson-days.ts';
import type { Random } from './random.ts';

/** When an order comes in, and whether only the sample file's classes are for sale. */
export type Slot = { at: number; sampleOnly: boolean };

const hourWeights: readonly (readonly [number, number])[] = [
  [8, 2],
  [9, 4],
  [10, 6],
  [11, 6],
  [12, 7],
  [13, 5],
  [14, 5],
  [15, 5],
  [16, 5],
  [17, 4],
  [18, 4],
  [19, 6],
  [20, 9],
  [21, 10],
  [22, 7],
  [23, 3],
];

const earlyOrders = 320;

/** Times of `count` orders, earliest first, all before today. */
export const orderTimes = (random: Random, today: number, count: number): Slot[] => {
  const timeOn = (dayStart: number) =>
    dayStart + random.weighted(hourWeights) * 3_600_000 + random.whole(0, 3_599_999);
  const from = instantAt(windowStart(today).subtract({ weeks: 4 }), '00:00');
  const sampleFrom = instantAt(Temporal.PlainDate.from('2026-01-20'), '00:00');
  const sampleTo = instantAt(Temporal.PlainDate.from('2026-07-20'), '00:00');

  const between = (start: number, end: number) => {
    const length = Math.max(1, Math.round((end - start) / days(1)));
    return timeOn(start + days(random.whole(0, length - 1)));
  };
  const early = Math.min(sampleTo, from) > sampleFrom ? earlyOrders : 0;
  const slots: Slot[] = Array.from({ length: early }, () => ({
    at: between(sampleFrom, Math.min(nearlyUntil(sampleTo, from), today)),
    sampleOnly: true,
  }));
  while (slots.length < count) slots.push({ at: between(from, today), sampleOnly: false });
  return slots.filter(({ at }) => at < today).toSorted((a, b) => a.at - b.at);
};

/** The early orders go on until the others begin, unless that is long after. */
const nearlyUntil = (sampleTo: number, from: number) =>
  from > sampleTo && dayOf(sampleTo).until(dayOf(from)).days > 150 ? sampleTo : from;
