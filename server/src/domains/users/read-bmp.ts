import { setImmediate } from 'node:timers/promises';

type Bitmap = { data: Buffer; width: number; height: number; channels: 3 };

type Head = {
  width: number;
  height: number;
  /** The file stores the bottom row first. */
  isUpwards: boolean;
  bits: number;
  /** Offset of the pixels, and bytes per row. */
  start: number;
  stride: number;
  /** Red, green and blue of each index, if pixels are indexes. */
  palette: Buffer | undefined;
  masks: readonly [red: number, green: number, blue: number] | undefined;
};

/**
 * Decodes a BMP, which the usual decoder does not read: uncompressed or with masks, of 1, 4, 8, 16, 24 or 32 bits per
 * pixel. Returns undefined for others; `refuseLarge` throws for too many pixels before memory is allocated.
 */
export const readBmp = async (
  file: Buffer,
  refuseLarge: (pixels: number) => void,
): Promise<Bitmap | undefined> => {
  const head = readHead(file);
  if (!head) return undefined;
  const { width, height } = head;
  refuseLarge(width * height);
  if (head.start + head.stride * height > file.length) return undefined;
  const data = Buffer.alloc(width * height * 3);
  const colour = colourReader(file, head);
  for (let y = 0; y < height; y += 1) {
    const row = head.start + head.stride * (head.isUpwards ? height - 1 - y : y);
    for (let x = 0; x < width; x += 1) colour(row, x, data, (y * width + x) * 3);
    // Let other requests run.
    if (y % rowsAtOnce === 0) await setImmediate();
  }
  return { data, width, height, channels: 3 };
};

/** Rows between two yields to the event loop. */
const rowsAtOnce = 64;

const noCompression = 0;
const masksOnly = 3;

const readHead = (file: Buffer): Head | undefined => {
  if (file.length < 26) return undefined;
  const size = file.readUInt32LE(14);
  // The oldest header has 12 bytes, and its fields are half as wide.
  const isOld = size === 12;
  if (file.length < 14 + size || (!isOld && size < 40)) return undefined;
  const width = isOld ? file.readUInt16LE(18) : file.readInt32LE(18);
  const rows = isOld ? file.readUInt16LE(20) : file.readInt32LE(22);
  const bits = file.readUInt16LE(isOld ? 24 : 28);
  const compression = isOld ? noCompression : file.readUInt32LE(30);
  const hasMasks = compression === masksOnly;
  if (width < 1 || rows === 0 || ![1, 4, 8, 16, 24, 32].includes(bits)) return undefined;
  if (compression !== noCompression && !(hasMasks && bits >= 16)) return undefined;
  if (hasMasks && file.length < 66) return undefined;
  const start = file.readUInt32LE(10);
  return {
    width,
    height: Math.abs(rows),
    isUpwards: rows > 0,
    bits,
    start,
    stride: Math.ceil((width * bits) / 32) * 4,
    palette: bits <= 8 ? readPalette(file.subarray(14 + size, start), isOld ? 3 : 4) : undefined,
    masks: hasMasks
      ? [file.readUInt32LE(54), file.readUInt32LE(58), file.readUInt32LE(62)]
      : bits === 16
        ? [0x7c00, 0x3e0, 0x1f]
        : undefined,
  };
};

/** Indexes without a colour are black. */
const readPalette = (entries: Buffer, bytesEach: number) => {
  const palette = Buffer.alloc(256 * 3);
  const count = Math.min(256, Math.floor(entries.length / bytesEach));
  for (let index = 0; index < count; index += 1)
    for (const channel of [0, 1, 2])
      palette[index * 3 + channel] = entries[index * bytesEach + 2 - channel] ?? 0;
  return palette;
};

type ReadColour = (row: number, x: number, into: Buffer, at: number) => void;

const colourReader = (file: Buffer, { bits, palette, masks }: Head): ReadColour => {
  if (palette)
    return (row, x, into, at) => {
      const bit = x * bits;
      const byte = file[row + (bit >> 3)] ?? 0;
      const index = (byte >> (8 - bits - (bit & 7))) & ((1 << bits) - 1);
      for (let channel = 0; channel < 3; channel += 1)
        into[at + channel] = palette[index * 3 + channel] ?? 0;
    };
  const bytes = bits / 8;
  if (!masks)
    return (row, x, into, at) => {
      const pixel = row + x * bytes;
      into[at] = file[pixel + 2] ?? 0;
      into[at + 1] = file[pixel + 1] ?? 0;
      into[at + 2] = file[pixel] ?? 0;
    };
  const channels = masks.map(maskReader);
  return (row, x, into, at) => {
    const pixel = file.readUIntLE(row + x * bytes, bytes);
    channels.forEach((read, channel) => (into[at + channel] = read(pixel)));
  };
};

/** Returns a function that extracts a mask's bits from a pixel and scales them to 0–255. */
const maskReader = (mask: number) => {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  const highest = mask >>> shift;
  return (pixel: number) =>
    highest === 0 ? 0 : Math.round((((pixel & mask) >>> shift) / highest) * 255);
};
