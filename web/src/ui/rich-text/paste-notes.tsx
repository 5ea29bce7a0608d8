import { Button, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { PictureCopies } from './use-copied-pictures.ts';

type Props = {
  copies: PictureCopies;
  foreign: number;
  /** Sentence about left-out parts of a paste: "1 picture was left out." */
  leftOut: string | undefined;
  disabled: boolean;
};

/** Shows what a paste left out, and the state of pictures from other websites; scrolls into view when new. */
export const PasteNotes = ({ copies, foreign, leftOut, disabled }: Props) => {
  const { copying, failed, problem } = copies;
  const isCopying = copying > 0;
  const isForeign = foreign > 0 && !isCopying;
  const notes = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The editor may fill its dialog, so the notes may be out of view.
    if (leftOut !== undefined || failed.length > 0)
      notes.current?.scrollIntoView({ block: 'nearest' });
  }, [leftOut, failed.length]);
  if (leftOut === undefined && !isCopying && !isForeign && failed.length === 0) return undefined;
  return (
    <Text ref={notes} component="div" variant="meta" c="warning" mt="xs" role="status">
      {leftOut !== undefined && <p>{leftOut}</p>}
      {isCopying && (
        <p>{copying === 1 ? 'Copying 1 picture …' : `Copying ${copying} pictures …`}</p>
      )}
      {notCopiedSentences(failed).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {problem !== undefined && <p>{problem}</p>}
      {isForeign && (
        <p>
          {foreign === 1
            ? 'An image is loaded from another website'
            : `${foreign} images are loaded from other websites`}{' '}
          and can change or disappear there.{' '}
          {failed.length > 0 ? 'To keep it, insert it as a file.' : ''}
          {!disabled && failed.length === 0 && (
            <Button variant="subtle" size="compact-xs" onClick={copies.copyAll}>
              {foreign === 1 ? 'Copy it' : 'Copy them'}
            </Button>
          )}
        </p>
      )}
    </Text>
  );
};

/** "1 picture could not be copied from example.org.", one sentence per website. */
const notCopiedSentences = (failed: PictureCopies['failed']): string[] => {
  const counts = new Map<string, number>();
  for (const { host, isLeftOut } of failed) {
    const rest = `could not be copied from ${host}${isLeftOut ? ' and' : '.'}`;
    counts.set(rest, (counts.get(rest) ?? 0) + 1);
  }
  return [...counts].map(([rest, count]) => {
    const words = `${count} ${count === 1 ? 'picture' : 'pictures'} ${rest}`;
    return rest.endsWith('.') ? words : `${words} ${count === 1 ? 'was' : 'were'} left out.`;
  });
};
