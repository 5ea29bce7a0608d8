import { describe, expect, test } from 'vitest';
import {
  addressRangesSchema,
  isInRanges,
  mostRanges,
  rangeProblem,
  splitRanges,
} from './address-ranges.rules.ts';

const stored = (...entries: string[]) => addressRangesSchema.parse(entries);

test('a pasted list is separated by commas, semicolons, spaces and line ends', () => {
  expect(splitRanges('203.0.113.7, 10.0.0.0/8;\r\n\t2001:db8::1，198.51.100.4\u00a0,,')).toEqual([
    '203.0.113.7',
    '10.0.0.0/8',
    '2001:db8::1',
    '198.51.100.4',
  ]);
  expect(splitRanges(' ,\n; ')).toEqual([]);
});

describe('an entry is stored in one form', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.7 ', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:0:1:0:0:0:1', '2001:db8:0:1::1'],
    ['2001:db8::1/48', '2001:db8::/48'],
    ['::1/128', '::1'],
    ['::', '::'],
    ['10:0:20:0:0:0:0:100', '10:0:20::100'],
    ['fe80:0:0:0:1:0:0:0', 'fe80::1:0:0:0'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8'],
  ])('%s as %s', (typed, text) => expect(stored(typed)).toEqual([text]));

  test('and each only once', () =>
    expect(stored('203.0.113.7', '203.0.113.7/32', '::ffff:203.0.113.7')).toEqual(['203.0.113.7']));
});

describe('a wrong entry is refused by name', () => {
  test.each([
    ['203.0.113.7/33', '“203.0.113.7/33”: a range of IPv4 ends with /1 to /32.'],
    ['203.0.113.7/', '“203.0.113.7/”: a range of IPv4 ends with /1 to /32.'],
    [
      '203.0.113.0/255.255.255.0',
      '“203.0.113.0/255.255.255.0”: a range of IPv4 ends with /1 to /32.',
    ],
    ['0.0.0.0/0', '“0.0.0.0/0”: a range of IPv4 ends with /1 to /32.'],
    ['2001:db8::/129', '“2001:db8::/129”: a range of IPv6 ends with /1 to /128.'],
    ['::/0', '“::/0”: a range of IPv6 ends with /1 to /128.'],
    ['::ffff:203.0.113.7/24', '“::ffff:203.0.113.7/24”: write a range of IPv4 without ::ffff:.'],
    ['::ffff:0.0.0.0/96', '“::ffff:0.0.0.0/96” is every IPv4 address.'],
  ])('%s', (typed, message) => expect(rangeProblem(typed)).toBe(message));

  test.each([
    '',
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.007',
    '203.0.113.7:443',
    '[2001:db8::1]',
    'https://203.0.113.7',
    '203.0.113.0-203.0.113.9',
    '203.0.113.*',
    '203.0.113.0/24/8',
    '２０３.0.113.7',
    '2001:db8::1::2',
    '2001:db8:1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7::8',
    ':1:2:3:4:5:6:7',
    'fe80::1%eth0',
    '12345::',
  ])('%s', (typed) =>
    expect(rangeProblem(typed)).toBe(
      `“${typed}” is not an IP address or range. Write it as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48.`,
    ),
  );

  test('a long one is shortened', () => {
    const problem = rangeProblem('x'.repeat(10_000));
    expect(problem).toContain(`“${'x'.repeat(50)}…”`);
    expect(problem?.length).toBeLessThan(200);
  });

  test('more than the limit', () => {
    const many = Array.from({ length: mostRanges + 1 }, (_, index) => `203.0.113.${index}`);
    expect(addressRangesSchema.safeParse(many).error?.issues[0]?.message).toBe(
      'Please enter at most 20 addresses or ranges.',
    );
    expect(stored(...many.slice(1))).toHaveLength(mostRanges);
  });
});

describe('a caller is in the ranges', () => {
  test.each([
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7'], false],
    ['203.0.113.255', ['203.0.113.0/24'], true],
    ['203.0.114.0', ['203.0.113.0/24'], false],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['127.255.0.1', ['10.0.0.0/8', '127.0.0.0/8'], true],
    ['2001:db8:0:ffff::9', ['2001:db8::/48'], true],
    ['2001:DB8:1::9', ['2001:db8::/48'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['::cb00:7107', ['203.0.113.7'], false],
    ['unknown', ['203.0.113.0/24'], false],
    ['203.0.113.7', [], false],
  ])('%s in %s: %s', (address, ranges, expected) =>
    expect(isInRanges(ranges, address)).toBe(expected),
  );
});
