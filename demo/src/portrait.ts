import { drawPng, type Colour } from './draw-png.ts';

const side = 160;

const backgrounds: readonly Colour[] = [
  [216, 228, 243],
  [221, 238, 226],
  [244, 230, 214],
  [233, 224, 242],
];
const figures: readonly Colour[] = [
  [66, 99, 140],
  [63, 115, 88],
  [150, 96, 48],
  [108, 78, 138],
];

/** A drawn head and shoulders as a PNG, in one of a few colours: pictures of people who do not exist. */
export const drawPortrait = (number: number) => {
  const background = backgrounds[number % backgrounds.length] ?? [0, 0, 0];
  const figure = figures[number % figures.length] ?? [0, 0, 0];
  const shoulders = 50 + (number % 3) * 4;
  return drawPng({ width: side, height: side }, (x, y) => {
    const head = Math.hypot(x - side / 2, y - 62) < 30;
    const body = Math.hypot((x - side / 2) / shoulders, (y - 158) / 56) < 1;
    return head || body ? figure : background;
  });
};
