import { VisuallyHidden, Flex, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { bareWords } from '../lib/bare-words.ts';
import { Clip } from './clip.tsx';
import { Panel } from './panel.tsx';
import { RichTextView } from './rich-text/rich-text-view.tsx';
import { WordButton } from './word-button.tsx';
import styles from './fact-strip.module.css';

type Props = {
  label: string;
  /** Formatted text below the facts; '' if empty. */
  description: string;
  /** Puts the description beside the facts; text that does not fit is unfolded below. */
  isBeside?: boolean;
  children: ReactNode;
};

/** Facts of a record side by side in one frame. */
export const FactStrip = ({ label, description, isBeside = false, children }: Props) => {
  const words = bareWords(description);
  const isLong = isBeside
    ? words.length > lettersBeside || hasBlocks.test(description)
    : words.length > lettersBelow;
  const [isWhole, setWhole] = useState(false);
  const readAll = isLong && (
    <Text component="div" variant="label" c="accent">
      <WordButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
        {isWhole ? 'Read less' : 'Read all'}
      </WordButton>
    </Text>
  );
  return (
    <Panel label={label}>
      <VisuallyHidden component="h2">{label}</VisuallyHidden>
      <Flex className={styles.facts} component="dl">
        {children}
        {isBeside && description !== '' && (
          <StripFact
            label="Description"
            main={
              isLong ? <Clip display="block">{words}</Clip> : <RichTextView html={description} />
            }
            about={readAll}
          />
        )}
      </Flex>
      {description !== '' && (!isBeside || isWhole) && (
        <section className={styles.description} aria-label="Description">
          <div data-cut={(isLong && !isWhole) || undefined}>
            <RichTextView html={description} />
          </div>
          {!isBeside && readAll}
        </section>
      )}
    </Panel>
  );
};

/** Approximate number of characters in two lines: of a fact's width, and of the widest strip. */
const lettersBeside = 56;
const lettersBelow = 240;
/** Elements that do not fit in a line of text. */
const hasBlocks = /<(img|iframe|table|li|h\d)\b/;

type FactProps = { label: string; main: ReactNode; about?: ReactNode };

/** One fact; `about` is a detail below it. */
export const StripFact = ({ label, main, about }: FactProps) => (
  <Stack className={styles.fact} gap={2} miw={0} variant="meta">
    <Text component="dt" inherit c="dimmed">
      {label}
    </Text>
    <Text component="dd" variant="button" c="bright">
      {main}
    </Text>
    {about && (
      <Text component="dd" inherit c="secondary">
        {about}
      </Text>
    )}
  </Stack>
);
