import { Mark } from '@tiptap/core';
import { keptAttributes } from 'staffroom-contract/shared/rich-text.ts';
import { attributesOf } from './html-attributes.ts';

/** The text colour: one of the contract's; other colours are dropped on paste. */
export const TextColour = Mark.create({
  name: 'textColour',
  addAttributes: () => ({ style: { default: null } }),
  parseHTML: () => [
    {
      tag: 'span[style]',
      getAttrs: (element) => {
        const kept = keptAttributes('span', attributesOf(element));
        return typeof kept === 'string' ? false : kept;
      },
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
});

/** The mark's attributes for a colour of the contract. */
export const colourAttributes = (value: string) => ({ style: `color: ${value};` });
