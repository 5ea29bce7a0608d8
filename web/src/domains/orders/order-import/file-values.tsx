import { Button, TextInput, Group, Text, Box } from '@mantine/core';
import { IconArrowMerge, IconRowInsertTop, IconTrash } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { importColumns } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { cellsOf, matchColumns } from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { RowMenu, type RowAction } from '../../../ui/row-menu.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { fileHints } from './order-import-amounts.ts';
import { useRepairImportRow } from './order-import.api.ts';
import { columnsOfRow, insertCell, joinCells, removeCell, rowCells } from './file-cells.ts';
import styles from './file-values.module.css';
import type { OrderImport } from './use-order-import.ts';
import type { RowPlan } from './use-row-plan.ts';

type Props = { orderImport: OrderImport; plan: RowPlan };

/** The row as printed, with the interpreted value beside each cell; its cells can be corrected here. */
export const FileValues = ({ orderImport, plan }: Props) => {
  const { row, edit } = plan;
  const isRepairable = ['open', 'skipped', 'rejected'].includes(row.state) && !orderImport.running;
  const correct = (cells: readonly string[] | undefined) =>
    orderImport.dispatch({ type: 'row edited', row: row.row, edit: { cells } });
  return (
    <section aria-labelledby="import-file-values">
      <Group justify="space-between">
        <Text
          component="h3"
          px={0}
          pt="xs"
          pb="sm"
          variant="strong"
          fw={600}
          c="bright"
          id="import-file-values"
        >
          In the file
        </Text>
        {isRepairable && edit.cells === undefined && (
          <Button size="xs" onClick={() => correct(rowCells(row))}>
            Correct cells
          </Button>
        )}
      </Group>
      {edit.cells === undefined ? (
        <PrintedCells plan={plan} />
      ) : (
        <CellsForm orderImport={orderImport} plan={plan} cells={edit.cells} onChange={correct} />
      )}
    </section>
  );
};

const PrintedCells = ({ plan }: { plan: RowPlan }) => {
  const { row, assessed, edit } = plan;
  // Lessons that the user chose are not counted as found.
  const isFound = assessed.class !== null && edit.lessons === undefined;
  const hints = fileHints(row, { lessons: isFound ? assessed.lesson.length : null });
  return (
    <Box component="dl">
      {importColumns.map((column) => {
        const hint = hints[column];
        return (
          <Text key={column} className={styles.entry} component="div" py={5} px={0} variant="body">
            <dt>{column}</dt>
            <dd>
              {row.cells[column] ?? ''}
              {hint && (
                <Text span ml="sm" variant="meta" c={hint.warns ? 'warning' : 'dimmed'}>
                  {hint.text}
                </Text>
              )}
            </dd>
          </Text>
        );
      })}
    </Box>
  );
};

type FormProps = Props & {
  cells: readonly string[];
  /** undefined ends the correction. */
  onChange: (cells: readonly string[] | undefined) => void;
};

/** Every cell of the row with its column, including those beyond the header. */
const CellsForm = ({ orderImport, plan: { row }, cells, onChange }: FormProps) => {
  const repair = useRepairImportRow();
  const columns = columnsOfRow(row);
  const surplus = cells.length - columns.length;
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);

  const save = async () => {
    if (orderImport.state.importId === null) return;
    try {
      const answer = await repair.mutateAsync({
        params: { importId: orderImport.state.importId, row: row.row },
        body: { cells: cellsOf(cells, matchColumns(columns)) },
      });
      orderImport.dispatch({ type: 'row repaired', row: answer.data });
      orderImport.followRows();
    } catch (error) {
      showSnackbar(sentenceOf(error));
    }
  };

  return (
    <div>
      {cells.map((cell, place) => {
        const label = columns[place] ?? `Surplus cell ${place - columns.length + 1}`;
        const acts: RowAction[] = [
          ...(place < cells.length - 1
            ? [
                {
                  label: 'Join with the next cell',
                  icon: IconArrowMerge,
                  onClick: () => onChange(joinCells(cells, place)),
                },
              ]
            : []),
          {
            label: 'Insert an empty cell above',
            icon: IconRowInsertTop,
            onClick: () => onChange(insertCell(cells, place)),
          },
          {
            label: 'Remove this cell',
            icon: IconTrash,
            danger: true,
            onClick: () => onChange(removeCell(cells, place)),
          },
        ];
        return (
          // A cell has no id: its position in the row is its key.
          <Group key={place} gap="xs" align="flex-end" py="xs">
            <TextInput
              flex={1}
              ref={place === 0 ? first : undefined}
              label={label}
              {...(place >= columns.length && { className: styles.surplus ?? '' })}
              size="xs"
              maxLength={5000}
              autoComplete="off"
              value={cell}
              onChange={(event) => onChange(cells.with(place, event.currentTarget.value))}
            />
            <RowMenu of={label} actions={acts} />
          </Group>
        );
      })}
      <Group className={styles.footer} justify="flex-end" wrap="wrap">
        <Text
          flex="1 1 100%"
          variant="meta"
          c={surplus === 0 ? 'secondary' : 'warning'}
          role="status"
        >
          {countWords(surplus, cells.length)}
        </Text>
        <Button size="xs" onClick={() => onChange(undefined)}>
          Cancel
        </Button>
        <Button
          size="xs"
          variant="filled"
          disabled={surplus !== 0 || orderImport.running}
          loading={repair.isPending}
          onClick={() => void save()}
        >
          Save cells
        </Button>
      </Group>
    </div>
  );
};

const countWords = (surplus: number, count: number) => {
  if (surplus === 0) return `${formatCount(count, 'cell')}, as in the header`;
  const cells = formatCount(Math.abs(surplus), 'cell');
  return surplus > 0
    ? `${cells} too many. Join cells that belong together, or remove one.`
    : `${cells} too few. Insert an empty cell where one is missing.`;
};
