import { Button, NativeSelect, Stack, Flex, Text, Box, Group } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import {
  memo,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import type { ImportProgress } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { formatCount } from '../../../lib/formats.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Progress } from '../../../ui/meter.tsx';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { useStacked } from '../../../ui/use-narrow.ts';
import {
  countRows,
  lookOf,
  nameOf,
  segmentsOf,
  statusTextOf,
  type RowLook,
} from './order-import-labels.ts';
import { isOrderable } from './order-import-plan.ts';
import type { RowOnScreen } from './order-import-state.ts';
import { useResumeImport, useRunImport, useStopImport } from './order-import.api.ts';
import { FileValues } from './file-values.tsx';
import { UnansweredOrder } from '../unanswered-order.tsx';
import { RowForm } from './row-form.tsx';
import { RowCounts, RowDot } from './row-parts.tsx';
import styles from './rows-step.module.css';
import type { OrderImport } from './use-order-import.ts';
import type { RowPlan } from './use-row-plan.ts';
import { WhatItWouldDo } from './what-it-would-do.tsx';

type Props = {
  orderImport: OrderImport;
  plan: RowPlan;
  /** Buttons to the other steps; shown in the footer if it has space. */
  ways: ReactNode;
};

/** Step 3 (picture 04): each row is confirmed or skipped, with its effects beside it. */
export const RowsStep = ({ orderImport, plan, ways }: Props) => {
  const { state, dispatch, progress } = orderImport;
  const stacked = useStacked();
  const select = useCallback((row: number) => dispatch({ type: 'row selected', row }), [dispatch]);

  return (
    <Stack className={styles.step} gap={0}>
      <RowProgress rows={state.rows} current={state.current} fileName={state.fileName} />
      <div className={styles.columns}>
        <div className={styles.list}>
          {stacked ? (
            <NativeSelect
              px="md"
              py="sm"
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
          {progress && state.importId !== null && (
            <RunPanel orderImport={orderImport} progress={progress} importId={state.importId} />
          )}
        </div>
        <div className={styles.file}>
          <FileValues key={plan.row.row} orderImport={orderImport} plan={plan} />
          {stacked && <Box mt="lg">{ways}</Box>}
        </div>
        <div className={styles.form}>
          <RowForm orderImport={orderImport} plan={plan} />
        </div>
        <div className={styles.effect}>
          {plan.row.isUnanswered ? (
            <UnansweredOrder />
          ) : (
            isOrderable(plan.row) && (
              <WhatItWouldDo plan={plan} code={progress?.discount_code ?? null} />
            )
          )}
        </div>
      </div>
    </Stack>
  );
};

type ProgressProps = { rows: readonly RowOnScreen[]; current: number; fileName: string };

const shownLooks: readonly (readonly [RowLook, string, string?])[] = [
  ['processed', 'processed'],
  ['cancelled', 'order cancelled', 'orders cancelled'],
  ['skipped', 'skipped'],
  ['rejected', 'rejected'],
  ['person', 'needs a person', 'need a person'],
];

/** Position in the file: one segment per row in its status colour, and the counts in words. */
const RowProgress = ({ rows, current, fileName }: ProgressProps) => {
  const counts = useMemo(() => countRows(rows), [rows]);
  const looks = shownLooks.filter(([look]) => look !== 'cancelled' || counts.cancelled > 0);
  const segments = useMemo(() => segmentsOf(rows, current), [rows, current]);
  return (
    <Flex
      className={styles.line}
      rowGap="sm"
      columnGap="xl"
      align="center"
      mih={40}
      variant="meta"
      c="secondary"
    >
      <Text className={styles.where} inherit truncate miw={0}>
        <Text span variant="strong" fw={600} c="bright">
          Row {current} of {rows.length.toLocaleString('en-SG')}
        </Text>{' '}
        <Box component="span" ml="xs">
          {fileName}
        </Box>
      </Text>
      <Group className={styles.segments} gap={2} miw={0} h={18} aria-hidden="true">
        {segments.map((segment) => (
          <Box
            key={segment.first}
            className={styles.segment}
            component="span"
            flex={1}
            miw={0}
            maw={24}
            data-look={segment.look}
            data-current={segment.isCurrent || undefined}
          />
        ))}
      </Group>
      <RowCounts
        counts={looks.map(([look, one, many]) => [
          look,
          formatCount(counts[look], one, many ?? one),
        ])}
      />
    </Flex>
  );
};

/** Row height in pixels; only visible rows are rendered, so that 5,000 are as fast as 40. */
const rowHeight = 28;
const spareRows = 12;

type ListProps = {
  rows: readonly RowOnScreen[];
  current: number;
  /** The current row's problems, with its corrections applied. */
  problemsNow: number;
  problemsLeft: number;
  onSelect: (row: number) => void;
};

/** The rows of the file with their status; arrow keys move between them. */
const RowList = memo(({ rows, current, problemsNow, problemsLeft, onSelect }: ListProps) => {
  const scroller = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { ref: sizeRef, height } = useElementSize<HTMLDivElement>();
  const [top, setTop] = useState(0);
  const [keyed, setKeyed] = useState(0);
  const box = useMergedRef(scroller, sizeRef);
  const index = rows.findIndex((row) => row.row === current);

  useLayoutEffect(() => {
    const list = scroller.current;
    if (!list || height === 0) return;
    const above = index * rowHeight;
    if (above < list.scrollTop) list.scrollTop = above;
    if (above + rowHeight > list.scrollTop + height) list.scrollTop = above + rowHeight - height;
  }, [index, height]);
  // In the same commit that scrolls the row into view: later, the focus may already be elsewhere.
  useLayoutEffect(() => {
    if (keyed > 0) button.current?.focus();
  }, [keyed]);

  const onKeyDown = (event: KeyboardEvent) => {
    const target = indexAfterKey(event.key, index, rows.length, Math.floor(height / rowHeight));
    const row = rows[target ?? -1];
    if (!row) return;
    event.preventDefault();
    onSelect(row.row);
    setKeyed(keyed + 1);
  };

  const first = Math.max(0, Math.floor(top / rowHeight) - spareRows);
  const last = Math.min(rows.length, Math.ceil((top + height) / rowHeight) + spareRows);
  const drawn = rows.slice(first, last).map((row, offset) => ({ row, place: first + offset }));
  const currentRow = rows[index];
  // The focused row stays rendered while the user scrolls away.
  if (currentRow && (index < first || index >= last)) drawn.push({ row: currentRow, place: index });

  return (
    <div
      className={styles.scroller}
      ref={box}
      data-keeps-focus
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <Box component="ul" pos="relative" h={rows.length * rowHeight} aria-label="Rows">
        {drawn.map(({ row, place }) => (
          <li
            key={row.row}
            className={styles.place}
            style={{ top: place * rowHeight }}
            aria-setsize={rows.length}
            aria-posinset={place + 1}
          >
            <button
              type="button"
              className={styles.row}
              ref={row.row === current ? button : undefined}
              aria-current={row.row === current || undefined}
              tabIndex={row.row === current ? 0 : -1}
              onKeyDown={onKeyDown}
              onClick={() => onSelect(row.row)}
            >
              <Text span flex="none" miw={24} variant="meta" c="dimmed" ta="right">
                {row.row}
              </Text>
              <Text className={styles.name} span inherit truncate flex={1} miw={0}>
                {nameOf(row)}
              </Text>
              <Text span flex="none" variant="meta">
                {row.row === current
                  ? statusTextOf(row, { total: problemsNow, left: problemsLeft })
                  : statusTextOf(row)}
              </Text>
              <RowDot look={lookOf(row)} />
            </button>
          </li>
        ))}
      </Box>
    </div>
  );
});

const indexAfterKey = (key: string, index: number, count: number, page: number) => {
  const targets: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    PageDown: index + page,
    PageUp: index - page,
    Home: 0,
    End: count - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target));
};

const runLabel = 'Confirm all rows without problems';

type RunProps = { orderImport: OrderImport; progress: ImportProgress; importId: string };

/** Orders all rows without problems on the server; can be stopped and resumed. */
const RunPanel = ({ orderImport, progress, importId }: RunProps) => {
  const counts = countRows(orderImport.state.rows);
  const actions = useRunActions(orderImport, importId);
  const { run, run_done: done, run_total: total } = progress;
  const left = run === 'running' || run === 'stopped' ? Math.max(0, total - done) : counts.ready;

  if (run === 'idle' || (run === 'done' && counts.ready > 0))
    return (
      <section className={styles.panel} aria-label="Rows without problems">
        <Button fullWidth onClick={actions.start} loading={actions.busy} disabled={left === 0}>
          {runLabel}
        </Button>
        <Text variant="meta" c="secondary">
          {counts.ready.toLocaleString('en-SG')} ready, {stayWords(counts.person)}
        </Text>
      </section>
    );
  return (
    <section className={styles.panel} aria-label={runLabel}>
      <Text component="h3" variant="strong" fw={600} c="bright">
        {runLabel}
      </Text>
      <Group justify="space-between" mt={-4} variant="meta" c="secondary">
        <span role="status">{runWords(progress)}</span>
        <Text span variant="label" c="bright">
          {total > 0 ? Math.round((100 * done) / total) : 100}%
        </Text>
      </Group>
      <Progress label={runLabel} value={done} total={total} />
      {run !== 'done' && (
        <Group>
          {run === 'running' ? (
            <Button
              flex="none"
              size="xs"
              leftSection={<IconPlayerStop size={15} stroke={1.7} />}
              onClick={actions.stop}
              loading={actions.busy}
            >
              Stop
            </Button>
          ) : (
            <Button
              flex="none"
              size="xs"
              leftSection={<IconPlayerPlay size={15} stroke={1.7} />}
              onClick={actions.resume}
              loading={actions.busy}
            >
              Resume
            </Button>
          )}
          <Text span variant="meta" c="secondary">
            {formatCount(left, 'row')} left, {stayWords(counts.person)}
          </Text>
        </Group>
      )}
    </section>
  );
};

const stayWords = (count: number) =>
  `${count.toLocaleString('en-SG')} ${count === 1 ? 'needs' : 'need'} your decision`;

const runWords = ({ run, run_done: done, run_total: total }: ImportProgress) => {
  const figures = `${done.toLocaleString('en-SG')} of ${formatCount(total, 'row')}`;
  if (run === 'running') return `Ordering, ${figures}`;
  return run === 'stopped' ? `Stopped after ${figures}` : `Done, ${figures}`;
};

const useRunActions = (orderImport: OrderImport, importId: string) => {
  const run = useRunImport();
  const stop = useStopImport();
  const resume = useResumeImport();
  const confirm = useConfirm();
  const { rows, edits } = orderImport.state;
  const params = { importId };

  const act = async (send: () => Promise<{ data: ImportProgress }>) => {
    try {
      orderImport.noteProgress((await send()).data);
    } catch (error) {
      showSnackbar(sentenceOf(error));
    }
  };
  /** The run orders rows as they are in the file, so it would ignore corrections of ready rows. */
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

  const actOnceSure = async (send: Parameters<typeof act>[0]) => {
    if (await mayStart()) await act(send);
  };
  return {
    start: () => void actOnceSure(() => run.mutateAsync({ body: { import_id: importId } })),
    stop: () => void act(() => stop.mutateAsync({ params })),
    resume: () => void actOnceSure(() => resume.mutateAsync({ params })),
    busy: run.isPending || stop.isPending || resume.isPending,
  };
};
