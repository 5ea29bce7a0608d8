import type { ChainedCommands, Editor } from '@tiptap/react';
import type { Node } from '@tiptap/pm/model';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';

/** The text as HTML; '' if it has no word, picture, player, table or formula. */
export const htmlOf = (editor: Editor): string => {
  let isEmpty = true;
  editor.state.doc.descendants((node) => {
    const isSomething = node.isText
      ? node.text?.trim()
      : node.type.name === 'table' || (node.isAtom && node.type.name !== 'hardBreak');
    if (isSomething) isEmpty = false;
    return isEmpty;
  });
  return isEmpty ? '' : editor.getHTML();
};

/**
 * Starts a chain of commands with the editor focused. Tiptap's own `focus` waits for the next frame: input before that
 * would be lost, and a dialog opened meanwhile would lose the focus.
 */
export const inText = (editor: Editor): ChainedCommands => {
  editor.view.focus();
  return editor.chain();
};

/** Inserts a picture or player after the selection, with an empty paragraph after it at the end of the text. */
export const insertBlock = (editor: Editor, type: string, attrs: Record<string, string>) => {
  // After the selection: a selected picture or player would be replaced.
  inText(editor).insertContentAt(editor.state.selection.to, { type, attrs }).run();
  const { doc } = editor.state;
  if (doc.lastChild?.type.name !== 'paragraph')
    editor.commands.insertContentAt(doc.content.size, { type: 'paragraph' });
};

/** Number of pictures without alt text. */
export const undescribedPictures = (doc: Node): number =>
  countPictures(doc, ({ alt }) => String(alt).trim() === '');

/** Number of pictures loaded from other websites. */
export const foreignPictures = (doc: Node): number =>
  countPictures(doc, ({ src }) => !String(src).startsWith(imagePath));

const countPictures = (doc: Node, isCounted: (attributes: Node['attrs']) => boolean): number => {
  let count = 0;
  doc.descendants((node) => {
    if (node.type.name === 'picture' && isCounted(node.attrs)) count += 1;
  });
  return count;
};

/**
 * The picture file of a paste or drop. Text processors add a picture of the text to copied text; in that case the text
 * is used.
 */
export const pictureFileOf = (data: DataTransfer | null): File | undefined => {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
  if (!file || !data) return undefined;
  const html = new DOMParser().parseFromString(data.getData('text/html'), 'text/html');
  return html.body.textContent.trim() === '' ? file : undefined;
};

/**
 * Removes event handlers from pasted HTML. The editor drops them anyway, but parsing the HTML would already report each
 * as a violation of the Content-Security-Policy.
 */
export const withoutHandlers = (html: string): string =>
  html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/([\s"'/])on\w+\s*=/gi, '$1data-no='));
