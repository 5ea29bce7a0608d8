import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOwned, parseEmails, placeKinds, takesSeat } from './rosters.rules.ts';

test('a place is owned by the same kind or a stronger one: paying, then trial, then video', () => {
  const owned = placeKinds.flatMap((have) =>
    placeKinds.filter((want) => isOwned(have, want)).map((want) => `${have} gives ${want}`),
  );
  expect(owned).toEqual([
    'PAYMENT gives PAYMENT',
    'PAYMENT gives TRIAL',
    'PAYMENT gives PAYMENT_VIDEO',
    'TRIAL gives TRIAL',
    'TRIAL gives PAYMENT_VIDEO',
    'PAYMENT_VIDEO gives PAYMENT_VIDEO',
  ]);
  for (const kind of placeKinds) expect(isOwned(null, kind)).toBe(false);
});

test('only who sits in the lesson takes a seat', () => {
  expect(placeKinds.filter(takesSeat)).toEqual(['PAYMENT', 'TRIAL']);
});

test('pasted addresses are read in every form people paste them', () => {
  expect(
    parseEmails(
      'mei@example.com\r\n  Raj Kumar <raj@example.com>; "Lee" <LEE@example.com>\n\nlee@EXAMPLE.com, mailto:ann@example.com\tbob@example.com\nnobody at all\n',
    ),
  ).toEqual([
    'mei@example.com',
    'raj@example.com',
    'LEE@example.com',
    'ann@example.com',
    'bob@example.com',
    'nobody at all',
  ]);
});

test('pasting what was read gives the same, without blanks or repeats', () => {
  fc.assert(
    fc.property(fc.string(), (pasted) => {
      const read = parseEmails(pasted);
      expect(parseEmails(read.join('\n'))).toEqual(read);
      expect(new Set(read.map((email) => email.toLowerCase())).size).toBe(read.length);
      expect(read).not.toContain('');
    }),
  );
});
