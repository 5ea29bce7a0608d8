import { describe, expect, test } from 'vitest';
import {
  createDiscountCode,
  createDiscountCodeSchema,
  type DiscountCodeDetail,
} from 'staffroom-contract/domains/discount-codes/discount-codes.contract.ts';
import { discountTypes } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import type { ErrorItem } from 'staffroom-contract/shared/errors.ts';
import { fieldAt, missingOf, newBodyOf, problemsOf } from '../../kit/form/define-form.ts';
import { ApiError, UnreachableError } from '../../lib/api-error.ts';
import { problemsOfFailure } from '../../lib/form-problems.ts';
import {
  classesWords,
  cleanCode,
  codeSummary,
  discountCodeForm,
  duplicateOf,
  newCode,
  takenMessage,
  typeOf,
  type CodeValues,
} from './discount-code.form.ts';

const today = '2026-03-23';
const context = { zone: 'Asia/Singapore', today };
const draft = (changes: Partial<CodeValues> = {}): CodeValues => ({
  ...newCode(today),
  code: 'EARLYBIRD10',
  discount: 10,
  ...changes,
});
const bodyOf = (values: CodeValues) => newBodyOf(discountCodeForm, values, context);
const problemsWith = (values: CodeValues) =>
  problemsOf(discountCodeForm, values, {
    schema: createDiscountCode.body,
    record: undefined,
    context,
    withMissing: false,
  });
const classes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    _id: `0190f3b4-0000-7000-8000-${String(index).padStart(12, '0')}`,
    name: `Class ${index}`,
  }));

