import { embedOf } from './embeds.ts';
import { formulaExcessIn, formulaSentences } from './formula-limits.ts';
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
  'div',
] as const;
export type RichTextTag = (typeof richTextTags)[number];

/** Elements of which nothing is kept, not even the words inside. */
export const droppedWithContent: readonly string[] = (
  'script style noscript template head title svg math object applet audio video canvas ' +
  'select option textarea xmp plaintext noembed noframes frameset'
).split(' ');

/**
 * The colours that a text may have. They are kept as the light theme shows them, since e-mails show them too; the dark
 * theme shows each in a lighter shade, so a text stays readable in both.
 */
export const richTextColours = [
  { name: 'Grey', value: 'rgb(101, 104, 120)' },
  { name: 'Red', value: 'rgb(179, 38, 43)' },
  { name: 'Orange', value: 'rgb(154, 77, 0)' },
  { name: 'Green', value: 'rgb(18, 112, 63)' },
  { name: 'Teal', value: 'rgb(10, 113, 135)' },
  { name: 'Blue', value: 'rgb(60, 71, 196)' },
  { name: 'Purple', value: 'rgb(122, 60, 200)' },
  { name: 'Pink', value: 'rgb(176, 42, 126)' },
] as const;

export const textAlignments = ['left', 'center', 'right', 'justify'] as const;

/**
 * A formula is an element without content that carries its LaTeX as typed, also where that is broken: in a line a `span`,
 * by itself a `div`, as the editor's mathematics extension writes them (ADR 31).
 */
export const formulaTypes = { span: 'inline-math', div: 'block-math' } as const;

/** Where an uploaded image is read; the file name is its id and its kind. */
export const imagePath = '/api/image/';

type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * The attributes that an element keeps, written as the editor writes them, or why it cannot stay: 'unwrap' leaves what
 * is inside, 'drop' leaves nothing.
 */
export const keptAttributes = (
  tag: RichTextTag,
  given: Attributes,
): Record<string, string> | 'unwrap' | 'drop' => {
  if (tag === 'p') return styled('text-align', alignmentOf(given)) ?? {};
  if (tag === 'div') return formulaAttributes(tag, given) ?? 'unwrap';
  if (tag === 'span')
    return formulaAttributes(tag, given) ?? styled('color', colourOf(given)) ?? 'unwrap';
  if (tag === 'ol') return matching(given, { start: /^[1-9]\d{0,3}$/, type: /^[1aAiI]$/ });
  if (tag === 'a') return linkAttributes(given);
  if (tag === 'img') return imageAttributes(given);
  return tag === 'iframe' ? frameAttributes(given) : {};
};

/** Web addresses, e-mail and phone links; undefined for every other scheme and for what is no address. */
export const safeLink = (address: string): string | undefined => {
  const link = address.trim().replaceAll(' ', '%20');
  const isKnown = /^(https?:\/\/|mailto:|tel:)[^\s/\\]/i.test(link);
  return isKnown && !/[\s\p{Cc}]/u.test(link) && URL.canParse(link) ? link : undefined;
};

/** An image that was uploaded here, or one behind HTTPS; undefined for anything else. */
export const safeImage = (address: string): string | undefined => {
  const link = address.trim();
  if (/^\/api\/image\/[0-9a-f-]{36}\.(jpg|png)$/.test(link)) return link;
  return /^https:/i.test(link) ? safeLink(link) : undefined;
};

const linkAttributes = ({ href = '' }: Attributes) => {
  const link = safeLink(href);
  if (link === undefined) return 'unwrap';
  return { target: '_blank', rel: 'noopener noreferrer', href: link };
};

/** As wide or as high as an uploaded image may be. */
const pixels = /^([1-9]\d{0,2}|1\d{3}|2000)$/;

/** Both or none: together they keep the image's place while it loads. */
const imageAttributes = ({ src = '', alt = '', width = '', height = '' }: Attributes) => {
  const image = safeImage(src);
  if (image === undefined) return 'drop';
  const isSized = pixels.test(width) && pixels.test(height);
  return { src: image, alt, ...(isSized && { width, height }) };
};

