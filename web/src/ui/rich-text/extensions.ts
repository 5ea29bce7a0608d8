import { Extension, type Extensions } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import { TextAlign } from '@tiptap/extension-text-align';
import { StarterKit } from '@tiptap/starter-kit';
import { safeLink, textAlignments } from '@staffroom/contract/shared/rich-text.ts';
import { BlockFormula, Formula } from './formulas/formula-nodes.ts';
import { Picture, Video } from './media-nodes.ts';
import { TextColour } from './text-colour.ts';

/** A link keeps its address and nothing else of what was pasted. */
const PlainLink = Link.extend({
  // What is typed behind a link does not belong to it.
  inclusive: false,
  addAttributes: () => ({
    href: {
      default: null,
      parseHTML: (element) => safeLink(element.getAttribute('href') ?? ''),
    },
  }),
}).configure({
  openOnClick: false,
  defaultProtocol: 'https',
  HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer' },
  isAllowedUri: (address) => safeLink(address) !== undefined,
});

/** Ctrl/⌘ Enter belongs to the form around the editor, and breaks no line. */
const FormKeys = Extension.create({
  name: 'formKeys',
  priority: 1000,
  addKeyboardShortcuts: () => ({ 'Mod-Enter': () => true }),
});

/** What can be written: exactly the contract's list (part 2 §5, Editor toolbar). */
export const richTextExtensions: Extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    link: false,
    // It would change a text that nobody has touched.
    trailingNode: false,
  }),
  FormKeys,
  PlainLink,
  TextColour,
  TextAlign.configure({ types: ['paragraph'], alignments: [...textAlignments] }),
  Picture,
  Video,
  Formula,
  BlockFormula,
];
