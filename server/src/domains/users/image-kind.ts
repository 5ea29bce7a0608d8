/** Kinds that are decoded. */
export type ImageKind = 'JPEG' | 'PNG' | 'WebP' | 'BMP';

/** A file kind by its magic bytes: their text in Latin-1, their offset, and the name of the kind. */
type Sign = { name: string; starts: string; at?: number };

const decoded: readonly (Sign & { name: ImageKind })[] = [
  { name: 'JPEG', starts: '\xff\xd8\xff' },
  { name: 'PNG', starts: '\x89PNG\r\n\x1a\n' },
  { name: 'WebP', starts: 'WEBP', at: 8 },
  { name: 'BMP', starts: 'BM' },
];

const others: readonly Sign[] = [
  { name: 'a GIF', starts: 'GIF8' },
  { name: 'a TIFF', starts: 'II*\0' },
  { name: 'a TIFF', starts: 'MM\0*' },
  { name: 'an AVIF image', starts: 'ftypavi', at: 4 },
  { name: 'a HEIC photo', starts: 'ftyphe', at: 4 },
  { name: 'a HEIC photo', starts: 'ftypmif', at: 4 },
  { name: 'a HEIC photo', starts: 'ftypmsf', at: 4 },
  { name: 'a video', starts: 'ftyp', at: 4 },
  { name: 'a JPEG XL image', starts: '\xff\x0a' },
  { name: 'a JPEG XL image', starts: 'JXL ', at: 4 },
  { name: 'a Photoshop file', starts: '8BPS' },
  { name: 'an icon file', starts: '\0\0\x01\0' },
  { name: 'a PDF', starts: '%PDF' },
  { name: 'a ZIP or Office file', starts: 'PK\x03\x04' },
];

/** Detects a file's kind by its content, not its name: a kind that is decoded, or a description of any other. */
export const kindOf = (file: Buffer): { kind: ImageKind } | { words: string } => {
  const head = file.toString('latin1', 0, 1024);
  const isThis = ({ starts, at = 0 }: Sign) => head.startsWith(starts, at);
  const known = decoded.find(isThis);
  if (known) return { kind: known.name };
  const other = others.find(isThis);
  return { words: other?.name ?? textKind(head) };
};

const textKind = (head: string) => {
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  if (/^<([^]*<)?svg[\s/>]/i.test(text)) return 'an SVG';
  if (/^<(!doctype html|html|head|body)/i.test(text)) return 'a web page';
  return text !== '' && [...text].every(isWritten) ? 'a text' : 'not an image';
};

const isWritten = (character: string) => character >= ' ' || '\t\n\r\f'.includes(character);
