/** Most values and deepest nesting of a JSON text. */
export type JsonLimits = { most: number; deepest: number };

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * The limit that a JSON text exceeds, before parsing: a megabyte of `{},{},…` parses into many times its size. Every
 * `[`, `{` and `,` outside strings counts. Text that is not JSON is left to the parser.
 */
export const passedJsonLimit = (
  bytes: Uint8Array,
  { most, deepest }: JsonLimits,
): 'values' | 'depth' | undefined => {
  let [values, depth] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at);
      if (at < 0) return undefined;
    } else if (byte === comma) values += 1;
    else if (byte === openList || byte === openObject) {
      values += 1;
      depth += 1;
      if (depth > deepest) return 'depth';
    } else if (byte === closeList || byte === closeObject) depth -= 1;
    if (values > most) return 'values';
  }
  return undefined;
};

/** Index of the quote that ends a string, or -1. */
const endOfString = (bytes: Uint8Array, start: number): number => {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return -1;
};
