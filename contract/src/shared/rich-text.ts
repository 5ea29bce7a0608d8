import { textSchema } from './text.ts';

/**
 * What formatted text may hold (part 2 §5, Editor toolbar): the server cleans what is written to exactly this, the web
 * app cleans again what it shows. Nothing else survives: no scripts, styles, forms or foreign frames.
 */
export const richTextTags = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'a',
  'span',
  'img',
  'iframe',
] as const;

/** Attributes by tag; `style` is kept only for the properties of `richTextStyles`. */
export const richTextAttributes: Record<string, readonly string[]> = {
  p: ['style'],
  span: ['style'],
  a: ['href', 'target', 'rel'],
  img: ['src', 'alt'],
  iframe: ['src', 'title', 'allowfullscreen'],
};

export const richTextStyles = {
  color: /^(#[0-9a-f]{3}|#[0-9a-f]{6}|rgb\(\d{1,3}, ?\d{1,3}, ?\d{1,3}\))$/i,
  'text-align': /^(left|center|right|justify)$/,
} as const;

/** Hosts whose players may be embedded; the Content-Security-Policy names the same. */
export const embedHosts = ['www.youtube-nocookie.com', 'player.vimeo.com'] as const;

/** Where an uploaded image is read; the file name is its id and its kind. */
export const imagePath = '/api/image/';

/** Formatted text as HTML, at most `max` characters before it is cleaned. */
export const richTextSchema = (max = 50_000) => textSchema(max);
