import { describe, expect, test } from 'vitest';
import {
  createDiscountCodeSchema,
  type DiscountCodeDetail,
} from '@staffroom/contract/domains/discount-codes/discount-codes.contract.ts';
import { discountTypes } from '@staffroom/contract/domains/discount-codes/discount-codes.rules.ts';
import {
  bodyOf,
  cleanCode,
  draftFrom,
  emptyDraft,
  isDirty,
  typeOf,
  type DiscountDraft,
} from './discount-draft.ts';
import { draftProblems, missingOf } from './draft-problems.ts';

const today = '2026-03-23';
const draft = (changes: Partial<DiscountDraft> = {}): DiscountDraft => ({
  ...emptyDraft(today),
  code: 'EARLYBIRD10',
  discount: 10,
  ...changes,
});
const classes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    _id: `0190f3b4-0000-7000-8000-${String(index).padStart(12, '0')}`,
    name: `Class ${index}`,
  }));

test('a new code is a percentage of 0 from today to a month later, without a limit', () => {
  expect(emptyDraft(today)).toMatchObject({
    kind: 'Percentage Discount',
    fixed: 'Whole order',
    currency: 'SGD',
    discount: 0,
    startDate: '2026-03-23',
    endDate: '2026-04-23',
    usageLimit: 0,
    agent: null,
    blockTrial: false,
    classes: [],
  });
  expect(emptyDraft('2026-01-31').endDate).toBe('2026-02-28');
  expect(isDirty(emptyDraft(today), emptyDraft(today))).toBe(false);
  expect(isDirty(draft(), emptyDraft(today))).toBe(true);
});

test('codes are upper-case and trimmed', () => {
  expect(cleanCode(' early bird ')).toBe('EARLY BIRD');
});

test('the choices of the form are the four types of the wire', () => {
  expect(typeOf({ kind: 'Percentage Discount', fixed: 'Per lesson' })).toBe('Percent');
  expect(typeOf({ kind: 'Fixed amount discount', fixed: 'Whole order' })).toBe('Absolute');
  expect(typeOf({ kind: 'Fixed amount discount', fixed: 'Per lesson' })).toBe(
    'Each Element Dollar Off',
  );
  expect(typeOf({ kind: 'Free lessons', fixed: 'Whole order' })).toBe('Number of Element Free');
});

describe('Submit waits', () => {
  test('for nothing when the form is complete', () => {
    expect(missingOf(draft())).toEqual([]);
    expect(draftProblems(draft(), today)).toEqual({});
  });

  test.each([
    [{ code: '  ' }, 'code'],
    [{ discount: 0 }, 'discount value'],
    [{ discount: '' }, 'discount value'],
    [{ discount: '0.0' }, 'discount value'],
    [{ discount: '-' }, 'discount value'],
    [{ startDate: null }, 'start date'],
    [{ endDate: null }, 'end date'],
    [{ usageLimit: '' }, 'usage limit'],
  ])('for what is missing: %o', (changes, label) => {
    expect(missingOf(draft(changes))).toEqual([label]);
  });

  test.each([
    [{ startDate: '2026-03-22' }, 'start_date', 'The start date is before today'],
    [
      { startDate: '2026-04-02', endDate: '2026-04-01' },
      'end_date',
      'The end date is before the start date',
    ],
    [{ discount: 101 }, 'discount', 'A percentage is at most 100'],
    [{ discount: '12.345' }, 'discount', 'At most two decimals'],
    [
      { kind: 'Free lessons' as const, discount: 1.5 },
      'discount',
      'Please enter a whole number of lessons, at most 500',
    ],
    [
      { kind: 'Fixed amount discount' as const, discount: 1_000_001 },
      'discount',
      'At most 1,000,000',
    ],
    [{ usageLimit: 1_000_001 }, 'usage_limit', 'At most 1,000,000'],
    [
      { classes: classes(2001) },
      'merchandise_id',
      'At most 2,000 classes. Without any, the code applies to every class.',
    ],
  ])('for what is wrong: %#', (changes, place, sentence) => {
    expect(draftProblems(draft(changes), today)).toEqual({ [place]: sentence });
  });

  test('a start and an end on today are fine', () => {
    expect(draftProblems(draft({ startDate: today, endDate: today }), today)).toEqual({});
  });
});

test('what is sent is what the contract takes, unchanged', () => {
  const body = bodyOf(
    draft({
      code: ' less5 ',
      desc: ' For siblings ',
      kind: 'Fixed amount discount',
      fixed: 'Per lesson',
      currency: 'USD',
      discount: '5.50',
      usageLimit: 10,
      blockTrial: true,
      classes: classes(2000),
    }),
  );
  expect(body).toEqual({
    code: 'LESS5',
    desc: 'For siblings',
    discount_type: 'Each Element Dollar Off',
    discount: 5.5,
    currency: 'USD',
    start_date: '2026-03-23',
    end_date: '2026-04-23',
    usage_limit: 10,
    agent: null,
    block_trial: true,
    merchandise_id: classes(2000).map(({ _id }) => _id),
  });
  expect(createDiscountCodeSchema.parse(body)).toEqual(body);
  expect(bodyOf(draft({ endDate: null }))).toBeUndefined();
});

test.each(discountTypes)('a duplicate of a %s code has its terms, but no name', (discount_type) => {
  const source = {
    code: 'EARLYBIRD10',
    desc: 'Early birds',
    discount_type,
    discount: 2,
    currency: 'USD',
    start_date: '2025-12-20',
    end_date: '2026-01-09',
    usage_limit: 5,
    total_usage: 5,
    is_active: false,
    agent: 'agent',
    block_trial: true,
    classes: classes(3),
  } as DiscountCodeDetail;
  const copy = draftFrom(source, today);
  expect(typeOf(copy)).toBe(discount_type);
  expect(copy).toMatchObject({
    code: '',
    desc: 'Early birds',
    discount: 2,
    currency: 'USD',
    startDate: '2026-03-23',
    endDate: '2026-04-12',
    usageLimit: 5,
    agent: 'agent',
    blockTrial: true,
    classes: classes(3),
  });
});
