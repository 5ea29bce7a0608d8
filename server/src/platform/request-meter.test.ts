import { expect, test } from 'vitest';
import { createRequestMeter, shareWithin } from './request-meter.ts';

const aMeter = () => {
  let at = 0;
  const meter = createRequestMeter(() => at);
  return { ...meter, pass: (seconds: number) => (at += seconds * 1000) };
};

const many = (count: number, act: () => void) => Array.from({ length: count }).forEach(act);

test('requests a second are those of the last minute', () => {
  const meter = aMeter();
  many(40, () => meter.observe(5));
  meter.pass(10);
  expect(meter.read().requestsPerSecond).toBe(4);
  meter.pass(10);
  expect(meter.read().requestsPerSecond).toBe(2);
  for (let time = 0; time < 4; time += 1) {
    meter.pass(10);
    meter.read();
  }
  // The first slot is now older than a minute.
  meter.pass(10);
  expect(meter.read().requestsPerSecond).toBe(0);
});

test('a meter without a whole second behind it does not exaggerate', () => {
  const meter = aMeter();
  many(3, () => meter.observe(5));
  meter.pass(0.01);
  expect(meter.read().requestsPerSecond).toBe(3);
});

test('95 % are answered within the time of the slowest of these, over all processes', () => {
  const [one, other] = [aMeter(), aMeter()];
  many(90, () => one.observe(8));
  many(6, () => other.observe(40));
  many(4, () => other.observe(3000));
  const all = [one.read().durations, other.read().durations];
  expect(shareWithin(0.9, all)).toBe(9);
  expect(shareWithin(0.95, all)).toBe(44);
  expect(shareWithin(1, all)).toBe(3081);
  expect(shareWithin(0.95, [[], []])).toBeUndefined();
});

test.each([0, 0.2, 10 ** 9])('a duration of %s ms is counted', (ms) => {
  const meter = aMeter();
  meter.observe(ms);
  expect(meter.read().durations.reduce((sum, count) => sum + count, 0)).toBe(1);
});
