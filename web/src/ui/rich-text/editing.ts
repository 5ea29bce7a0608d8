import type { ChainedCommands, Editor } from '@tiptap/react';
import type { Node } from '@tiptap/pm/model';

/** The text as HTML; '' when there is no word, picture, player or formula in it. */
export const htmlOf = (editor: Editor): string => {
  let isEmpty = true;
  editor.state.doc.descendants((node) => {
    const isSomething = node.isText
      ? node.text?.trim()
      : node.isAtom && node.type.name !== 'hardBreak';
    if (isSomething) isEmpty = false;
    return isEmpty;
  });
  return isEmpty ? '' : editor.getHTML();
};

/**
 * What a tool does to the text, which has the focus at once. The editor's own `focus` waits for the next frame: what is
 * typed until then would be lost, and a dialog that opens meanwhile would lose the focus.
 */
export const inText = (editor: Editor): ChainedCommands => {
  editor.view.focus();
  return editor.chain();
};

/** Puts a picture or player behind the selection, and a line to write on behind it where there is none. */
export const insertBlock = (editor: Editor, type: string, attrs: Record<string, string>) => {
  // Behind the selection: a selected picture or player would be replaced.
  inText(editor).insertContentAt(editor.state.selection.to, { type, attrs }).run();
  const { doc } = editor.state;
  if (doc.lastChild?.type.name !== 'paragraph')
    editor.commands.insertContentAt(doc.content.size, { type: 'paragraph' });
};

/** How many pictures nobody has described. */
export const undescribedPictures = (doc: Node): number => {
  let count = 0;
  doc.descendants((node) => {
    if (node.type.name === 'picture' && node.attrs['alt'] === '') count += 1;
  });
  return count;
};

/**
 * The picture file among what was pasted or dropped. Text processors put a picture of the text beside the text: there
 * the text is meant.
 */
export const pictureFileOf = (data: DataTransfer | null): File | undefined => {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
  if (!file || !data) return undefined;
  const html = new DOMParser().parseFromString(data.getData('text/html'), 'text/html');
  return html.body.textContent.trim() === '' ? file : undefined;
};

/**
 * Pasted HTML without event handlers. The editor takes none of them anyhow; this is before the browser reads them, which
 * reports each to the Content-Security-Policy.
 */
export const withoutHandlers = (html: string): string =>
  html.replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/([\s"'/])on\w+\s*=/gi, '$1data-no='));
