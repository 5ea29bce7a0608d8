import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timesAsLong } from './growth.test-helper.ts';
import {
  cleanText,
  emailSchema,
  idSchema,
  isEmail,
  requiredText,
  splitList,
  textSchema,
} from './text.ts';

describe('text', () => {
  test('loses spaces of every kind around it and keeps what is inside', () => {
    expect(cleanText('\ufeff\u00a0\u3000 Tan  Jun Wei\u202f\t\r\n')).toBe('Tan  Jun Wei');
    fc.assert(fc.property(fc.string(), (text) => cleanText(cleanText(text)) === cleanText(text)));
  });

  test('has a maximum length', () => {
    expect(textSchema(5).safeParse('12345').success).toBe(true);
    expect(textSchema(5).safeParse('123456').success).toBe(false);
  });

  test.each(['a\u0000b', '\u0000', '\ud800', 'a\udc00'])(
    '%j cannot be stored and is refused',
    (text) => {
      expect(textSchema().safeParse(text).success).toBe(false);
      expect(requiredText('Please enter').safeParse(text).success).toBe(false);
      expect(emailSchema.safeParse(`${text}@example.com`).success).toBe(false);
    },
  );

  test('all other text is kept as it is', () => {
    for (const text of ['😀', '陈伟', 'مرحبا', "O'Brien", '<b>', '${x}', '\r\n', '%_\\'])
      expect(textSchema().parse(text)).toBe(text);
  });

  test('that is required has its own message', () => {
    const schema = requiredText('Please enter a remark', 10);
    expect(schema.parse('  x ')).toBe('x');
    for (const empty of ['', '   ', '\u3000\u00a0']) {
      const parsed = schema.safeParse(empty);
      expect(parsed.error?.issues.map((issue) => issue.message)).toEqual(['Please enter a remark']);
    }
  });
});

describe('an e-mail address', () => {
  test.each([
    'a@b.co',
    'tan+kid@example.com',
    "o'brien@example.co.uk",
    'UPPER@EXAMPLE.COM',
    'a_b-c.d@sub.domain.example.org',
    '1@2.sg',
    ` spaced@example.com\u00a0`,
  ])('is %s', (email) => {
    expect(emailSchema.parse(email)).toBe(cleanText(email));
  });

  test.each([
    '',
    'a',
    'a@b',
    '@b.co',
    'a@.co',
    'a@b..co',
    'a@-b.co',
    'a@b-.co',
    'a b@c.co',
    'a@b.co, c@d.co',
    'a@@b.co',
    'a@b.co\nc@d.co',
    'é@example.com',
    `${'a'.repeat(250)}@b.co`,
  ])('is not %j, with the specified message', (email) => {
    const parsed = emailSchema.safeParse(email);
    expect(parsed.success).toBe(false);
    if (email.length < 250)
      expect(parsed.error?.issues[0]?.message).toBe('You have entered an invalid email');
  });

  test('is checked quickly for any length of text', () => {
    for (const textOf of [
      (length: number) => `${'a'.repeat(length)}@`,
      (length: number) => `a@${'a-'.repeat(length / 2)}`,
      (length: number) => `a@${'a.'.repeat(length / 2)}!`,
    ]) {
      expect(isEmail(textOf(100_000))).toBe(false);
      // Linear time gives a factor of 10, quadratic time one of 100.
      expect(timesAsLong(isEmail, textOf(20_000), textOf(200_000))).toBeLessThan(30);
    }
  });
});

test('an id is a UUID and no other text', () => {
  expect(idSchema.safeParse('01980000-0000-7000-8000-000000000000').success).toBe(true);
  for (const id of [
    '',
    '1',
    '01980000000070008000000000000000',
    "01980000-0000-7000-8000-000000000000'",
  ])
    expect(idSchema.safeParse(id).success).toBe(false);
});

test('a comma list is split and trimmed, empty parts left out', () => {
  expect(splitList(' A Maths,, E Maths , ')).toEqual(['A Maths', 'E Maths']);
  expect(splitList('')).toEqual([]);
});

test('a split list stays the same when it is joined and split again', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parts = splitList(text);
      expect(splitList(parts.join(', '))).toEqual(parts);
      for (const part of parts) expect(part).toBe(part.trim());
    }),
  );
});
