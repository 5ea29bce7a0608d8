import { TextInput, UnstyledButton } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { useState } from 'react';
import { inText } from './editing.ts';
import { emojisFor } from './emojis.ts';
import { ToolPopover } from './tool-popover.tsx';
import styles from './toolbar.module.css';

/** Inserts an emoji, searched by name. */
export const EmojiTool = ({ editor, disabled }: { editor: Editor; disabled: boolean }) => (
  <ToolPopover name="Emoji" icon={IconMoodSmile} disabled={disabled}>
    {(close) => (
      <EmojiPicker
        onPick={(emoji) => {
          inText(editor).insertContent({ type: 'text', text: emoji }).run();
          close();
        }}
      />
    )}
  </ToolPopover>
);

const EmojiPicker = ({ onPick }: { onPick: (emoji: string) => void }) => {
  const [search, setSearch] = useState('');
  const found = emojisFor(search);
  return (
    <div className={styles.address}>
      <TextInput
        data-autofocus
        label="Search emoji"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          event.stopPropagation();
          if (found[0] && search.trim() !== '') onPick(found[0].emoji);
        }}
      />
      {found.length === 0 ? (
        <p className={styles.none} role="status">
          No emoji found
        </p>
      ) : (
        <div className={styles.emojis}>
          {found.map(({ emoji, name }) => (
            <UnstyledButton
              key={name}
              className={styles.emoji ?? ''}
              aria-label={name}
              title={name}
              onClick={() => onPick(emoji)}
            >
              {emoji}
            </UnstyledButton>
          ))}
        </div>
      )}
    </div>
  );
};
