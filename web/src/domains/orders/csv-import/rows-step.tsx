import { NativeSelect } from '@mantine/core';
import { useCallback, type ReactNode } from 'react';
import { nameOf, statusTextOf } from './csv-import-labels.ts';
import { isOrderable } from './csv-import-plan.ts';
import { FileValues } from './file-values.tsx';
import { RowForm } from './row-form.tsx';
import { RowList } from './row-list.tsx';
import { RowProgress } from './row-progress.tsx';
import { RunPanel } from './run-panel.tsx';
import styles from './rows-step.module.css';
import type { CsvImport } from './use-csv-import.ts';
import type { RowPlan } from './use-row-plan.ts';
import { useStacked } from './use-stacked.ts';
import { WhatItWouldDo } from './what-it-would-do.tsx';

type Props = {
  csv: CsvImport;
  plan: RowPlan;
  /** Buttons to the other steps; they stand in the footer where that has room. */
  ways: ReactNode;
};

/** Step 3 (picture 04): each row is confirmed or skipped, with what it would do beside it. */
export const RowsStep = ({ csv, plan, ways }: Props) => {
  const { state } = csv;
  const stacked = useStacked();
  const { dispatch } = csv;
  const select = useCallback((row: number) => dispatch({ type: 'row selected', row }), [dispatch]);

  return (
    <div className={styles.step}>
      <RowProgress rows={state.rows} current={state.current} fileName={state.file?.name ?? ''} />
      <div className={styles.columns}>
        <div className={styles.list}>
          {stacked ? (
            <NativeSelect
              className={styles.select}
              label="Row"
              value={String(state.current)}
              onChange={(event) => select(Number(event.currentTarget.value))}
              data={state.rows.map((row) => ({
                value: String(row.row),
                label: `${row.row} ${nameOf(row)}, ${statusTextOf(row)}`,
              }))}
            />
          ) : (
            <RowList
              rows={state.rows}
              current={state.current}
              problemsNow={plan.waiting.total}
              problemsLeft={plan.waiting.left}
              onSelect={select}
            />
          )}
          <RunPanel csv={csv} />
        </div>
        <div className={styles.file}>
          <FileValues plan={plan} />
          {stacked && <div className={styles.ways}>{ways}</div>}
        </div>
        <div className={styles.form}>
          <RowForm csv={csv} plan={plan} />
        </div>
        <div className={styles.effect}>
          {isOrderable(plan.row) && (
            <WhatItWouldDo
              plan={plan}
              code={state.discount?.code ?? csv.progress?.discount_code ?? null}
            />
          )}
        </div>
      </div>
    </div>
  );
};
