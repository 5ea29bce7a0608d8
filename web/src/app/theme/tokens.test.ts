import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The values of a colour in light and dark. */
const valuesOf = (name: string) =>
  [...tokens.matchAll(new RegExp(`--${name}: #([0-9a-f]{6})`, 'g'))].map(([, hex = '']) => hex);

const schemes = ['light', 'dark'] as const;

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

describe('text is readable (WCAG 2.2, 1.4.3: a contrast of 4.5)', () => {
  const brightnessOf = (hex: string) => dot([0.2126, 0.7152, 0.0722], linearOf(hex));

  const contrastOf = (one: string, other: string) => {
    const [a, b] = [brightnessOf(one), brightnessOf(other)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };

  const expectReadable = (text: string, background: string) => {
    const [texts, backgrounds] = [valuesOf(text), valuesOf(background)];
    expect([text, texts.length, background, backgrounds.length]).toEqual([text, 2, background, 2]);
    for (const [index, scheme] of schemes.entries())
      expect(
        contrastOf(texts[index] ?? '', backgrounds[index] ?? ''),
        `${text} on ${background} in ${scheme}`,
      ).toBeGreaterThanOrEqual(4.5);
  };

  const texts = ['text-1', 'text-2', 'text-3', 'accent-text', 'positive', 'negative', 'warning'];
  const backgrounds = ['canvas', 'surface', 'sunken', 'hover', 'pill', 'accent-soft'];

  test.each(backgrounds)('every text colour on %s', (background) => {
    for (const text of texts) expectReadable(text, background);
  });

  test.each([
    ['warning', 'warning-fill'],
    ['negative', 'negative-fill'],
    ['text-2', 'warning-fill'],
    ['text-2', 'negative-fill'],
    ['text-2', 'chosen'],
    ['text-2', 'accent-soft-2'],
    ['accent-text', 'accent-soft-2'],
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-accent', 'negative-strong'],
  ])('%s on %s', (text, background) => {
    expectReadable(text, background);
  });

  test('the text of each subject on its background, in light and dark', () => {
    const coloursOf = (part: string) =>
      [
        ...tokens.matchAll(new RegExp(`--subject-${part}: light-dark\\(#(\\w+), #(\\w+)\\)`, 'g')),
      ].map(([, light = '', dark = '']) => ({ light, dark }));
    const fills = coloursOf('fill');
    expect(fills.length).toBeGreaterThan(7);
    for (const [index, text] of coloursOf('text').entries())
      for (const scheme of schemes)
        expect(contrastOf(text[scheme], fills[index]?.[scheme] ?? '')).toBeGreaterThanOrEqual(4.5);
  });

  test('in every style rule that sets a text colour and a background', () => {
    const root = fileURLToPath(new URL('../..', import.meta.url));
    const pairs = globSync('**/*.css', { cwd: root }).flatMap((file) => {
      // The declarations of one rule are between braces, without those of nested rules.
      const rules = readFileSync(`${root}/${file}`, 'utf8').split(/[{}]/);
      return rules.flatMap((rule) => {
        const text = /(?:^|[\s;])color: var\(--([\w-]+)\)/.exec(rule)?.[1];
        const background = /(?:^|[\s;])background(?:-color)?: var\(--([\w-]+)\)/.exec(rule)?.[1];
        return text && background ? [[text, background] as const] : [];
      });
    });
    // A part's own names, as --tone-fill, have several values.
    const known = pairs.filter((pair) => pair.every((name) => valuesOf(name).length === 2));
    expect(known.length).toBeGreaterThan(60);
    for (const [text, background] of known) expectReadable(text, background);
  });
});
