import { Stack, UnstyledButton } from '@mantine/core';
import { IconCheck, IconPalette } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { richTextColours } from 'staffroom-contract/shared/rich-text.ts';
import { inText } from './editing.ts';
import text from './rich-text.module.css';
import { colourAttributes } from './text-colour.ts';
import { ToolPopover } from './tool-popover.tsx';
import styles from './toolbar.module.css';

/** Sets the colour of the selection, from a few that are legible in both themes. */
export const ColourTool = ({ editor, disabled }: { editor: Editor; disabled: boolean }) => {
  const chosen = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      richTextColours.find(({ value }) => now.isActive('textColour', colourAttributes(value)))
        ?.name,
  });
  return (
    <ToolPopover
      name="Colour"
      icon={IconPalette}
      pressed={chosen !== undefined}
      disabled={disabled}
    >
      {(close) => {
        const choose = (value: string | undefined) => {
          const chain = inText(editor);
          if (value) chain.setMark('textColour', colourAttributes(value)).run();
          else chain.unsetMark('textColour').run();
          close();
        };
        return (
          <Stack gap={0} miw={160}>
            {[{ name: 'No colour', value: undefined }, ...richTextColours].map(
              ({ name, value }) => (
                <UnstyledButton
                  key={name}
                  className={styles.item ?? ''}
                  aria-pressed={name === (chosen ?? 'No colour')}
                  onClick={() => choose(value)}
                >
                  <span
                    className={`${text.swatch} ${styles.swatch}`}
                    style={value ? { color: value } : undefined}
                    data-none={value === undefined || undefined}
                  />
                  {name}
                  <IconCheck size={15} stroke={2} aria-hidden="true" />
                </UnstyledButton>
              ),
            )}
          </Stack>
        );
      }}
    </ToolPopover>
  );
};
