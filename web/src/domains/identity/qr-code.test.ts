import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

const drawn = (text: string) =>
  qrCode(text)
    .map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))
    .join('\n');

// These codes were read back by an independent decoder (jsQR 1.4), as was every text of 1 to 213 bytes.
test('draws the code of one letter', () => {
  expect(drawn('A')).toBe(
    [
      '#######..###..#######',
      '#.....#.#.###.#.....#',
      '#.###.#...#...#.###.#',
      '#.###.#..#....#.###.#',
      '#.###.#.##..#.#.###.#',
      '#.....#...#.#.#.....#',
      '#######.#.#.#.#######',
      '...........##........',
      '#.#.#.#...##....#..#.',
      '#..###...#....#...##.',
      '.#....#.###.#...#...#',
      '#.#.#....##...#...#..',
      '#.#..##.#.#.#.#.#.#.#',
      '........####.#.#.#.#.',
      '#######....#.###.####',
      '#.....#..#.###.###...',
      '#.###.#.##.#.###.##.#',
      '#.###.#.......#...##.',
      '#.###.#.##..#...#...#',
      '#.....#..##...#...##.',
      '#######.#...#.#.#.###',
    ].join('\n'),
  );
});

test.each([
  [
    'otpauth://totp/Staffroom:desmond.quek%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Staffroom',
    45,
    '5b16c4d9715bc826d921813c77cc0897ef2356e30abaaf6272ad28d0e960d023',
  ],
  ['é'.repeat(100), 57, '5345c8b263548ac9034e9756484da1a4ab5597cfdf521ece9292c761c0e75fcb'],
])('draws the code of %s', (text, size, hash) => {
  const code = drawn(text).replaceAll('#', '1').replaceAll('.', '0');
  expect(code.split('\n')).toHaveLength(size);
  expect(createHash('sha256').update(code).digest('hex')).toBe(hash);
});

test('refuses a text that is too long', () => {
  expect(() => qrCode('x'.repeat(213))).not.toThrow();
  expect(() => qrCode('x'.repeat(214))).toThrow(RangeError);
});
