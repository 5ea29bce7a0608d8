type Options = {
  bits?: 1 | 4 | 8 | 16 | 24 | 32;
  /** Rows from the top down. */
  isDownwards?: boolean;
  /** 0: none, 1: run-length encoded, 3: with colour masks. */
  compression?: 0 | 1 | 3;
  width?: number;
  height?: number;
};

/** A BMP whose upper half is red and whose lower half is blue. */
export const aBitmap = (options: Options = {}): Buffer => {
  const { bits = 24, isDownwards = false, compression = 0, width = 6, height = 4 } = options;
  const colours = bits <= 8 ? 2 : 0;
  const masks = compression === 3 ? 12 : 0;
  const start = 54 + masks + colours * 4;
  const stride = Math.ceil((width * bits) / 32) * 4;
  const file = Buffer.alloc(start + stride * height);
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(start, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(isDownwards ? -height : height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(bits, 28);
  file.writeUInt32LE(compression, 30);
  if (masks)
    [0xf800, 0x7e0, 0x1f].forEach((mask, place) => file.writeUInt32LE(mask, 54 + place * 4));
  // Index 0 is red and 1 is blue, each as blue, green, red.
  if (colours) file.set([0, 0, 255, 0, 255, 0, 0, 0], 54 + masks);
  for (let y = 0; y < height; y += 1) {
    const isUpper = y < height / 2;
    const row = start + stride * (isDownwards ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1) paint(file, { row, x, bits, isRed: isUpper, masks });
  }
  return file;
};

type Pixel = { row: number; x: number; bits: number; isRed: boolean; masks: number };

const paint = (file: Buffer, { row, x, bits, isRed, masks }: Pixel) => {
  if (bits >= 24) file.set(isRed ? [0, 0, 255] : [255, 0, 0], row + x * (bits / 8));
  else if (bits === 16) file.writeUInt16LE(isRed ? (masks ? 0xf800 : 0x7c00) : 0x1f, row + x * 2);
  else if (!isRed) {
    const bit = x * bits;
    const at = row + (bit >> 3);
    file[at] = (file[at] ?? 0) | (1 << (8 - bits - (bit & 7)));
  }
};
