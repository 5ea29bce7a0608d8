import { embedOf } from './embeds.ts';
import { formulaExcessIn, formulaSentences } from './formula-limits.ts';
import { altSentence, hasUndescribedPicture } from './picture-rules.ts';
import { hasTooLargeTable, tableSentence } from './table-limits.ts';
import { textSchema } from './text.ts';

/** Elements of formatted text (part 2 §5, Editor toolbar): the server stores, and the web app shows, only these. */
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
  'sup',
  'sub',
  'table',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
export type RichTextTag = (typeof richTextTags)[number];

/** Elements that are removed with all their content. */
export const droppedWithContent: readonly string[] = (
  'script style noscript template head title svg math object applet audio video canvas ' +
  'select option textarea xmp plaintext noembed noframes frameset'
).split(' ');

/** The colours of text as in the light theme, since e-mails show them too; the dark theme shows lighter shades. */
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

/** A formula is an empty element with its LaTeX as typed, even if invalid: `span` inline, `div` as a block (ADR 31). */
export const formulaTypes = { span: 'inline-math', div: 'block-math' } as const;

/** URL path of uploaded images; the file name is the id and type. */
export const imagePath = '/api/image/';

type Attributes = Readonly<Record<string, string | undefined>>;

/** Attributes that an element keeps, as the editor writes them; 'unwrap' keeps only its content, 'drop' nothing. */
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
  if (tag === 'td' || tag === 'th') return matching(given, { colspan: span, rowspan: span });
  return tag === 'iframe' ? frameAttributes(given) : {};
};

/** Number of columns or rows of a merged cell. */
const span = /^([2-9]|1\d|20)$/;

const aliases: Readonly<Record<string, RichTextTag>> = {
  b: 'strong',
  i: 'em',
  ins: 'u',
  strike: 's',
  del: 's',
};

/** Returns the element that other programs mean: `strong` for `b`, `sup` or `sub` for a raised or lowered `span`. */
export const meantTag = (tag: string, given: Attributes): string => {
  // Google Docs puts all its text in a `b` that is not bold.
  if (tag === 'b' && /^(normal|400)$/.test(styleValue(given, 'font-weight') ?? '')) return 'span';
  if (tag === 'span' && given['data-type'] === undefined) {
    const position = styleValue(given, 'vertical-align');
    if (position === 'super') return 'sup';
    if (position === 'sub') return 'sub';
  }
  return aliases[tag] ?? tag;
};

/** Web addresses, e-mail and phone links; undefined for every other scheme and for invalid addresses. */
export const safeLink = (address: string): string | undefined => {
  const link = address.trim().replaceAll(' ', '%20');
  const isKnown = /^(https?:\/\/|mailto:|tel:)[^\s/\\]/i.test(link);
  return isKnown && !/[\s\p{Cc}]/u.test(link) && URL.canParse(link) ? link : undefined;
};

/** The address of an uploaded image, or of one on HTTPS; otherwise undefined. */
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

/** Up to the largest width or height of an uploaded image. */
const pixels = /^([1-9]\d{0,2}|1\d{3}|2000)$/;

/** Width and height are kept only together: they reserve the image's space while it loads. */
const imageAttributes = ({ src = '', alt = '', width = '', height = '' }: Attributes) => {
  const image = safeImage(src);
  if (image === undefined) return 'drop';
  const isSized = pixels.test(width) && pixels.test(height);
  return { src: image, alt, ...(isSized && { width, height }) };
};

const frameAttributes = ({ src = '', title }: Attributes) => {
  const embed = embedOf(src);
  if (embed === undefined) return 'drop';
  // YouTube plays only if it receives the site's name.
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

const channelsOf = (colour: string): number[] | undefined => {
  const [, ...hex] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(colour) ?? [];
  if (hex.length > 0) return hex.map((pair) => Number.parseInt(pair, 16));
  const [, ...decimal] = /^rgb\((\d{1,3})[, ]+(\d{1,3})[, ]+(\d{1,3})\)$/.exec(colour) ?? [];
  return decimal.length > 0 ? decimal.map(Number) : undefined;
};

/**
 * Formatted text as HTML, at most `max` characters before cleaning. Refuses it with formula_too_long, formula_too_deep,
 * table_too_large or picture_without_alt.
 */
export const richTextSchema = (max = 50_000) =>
  textSchema(max)
    .superRefine((html, context) => {
      if (html.length > max) return;
      const code = formulaExcessIn(html);
      if (code)
        context.addIssue({ code: 'custom', message: formulaSentences[code], params: { code } });
      else if (hasTooLargeTable(html))
        context.addIssue({
          code: 'custom',
          message: tableSentence,
          params: { code: 'table_too_large' },
        });
      else if (hasUndescribedPicture(html, (address) => safeImage(address) !== undefined))
        context.addIssue({
          code: 'custom',
          message: altSentence,
          params: { code: 'picture_without_alt' },
        });
    })
    .meta({ contentMediaType: 'text/html' });

/** A formula with its escaped LaTeX; the editor writes the attributes in the other order. */
const formulaPattern =
  /<(span|div)(?: data-type="[a-z]+-math")? data-latex="([^"]*)"[^<>]*>[^<]*<\/\1>/g;

/** Removes the drawn content of formulas: only their LaTeX is stored. */
export const withoutDrawnFormulas = (cleaned: string): string =>
  cleaned.replaceAll(
    formulaPattern,
    (_, tag: keyof typeof formulaTypes, latex: string) =>
      `<${tag} data-type="${formulaTypes[tag]}" data-latex="${latex}"></${tag}>`,
  );

/** Returns true for cleaned text without words, pictures, players, tables (empty ones count) and formulas. */
export const isEmptyRichText = (cleaned: string): boolean =>
  !/<(?:img|iframe) |<t[dh][ >]| data-latex="/.test(cleaned) && plainTextOf(cleaned) === '';

/** Words of cleaned text on one line, for search: formulas as LaTeX, superscripts as 10^4, pictures as alt text. */
export const plainTextOf = (cleaned: string): string =>
  withPowersInWords(cleaned)
    .replaceAll(formulaPattern, ' $2 ')
    .replaceAll(/<[^<>]*>/g, wordsOfTag)
    .replaceAll(/&(lt|gt|quot|nbsp|#0?39|amp);/g, (_, name: string) => entities[name] ?? "'")
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Stored text with superscripts in plain notation: 10^4, x^(n+1). "1st" stays "1st". */
export const withPowersInWords = (cleaned: string): string =>
  cleaned.replaceAll(/<sup>([^<]*)<\/sup>/g, (_, power: string) => {
    if (/^(?:st|nd|rd|th)?$/.test(power)) return power;
    return /^[\p{L}\p{N}°′″*†]{1,40}$/u.test(power) ? `^${power}` : `^(${power})`;
  });

const wordsOfTag = (tag: string): string => {
  if (tag.startsWith('<img ')) return ` ${/ alt="([^"]*)"/.exec(tag)?.[1] ?? ''} `;
  if (tag === '<sup>') return '^';
  return /^<\/?(?:strong|em|u|s|a|span|sup|sub)[ >]/.test(tag) ? '' : ' ';
};

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' };
