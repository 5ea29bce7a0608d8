import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The values of a colour in light and dark. */
const valuesOf = (name: string) =>
  [...tokens.matchAll(new RegExp(`--${name}: #([0-9a-f]{6})`, 'g'))].map(([, hex = '']) => hex);

type Rgb = [number, number, number];

/** Linear colours as seen without red or green cones (Machado, Oliveira and Fernandes 2009). */
const seenBy: Record<string, Rgb[]> = {
  deuteranopes: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  protanopes: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
};

const dot = (row: Rgb, colour: number[]) =>
  row.reduce((sum, factor, index) => sum + factor * (colour[index] ?? 0), 0);

const linearOf = (hex: string) =>
  [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });

const labOf = (colour: number[]) => {
  const [x, y, z] = (
    [
      [0.4339, 0.3762, 0.1899],
      [0.2126, 0.7152, 0.0722],
      [0.0177, 0.1095, 0.8729],
    ] as Rgb[]
  )
    .map((row) => dot(row, colour))
    .map((part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116)) as Rgb;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};

const differenceOf = (one: string, other: string, matrix: Rgb[]) => {
  const [a, b] = [one, other].map((hex) =>
    labOf(matrix.map((row) => Math.min(1, Math.max(0, dot(row, linearOf(hex)))))),
  ) as [number[], number[]];
  return Math.hypot(...a.map((part, index) => part - (b[index] ?? 0)));
};

test.each(Object.entries(seenBy))(
  'attended and absent differ for %s, in light and dark',
  (_who, matrix) => {
    const [greens, reds] = [valuesOf('dot-green'), valuesOf('dot-red')];
    expect(greens).toHaveLength(2);
    for (const [scheme, green] of greens.entries())
      expect(differenceOf(green, reds[scheme] ?? '', matrix)).toBeGreaterThan(30);
  },
);
