import { cleanText } from '@staffroom/contract/shared/text.ts';

/** A number, '' for none, or what was typed in its place. */
export type NumberValue = number | string;

/** The number that was typed: "18.50" is 18.5, '' and whatever else is none are NaN. */
export const readNumber = (typed: NumberValue): number => {
  const text = cleanText(String(typed));
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
};

/** Why a text is no number, or none without decimals; undefined where nothing was typed. Its bounds are the contract's. */
export const numberProblem = (typed: NumberValue, isWhole: boolean): string | undefined => {
  if (cleanText(String(typed)) === '') return undefined;
  const number = readNumber(typed);
  if (isWhole) return Number.isInteger(number) ? undefined : 'Please enter a whole number';
  return Number.isNaN(number) ? 'Please enter a number, like 18 or 18.50' : undefined;
};
