import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  endOfSession,
  keywordsAfterChoice,
  playbackProblem,
  repeatedKeyword,
  sessionStateAt,
} from './live-sessions.rules.ts';

describe('keywords', () => {
  test('choosing a level adds its word, and removes the word of the previous level', () => {
    expect(keywordsAfterChoice(['PSLE'], { before: '', after: 'Primary 6' })).toEqual([
      'PSLE',
      'Primary 6',
    ]);
    expect(
      keywordsAfterChoice(['Primary 6', 'PSLE'], { before: 'Primary 6', after: 'Primary 5' }),
    ).toEqual(['PSLE', 'Primary 5']);
    expect(keywordsAfterChoice(['Primary 6'], { before: 'Primary 6', after: '' })).toEqual([]);
  });

  test('a word that was typed already is not added again, in any letter case', () => {
    expect(keywordsAfterChoice(['mathematics'], { before: '', after: 'Mathematics' })).toEqual([
      'mathematics',
    ]);
  });

  test('choosing never leaves a word twice, and only removes the word of the previous choice', () => {
    const word = fc.constantFrom('Primary 5', 'Primary 6', 'primary 6', 'English', 'PSLE', 'Oral');
    const words = fc.uniqueArray(word, { selector: (each) => each.toLowerCase() });
    const choice = fc.constantFrom('', 'Primary 5', 'Primary 6', 'English');
    fc.assert(
      fc.property(words, choice, choice, (before, from, to) => {
        const after = keywordsAfterChoice(before, { before: from, after: to });
        expect(repeatedKeyword(after)).toBeUndefined();
        for (const each of before)
          if (each.toLowerCase() !== from.toLowerCase()) expect(after).toContain(each);
        if (to !== '' && to !== from)
          expect(after.map((each) => each.toLowerCase())).toContain(to.toLowerCase());
      }),
    );
  });

  test.each([
    [['Algebra', 'Ratio'], undefined],
    [['Algebra', 'Ratio', ' algebra'], ' algebra'],
  ])('of %o the repeated one is %o', (words, repeated) => {
    expect(repeatedKeyword(words)).toBe(repeated);
  });
});

describe('a session of 20 minutes', () => {
  const session = { scheduled_on: '2026-11-20T15:50:00.000Z', event_duration: 20 };

  test('that begins before midnight ends after it', () => {
    expect(endOfSession(session)).toBe('2026-11-20T16:10:00.000Z');
  });

  test.each([
    ['2026-11-20T15:49:59.999Z', 'Coming'],
    ['2026-11-20T15:50:00.000Z', 'Live'],
    ['2026-11-20T16:09:59.999Z', 'Live'],
    ['2026-11-20T16:10:00.000Z', 'Ended'],
  ])('is at %s: %s', (now, state) => {
    expect(sessionStateAt(session, now)).toBe(state);
  });
});

test.each([
  ['', true],
  ['https://watch.example.com/3', true],
  ['http://watch.example.com/3', true],
  ['watch.example.com', false],
  ['javascript:alert(1)', false],
  ['ftp://watch.example.com', false],
])('the playback url %o is accepted: %o', (address, isFine) => {
  expect(playbackProblem(address) === undefined).toBe(isFine);
});
