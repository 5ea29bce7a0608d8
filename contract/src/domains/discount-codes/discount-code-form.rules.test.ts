import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../shared/dates.ts';
import { levelTags } from '../../shared/levels.ts';
import { toCents, toWireAmount } from '../../shared/money.ts';
import { subjects } from '../classes/classes.contract.ts';
import { createDiscountCodeSchema, discountCodeName } from './discount-codes.contract.ts';
import {
  datesProblem,
  discountProblem,
  discountTypes,
  levelGroups,
  subjectGroups,
} from './discount-codes.rules.ts';

describe('a discount is valid', () => {
  const amountTypes = ['Absolute', 'Each Element Dollar Off'] as const;
  const hundredths = (max: number) => fc.integer({ min: 1, max }).map(toWireAmount);

  test('when it is a percentage above 0 and at most 100, in hundredths', () => {
    fc.assert(
      fc.property(hundredths(10_000), (discount) => {
        expect(discountProblem({ discount_type: 'Percent', discount })).toBeUndefined();
      }),
    );
    for (const discount of [100.01, 101, 1e6])
      expect(discountProblem({ discount_type: 'Percent', discount })).toBe(
        'A percentage is at most 100',
      );
  });

  test('when it is an amount in whole cents, and converts back to the same amount', () => {
    fc.assert(
      fc.property(fc.constantFrom(...amountTypes), hundredths(100_000_000), (type, discount) => {
        expect(discountProblem({ discount_type: type, discount })).toBeUndefined();
        expect(Number.isInteger(toCents(discount))).toBe(true);
        expect(toWireAmount(toCents(discount))).toBe(discount);
      }),
    );
    for (const discount of [0.001, 4.999, 10.555])
      expect(discountProblem({ discount_type: 'Absolute', discount })).toBe('At most two decimals');
  });

  test('when it is a whole number of lessons, at most 500', () => {
    const ofLessons = (discount: number) =>
      discountProblem({ discount_type: 'Number of Element Free', discount });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (discount) => {
        expect(ofLessons(discount)).toBeUndefined();
      }),
    );
    for (const discount of [0.5, 1.5, 501])
      expect(ofLessons(discount)).toBe('Please enter a whole number of lessons, at most 500');
  });

  test.each(discountTypes)('never when it is 0, negative or not a number: %s', (discount_type) => {
    for (const discount of [0, -0, -1, Number.NaN])
      expect(discountProblem({ discount_type, discount })).toBe('Please enter a discount above 0');
  });

  test('or the form shows an error at the field', () => {
    const { error } = createDiscountCodeSchema.safeParse({
      code: 'SPRING10',
      discount: 0,
      start_date: '2026-03-01',
      end_date: '2026-03-31',
    });
    expect(error?.issues).toMatchObject([
      { path: ['discount'], message: 'Please enter a discount above 0' },
    ]);
  });
});

describe('the dates of a new code', () => {
  const today = '2026-03-15';
  const anyDay = fc.integer({ min: -400, max: 400 }).map((days) => addDays(today, days));

  test('are valid exactly when the start is not before today and the end not before the start', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (start_date, end_date) => {
        const problem = datesProblem({ start_date, end_date }, today);
        const expected =
          start_date < today ? 'start_date' : end_date < start_date ? 'end_date' : undefined;
        expect(problem?.field).toBe(expected);
      }),
    );
  });

  test.each([
    ['2026-03-15', '2026-03-15', undefined],
    ['2026-03-14', '2026-03-20', 'The start date is before today'],
    ['2026-03-16', '2026-03-15', 'The end date is before the start date'],
  ])('from %s to %s: %s', (start_date, end_date, message) => {
    expect(datesProblem({ start_date, end_date }, today)?.message).toBe(message);
  });
});

test('a code’s name is kept trimmed and in capitals, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), (typed) => {
      const { data } = discountCodeName.safeParse(typed);
      if (data === undefined) return;
      expect(data).toBe(data.trim().toUpperCase());
      expect(discountCodeName.parse(data)).toBe(data);
      expect(discountCodeName.parse(` \u3000${typed}\u00a0`)).toBe(data);
    }),
  );
  expect(discountCodeName.parse('  early bird 10\u00a0')).toBe('EARLY BIRD 10');
  for (const blank of ['', '   ', '\u00a0\u3000'])
    expect(discountCodeName.safeParse(blank).error?.issues[0]?.message).toBe('Please enter a code');
});

describe('the limit buttons', () => {
  test('take exactly these subjects, Mathematics with A Maths and E Maths', () => {
    expect(subjectGroups).toEqual({
      English: ['English'],
      Mathematics: ['Mathematics', 'A Maths', 'E Maths'],
      Physics: ['Physics'],
      Chemistry: ['Chemistry'],
      Biology: ['Biology'],
      Chinese: ['Chinese'],
    });
    for (const subject of Object.values(subjectGroups).flat()) expect(subjects).toContain(subject);
  });

  test('take exactly these levels', () => {
    expect(levelGroups).toEqual({
      'Lower Pri': ['primary-1', 'primary-2', 'primary-3'],
      'Upper Pri': ['primary-4', 'primary-5', 'primary-6'],
      'Lower Sec': ['secondary-1', 'secondary-2'],
      'Upper Sec': ['secondary-3', 'secondary-4', 'secondary-5'],
      'Junior College': ['junior-college-1', 'junior-college-2'],
      IP: ['integrated-programme-4', 'integrated-programme-5'],
      IBDP: [
        'international-baccalaureate-diploma-programme-1',
        'international-baccalaureate-diploma-programme-2',
      ],
    });
  });

  test('name existing level tags, and secondary 5, which is not one yet', () => {
    const unknown = Object.values(levelGroups)
      .flat()
      .filter((tag) => !levelTags.includes(tag));
    expect(unknown).toEqual(['secondary-5']);
  });

  test('give each level to one button', () => {
    const tags = Object.values(levelGroups).flat();
    expect(new Set(tags).size).toBe(tags.length);
  });
});
