import { expect, test } from 'vitest';
import { aBitmap } from '../../../test/factories/bitmap.factory.ts';
import { readBmp } from './read-bmp.ts';

const red = [255, 0, 0];
const blue = [0, 0, 255];
const anySize = () => {};

test.each([
  { bits: 1 },
  { bits: 4 },
  { bits: 8 },
  { bits: 16 },
  { bits: 16, compression: 3 },
  { bits: 24 },
  { bits: 24, isDownwards: true },
  { bits: 32 },
  { bits: 24, width: 5, height: 2 },
] as const)('reads red above blue in the right order: %o', async (options) => {
  const { width = 6, height = 4 } = { ...options } as { width?: number; height?: number };
  const bitmap = await readBmp(aBitmap(options), anySize);
  const half = (width * height) / 2;
  const rows = [...Array<number[]>(half).fill(red), ...Array<number[]>(half).fill(blue)];
  expect(bitmap).toMatchObject({ width, height, channels: 3 });
  expect([...(bitmap?.data ?? [])]).toEqual(rows.flat());
});

test.each([
  ['is shorter than its header says', aBitmap().subarray(0, -1)],
  ['ends in its header', aBitmap().subarray(0, 40)],
  ['has only its magic bytes', Buffer.from('BM')],
  ['is run-length encoded', aBitmap({ bits: 8, compression: 1 })],
])('one that %s is not read', async (_what, file) => {
  expect(await readBmp(file, anySize)).toBeUndefined();
});

test('any changed byte in the header is read or refused without a crash', async () => {
  const whole = aBitmap({ bits: 8 });
  for (let at = 2; at < 54; at += 1)
    for (const byte of [0, 1, 127, 128, 255]) {
      const file = Buffer.from(whole);
      file[at] = byte;
      const bitmap = await readBmp(file, (pixels) => {
        if (pixels > 1000) throw new RangeError('too many');
      }).catch((error: unknown) => error);
      const isRead = typeof bitmap === 'object' && bitmap !== null && 'channels' in bitmap;
      const isRefused = bitmap === undefined || (bitmap as Error).message === 'too many';
      expect({ at, byte, isBorne: isRead || isRefused }).toMatchObject({ isBorne: true });
    }
});

test('too many pixels are refused before memory is allocated for them', async () => {
  const file = aBitmap();
  file.writeInt32LE(2 ** 30, 18);
  await expect(
    readBmp(file, (pixels) => {
      throw new Error(`${pixels} pixels`);
    }),
  ).rejects.toThrow(`${2 ** 32} pixels`);
});