const frameAttributes = ({ src = '', title }: Attributes) => {
  const embed = embedOf(src);
  if (embed === undefined) return 'drop';
  // YouTube plays only where it learns the site's name.
  const policy = { allowfullscreen: '', referrerpolicy: 'strict-origin-when-cross-origin' };
  return { src: embed.src, title: title?.trim() || embed.title, ...policy };
};

const formulaAttributes = (tag: keyof typeof formulaTypes, given: Attributes) => {
  const latex = given['data-latex']?.trim() ?? '';
  const isFormula = given['data-type'] === formulaTypes[tag] && latex !== '';
  return isFormula ? { 'data-type': formulaTypes[tag], 'data-latex': latex } : undefined;
};

const styled = (property: string, value: string | undefined) =>
  value === undefined ? undefined : { style: `${property}: ${value};` };

const matching = (given: Attributes, patterns: Record<string, RegExp>) =>
  Object.fromEntries(
    Object.entries(patterns).flatMap(([name, pattern]) => {
      const value = given[name];
      return value !== undefined && pattern.test(value) ? [[name, value]] : [];
    }),
  );

const styleValue = ({ style = '' }: Attributes, property: string) =>
  style
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim().toLowerCase()))
    .findLast(([name]) => name === property)?.[1];

const alignmentOf = (given: Attributes) => {
  const value = styleValue(given, 'text-align');
  return textAlignments.find((alignment) => alignment === value);
};

const colourOf = (given: Attributes) => {
  const written = styleValue(given, 'color');
  const colour = written && channelsOf(written)?.join(', ');
  return richTextColours.find(({ value }) => value === `rgb(${colour})`)?.value;
};

/** Red, green and blue of `#rrggbb` or `rgb(r, g, b)`. */
const channelsOf = (colour: string): number[] | undefined => {
  const [, ...hex] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(colour) ?? [];
  if (hex.length > 0) return hex.map((pair) => Number.parseInt(pair, 16));
  const [, ...decimal] = /^rgb\((\d{1,3})[, ]+(\d{1,3})[, ]+(\d{1,3})\)$/.exec(colour) ?? [];
  return decimal.length > 0 ? decimal.map(Number) : undefined;
};

/**
 * Formatted text as HTML, at most `max` characters before it is cleaned. Refuses formulas above the limits with
 * formula_too_long or formula_too_deep.
 */
export const richTextSchema = (max = 50_000) =>
  textSchema(max)
    .superRefine((html, context) => {
      const code = html.length > max ? undefined : formulaExcessIn(html);
      if (code)
        context.addIssue({ code: 'custom', message: formulaSentences[code], params: { code } });
    })
    .meta({ contentMediaType: 'text/html' });

/** A formula with its LaTeX as it stands in the attribute; the editor writes the attributes in the other order. */
const formulaPattern =
  /<(span|div)(?: data-type="[a-z]+-math")? data-latex="([^"]*)"[^<>]*>[^<]*<\/\1>/g;

/** Formulas without what was drawn inside them: only their LaTeX is kept. */
export const withoutDrawnFormulas = (cleaned: string): string =>
  cleaned.replaceAll(
    formulaPattern,
    (_, tag: keyof typeof formulaTypes, latex: string) =>
      `<${tag} data-type="${formulaTypes[tag]}" data-latex="${latex}"></${tag}>`,
  );

/** Is there no word, picture, player or formula in cleaned text? */
export const isEmptyRichText = (cleaned: string): boolean =>
  !/<(img|iframe) | data-latex="/.test(cleaned) && plainTextOf(cleaned) === '';

/**
 * The words of cleaned text on one line, a formula as its LaTeX and a picture as what its alternative text says: what is
 * searched and compared.
 */
export const plainTextOf = (cleaned: string): string =>
  cleaned
    .replaceAll(formulaPattern, ' $2 ')
    .replaceAll(/<[^<>]*>/g, wordsOfTag)
    .replaceAll(/&(lt|gt|quot|nbsp|#0?39|amp);/g, (_, name: string) => entities[name] ?? "'")
    .replaceAll(/\s+/g, ' ')
    .trim();

const wordsOfTag = (tag: string): string => {
  if (tag.startsWith('<img ')) return ` ${/ alt="([^"]*)"/.exec(tag)?.[1] ?? ''} `;
  return /^<\/?(?:strong|em|u|s|a|span)[ >]/.test(tag) ? '' : ' ';
};

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };
