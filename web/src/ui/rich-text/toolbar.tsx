import { RichTextEditor as Kit } from '@mantine/tiptap';
import { IconPhoto } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { ColourTool } from './colour-tool.tsx';
import { EmbedTool } from './embed-tool.tsx';
import { EmojiTool } from './emoji-tool.tsx';
import { LinkTool } from './link-tool.tsx';
import { ToolButton } from './tool-button.tsx';
import styles from './toolbar.module.css';
import { toolGroups, type Tool } from './tools.ts';
import { useArrowKeys } from './use-arrow-keys.ts';

type Props = { editor: Editor; label: string; disabled: boolean; onImage: () => void };

/** The tools of part 2 §5 and no more. One stop for Tab; the arrows go from tool to tool. */
export const Toolbar = ({ editor, label, disabled, onImage }: Props) => {
  const arrows = useArrowKeys();
  const { inline, list, align, history } = toolGroups;
  const group = (name: string, tools: readonly Tool[]) => (
    <Kit.ControlsGroup role="group" aria-label={name} className={styles.group ?? ''}>
      {tools.map((tool) => (
        <SimpleTool key={tool.name} tool={tool} editor={editor} disabled={disabled} />
      ))}
    </Kit.ControlsGroup>
  );
  return (
    <Kit.Toolbar
      role="toolbar"
      aria-label={`Formatting of ${label}`}
      className={styles.toolbar ?? ''}
      {...arrows}
    >
      {group('Inline', inline)}
      {group('List', list)}
      {group('Text align', align)}
      <Kit.ControlsGroup role="group" aria-label="Insert" className={styles.group ?? ''}>
        <ColourTool editor={editor} disabled={disabled} />
        <LinkTool editor={editor} disabled={disabled} />
        <EmbedTool editor={editor} disabled={disabled} />
        <EmojiTool editor={editor} disabled={disabled} />
        <ToolButton name="Image" icon={IconPhoto} disabled={disabled} onClick={onImage} />
      </Kit.ControlsGroup>
      {group('History', history)}
    </Kit.Toolbar>
  );
};

const SimpleTool = ({
  tool,
  editor,
  disabled,
}: {
  tool: Tool;
  editor: Editor;
  disabled: boolean;
}) => {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      pressed: tool.isActive?.(now),
      cannot: tool.can ? !tool.can(now) : false,
    }),
  });
  return (
    <ToolButton
      name={tool.name}
      icon={tool.icon}
      keys={tool.keys}
      pressed={state.pressed}
      disabled={disabled || state.cannot}
      onClick={() => tool.run(editor)}
    />
  );
};
