import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payTerms, calculatePay } from './tutor-pay.rules.ts';

const start = new Date('2026-03-07T06:00:00Z');
const after = (hours: number) => new Date(+start + Math.round(hours * 3_600_000));

const pay = (type: string, hours: number, students: number, rate?: number) => {
  const terms = payTerms(type, 'tutor');
  return calculatePay({
    scheduledAt: start,
    endedAt: after(hours),
    isActive: true,
    students,
    rate: rate ?? terms.rate,
    terms,
  });
};

describe('a lesson pays', () => {
  test('the base and the extra of the worked examples', () => {
    expect(pay('Regular Classes', 1.5, 9)).toMatchObject({ base: 6000, extra: 3000, pay: 9000 });
    expect(pay('Workshop', 2, 23)).toMatchObject({ base: 14_000, extra: 5200, pay: 19_200 });
  });

  test('no extra up to the limit, and never a negative one', () => {
    for (const students of [0, 1, 5]) expect(pay('Recording', 1, students).extra).toBe(0);
    expect(pay('Recording', 1, 6).extra).toBe(500);
    expect(pay('Workshop', 1, 10).extra).toBe(0);
    expect(pay('Workshop', 1, 11).extra).toBe(200);
  });

  test('by a rate that replaces the base, with the same extra', () => {
    expect(pay('Regular Classes', 2, 9, 5500)).toMatchObject({ base: 11_000, extra: 4000 });
    expect(pay('Regular Classes', 2, 9, 0)).toMatchObject({ base: 0, extra: 4000, pay: 4000 });
  });

  test('a TA the entered rate, without extra', () => {
    const terms = payTerms('Workshop', 'ta');
    const lesson = { scheduledAt: start, endedAt: after(2), isActive: true, students: 40, terms };
    expect(calculatePay({ ...lesson, rate: terms.rate }).pay).toBe(0);
    expect(calculatePay({ ...lesson, rate: 1850 })).toMatchObject({ pay: 3700, extra: 0 });
  });

  test('half a cent up, once', () => {
    // 20 minutes at $40.00 and one student more: 1333.33 and 166.67 cents.
    expect(pay('Regular Classes', 1 / 3, 6)).toMatchObject({ base: 1333, pay: 1500, extra: 167 });
    // 1 minute 30 seconds at $0.20 an hour is half a cent.
    expect(pay('Regular Classes', 1 / 40, 0, 20).pay).toBe(1);
  });

  test('nothing when it is inactive, has no end or ends before it starts, with the reason', () => {
    const terms = payTerms('Workshop', 'tutor');
    const lesson = { scheduledAt: start, isActive: true, students: 12, rate: 7000, terms };
    expect(calculatePay({ ...lesson, endedAt: null })).toMatchObject({ pay: 0, unpaid: 'no_end' });
    expect(calculatePay({ ...lesson, endedAt: after(-1) })).toMatchObject({
      hours: 0,
      pay: 0,
      unpaid: 'ends_before_start',
    });
    expect(calculatePay({ ...lesson, endedAt: after(2), isActive: false })).toMatchObject({
      pay: 0,
      unpaid: 'inactive',
    });
    expect(calculatePay({ ...lesson, endedAt: after(0) })).toMatchObject({ pay: 0, unpaid: null });
  });

  test('the same as a calculation in fractions of a cent, to half a cent', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Workshop', 'Regular Classes', 'Recording'),
        fc.integer({ min: 0, max: 12 * 60 }),
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 0, max: 100_000 }),
        (type, minutes, students, rate) => {
          const { limit, perExtra } = payTerms(type, 'tutor');
          const found = pay(type, minutes / 60, students, rate);
          const plain =
            (rate * minutes) / 60 + (perExtra * Math.max(students - limit, 0) * minutes) / 60;
          expect(Number.isInteger(found.pay)).toBe(true);
          expect(Math.abs(found.pay - plain)).toBeLessThanOrEqual(0.5 + 1e-6);
          expect(found.base + found.extra).toBe(found.pay);
          expect(found.extra).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});
