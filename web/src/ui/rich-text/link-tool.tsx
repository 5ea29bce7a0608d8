import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { isEmail } from 'staffroom-contract/shared/text.ts';
import { safeLink } from 'staffroom-contract/shared/rich-text.ts';
import { inText } from './editing.ts';
import { AddressForm } from './address-form.tsx';
import { ToolPopover } from './tool-popover.tsx';

/** The link of a typed address, which may lack its scheme. */
const linkOf = (typed: string) => {
  const address = typed.trim();
  if (isEmail(address)) return `mailto:${address}`;
  return (
    safeLink(address) ??
    (/^[\w-]+(\.[\w-]+)+/.test(address) ? safeLink(`https://${address}`) : undefined)
  );
};

/** Links the selected words, or inserts the address if nothing is selected. */
export const LinkTool = ({ editor, disabled }: { editor: Editor; disabled: boolean }) => {
  const { isLink, present } = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      isLink: now.isActive('link'),
      present: String(now.getAttributes('link')['href'] ?? ''),
    }),
  });
  const take = (typed: string) => {
    const href = linkOf(typed);
    if (href === undefined) return 'This is not a web, e-mail or phone address.';
    const chain = inText(editor).extendMarkRange('link');
    if (editor.state.selection.empty && !isLink)
      chain
        .insertContent({
          type: 'text',
          text: typed.trim(),
          marks: [{ type: 'link', attrs: { href } }],
        })
        .run();
    else chain.setLink({ href }).run();
    return undefined;
  };
  return (
    <ToolPopover name="Link" icon={IconLink} pressed={isLink} disabled={disabled}>
      {(close) => (
        <AddressForm
          label="Link address"
          placeholder="https://"
          initial={present}
          action="Save link"
          onTake={(address) => {
            const problem = take(address);
            if (problem === undefined) close();
            return problem;
          }}
        >
          {isLink && (
            <Button
              variant="subtle"
              onClick={() => {
                inText(editor).extendMarkRange('link').unsetLink().run();
                close();
              }}
            >
              Remove link
            </Button>
          )}
        </AddressForm>
      )}
    </ToolPopover>
  );
};
