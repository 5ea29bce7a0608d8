import { expect, test } from 'vitest';
import { emptyDraft } from './discount-draft.ts';
import { classesWords, draftSummary } from './draft-summary.ts';

const classes = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ _id: `${index}`, name: `Class ${index + 1}` }));

test('the summary names every entry as staff read it', () => {
  const draft = {
    ...emptyDraft('2026-03-23'),
    code: ' less5',
    desc: 'For siblings',
    kind: 'Fixed amount discount' as const,
    fixed: 'Per lesson' as const,
    discount: 5,
    usageLimit: 10,
    agent: 'agent',
    blockTrial: true,
    classes: classes(2),
  };
  expect(draftSummary(draft, 'Nur Diyana')).toEqual([
    ['Code', 'LESS5'],
    ['Description', 'For siblings'],
    ['Type of discount', 'Fixed amount discount'],
    ['Discount value', '$5.00 per lesson'],
    ['Start date', 'Mon 23 Mar 2026'],
    ['End date', 'Thu 23 Apr 2026'],
    ['Usage limit', '10 uses'],
    ['Agent', 'Nur Diyana'],
    ['Trial orders', 'Not allowed'],
    ['Classes', '2 classes: Class 1, Class 2'],
  ]);
});

test('what was left as it is says so, what is missing has no summary', () => {
  const draft = { ...emptyDraft('2026-03-23'), code: 'A', discount: 10 };
  expect(Object.fromEntries(draftSummary(draft, undefined))).toMatchObject({
    Description: 'None',
    'Discount value': '10%',
    'Usage limit': 'Unlimited',
    Agent: 'No agent',
    'Trial orders': 'Allowed',
    Classes: 'Every class',
  });
  expect(draftSummary({ ...draft, endDate: null }, undefined)).toEqual([]);
});

test('many classes are counted', () => {
  expect(classesWords(classes(1))).toBe('1 class: Class 1');
  expect(classesWords(classes(1205))).toBe(
    '1,205 classes: Class 1, Class 2, Class 3, Class 4, Class 5 and 1,200 more',
  );
});
