import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressOf, ctaProblems, isWebLink, smsProblem } from './announcements.rules.ts';
import { countSms, plainSigns } from './sms.rules.ts';

describe('a text message', () => {
  test.each([
    ['', { units: 0, left: 459, parts: 0, encoding: 'GSM-7' }],
    ['Hello', { units: 5, left: 454, parts: 1, encoding: 'GSM-7' }],
    ['a'.repeat(160), { units: 160, parts: 1 }],
    ['a'.repeat(161), { units: 161, parts: 2, partLength: 153 }],
    ['a'.repeat(459), { left: 0, parts: 3 }],
    ['a'.repeat(460), { left: -1, parts: 4 }],
    ['€'.repeat(80), { units: 160, parts: 1, encoding: 'GSM-7' }],
    ['[x]', { units: 5, parts: 1 }],
    // An escape and its sign are never parted: the part before stays a septet shorter.
    [`${'a'.repeat(152)}€${'a'.repeat(152)}`, { units: 306, parts: 3 }],
    ['课'.repeat(70), { units: 70, parts: 1, encoding: 'UCS-2', left: 389 }],
    ['课'.repeat(71), { units: 71, parts: 2, partLength: 67 }],
    ['课'.repeat(201), { parts: 3 }],
    ['课'.repeat(459), { parts: 7, left: 0 }],
    ['Sat — 2pm', { encoding: 'UCS-2', units: 9, parts: 1 }],
    ['🙂'.repeat(35), { units: 70, parts: 1 }],
    [`${'a'.repeat(66)}🙂aaaa`, { units: 72, parts: 2 }],
    ['a\nb', { units: 3, encoding: 'GSM-7' }],
    ['`', { encoding: 'UCS-2' }],
  ])('%j is counted and parted as the network does', (text, counted) => {
    expect(countSms(text)).toMatchObject(counted);
  });

  const signs = fc.oneof(
    fc.constantFrom('a', ' ', '€', '^', '[', '~', '\\', '@', 'é', '\n'),
    fc.constantFrom('课', '🙂', '—', 'я'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  const texts = fc.array(signs, { maxLength: 700 }).map((each) => each.join(''));

  test('its parts always hold it, and one part fewer never would', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { units, parts, partLength, left } = countSms(text);
        expect(left).toBe(459 - units);
        expect(parts === 0).toBe(text === '');
        expect(units).toBeLessThanOrEqual(parts * partLength);
        // A sign of two units leaves at most one unit of a part empty.
        if (parts > 1) expect(units).toBeGreaterThan((parts - 1) * (partLength - 1));
      }),
    );
  });

  test('another sign never makes it shorter', () => {
    fc.assert(
      fc.property(texts, signs, (text, sign) => {
        expect(countSms(text + sign).parts).toBeGreaterThanOrEqual(countSms(text).parts);
      }),
    );
  });

  test('of 459 plain letters is within the preset, one more is refused', () => {
    expect(smsProblem('a'.repeat(459))).toBeUndefined();
    expect(smsProblem('a'.repeat(460))).toBe('At most 459 characters: 1 too many');
  });

  test('keeps plain signs plain, and Chinese as it is', () => {
    expect(plainSigns('It’s “P6 — Sat”… 课')).toBe('It\'s "P6 - Sat"... 课');
    expect(countSms(plainSigns('P6 Mathematics — Sat 2pm')).encoding).toBe('GSM-7');
  });
});

const nobody = {
  email: '',
  phone_country_code: '',
  phone: '',
  parent_email: null,
  parent_phone_country_code: null,
  parent_phone: null,
};

describe('where a student is written to', () => {
  test.each([
    [
      'the own e-mail',
      'email',
      { email: 'a@b.example', parent_email: 'p@b.example' },
      { address: 'a@b.example', of: 'student' },
    ],
    [
      'else the parent’s',
      'email',
      { email: '', parent_email: 'p@b.example' },
      { address: 'p@b.example', of: 'parent' },
    ],
    [
      'where the own is none, too',
      'email',
      { email: 'x', parent_email: 'p@b.example' },
      { address: 'p@b.example', of: 'parent' },
    ],
    ['nowhere', 'email', {}, { address: null, why: 'missing' }],
    ['nowhere with what is none', 'email', { email: 'x' }, { address: null, why: 'invalid' }],
    [
      'the own phone',
      'sms',
      { phone_country_code: '62', phone: '8110000310' },
      { address: '+628110000310', of: 'student' },
    ],
    [
      'a phone without its country',
      'sms',
      { phone: '91234567' },
      { address: '+6591234567', of: 'student' },
    ],
    [
      'else the parent’s phone',
      'sms',
      { parent_phone: '91234567', parent_phone_country_code: '65' },
      { address: '+6591234567', of: 'parent' },
    ],
    ['no phone', 'sms', { email: 'a@b.example' }, { address: null, why: 'missing' }],
  ] as const)('%s (%s)', (_what, method, person, address) => {
    expect(addressOf({ ...nobody, ...person }, method)).toEqual(address);
  });
});

describe('the button of an e-mail', () => {
  test('stands with text and link or not at all', () => {
    expect(ctaProblems({ text: '', link: ' ' })).toEqual({});
    expect(ctaProblems({ text: 'Open', link: 'https://x.example' })).toEqual({});
    expect(Object.keys(ctaProblems({ text: 'Open', link: '' }))).toEqual(['link']);
    expect(Object.keys(ctaProblems({ text: '', link: 'https://x.example' }))).toEqual(['text']);
  });

  test.each(['https://x.example/a?b=c', 'http://x.example', 'HTTPS://X.example'])(
    'leads to %s',
    (link) => expect(isWebLink(link)).toBe(true),
  );

  test.each([
    'x.example',
    'javascript:alert(1)',
    'https:x',
    'https://',
    'ftp://x.example',
    'data:text/html,x',
    'https://x y',
    '//x.example',
    'mailto:a@b.example',
  ])('leads nowhere with %s', (link) => expect(isWebLink(link)).toBe(false));
});
