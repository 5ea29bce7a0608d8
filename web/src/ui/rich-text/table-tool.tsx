import { Button, Checkbox, NumberInput, Stack, UnstyledButton } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useEditorState, type ChainedCommands, type Editor } from '@tiptap/react';
import { useState, type KeyboardEvent } from 'react';
import { inText } from './editing.ts';
import { ToolPopover } from './tool-popover.tsx';
import styles from './toolbar.module.css';

/** Inserts a table, or edits the table around the caret. */
export const TableTool = ({ editor, disabled }: { editor: Editor; disabled: boolean }) => {
  const isInTable = useEditorState({ editor, selector: ({ editor: now }) => isIn(now) });
  return (
    <ToolPopover name="Table" icon={IconTable} pressed={isInTable} disabled={disabled}>
      {(close) =>
        isInTable ? (
          <TableActs editor={editor} close={close} />
        ) : (
          <NewTable editor={editor} close={close} />
        )
      }
    </ToolPopover>
  );
};

type Props = { editor: Editor; close: () => void };

const isIn = (editor: Editor) => editor.isActive('table');

const most = { rows: 50, columns: 20 };

const NewTable = ({ editor, close }: Props) => {
  const [rows, setRows] = useState<number | string>(3);
  const [columns, setColumns] = useState<number | string>(3);
  const [withHeaderRow, setHeaderRow] = useState(true);
  const insert = () => {
    const size = { rows: within(rows, most.rows), cols: within(columns, most.columns) };
    inText(editor)
      .insertTable({ ...size, withHeaderRow })
      .run();
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    insert();
  };
  return (
    <Stack gap="sm" w="min(300px, calc(100vw - 72px))" p="xs">
      <NumberInput
        data-autofocus
        label="Rows"
        min={1}
        max={most.rows}
        allowDecimal={false}
        value={rows}
        onChange={setRows}
        onKeyDown={onKeyDown}
      />
      <NumberInput
        label="Columns"
        min={1}
        max={most.columns}
        allowDecimal={false}
        value={columns}
        onChange={setColumns}
        onKeyDown={onKeyDown}
      />
      <Checkbox
        label="First row is a heading"
        checked={withHeaderRow}
        onChange={(event) => setHeaderRow(event.currentTarget.checked)}
      />
      <Button onClick={insert}>Insert table</Button>
    </Stack>
  );
};

const within = (typed: number | string, highest: number) =>
  Math.min(Math.max(Math.trunc(Number(typed)) || 1, 1), highest);

const acts: readonly (readonly [name: string, act: (chain: ChainedCommands) => ChainedCommands])[] =
  [
    ['Add row above', (chain) => chain.addRowBefore()],
    ['Add row below', (chain) => chain.addRowAfter()],
    ['Add column before', (chain) => chain.addColumnBefore()],
    ['Add column after', (chain) => chain.addColumnAfter()],
    ['Merge cells', (chain) => chain.mergeCells()],
    ['Split cell', (chain) => chain.splitCell()],
    ['Heading row on or off', (chain) => chain.toggleHeaderRow()],
    ['Delete row', (chain) => chain.deleteRow()],
    ['Delete column', (chain) => chain.deleteColumn()],
    ['Delete table', (chain) => chain.deleteTable()],
  ];

const TableActs = ({ editor, close }: Props) => (
  <Stack gap={0} miw={160}>
    {acts
      .filter(([, act]) => act(editor.can().chain()).run())
      .map(([name, act]) => (
        <UnstyledButton
          key={name}
          className={styles.item ?? ''}
          onClick={() => {
            act(inText(editor)).run();
            close();
          }}
        >
          {name}
        </UnstyledButton>
      ))}
  </Stack>
);
