import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { levelTags, levelYears, yearlessLevels } from '../../shared/levels.ts';
import { nextLevel, parseLevel, rateProblem, renameLevel } from './classes.rules.ts';

describe('a level tag', () => {
  test('keeps its year under another name, up to that name’s last', () => {
    expect(renameLevel('primary-6', 'secondary')).toBe('secondary-4');
    expect(renameLevel('primary-2', 'secondary')).toBe('secondary-2');
    expect(renameLevel('primary-6', 'beginner')).toBe('beginner');
    expect(renameLevel('beginner', 'junior-college')).toBe('junior-college-1');
    expect(renameLevel('primary-2', 'toString')).toBe('toString');
  });

  test('is always an existing tag after a rename', () => {
    const names = fc.constantFrom(...Object.keys(levelYears), ...yearlessLevels);
    fc.assert(
      fc.property(fc.constantFrom(...levelTags), names, (tag, name) => {
        const renamed = renameLevel(tag, name);
        expect(levelTags).toContain(renamed);
        expect(parseLevel(renamed).name).toBe(name);
      }),
    );
  });

  test('starts as primary-1, or as a copy of the last', () => {
    expect(nextLevel([])).toBe('primary-1');
    expect(nextLevel(['primary-3', 'advanced'])).toBe('advanced');
  });
});

describe('a rate', () => {
  test('is at least 1, has at most two decimals and a highest amount by currency', () => {
    expect(rateProblem(0.99, 'SGD')).toBe('At least 1');
    expect(rateProblem(18.005, 'SGD')).toBe('At most two decimals');
    expect(rateProblem(10_000.01, 'SGD')).toBe('At most 10,000 SGD a lesson');
    expect(rateProblem(250_000, 'IDR')).toBeUndefined();
    expect(rateProblem(18.1, 'USD')).toBeUndefined();
  });
});