test('a new code is a percentage of 0 from today to a month later, without a limit', () => {
  expect(newCode(today)).toMatchObject({
    discount_type: { kind: 'Percentage Discount', fixed: 'Whole order' },
    currency: 'SGD',
    discount: 0,
    start_date: '2026-03-23',
    end_date: '2026-04-23',
    usage_limit: 0,
    agent: null,
    block_trial: false,
    classes: [],
  });
  expect(newCode('2026-01-31').end_date).toBe('2026-02-28');
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

const free = { kind: 'Free lessons', fixed: 'Whole order' } as const;
const fixed = { kind: 'Fixed amount discount', fixed: 'Whole order' } as const;

describe('Submit waits', () => {
  test('for nothing when the form is complete', () => {
    expect(missingOf(discountCodeForm, draft())).toEqual([]);
    expect(problemsWith(draft())).toEqual({});
  });

  test.each([
    [{ code: '  ' }, 'code'],
    [{ discount: 0 }, 'discount value'],
    [{ discount: '' }, 'discount value'],
    [{ discount: '0.0' }, 'discount value'],
    [{ start_date: '' }, 'start date'],
    [{ end_date: '' }, 'end date'],
    [{ usage_limit: '' }, 'usage limit'],
  ])('for what is missing: %o', (changes, label) => {
    expect(missingOf(discountCodeForm, draft(changes))).toEqual([label]);
  });

  test.each([
    [{ start_date: '2026-03-22' }, 'start_date', 'The start date is before today'],
    [
      { start_date: '2026-04-02', end_date: '2026-04-01' },
      'end_date',
      'The end date is before the start date',
    ],
    [{ discount: 101 }, 'discount', 'A percentage is at most 100'],
    [{ discount: '12.345' }, 'discount', 'At most two decimals'],
    [
      { discount_type: free, discount: 1.5 },
      'discount',
      'Please enter a whole number of lessons, at most 500',
    ],
    [{ discount_type: fixed, discount: 1_000_001 }, 'discount', 'At most 1,000,000'],
    [{ usage_limit: 1_000_001 }, 'usage_limit', 'At most 1,000,000'],
    [
      { classes: classes(2001) },
      'classes',
      'At most 2,000 classes. Without any, the code applies to every class.',
    ],
  ])('for what is wrong: %#', (changes, place, sentence) => {
    expect(problemsWith(draft(changes))).toEqual({ [place]: sentence });
  });

  test('a start and an end on today are fine', () => {
    expect(problemsWith(draft({ start_date: today, end_date: today }))).toEqual({});
  });
});

test('sends exactly what the contract expects', () => {
  const body = bodyOf(
    draft({
      code: ' less5 ',
      desc: ' For siblings ',
      discount_type: { kind: 'Fixed amount discount', fixed: 'Per lesson' },
      currency: 'USD',
      discount: '5.50',
      usage_limit: 10,
      block_trial: true,
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
    block_trial: true,
    merchandise_id: classes(2000).map(({ _id }) => _id),
  });
  expect(createDiscountCodeSchema.parse(body)).toEqual(body);
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
    agent_name: 'Nur Diyana',
    block_trial: true,
    classes: classes(3),
  } as DiscountCodeDetail;
  const copy = duplicateOf(source, today);
  expect(typeOf(copy.discount_type)).toBe(discount_type);
  expect(copy).toMatchObject({
    code: '',
    desc: 'Early birds',
    discount: 2,
    currency: 'USD',
    start_date: '2026-03-23',
    end_date: '2026-04-12',
    usage_limit: 5,
    agent: { _id: 'agent', name: 'Nur Diyana' },
    block_trial: true,
    classes: classes(3),
  });
});

test('the summary lists every value as staff read it', () => {
  const values = draft({
    code: ' less5',
    desc: 'For siblings',
    discount_type: { kind: 'Fixed amount discount', fixed: 'Per lesson' },
    discount: 5,
    usage_limit: 10,
    agent: { _id: 'agent', name: 'Nur Diyana' },
    block_trial: true,
    classes: classes(2),
  });
  expect(codeSummary(values)).toEqual([
    ['Code', 'LESS5'],
    ['Description', 'For siblings'],
    ['Type of discount', 'Fixed amount discount'],
    ['Discount value', '$5.00 per lesson'],
    ['Start date', 'Mon 23 Mar 2026'],
    ['End date', 'Thu 23 Apr 2026'],
    ['Usage limit', '10 uses'],
    ['Agent', 'Nur Diyana'],
    ['Trial orders', 'Not allowed'],
    ['Classes', '2 classes: Class 0, Class 1'],
  ]);
  expect(Object.fromEntries(codeSummary(draft()))).toMatchObject({
    Description: 'None',
    'Discount value': '10%',
    'Usage limit': 'Unlimited',
    Agent: 'No agent',
    'Trial orders': 'Allowed',
    Classes: 'Every class',
  });
});

test('many classes are counted', () => {
  expect(classesWords(classes(1))).toBe('1 class: Class 0');
  expect(classesWords(classes(1205))).toBe(
    '1,205 classes: Class 0, Class 1, Class 2, Class 3, Class 4 and 1,200 more',
  );
});

describe('a refused creation', () => {
  const refusal = (status: number, ...errors: ErrorItem[]) => new ApiError({ status, errors });
  const errorsFor = (error: unknown) =>
    discountCodeForm.refused(error, problemsOfFailure(error, fieldAt(discountCodeForm)));

  test('shows a duplicate code at the code', () => {
    const message = 'whatever the server says';
    for (const item of [
      { code: 'discount_code_taken', message, field: 'code' } as const,
      { code: 'discount_code_taken', message } as const,
    ])
      expect(errorsFor(refusal(409, item))).toEqual({ code: takenMessage });
  });

  test('is shown at the fields that the server names, several at once', () => {
    expect(
      errorsFor(
        refusal(
          422,
          { code: 'agent_not_enabled', message: 'This agent is not enabled.', field: 'agent' },
          { code: 'invalid_value', message: 'The start date is before today', field: 'start_date' },
          { code: 'invalid_value', message: 'A class does not exist.', field: 'merchandise_id.3' },
        ),
      ),
    ).toEqual({
      agent: 'This agent is not enabled.',
      start_date: 'The start date is before today',
      classes: 'A class does not exist.',
    });
  });

  test('is shown at the code for any other reason, with the reason at the top of the form', () => {
    expect(
      errorsFor(refusal(403, { code: 'forbidden', message: 'Your role may not do this.' })),
    ).toEqual({ code: takenMessage, form: 'Your role may not do this.' });
    expect(errorsFor(new Error('odd'))).toMatchObject({ code: takenMessage });
  });

  test('does not claim that the code exists after a lost answer', () => {
    expect(errorsFor(new UnreachableError({ timedOut: true }))).toEqual({
      form: 'The server did not answer in time.',
    });
  });
});
