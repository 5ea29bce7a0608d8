import { Flex } from '@mantine/core';
import { RichTextEditor as Kit } from '@mantine/tiptap';
import { IconDots, IconMathFunction, IconPhoto } from '@tabler/icons-react';
import { useEditorState, type Editor } from '@tiptap/react';
import { useState, type ReactElement } from 'react';
import { mainKey } from '../main-key.ts';
import { useNarrow } from '../use-narrow.ts';
import { ColourTool } from './colour-tool.tsx';
import { EmbedTool } from './embed-tool.tsx';
import { EmojiTool } from './emoji-tool.tsx';
import { LinkTool } from './link-tool.tsx';
import { TableTool } from './table-tool.tsx';
import { ToolButton } from './tool-button.tsx';
import styles from './toolbar.module.css';
import { toolGroups, type Tool } from './tools.ts';
import { useArrowKeys } from './use-arrow-keys.ts';

type Props = {
  editor: Editor;
  label: string;
  disabled: boolean;
  onImage: () => void;
  /** The formula palette is shown below. */
  hasPalette: boolean;
  onPalette: () => void;
};

/** The tools in the one row on phones; More tools shows the others. */
const everyday = new Set(['Bold', 'Italic', 'Bullet list', 'Ordered list', 'Link', 'Image']);

/** The tools of part 2 §5, and formulas. One tab stop; the arrow keys move between tools. */
export const Toolbar = (props: Props) => {
  const arrows = useArrowKeys();
  const narrow = useNarrow();
  const [isWhole, setWhole] = useState(false);
  const groups = groupsOf(props);
  const isEveryday = (name: string) => everyday.has(name);
  return (
    <Kit.Toolbar
      role="toolbar"
      aria-label={`Formatting of ${props.label}`}
      className={styles.toolbar ?? ''}
      {...arrows}
    >
      <Groups of={groups} which={narrow ? isEveryday : () => true} />
      {narrow && (
        <ToolButton
          name="More tools"
          icon={IconDots}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        />
      )}
      {narrow && isWhole && (
        <Flex flex="0 1 100%" wrap="wrap" rowGap="xs" columnGap="sm">
          <Groups of={groups} which={(name) => !isEveryday(name)} />
        </Flex>
      )}
    </Kit.Toolbar>
  );
};

type Group = { name: string; tools: readonly (readonly [name: string, tool: ReactElement])[] };

const groupsOf = ({ editor, disabled, onImage, hasPalette, onPalette }: Props): Group[] => {
  const { inline, list, align, history } = toolGroups;
  const simple = (name: string, tools: readonly Tool[]): Group => ({
    name,
    tools: tools.map((tool) => [
      tool.name,
      <SimpleTool key={tool.name} tool={tool} editor={editor} disabled={disabled} />,
    ]),
  });
  const common = { editor, disabled };
  return [
    simple('Inline', inline),
    simple('List', list),
    simple('Text align', align),
    {
      name: 'Insert',
      tools: [
        ['Colour', <ColourTool key="Colour" {...common} />],
        ['Link', <LinkTool key="Link" {...common} />],
        ['Embedded', <EmbedTool key="Embedded" {...common} />],
        ['Emoji', <EmojiTool key="Emoji" {...common} />],
        ['Table', <TableTool key="Table" {...common} />],
        [
          'Image',
          <ToolButton
            key="Image"
            name="Image"
            icon={IconPhoto}
            disabled={disabled}
            onClick={onImage}
          />,
        ],
      ],
    },
    simple('History', history),
    {
      name: 'Formulas',
      tools: [
        [
          'Formula',
          <ToolButton
            key="Formula"
            name="Formula"
            icon={IconMathFunction}
            keys={`${mainKey} M`}
            pressed={hasPalette}
            disabled={disabled}
            isNamed
            onClick={onPalette}
          />,
        ],
      ],
    },
  ];
};

const Groups = ({ of, which }: { of: readonly Group[]; which: (tool: string) => boolean }) =>
  of
    .map(({ name, tools }) => ({ name, shown: tools.filter(([tool]) => which(tool)) }))
    .filter(({ shown }) => shown.length > 0)
    .map(({ name, shown }) => (
      <Kit.ControlsGroup key={name} role="group" aria-label={name} className={styles.group ?? ''}>
        {shown.map(([, tool]) => tool)}
      </Kit.ControlsGroup>
    ));

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
