import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { countryCodeProblem, phoneCountryCodeSchema, phoneProblem, phoneSchema } from './phone.ts';

describe('a phone number', () => {
  test.each([
    ['9123 4567', '91234567'],
    ['(020) 7946-0958', '02079460958'],
    [' 812.3456/78 ', '812345678'],
    ['', ''],
  ])('%j has the digits %j', (typed, digits) => {
    expect(phoneSchema.parse(typed)).toBe(digits);
    expect(phoneProblem(typed)).toBeUndefined();
  });

  test.each([
    ['n/a', '“n” is not part of a phone number.'],
    ['9123 4567 ext 12', '“ext” is not part of a phone number.'],
    ['9123 4567 #12', '“#” is not part of a phone number.'],
    ['+65 9123 4567', 'The country code has its own field.'],
    ['12345', 'At least 6 digits'],
    ['1'.repeat(16), 'At most 15 digits'],
    ['- -', 'At least 6 digits'],
  ])('%j is refused: %s', (typed, problem) => {
    expect(phoneProblem(typed)).toBe(problem);
    expect(phoneSchema.safeParse(typed).error?.issues[0]?.message).toBe(problem);
  });

  test('is never shortened silently: an accepted value has every typed letter and digit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (typed) => {
        const read = phoneSchema.safeParse(typed);
        if (read.success) expect(read.data).toBe(typed.replace(/[\s().\-–/\ufeff]/gu, ''));
      }),
    );
  });
});

describe('a country code', () => {
  test('is up to four digits, with or without a plus', () => {
    expect(phoneCountryCodeSchema.parse('+65')).toBe('65');
    expect(phoneCountryCodeSchema.parse('')).toBe('');
    expect(countryCodeProblem('12345')).toBe('At most 4 digits');
    expect(countryCodeProblem('SG')).toBe('“SG” is not part of a country code.');
  });
});
