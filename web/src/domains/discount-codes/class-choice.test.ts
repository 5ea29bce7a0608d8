import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addClasses, notChosen, removeClasses, sameClasses } from './class-choice.ts';

const aClass = (number: number) => ({ _id: String(number), name: `Class ${number}` });
const classes = fc.array(fc.integer({ min: 0, max: 40 }).map(aClass));

test('adding keeps chosen classes, adds no duplicates and sorts by name', () => {
  expect(
    addClasses([aClass(2)], [aClass(10), aClass(2), aClass(1)]).map(({ name }) => name),
  ).toEqual(['Class 1', 'Class 2', 'Class 10']);
  fc.assert(
    fc.property(classes, classes, (chosen, added) => {
      const ids = addClasses(chosen, added).map(({ _id }) => _id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(new Set(ids)).toEqual(new Set([...chosen, ...added].map(({ _id }) => _id)));
    }),
  );
});

test('removing the added classes restores the previous choice', () => {
  fc.assert(
    fc.property(classes, classes, (before, added) => {
      const chosen = addClasses([], before);
      const fresh = notChosen(added, chosen);
      expect(removeClasses(addClasses(chosen, fresh), fresh)).toEqual(chosen);
    }),
  );
});

test('two choices are equal regardless of their order', () => {
  expect(sameClasses([aClass(1), aClass(2)], [aClass(2), aClass(1)])).toBe(true);
  expect(sameClasses([aClass(1)], [aClass(1), aClass(2)])).toBe(false);
  expect(sameClasses([aClass(1)], [aClass(2)])).toBe(false);
});
