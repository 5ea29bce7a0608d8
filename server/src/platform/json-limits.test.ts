import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passedJsonLimit } from './json-limits.ts';

const passed = (text: string, most = 3, deepest = 3) =>
  passedJsonLimit(new TextEncoder().encode(text), { most, deepest });

test.each([
  ['{}', undefined],
  ['[1,2,3]', undefined],
  ['[1,2,3,4]', 'values'],
  ['{"a":1,"b":2,"c":3,"d":4}', 'values'],
  ['[[[]]]', undefined],
  ['[[],[],[]]', 'values'],
  ['[[[[', 'depth'],
  [String.raw`["1,2,3,4,[[[[","\",\",\",","\\"]`, undefined],
  ['"no end, of, this, text, [[[[', undefined],
])('counts %s', (text, limit) => {
  expect(passed(text)).toBe(limit);
});

test('accepts every value up to the limit', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const partsOf = (one: unknown): number =>
        typeof one === 'object' && one !== null
          ? Object.values(one).reduce<number>((sum, part) => sum + 1 + partsOf(part), 1)
          : 0;
      expect(passed(JSON.stringify(value), partsOf(value), 100)).toBeUndefined();
    }),
  );
});
