import { ActionIcon, Flex, Stack, Text, TextInput } from '@mantine/core';
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
    <Stack gap="sm" w="min(300px, calc(100vw - 72px))" p="xs">
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
        <Text variant="meta" c="dimmed" role="status">
          No emoji found
        </Text>
      ) : (
        <Flex wrap="wrap" className={styles.emojis}>
          {found.map(({ emoji, name }) => (
            <ActionIcon
              key={name}
              fz={18}
              aria-label={name}
              title={name}
              onClick={() => onPick(emoji)}
            >
              {emoji}
            </ActionIcon>
          ))}
        </Flex>
      )}
    </Stack>
  );
};
