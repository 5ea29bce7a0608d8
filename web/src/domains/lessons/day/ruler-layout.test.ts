import { describe, expect, test } from 'vitest';
import { rulerOf } from './ruler-layout.ts';

const zone = 'Asia/Singapore';
const day = '2026-03-23';
const lesson = (_id: string, from: string, to: string) => ({
  _id,
  scheduled_on: new Date(`${day}T${from}:00+08:00`).toISOString(),
  ended_on: new Date(
    Date.parse(`${day}T${to}:00+08:00`) + (to < from ? 24 * 60 * 60_000 : 0),
  ).toISOString(),
});
const ruler = (...lessons: ReturnType<typeof lesson>[]) => rulerOf(lessons, day, zone);
const hoursOf = ({ hours }: ReturnType<typeof ruler>) => [hours[0]?.hour, hours.at(-1)?.hour];

describe('the ruler of a day', () => {
  test('spans 9 to 22, or more when a lesson begins earlier or ends later', () => {
    expect(hoursOf(ruler())).toEqual([9, 22]);
    expect(hoursOf(ruler(lesson('early', '07:30', '09:00')))).toEqual([7, 22]);
    expect(hoursOf(ruler(lesson('late', '21:30', '22:45')))).toEqual([9, 23]);
  });

  test('ends at midnight and cuts the bar of a lesson that continues', () => {
    const found = ruler(lesson('night', '23:00', '01:30'));
    expect(hoursOf(found)).toEqual([9, 24]);
    const [bar] = found.bars;
    expect(bar!.left + bar!.width).toBeCloseTo(1);
    expect(bar!.width).toBeCloseTo(1 / 15);
  });

  test('places lessons by start and length, overlapping ones in lanes', () => {
    const { bars, lanes } = ruler(
      lesson('first', '16:30', '18:00'),
      lesson('second', '17:00', '18:30'),
      lesson('third', '18:00', '19:00'),
    );
    expect(lanes).toBe(2);
    expect(bars.map(({ lane }) => lane)).toEqual([0, 1, 0]);
    expect(bars[0]!.left).toBeCloseTo(7.5 / 13);
    expect(bars[0]!.width).toBeCloseTo(1.5 / 13);
  });

  test('returns a position for an instant of this day only', () => {
    const { placeOf } = ruler();
    expect(placeOf('2026-03-23T09:12:00Z')).toBeCloseTo(8.2 / 13);
    expect(placeOf('2026-03-22T09:12:00Z')).toBeUndefined();
    expect(placeOf('2026-03-23T00:12:00Z')).toBeUndefined();
  });
});
