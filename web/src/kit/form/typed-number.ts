import { cleanText } from 'staffroom-contract/shared/text.ts';

/** A number, '' when empty, or other input as typed. */
export type NumberValue = number | string;

/** Parses typed input: "18.50" is 18.5. Returns NaN for empty or invalid input. */
export const readNumber = (typed: NumberValue): number => {
  const text = cleanText(String(typed));
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
};

/** The error of input that is not a number, or not a whole one; undefined for empty input. Bounds are the contract's. */
export const numberProblem = (typed: NumberValue, isWhole: boolean): string | undefined => {
  if (cleanText(String(typed)) === '') return undefined;
  const number = readNumber(typed);
  if (isWhole) return Number.isInteger(number) ? undefined : 'Please enter a whole number';
  return Number.isNaN(number) ? 'Please enter a number, like 18 or 18.50' : undefined;
};
