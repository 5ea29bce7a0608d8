import sanitizeHtml from 'sanitize-html';
import {
  droppedWithContent,
  isEmptyRichText,
  keptAttributes,
  richTextTags,
  withoutDrawnFormulas,
  type RichTextTag,
} from '@staffroom/contract/shared/rich-text.ts';

const isKnown = (tag: string): tag is RichTextTag =>
  (richTextTags as readonly string[]).includes(tag);

/** Marks an element for the filter below; no such attribute is allowed, so none can come from outside. */
const fate = 'data-fate';

/** Deeper than any list that a person reads. */
const deepest = 40;

/** The types lag behind the library. */
type Options = sanitizeHtml.IOptions & { allowedEmptyAttributes: string[] };

const options: Options = {
  allowedTags: [...richTextTags],
  // What an element keeps is decided below, value by value.
  allowedAttributes: false,
  nonTextTags: [...droppedWithContent],
  allowedEmptyAttributes: ['alt', 'allowfullscreen'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: deepest,
  transformTags: {
    '*': (tagName, given) => {
      if (!isKnown(tagName)) return { tagName, attribs: {} };
      const kept = keptAttributes(tagName, given);
      return { tagName, attribs: typeof kept === 'string' ? { [fate]: kept } : kept };
    },
  },
  textFilter: (text, tag) => (tag === 'iframe' ? '' : text),
  exclusiveFilter: ({ attribs }) => {
    if (attribs[fate] === 'unwrap') return 'excludeTag';
    return attribs[fate] === 'drop';
  },
};

/**
 * Formatted text as it may be stored: only the elements and attributes of the contract's list survive, written the way
 * the editor writes them, so that cleaning twice changes nothing. Text without any word, picture, player or formula is ''
 * (api.md: Boundaries that must hold).
 */
export const cleanRichText = (html: string): string => {
  const cleaned = sanitizeHtml(html, options)
    // Void elements as a browser writes them; every other `>` is escaped.
    .replaceAll(' />', '>')
    .trim();
  return isEmptyRichText(cleaned)
    ? ''
    : withoutDrawnFormulas(cleaned).replaceAll('\u00a0', '&nbsp;');
};
