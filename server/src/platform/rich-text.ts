import sanitizeHtml from 'sanitize-html';
import {
  droppedWithContent,
  isEmptyRichText,
  keptAttributes,
  meantTag,
  richTextTags,
  withoutDrawnFormulas,
  type RichTextTag,
} from 'staffroom-contract/shared/rich-text.ts';
import type { LeftOut, LeftOutKind } from 'staffroom-contract/shared/left-out.ts';
import { noteLeftOut } from './left-out.ts';

const isKnown = (tag: string): tag is RichTextTag =>
  (richTextTags as readonly string[]).includes(tag);

/** Marks an element for the filter below; no such attribute is allowed, so input cannot contain it. */
const fate = 'data-fate';

/** Deepest nesting of kept elements; deeper than any real list. */
const deepest = 40;

/** Elements whose removal is reported, with their kind. */
const namedLosses: Partial<Record<string, LeftOutKind>> = {
  img: 'picture',
  svg: 'drawing',
  canvas: 'drawing',
  object: 'drawing',
  embed: 'drawing',
  video: 'video',
  audio: 'video',
  iframe: 'page',
  math: 'equation',
  input: 'field',
  select: 'field',
  textarea: 'field',
};

/** Visits each element of a text with whether it is kept, and counts the reported removals. */
const countLosses = () => {
  const left: LeftOut = {};
  let isInFormula = false;
  const see = (tag: string, given: sanitizeHtml.Attributes, isKept: boolean) => {
    const kind = isKept ? undefined : namedLosses[tag];
    // A drawing within a formula is not counted.
    const isDrawing = isInFormula && tag === 'math';
    if (kind && !isDrawing && given['type'] !== 'hidden') left[kind] = (left[kind] ?? 0) + 1;
    isInFormula =
      given['data-latex'] !== undefined ||
      (isInFormula && (given['class'] ?? '').startsWith('katex'));
  };
  return { left, see };
};

type See = ReturnType<typeof countLosses>['see'];

/** The library's types lack this option. */
type Options = sanitizeHtml.IOptions & { allowedEmptyAttributes: string[] };

const optionsWith = (see: See): Options => ({
  allowedTags: [...richTextTags],
  // The attributes of each element are decided below, by value.
  allowedAttributes: false,
  nonTextTags: [...droppedWithContent],
  allowedEmptyAttributes: ['alt', 'allowfullscreen'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: deepest,
  transformTags: {
    '*': (written, given) => {
      const tagName = meantTag(written, given);
      const kept = isKnown(tagName) ? keptAttributes(tagName, given) : 'drop';
      see(tagName, given, kept !== 'drop');
      if (!isKnown(tagName)) return { tagName, attribs: {} };
      return { tagName, attribs: typeof kept === 'string' ? { [fate]: kept } : kept };
    },
  },
  textFilter: (text, tag) => (tag === 'iframe' ? '' : text),
  exclusiveFilter: ({ attribs }) => {
    if (attribs[fate] === 'unwrap') return 'excludeTag';
    return attribs[fate] === 'drop';
  },
});

/**
 * Cleans formatted text for storage: only the contract's elements, in the editor's format, so that cleaning twice
 * changes nothing; '' if nothing is left (api.md: Boundaries that must hold). Removals are recorded (left-out.ts).
 */
export const cleanRichText = (html: string): string => {
  const { left, see } = countLosses();
  let cleaned = cleanedOnce(html, see);
  if (Object.keys(left).length > 0) noteLeftOut(html, left);
  // A removed element may have hidden that a paragraph or cell inside closes the outer one.
  for (let passes = 1, isStable = !cleaned.includes('<'); !isStable && passes < 6; passes += 1) {
    const again = cleanedOnce(cleaned);
    isStable = again === cleaned;
    cleaned = again;
  }
  return isEmptyRichText(cleaned)
    ? ''
    : withoutDrawnFormulas(cleaned).replaceAll('\u00a0', '&nbsp;');
};

const cleanedOnce = (html: string, see: See = () => undefined) =>
  sanitizeHtml(html, optionsWith(see))
    // Void elements in a browser's format; every other `>` is escaped.
    .replaceAll(' />', '>')
    .trim();
