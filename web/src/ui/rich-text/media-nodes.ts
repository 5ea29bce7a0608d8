import { Node } from '@tiptap/core';
import { keptAttributes, type RichTextTag } from 'staffroom-contract/shared/rich-text.ts';
import { attributesOf, shownImage } from './html-attributes.ts';

const shared = { group: 'block', atom: true, draggable: true } as const;

/** Parses an element if the contract allows it. */
const parse = (tag: RichTextTag) => () => [
  {
    tag: `${tag}[src]`,
    getAttrs: (element: HTMLElement) => {
      const kept = keptAttributes(tag, attributesOf(element));
      return typeof kept === 'string' ? false : kept;
    },
  },
];

/** A node's attributes as the contract stores them, in its order. */
const rendered = (tag: RichTextTag, attributes: Record<string, string>) => {
  const kept = keptAttributes(tag, attributes);
  return typeof kept === 'string' ? {} : kept;
};

const element = (tag: RichTextTag, attributes: Record<string, string>) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(rendered(tag, attributes)))
    made.setAttribute(name, value);
  return made;
};

const unsized = { default: '' };

/** An image with its alt text, and its size if known. */
export const Picture = Node.create({
  ...shared,
  name: 'picture',
  addAttributes: () => ({
    src: { default: '' },
    alt: { default: '' },
    width: unsized,
    height: unsized,
  }),
  parseHTML: parse('img'),
  renderHTML: ({ HTMLAttributes }) => ['img', rendered('img', HTMLAttributes)],
  addNodeView:
    () =>
    ({ node: { attrs } }) => {
      const dom = element('img', attrs);
      dom.setAttribute('src', shownImage(String(attrs['src'])));
      return { dom };
    },
});

/** A YouTube or Vimeo player. */
export const Video = Node.create({
  ...shared,
  name: 'video',
  addAttributes: () => ({ src: { default: '' }, title: { default: '' } }),
  parseHTML: parse('iframe'),
  renderHTML: ({ HTMLAttributes }) => ['iframe', rendered('iframe', HTMLAttributes)],
  addNodeView:
    () =>
    ({ node: { attrs } }) => {
      const { src, title } = attrs as { src: string; title: string };
      // The player would capture clicks; the box around it can be selected.
      const dom = document.createElement('div');
      dom.className = 'video';
      const player = element('iframe', { src, title });
      player.tabIndex = -1;
      dom.append(player);
      return { dom };
    },
});
