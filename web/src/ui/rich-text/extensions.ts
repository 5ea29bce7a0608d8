import { Extension, type Extensions } from '@tiptap/core';
import { Link } from '@tiptap/extension-link';
import { TextAlign } from '@tiptap/extension-text-align';
import { StarterKit } from '@tiptap/starter-kit';
import { safeLink, textAlignments } from 'staffroom-contract/shared/rich-text.ts';
import { BlockFormula, Formula } from './formulas/formula-nodes.ts';
import { WrittenFormulas } from './formulas/written-formulas.ts';
import { Picture, Video } from './media-nodes.ts';
import { raisedExtensions, tableExtensions } from './table-nodes.ts';
import { TextColour } from './text-colour.ts';

/** A link that keeps only its address when pasted. */
const PlainLink = Link.extend({
  // Text typed after a link is not part of it.
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

/** Ctrl/⌘ Enter submits the surrounding form and inserts no line break. */
const FormKeys = Extension.create({
  name: 'formKeys',
  priority: 1000,
  addKeyboardShortcuts: () => ({ 'Mod-Enter': () => true }),
});

/** The editor's schema: exactly the contract's list (part 2 §5, Editor toolbar). */
export const richTextExtensions: Extensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    heading: false,
    horizontalRule: false,
    link: false,
    // It would change texts without any edit.
    trailingNode: false,
  }),
  FormKeys,
  PlainLink,
  TextColour,
  ...raisedExtensions,
  ...tableExtensions,
  TextAlign.configure({ types: ['paragraph'], alignments: [...textAlignments] }),
  Picture,
  Video,
  Formula,
  BlockFormula,
  WrittenFormulas,
];
