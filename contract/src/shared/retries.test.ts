import { expect, test } from 'vitest';
import { pauseAfter } from './retries.ts';

test('pauses grow from 15 seconds to hours', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7].map((tries) => pauseAfter(tries));
  expect(pauses).toEqual([15, 45, 135, 405, 1215, 3645, 10_935]);
});
