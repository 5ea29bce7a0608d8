import { Checkbox, TextInput, Text, Stack } from '@mantine/core';
import { importColumns } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import {
  cellsOf,
  matchColumns,
  type ImportCells,
} from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { placeAmong, problemsOfFailure } from '../../../lib/form-problems.ts';
import { formatCount } from '../../../lib/formats.ts';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { Panel, PanelScroll } from '../../../ui/panel.tsx';
import { useFocusOnProblem } from '../../../ui/use-focus-on-problem.ts';
import type { CsvTable } from './order-import-text.ts';
import { FocusHeading } from './row-parts.tsx';

/** Rows shown before anything is sent (part 2 §9, CSV columns). */
const previewedRows = 3;

export type CodeChoice = { code: string; without: boolean };

/** Proceed needs a discount code or the box (part 2 §5, CSV). */
export const mayProceed = (choice: CodeChoice) => choice.without || choice.code.trim() !== '';

type Props = {
  file: CsvTable & { name: string };
  choice: CodeChoice;
  onChoice: (choice: CodeChoice) => void;
  /** Why the dry run was refused. */
  refusal: Error | null;
};

/** Step 2: the first rows as printed, and the discount code for all of them. */
export const PreviewStep = ({ file, choice, onChoice, refusal }: Props) => {
  const problems = problemsOfFailure(refusal, placeAmong(['discount_code']));
  const step = useFocusOnProblem(refusal);
  const match = matchColumns(file.columns);
  const first = file.rows.slice(0, previewedRows).map((cells, index) => ({
    cells: cellsOf(cells, match),
    row: index + 1,
  }));
  return (
    <Stack ref={step}>
      <div>
        <FocusHeading about="Preview">Preview</FocusHeading>
        <Text variant="meta" c="secondary">
          {file.name}, {formatCount(file.rows.length, 'row')}
        </Text>
      </div>
      {problems.form && <FormProblem text={problems.form} />}
      <Panel>
        <PanelScroll label="First rows of the file">
          <DataTable
            caption={`The first ${first.length} of ${formatCount(file.rows.length, 'row')}`}
            columns={columns}
            rows={first}
            rowKey={(row) => String(row.row)}
            state={{ status: 'ready', refetching: false, error: null, retry: () => {} }}
            noun="rows"
            empty={null}
          />
        </PanelScroll>
      </Panel>
      {match.extra.length > 0 && (
        <Text variant="meta" c="secondary">
          The column(s) {match.extra.join(', ')} are not needed and will be left out.
        </Text>
      )}
      <Stack maw={360}>
        <TextInput
          label="Discount code"
          description="For every row to which it applies"
          value={choice.code}
          disabled={choice.without}
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          error={problems.discount_code}
          onChange={(event) =>
            onChoice({ ...choice, code: event.currentTarget.value.toUpperCase() })
          }
        />
        <Checkbox
          label="Continue without discount code"
          checked={choice.without}
          onChange={(event) => onChoice({ code: '', without: event.currentTarget.checked })}
        />
      </Stack>
    </Stack>
  );
};

type PreviewRow = { cells: ImportCells; row: number };

const columns: Column<PreviewRow>[] = importColumns.map((column) => ({
  key: column,
  header: column,
  width: column === 'name' || column === 'class' || column === 'email' ? 180 : 110,
  lead: column === 'name',
  text: ({ cells }) => cells[column] ?? '',
}));
