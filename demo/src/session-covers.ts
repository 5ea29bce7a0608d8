import type { LiveSession } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { drawPng, type Colour } from './draw-png.ts';

const size = { width: 480, height: 270 };

type Motif = LiveSession['meta']['subject'] | 'talk';

/** From the upper left to the lower right. */
const grounds: Record<Motif, readonly [Colour, Colour]> = {
  Mathematics: [
    [38, 82, 196],
    [92, 148, 250],
  ],
  English: [
    [118, 42, 134],
    [204, 116, 214],
  ],
  Science: [
    [8, 96, 112],
    [64, 178, 190],
  ],
  talk: [
    [150, 72, 14],
    [240, 166, 84],
  ],
};

/** How far a point is inside a shape, in pixels; below 0 outside. */
type Shape = { inside: (x: number, y: number) => number; strength: number };

const disc = (cx: number, cy: number, radius: number, strength: number): Shape => ({
  inside: (x, y) => radius - Math.hypot(x - cx, y - cy),
  strength,
});

const ring = (cx: number, cy: number, radius: number, width: number, strength: number): Shape => ({
  inside: (x, y) => width / 2 - Math.abs(Math.hypot(x - cx, y - cy) - radius),
  strength,
});

/** A box with round corners. */
const box = (
  [left, top, width, height]: readonly [number, number, number, number],
  round: number,
  strength: number,
): Shape => ({
  inside: (x, y) => {
    const dx = Math.abs(x - left - width / 2) - width / 2 + round;
    const dy = Math.abs(y - top - height / 2) - height / 2 + round;
    return round - Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) - Math.min(Math.max(dx, dy), 0);
  },
  strength,
});

/** The bars of a model, lines of writing, an atom, a talk: no letters and no copyrighted material. */
const motifs: Record<Motif, (turn: number) => Shape[]> = {
  Mathematics: (turn) => [
    ...[0, 1, 2, 3].map((part) => box([72 + part * 84, 84, 78, 44], 6, part < 3 ? 0.92 : 0.34)),
    ...[0, 1, 2].map((part) =>
      box([72 + part * 84, 142, 78, 44], 6, part <= turn % 3 ? 0.92 : 0.34),
    ),
  ],
  English: (turn) => [
    box([110, 52, 260, 168], 12, 0.94),
    ...[0, 1, 2, 3, 4].map((line) =>
      box([136, 78 + line * 25, 208 - ((line * 53 + turn * 37) % 90), 9], 4, -0.75),
    ),
  ],
  Science: (turn) => [
    ...[58, 88, 118].map((radius) => ring(240, 135, radius - (turn % 2) * 6, 4, 0.62)),
    disc(240, 135, 26, 0.94),
    ...[58, 88, 118].map((radius, place) => {
      const angle = turn + place * 2.1;
      const r = radius - (turn % 2) * 6;
      return disc(240 + r * Math.cos(angle), 135 + r * Math.sin(angle), 11, 0.94);
    }),
  ],
  talk: (turn) => [
    box([84, 66, 196, 92], 20, 0.94),
    box([210, 124, 190, 84], 20, 0.5),
    ...[0, 1, 2].map((dot) => disc(146 + dot * 36, 112, dot <= turn % 3 ? 10 : 7, -0.7)),
  ],
};

const mix = (one: number, other: number, share: number) => one + (other - one) * share;

/** A drawn cover for the sessions of one series; another `turn` is another picture. */
export const drawCover = (motif: Motif, turn: number) => {
  const [from, to] = grounds[motif];
  const shapes = [
    disc(430, 20 + turn * 9, 120, 0.1),
    disc(40, 250 - turn * 7, 90, 0.1),
    ...motifs[motif](turn),
  ];
  return drawPng(size, (x, y) => {
    const share = (x / size.width + y / size.height) / 2;
    const colour: [number, number, number] = [0, 0, 0];
    for (const channel of [0, 1, 2] as const) {
      let value = mix(from[channel], to[channel], share);
      for (const { inside, strength } of shapes) {
        const covered = Math.min(1, Math.max(0, inside(x, y) + 0.5));
        if (covered > 0)
          value = mix(value, strength > 0 ? 255 : from[channel], covered * Math.abs(strength));
      }
      colour[channel] = Math.round(value);
    }
    return colour;
  });
};
