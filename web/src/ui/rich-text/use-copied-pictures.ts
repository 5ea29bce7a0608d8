import type { Editor } from '@tiptap/react';
import type { Node } from '@tiptap/pm/model';
import { useEffect, useRef, useState } from 'react';
import { mostCopied } from 'staffroom-contract/domains/users/images.contract.ts';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { copyImage } from '../../lib/upload-image.ts';

type Failure = { host: string; isLeftOut: boolean };

/** State of the pictures that a text loads from other websites. */
export type PictureCopies = {
  /** Number of pictures being copied. */
  copying: number;
  failed: readonly Failure[];
  /** Why copying stopped, if the reason is not the picture. */
  problem: string | undefined;
  /** Copies all foreign pictures of the text. */
  copyAll: () => void;
  /** Excludes the pictures of a loaded text: they are copied only on request. */
  leave: (doc: Node) => void;
  /** Registers pasted pictures with an http address, keyed by their https address in the text. */
  notePlain: (addresses: ReadonlyMap<string, string>) => void;
};

/**
 * Copies pictures of other websites that are added to the text, one at a time, and replaces them with the copies. A
 * picture that cannot be copied stays, or is removed if its address may not be stored.
 */
export const useCopiedPictures = (editor: Editor): PictureCopies => {
  const [state, setState] = useState<Pick<PictureCopies, 'copying' | 'failed' | 'problem'>>(none);
  const work = useRef<Work>(undefined);
  const [plain] = useState(() => new Map<string, string>());
  useEffect(() => {
    const mine = startWork(editor, plain, setState);
    work.current = mine;
    editor.on('update', mine.copyNew);
    return () => {
      editor.off('update', mine.copyNew);
      mine.stop();
    };
  }, [editor, plain]);
  return {
    ...state,
    copyAll: () => work.current?.copyAll(),
    leave: (doc) => work.current?.leave(doc),
    notePlain: (addresses) => addresses.forEach((from, shown) => plain.set(shown, from)),
  };
};

const none = { copying: 0, failed: [], problem: undefined };

type Work = ReturnType<typeof startWork>;

const startWork = (
  editor: Editor,
  plain: ReadonlyMap<string, string>,
  show: (state: Pick<PictureCopies, 'copying' | 'failed' | 'problem'>) => void,
) => {
  const known = new Set(foreignAddresses(editor.state.doc));
  const stopped = new AbortController();
  let waiting: string[] = [];
  let failed: Failure[] = [];
  let problem: string | undefined;
  const tell = () => {
    if (!stopped.signal.aborted) show({ copying: waiting.length, failed, problem });
  };

  const copyNext = async (): Promise<void> => {
    const [shown] = waiting;
    if (shown === undefined) return;
    const from = plain.get(shown) ?? shown;
    try {
      const copy = await copyImage(from, stopped.signal);
      if (!stopped.signal.aborted) replacePictures(editor, shown, copy);
    } catch (error) {
      if (stopped.signal.aborted) return;
      const isLeftOut = plain.has(shown);
      if (isLeftOut) removePictures(editor, shown);
      failed = [...failed, { host: new URL(from).host, isLeftOut }];
      if (!isOfPicture(error)) {
        problem = sentenceOf(error);
        waiting = [];
      }
    }
    if (stopped.signal.aborted) return;
    waiting = waiting.slice(1);
    tell();
    await copyNext();
  };
  const copy = (addresses: readonly string[]) => {
    const isIdle = waiting.length === 0;
    const more = addresses.filter((address) => !waiting.includes(address));
    if (more.length === 0) return;
    if (isIdle) [failed, problem] = [[], undefined];
    waiting = [...waiting, ...more].slice(0, mostCopied.text);
    tell();
    if (isIdle) void copyNext();
  };

  return {
    copyNew: () => {
      const fresh = foreignAddresses(editor.state.doc).filter((address) => !known.has(address));
      for (const address of fresh) known.add(address);
      copy(fresh);
    },
    copyAll: () => copy(foreignAddresses(editor.state.doc)),
    leave: (doc: Node) => {
      for (const address of foreignAddresses(doc)) known.add(address);
    },
    stop: () => stopped.abort(),
  };
};

/** True if the error is specific to the picture or its website, so that others can still be copied. */
const isOfPicture = (error: unknown) =>
  error instanceof ApiError && (error.has('image_not_copied') || error.has('image_unreadable'));

const foreignAddresses = (doc: Node): string[] => {
  const found = new Set<string>();
  doc.descendants((node) => {
    const src = String(node.attrs['src'] ?? '');
    if (node.type.name === 'picture' && !src.startsWith(imagePath)) found.add(src);
  });
  return [...found];
};

const placesOf = (doc: Node, address: string) => {
  const places: { at: number; node: Node }[] = [];
  doc.descendants((node, at) => {
    if (node.type.name === 'picture' && node.attrs['src'] === address) places.push({ at, node });
  });
  return places;
};

/** Not added to the undo history: undo removes the pasted picture and never restores the foreign address. */
const replacePictures = (
  { state, view }: Editor,
  address: string,
  copy: { url: string; width: number; height: number },
) => {
  const change = state.tr.setMeta('addToHistory', false);
  for (const { at, node } of placesOf(state.doc, address)) {
    change.setNodeAttribute(at, 'src', copy.url);
    if (node.attrs['width'] !== '' && node.attrs['height'] !== '') continue;
    change.setNodeAttribute(at, 'width', String(copy.width));
    change.setNodeAttribute(at, 'height', String(copy.height));
  }
  if (change.docChanged) view.dispatch(change);
};

const removePictures = ({ state, view }: Editor, address: string) => {
  const change = state.tr;
  for (const { at, node } of placesOf(state.doc, address).toReversed())
    change.delete(at, at + node.nodeSize);
  if (change.docChanged) view.dispatch(change);
};
