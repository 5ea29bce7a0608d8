import { crc32, deflateSync } from 'node:zlib';

const side = 160;

type Colour = readonly [number, number, number];
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
  // Each row of pixels begins with its filter: none.
  const rows = Buffer.alloc(side * (side * 3 + 1));
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const head = Math.hypot(x - side / 2, y - 62) < 30;
      const body = Math.hypot((x - side / 2) / shoulders, (y - 158) / 56) < 1;
      rows.set(head || body ? figure : background, y * (side * 3 + 1) + 1 + x * 3);
    }
  return { content: png(rows), width: side, height: side };
};

const png = (rows: Buffer) =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};
