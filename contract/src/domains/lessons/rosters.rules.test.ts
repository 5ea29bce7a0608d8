import { expect, test } from 'vitest';
import { isOwned, placeKinds, takesSeat } from './rosters.rules.ts';

test('a place is owned by the same kind or a stronger one: paying, then trial, then video', () => {
  const owned = placeKinds.flatMap((have) =>
    placeKinds.filter((want) => isOwned(have, want)).map((want) => `${have} gives ${want}`),
  );
  expect(owned).toEqual([
    'PAYMENT gives PAYMENT',
    'PAYMENT gives TRIAL',
    'PAYMENT gives PAYMENT_VIDEO',
    'TRIAL gives TRIAL',
    'TRIAL gives PAYMENT_VIDEO',
    'PAYMENT_VIDEO gives PAYMENT_VIDEO',
  ]);
  for (const kind of placeKinds) expect(isOwned(null, kind)).toBe(false);
});

test('only who sits in the lesson takes a seat', () => {
  expect(placeKinds.filter(takesSeat)).toEqual(['PAYMENT', 'TRIAL']);
});
