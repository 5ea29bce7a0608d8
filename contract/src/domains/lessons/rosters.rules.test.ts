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

test('only paying and trial students take a seat', () => {
  expect(placeKinds.filter(takesSeat)).toEqual(['PAYMENT', 'TRIAL']);
});

test('pasted addresses are read in every form people paste them', () => {
  expect(
    parseEmails(
      'mei@example.com\r\n  Raj Kumar <raj@example.com>; "Lee" <LEE@example.com>\n\nlee@EXAMPLE.com, mailto:ann@example.com\tbob@example.com\nnot an address\n',
    ),
  ).toEqual([
    'mei@example.com',
    'raj@example.com',
    'LEE@example.com',
    'ann@example.com',
    'bob@example.com',
    'not an address',
  ]);
});

test('pasted names with commas, brackets, curly quotes, full stops and invisible characters do not hide an address', () => {
  expect(
    parseEmails(
      [
        'Raj Kumar (raj@example.com)',
        '"Ong, Xin Yi" <xinyi@example.com>, ben@example.com.',
        '“Tan, Mei; Ling” <mei@example.com>',
        '‘ann@example.com’',
        "'o'neil@example.com'...",
        'z\u200Boe@example.com\uFEFF',
        '"Lee, Ah, Kow"',
      ].join('\n'),
    ),
  ).toEqual([
    'raj@example.com',
    'xinyi@example.com',
    'ben@example.com',
    'mei@example.com',
    'ann@example.com',
    "o'neil@example.com",
    'zoe@example.com',
    '"Lee',
    'Ah',
    'Kow"',
  ]);
});

test('an address is found with any characters around it', () => {
  const address = fc
    .tuple(fc.stringMatching(/^[a-z0-9]{1,12}$/), fc.stringMatching(/^[a-z0-9]{1,12}$/))
    .map(([name, domain]) => `${name}@${domain}.example`);
  const wrapped = fc.constantFrom<(email: string) => string>(
    (email) => email,
    (email) => `Name (${email})`,
    (email) => `"Ong, Xin Yi" <${email}>`,
    (email) => `“Ong; Xin Yi” <${email}>`,
    (email) => `${email}.`,
    (email) => `“${email}”`,
    (email) => `‘${email}’`,
    (email) => `mailto:${email}`,
    (email) => [...email].join('\u200B'),
  );
  const separator = fc.constantFrom('\n', '\r\n', ', ', '; ', ',');
  fc.assert(
    fc.property(
      fc.uniqueArray(address, { minLength: 1, maxLength: 8 }),
      fc.array(wrapped, { minLength: 8, maxLength: 8 }),
      separator,
      (emails, wraps, between) => {
        const pasted = emails.map((email, at) => wraps[at]?.(email) ?? email).join(between);
        expect(parseEmails(pasted)).toEqual(emails);
      },
    ),
  );
});

test('parsing the result again changes nothing, and it has no blanks or repeats', () => {
  fc.assert(
    fc.property(fc.string(), (pasted) => {
      const read = parseEmails(pasted);
      expect(parseEmails(read.join('\n'))).toEqual(read);
      expect(new Set(read.map((email) => email.toLowerCase())).size).toBe(read.length);
      expect(read).not.toContain('');
    }),
  );
});
