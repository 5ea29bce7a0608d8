import { describe, expect, test } from 'vitest';
import { timesAsLong } from '../../shared/growth.test-helper.ts';
import { questionName } from './question-words.ts';

const named = (context: string, ...bodies: string[]) =>
  questionName({ context, unit: bodies.map((body) => ({ question_body: body })) });

describe('the name of a question', () => {
  test.each([
    ['its context', ['<p>A train</p>', '<p>How fast?</p>'], 'A train'],
    ['its first unit with words', ['', '<p></p>', '<p>How fast?</p>'], 'How fast?'],
    ['a notice where it has no words', ['', ''], 'Question without words'],
  ])('is %s', (_case, [context = '', ...bodies], name) => {
    expect(named(context, ...bodies)).toBe(name);
  });

  test('is the first 80 characters of a long text', () => {
    const long = `<p>${'word '.repeat(16)}</p>`;
    expect(named(long.repeat(10_000))).toBe(`${'word '.repeat(16).trim()}…`);
  });

  test('is found after an element and after many kilobytes of markup', () => {
    const formula = `<span data-type="inline-math" data-latex="${'x+'.repeat(990)}y"></span>`;
    expect(named(`<p>${formula.repeat(3)}</p>`)).toBe(`${'x+'.repeat(40)}…`);
    expect(named(`${'<p></p>'.repeat(40_000)}<p>At last</p>`)).toBe('At last');
    expect(named(`<p>${'<br>'.repeat(998)}<sup>2</sup>H and ${'<br>'.repeat(9000)}</p>`)).toBe(
      '^2H and',
    );
  });

  test('is found in a megabyte of text as fast as in a short one', () => {
    const nameOften = (text: string) => {
      for (let times = 0; times < 100; times += 1) named(text);
    };
    const paragraph = '<p>0123456789</p>';
    // The same part of both texts is read. Reading all would give a factor of 100.
    const ratio = timesAsLong(nameOften, paragraph.repeat(600), paragraph.repeat(60_000));
    expect(ratio).toBeLessThan(10);
  });
});
