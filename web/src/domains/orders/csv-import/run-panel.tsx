import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { ImportProgress } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { formatCount } from '../../../lib/formats.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Progress } from '../../../ui/meter.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useResumeImport, useRunImport, useStopImport } from './csv-import.api.ts';
import { countRows } from './csv-import-labels.ts';
import styles from './run-panel.module.css';
import type { CsvImport } from './use-csv-import.ts';

const label = 'Confirm all rows without problems';

/** Orders the rows that nobody needs to look at, on the server; can be stopped and resumed. */
export const RunPanel = ({ csv }: { csv: CsvImport }) => {
  const { progress, state } = csv;
  const counts = countRows(state.rows);
  const actions = useRunActions(csv);
  if (!progress || state.importId === null) return null;
  const { run, run_done: done, run_total: total } = progress;
  const left = run === 'running' || run === 'stopped' ? Math.max(0, total - done) : counts.ready;

  if (run === 'idle' || (run === 'done' && counts.ready > 0))
    return (
      <section className={styles.panel} aria-label="Rows without problems">
        <Button fullWidth onClick={actions.start} loading={actions.busy} disabled={left === 0}>
          {label}
        </Button>
        <p className={styles.words}>
          {counts.ready.toLocaleString('en-SG')} ready, {stayWords(counts.person)}
        </p>
      </section>
    );
  return (
    <section className={styles.panel} aria-label={label}>
      <h3 className={styles.title}>{label}</h3>
      <p className={styles.figures}>
        <span role="status">{runWords(progress)}</span>
        <strong>{total > 0 ? Math.round((100 * done) / total) : 100}%</strong>
      </p>
      <Progress label={label} value={done} total={total} />
      {run !== 'done' && (
        <div className={styles.controls}>
          {run === 'running' ? (
            <Button
              size="xs"
              leftSection={<IconPlayerStop size={15} stroke={1.7} />}
              onClick={actions.stop}
              loading={actions.busy}
            >
              Stop
            </Button>
          ) : (
            <Button
              size="xs"
              leftSection={<IconPlayerPlay size={15} stroke={1.7} />}
              onClick={actions.resume}
              loading={actions.busy}
            >
              Resume
            </Button>
          )}
          <span className={styles.words}>
            {formatCount(left, 'row')} left, {stayWords(counts.person)}
          </span>
        </div>
      )}
    </section>
  );
};

const stayWords = (count: number) =>
  `${count.toLocaleString('en-SG')} ${count === 1 ? 'stays' : 'stay'} for you`;

const runWords = ({ run, run_done: done, run_total: total }: ImportProgress) => {
  const figures = `${done.toLocaleString('en-SG')} of ${formatCount(total, 'row')}`;
  if (run === 'running') return `Ordering, ${figures}`;
  return run === 'stopped' ? `Stopped after ${figures}` : `Done, ${figures}`;
};

const useRunActions = (csv: CsvImport) => {
  const run = useRunImport();
  const stop = useStopImport();
  const resume = useResumeImport();
  const confirm = useConfirm();
  const { importId, rows, edits } = csv.state;

  const act = async (send: () => Promise<{ data: ImportProgress }>) => {
    try {
      csv.noteProgress((await send()).data);
    } catch (error) {
      showSnackbar(sentenceOf(error));
    }
  };
  /** The run orders rows as the file has them, so corrections of ready rows would be passed over. */
  const mayStart = async () => {
    const corrected = rows.filter(
      (row) => row.state === 'open' && row.without_problems && edits[row.row],
    );
    if (corrected.length === 0) return true;
    return confirm({
      title: 'Order the corrected rows as in the file?',
      message: `${corrected.length === 1 ? 'Row' : 'Rows'} ${corrected.map((row) => row.row).join(', ')} would be ordered without your changes. Order them one by one to keep the changes.`,
      confirmLabel: 'Order as in the file',
    });
  };

  if (importId === null) return { start: () => {}, stop: () => {}, resume: () => {}, busy: false };
  const params = { importId };
  return {
    start: () =>
      void (async () => {
        if (await mayStart()) await act(() => run.mutateAsync({ body: { import_id: importId } }));
      })(),
    stop: () => void act(() => stop.mutateAsync({ params })),
    resume: () =>
      void (async () => {
        if (await mayStart()) await act(() => resume.mutateAsync({ params }));
      })(),
    busy: run.isPending || stop.isPending || resume.isPending,
  };
};
