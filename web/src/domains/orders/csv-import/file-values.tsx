import { importColumns } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { fileHints } from './csv-import-amounts.ts';
import { wantedLessons } from './csv-import-plan.ts';
import type { RowPlan } from './use-row-plan.ts';
import styles from './file-values.module.css';

/** The row as printed, and beside it how each cell was understood. */
export const FileValues = ({ plan }: { plan: RowPlan }) => {
  const { row } = plan;
  const hints = fileHints(row, {
    lessons: plan.tuitionClass && wantedLessons(row, plan.edit, plan.lessons).length,
  });
  return (
    <section className={styles.values} aria-labelledby="csv-file-values">
      <h3 className={styles.title} id="csv-file-values">
        In the file
      </h3>
      <dl className={styles.list}>
        {importColumns.map((column) => {
          const hint = hints[column];
          return (
            <div key={column} className={styles.entry}>
              <dt>{column}</dt>
              <dd>
                {row.cells[column] ?? ''}
                {hint && (
                  <span className={styles.hint} data-warns={hint.warns || undefined}>
                    {hint.text}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
};
