import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differingFields, mergeVersions } from './merge-versions.ts';

const base = { name: 'Lim', phone: '8000 0001', subjects: ['Maths'], verified: false };

test('keeps what was typed here, and takes over what only the others changed', () => {
  expect(
    mergeVersions({
      base,
      theirs: { ...base, phone: '8000 0002', subjects: ['Maths', 'Physics'], name: 'Lim YX' },
      mine: { ...base, name: 'Lim Yu Xuan' },
    }),
  ).toEqual({ ...base, name: 'Lim Yu Xuan', phone: '8000 0002', subjects: ['Maths', 'Physics'] });
});

test('lists differ by their items', () => {
  expect(differingFields(base, { ...base, subjects: ['Maths'] })).toEqual([]);
  expect(differingFields(base, { ...base, subjects: [], verified: true })).toEqual([
    'subjects',
    'verified',
  ]);
});

test('every merged field is mine if I changed it, else theirs', () => {
  const versions = fc.record({ a: fc.integer({ min: 0, max: 2 }), b: fc.boolean() });
  fc.assert(
    fc.property(versions, versions, versions, (start, theirs, mine) => {
      const merged = mergeVersions({ base: start, theirs, mine });
      for (const field of ['a', 'b'] as const)
        expect(merged[field]).toBe(mine[field] === start[field] ? theirs[field] : mine[field]);
    }),
  );
});
