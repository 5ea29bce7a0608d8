import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconItalic,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconUnderline,
  type Icon,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { inText } from './editing.ts';

/** A tool that acts on one click. */
export type Tool = {
  name: string;
  icon: Icon;
  keys?: string;
  run: (editor: Editor) => void;
  /** True if the selection has it; missing for tools without a state. */
  isActive?: (editor: Editor) => boolean;
  /** True if it can be applied now. */
  can?: (editor: Editor) => boolean;
};

const isAligned = (editor: Editor) =>
  ['center', 'right', 'justify'].some((textAlign) => editor.isActive({ textAlign }));

/** The one-click tools in the groups of part 2 §5; the others have their own files. */
export const toolGroups = {
  inline: [
    {
      name: 'Bold',
      icon: IconBold,
      keys: 'Ctrl B',
      run: (editor) => inText(editor).toggleBold().run(),
      isActive: (editor) => editor.isActive('bold'),
    },
    {
      name: 'Italic',
      icon: IconItalic,
      keys: 'Ctrl I',
      run: (editor) => inText(editor).toggleItalic().run(),
      isActive: (editor) => editor.isActive('italic'),
    },
    {
      name: 'Underline',
      icon: IconUnderline,
      keys: 'Ctrl U',
      run: (editor) => inText(editor).toggleUnderline().run(),
      isActive: (editor) => editor.isActive('underline'),
    },
    {
      name: 'Strikethrough',
      icon: IconStrikethrough,
      keys: 'Ctrl Shift S',
      run: (editor) => inText(editor).toggleStrike().run(),
      isActive: (editor) => editor.isActive('strike'),
    },
    {
      name: 'Superscript',
      icon: IconSuperscript,
      keys: 'Ctrl .',
      run: (editor) => inText(editor).toggleSuperscript().run(),
      isActive: (editor) => editor.isActive('superscript'),
    },
    {
      name: 'Subscript',
      icon: IconSubscript,
      keys: 'Ctrl ,',
      run: (editor) => inText(editor).toggleSubscript().run(),
      isActive: (editor) => editor.isActive('subscript'),
    },
  ],
  list: [
    {
      name: 'Bullet list',
      icon: IconList,
      keys: 'Ctrl Shift 8',
      run: (editor) => inText(editor).toggleBulletList().run(),
      isActive: (editor) => editor.isActive('bulletList'),
    },
    {
      name: 'Ordered list',
      icon: IconListNumbers,
      keys: 'Ctrl Shift 7',
      run: (editor) => inText(editor).toggleOrderedList().run(),
      isActive: (editor) => editor.isActive('orderedList'),
    },
  ],
  align: [
    {
      name: 'Align left',
      icon: IconAlignLeft,
      keys: 'Ctrl Shift L',
      run: (editor) => inText(editor).unsetTextAlign().run(),
      isActive: (editor) => !isAligned(editor),
    },
    ...(
      [
        ['Align center', IconAlignCenter, 'center', 'Ctrl Shift E'],
        ['Align right', IconAlignRight, 'right', 'Ctrl Shift R'],
        ['Justify', IconAlignJustified, 'justify', 'Ctrl Shift J'],
      ] as const
    ).map(([name, icon, textAlign, keys]): Tool => ({
      name,
      icon,
      keys,
      run: (editor) => inText(editor).setTextAlign(textAlign).run(),
      isActive: (editor) => editor.isActive({ textAlign }),
    })),
  ],
  history: [
    {
      name: 'Undo',
      icon: IconArrowBackUp,
      keys: 'Ctrl Z',
      run: (editor) => inText(editor).undo().run(),
      can: (editor) => editor.can().undo(),
    },
    {
      name: 'Redo',
      icon: IconArrowForwardUp,
      keys: 'Ctrl Shift Z',
      run: (editor) => inText(editor).redo().run(),
      can: (editor) => editor.can().redo(),
    },
  ],
} as const satisfies Record<string, readonly Tool[]>;
