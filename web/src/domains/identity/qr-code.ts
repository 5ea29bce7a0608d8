/** The smallest versions of a QR code at error correction level M: data bytes, check bytes of a block, and blocks. */
const versions = [
  { data: 16, check: 10, blocks: 1 },
  { data: 28, check: 16, blocks: 1 },
  { data: 44, check: 26, blocks: 1 },
  { data: 64, check: 18, blocks: 2 },
  { data: 86, check: 24, blocks: 2 },
  { data: 108, check: 16, blocks: 4 },
  { data: 124, check: 18, blocks: 4 },
  { data: 154, check: 22, blocks: 4 },
  { data: 182, check: 22, blocks: 5 },
  { data: 216, check: 26, blocks: 5 },
] as const;

/** The centres of the alignment patterns of a version, besides 6. */
const alignments = [[], [18], [22], [26], [30], [34], [22, 38], [24, 42], [26, 46], [28, 50]];

/**
 * The modules of a QR code for a text of at most 213 bytes, row by row, true for dark (ISO 18004, byte mode, level M,
 * mask 0, up to version 10). Throws a RangeError for a longer text.
 */
export const qrCode = (text: string): boolean[][] => {
  const bytes = new TextEncoder().encode(text);
  const index = versions.findIndex(({ data }, at) => bytes.length + (at < 9 ? 2 : 3) <= data);
  const version = versions[index];
  if (!version) throw new RangeError('This text is too long for a QR code.');
  const codewords = withChecks(dataOf(bytes, version.data, index < 9 ? 8 : 16), version);
  const { modules, isFixed } = fixedPatterns(index + 1);
  place(modules, isFixed, codewords);
  for (const [y, row] of modules.entries())
    for (const x of row.keys()) if (!isFixed[y]?.[x]) row[x] = row[x] !== ((x + y) % 2 === 0);
  drawFormat(modules);
  return modules;
};

/** Mode, length, bytes and padding as bytes. */
const dataOf = (bytes: Uint8Array, length: number, lengthBits: number): number[] => {
  const bits = (value: number, count: number) => value.toString(2).padStart(count, '0');
  const head = bits(4, 4) + bits(bytes.length, lengthBits);
  const all = `${head}${Array.from(bytes, (byte) => bits(byte, 8)).join('')}0000`;
  const packed = all.padEnd(Math.ceil(all.length / 8) * 8, '0').slice(0, length * 8);
  const data = (packed.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  for (let pad = 0; data.length < length; pad += 1) data.push(pad % 2 === 0 ? 0xec : 0x11);
  return data;
};

/** Multiplies in the field of 256 elements with the polynomial 0x11d. */
const multiply = (one: number, other: number): number => {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
};

/** The Reed-Solomon check bytes of a block. */
const checksOf = (block: readonly number[], count: number): number[] => {
  let divisor = [...Array<number>(count - 1).fill(0), 1];
  for (let index = 0, root = 1; index < count; index += 1, root = multiply(root, 2))
    divisor = divisor.map((factor, at) => multiply(factor, root) ^ (divisor[at + 1] ?? 0));
  let rest = Array<number>(count).fill(0);
  for (const byte of block) {
    const factor = byte ^ (rest[0] ?? 0);
    rest = [...rest.slice(1), 0].map((each, at) => each ^ multiply(divisor[at] ?? 0, factor));
  }
  return rest;
};

/** Data and check bytes of all blocks, interleaved; the later blocks have the odd bytes. */
const withChecks = (data: readonly number[], { check, blocks }: (typeof versions)[number]) => {
  const short = Math.floor(data.length / blocks);
  const longFrom = blocks - (data.length % blocks);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, index) => {
    const block = data.slice(at, (at += short + (index >= longFrom ? 1 : 0)));
    return { block, checks: checksOf(block, check) };
  });
  const interleaved = (lists: readonly (readonly number[])[], length: number) =>
    Array.from({ length }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
  return [
    ...interleaved(
      parts.map(({ block }) => block),
      short + 1,
    ),
    ...interleaved(
      parts.map(({ checks }) => checks),
      check,
    ),
  ];
};

type Modules = boolean[][];

const grid = (size: number): Modules =>
  Array.from({ length: size }, () => Array<boolean>(size).fill(false));

/** Finders, timing, alignment and version; the places of the format are reserved. */
const fixedPatterns = (version: number) => {
  const size = version * 4 + 17;
  const modules = grid(size);
  const isFixed = grid(size);
  const set = (x: number, y: number, dark: boolean) => {
    const [row, fixed] = [modules[y], isFixed[y]];
    if (!row || !fixed || x < 0 || x >= size) return;
    row[x] = dark;
    fixed[x] = true;
  };
  const square = (x: number, y: number, radius: number, isDark: (ring: number) => boolean) => {
    for (let dy = -radius; dy <= radius; dy += 1)
      for (let dx = -radius; dx <= radius; dx += 1)
        set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  for (let index = 0; index < size; index += 1) {
    set(6, index, index % 2 === 0);
    set(index, 6, index % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    square(x, y, 4, (ring) => ring !== 2 && ring !== 4);
  const centres = [6, ...(alignments[version - 1] ?? [])];
  const last = centres.at(-1) ?? 6;
  if (version > 1)
    for (const x of centres)
      for (const y of centres)
        if (!((x === 6 && (y === 6 || y === last)) || (x === last && y === 6)))
          square(x, y, 2, (ring) => ring !== 1);
  for (let index = 0; index < 9; index += 1) {
    if (index !== 6) {
      set(8, index, false);
      set(index, 8, false);
    }
    if (index < 8) {
      set(size - 1 - index, 8, false);
      set(8, size - 1 - index, index === 7);
    }
  }
  if (version >= 7) {
    const bits = versionBits(version);
    for (let index = 0; index < 18; index += 1) {
      const [a, b] = [size - 11 + (index % 3), Math.floor(index / 3)];
      set(a, b, ((bits >> index) & 1) === 1);
      set(b, a, ((bits >> index) & 1) === 1);
    }
  }
  return { modules, isFixed };
};

/** A version number with its check bits. */
const versionBits = (version: number): number => {
  let rest = version;
  for (let index = 0; index < 12; index += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  return (version << 12) | rest;
};

/** Level M and mask 0 with their check bits. */
const format = 0x5412;

/** Draws the format at both places. */
const drawFormat = (modules: Modules) => {
  const size = modules.length;
  const set = (x: number, y: number, index: number) => {
    const row = modules[y];
    if (row) row[x] = ((format >> index) & 1) === 1;
  };
  const along = [0, 1, 2, 3, 4, 5, 7, 8];
  for (const [index, place] of along.entries()) set(8, place, index);
  for (const [index, place] of along.slice(0, 7).entries()) set(place, 8, 14 - index);
  for (let index = 0; index < 8; index += 1) set(size - 1 - index, 8, index);
  for (let index = 8; index < 15; index += 1) set(8, size - 15 + index, index);
};

/** Places the bits in columns of two from the right, upwards and downwards in turn. */
const place = (modules: Modules, isFixed: Modules, codewords: readonly number[]) => {
  const size = modules.length;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1)
      for (const x of [right, right - 1]) {
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        const row = modules[y];
        if (!row || isFixed[y]?.[x]) continue;
        row[x] = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
  }
};
