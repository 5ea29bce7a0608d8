import { expect, test } from 'vitest';
import { numberProblem, readNumber } from './typed-number.ts';

test.each([
  [18, 18],
  ['18.50', 18.5],
  [' 7 ', 7],
  ['007', 7],
])('%j is %d', (typed, number) => {
  expect(readNumber(typed)).toBe(number);
  expect(numberProblem(typed, false)).toBeUndefined();
});

test.each(['1e1', '-3', '-', '1,000', '1.', '.5', '0x10', 'five', 'Infinity', '１２'])(
  '%j is not a number',
  (typed) => {
    expect(readNumber(typed)).toBeNaN();
    expect(numberProblem(typed, false)).toBe('Please enter a number, like 18 or 18.50');
    expect(numberProblem(typed, true)).toBe('Please enter a whole number');
  },
);

test('1.5 is a number but not a whole one; empty input is valid', () => {
  expect(numberProblem('1.5', false)).toBeUndefined();
  expect(numberProblem('1.5', true)).toBe('Please enter a whole number');
  expect(numberProblem('', true)).toBeUndefined();
});
