import { IconVideo } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { embedOf } from 'staffroom-contract/shared/embeds.ts';
import { AddressForm } from './address-form.tsx';
import { insertBlock } from './editing.ts';
import { ToolPopover } from './tool-popover.tsx';

/** Inserts the player of a YouTube or Vimeo address. */
export const EmbedTool = ({ editor, disabled }: { editor: Editor; disabled: boolean }) => (
  <ToolPopover name="Embedded" icon={IconVideo} disabled={disabled}>
    {(close) => (
      <AddressForm
        label="Video address"
        placeholder="https://www.youtube.com/watch?v="
        action="Insert video"
        onTake={(address) => {
          const embed = embedOf(address);
          if (!embed) return 'Only YouTube and Vimeo videos can be embedded.';
          insertBlock(editor, 'video', embed);
          close();
          return undefined;
        }}
      />
    )}
  </ToolPopover>
);
