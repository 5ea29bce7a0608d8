import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addressAt,
  addressChoices,
  addressOf,
  announcementMethods,
  countMessages,
  ctaProblems,
  isSameAddress,
  isWebLink,
  messageTargets,
  smsProblem,
} from './announcements.rules.ts';
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
    // An escape and its character are never split: the part before ends one septet short.
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
  ])('%j is counted and split as in the network', (text, counted) => {
    expect(countSms(text)).toMatchObject(counted);
  });

  const signs = fc.oneof(
    fc.constantFrom('a', ' ', '€', '^', '[', '~', '\\', '@', 'é', '\n'),
    fc.constantFrom('课', '🙂', '—', 'я'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  const texts = fc.array(signs, { maxLength: 700 }).map((each) => each.join(''));

  test('always fits its parts, and would not fit one part fewer', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { units, parts, partLength, left } = countSms(text);
        expect(left).toBe(459 - units);
        expect(parts === 0).toBe(text === '');
        expect(units).toBeLessThanOrEqual(parts * partLength);
        // A character of two units leaves at most one unit of a part empty.
        if (parts > 1) expect(units).toBeGreaterThan((parts - 1) * (partLength - 1));
      }),
    );
  });

  test('never gets shorter with another character', () => {
    fc.assert(
      fc.property(texts, signs, (text, sign) => {
        expect(countSms(text + sign).parts).toBeGreaterThanOrEqual(countSms(text).parts);
      }),
    );
  });

  test('of 459 plain letters is accepted, and of 460 is refused', () => {
    expect(smsProblem('a'.repeat(459))).toBeUndefined();
    expect(smsProblem('a'.repeat(460))).toBe('At most 459 characters: 1 too many');
  });

  test('gets plain punctuation, and keeps Chinese as it is', () => {
    expect(plainSigns('It’s “P6 — Sat”… 课')).toBe('It\'s "P6 - Sat"... 课');
    expect(countSms(plainSigns('P6 Mathematics — Sat 2pm')).encoding).toBe('GSM-7');
  });
});

const noContact = {
  email: '',
  phone_country_code: '',
  phone: '',
  parent_email: null,
  parent_phone_country_code: null,
  parent_phone: null,
};

describe('the address of a student', () => {
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
      'when the own one is invalid',
      'email',
      { email: 'x', parent_email: 'p@b.example' },
      { address: 'p@b.example', of: 'parent' },
    ],
    ['nowhere', 'email', {}, { address: null, why: 'missing' }],
    ['invalid when both are', 'email', { email: 'x' }, { address: null, why: 'invalid' }],
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
    expect(addressOf({ ...noContact, ...person }, method)).toEqual(address);
  });
});

describe('recipients of a message', () => {
  const own = { email: 'a@b.example' };
  const parents = { parent_email: 'p@b.example' };
  const toStudent = { address: 'a@b.example', of: 'student' };
  const toParent = { address: 'p@b.example', of: 'parent' };
  const lacks = (of: 'student' | 'parent' | null, why = 'missing') => ({ address: null, of, why });

  test.each([
    ['student_else_parent', { ...own, ...parents }, [toStudent]],
    ['student_else_parent', parents, [toParent]],
    ['student_else_parent', {}, [lacks(null)]],
    ['student_else_parent', { email: 'x' }, [lacks(null, 'invalid')]],
    ['student', { ...own, ...parents }, [toStudent]],
    ['student', parents, [lacks('student')]],
    ['student', { ...parents, email: 'x' }, [lacks('student', 'invalid')]],
    ['parent', { ...own, ...parents }, [toParent]],
    ['parent', own, [lacks('parent')]],
    ['parent', { ...own, parent_email: 'x' }, [lacks('parent', 'invalid')]],
    ['both', { ...own, ...parents }, [toStudent, toParent]],
    ['both', own, [toStudent, lacks('parent')]],
    ['both', parents, [lacks('student'), toParent]],
    ['both', {}, [lacks(null)]],
    ['both', { parent_email: 'x' }, [lacks(null, 'invalid')]],
    ['both', { ...own, parent_email: 'A@B.example' }, [toStudent]],
  ] as const)('under %s of %j', (choice, person, targets) => {
    expect(messageTargets({ ...noContact, ...person }, 'email', choice)).toEqual(targets);
  });

  const email = fc.constantFrom('', 'x', 'a@b.example', 'A@b.example', 'p@b.example');
  const phone = fc.constantFrom('', '1', '91234567', '98765432');
  const people = fc.record({
    email,
    phone_country_code: fc.constantFrom('', '65'),
    phone,
    parent_email: fc.option(email),
    parent_phone_country_code: fc.option(fc.constantFrom('', '65')),
    parent_phone: fc.option(phone),
  });

  test('each chosen address gets one message or is named as lacking, and no other address gets one', () => {
    fc.assert(
      fc.property(
        people,
        fc.constantFrom(...announcementMethods),
        fc.constantFrom(...addressChoices),
        (person, method, choice) => {
          const targets = messageTargets(person, method, choice);
          const written = targets.flatMap(({ address }) => address ?? []);
          const at = (of: 'student' | 'parent') => addressAt(person, method, of);
          const chosen = {
            student_else_parent: [at('student') ?? at('parent')],
            student: [at('student')],
            parent: [at('parent')],
            both: [at('student'), at('parent')],
          }[choice].filter((address) => address !== null);
          for (const address of chosen)
            expect(written.filter((each) => isSameAddress(each, address))).toHaveLength(1);
          for (const address of written) expect(chosen).toContain(address);
          expect(targets.length).toBeGreaterThan(0);
          for (const { address, of } of targets)
            if (address !== null && of !== null)
              expect(addressAt(person, method, of)).toBe(address);
        },
      ),
    );
  });

  test('an address that two chosen groups share is counted once', () => {
    const shares = [
      { groups: ['student'], count: 3 },
      { groups: ['student', 'trial_student'], count: 1 },
      { groups: ['trial_student'], count: 2 },
    ] as const;
    expect(countMessages(shares, ['student'])).toBe(4);
    expect(countMessages(shares, ['student', 'trial_student'])).toBe(6);
    expect(countMessages(shares, ['video_student'])).toBe(0);
  });
});

describe('the button of an e-mail', () => {
  test('needs both a text and a link, or neither', () => {
    expect(ctaProblems({ text: '', link: ' ' })).toEqual({});
    expect(ctaProblems({ text: 'Open', link: 'https://x.example' })).toEqual({});
    expect(Object.keys(ctaProblems({ text: 'Open', link: '' }))).toEqual(['link']);
    expect(Object.keys(ctaProblems({ text: '', link: 'https://x.example' }))).toEqual(['text']);
    expect(ctaProblems({ text: 'Open', link: 'javascript:alert(1)' })).toEqual({
      link: 'The link must be a web address that begins with http:// or https://',
    });
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
  ])('is refused with %s', (link) => expect(isWebLink(link)).toBe(false));
});
