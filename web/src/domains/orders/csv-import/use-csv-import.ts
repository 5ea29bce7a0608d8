import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, type Dispatch } from 'react';
import type { ImportProgress } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { sentenceOf } from '../../../lib/api-error.ts';
import { importProgressQuery, importRowsQuery, usePreviewImport } from './csv-import.api.ts';
import { nextOpenRow, emptyImport, reduceImport, type ImportAction } from './csv-import-state.ts';

/** The import on screen: its state, its progress on the server, and reading a file into it. */
export const useCsvImport = (openedId: string | undefined) => {
  const [state, dispatch] = useReducer(reduceImport, emptyImport);
  const queryClient = useQueryClient();
  const preview = usePreviewImport();
  const { importId } = state;
  const progress = useQuery({
    ...importProgressQuery(importId ?? ''),
    enabled: importId !== null,
  }).data?.data;

  const noteProgress = (next: ImportProgress) =>
    queryClient.setQueryData(importProgressQuery(next._id).queryKey, { data: next });

  const reads = useRef(0);
  /** The rows as the server has them now; undefined where a later look has taken over. */
  const refreshRows = async () => {
    if (importId === null) return undefined;
    const read = (reads.current += 1);
    const query = importRowsQuery(importId);
    try {
      // One that began before the last act would bring back what was so then.
      await queryClient.cancelQueries(query);
      const answer = await queryClient.fetchQuery(query);
      if (read !== reads.current) return undefined;
      dispatch({ type: 'rows read', rows: answer.data, classes: answer.classes });
      return answer.data;
    } catch (error) {
      if (read === reads.current) throw error;
      return undefined;
    }
  };
  const opening = useOpenedImport(openedId, importId, dispatch);

  /** Sends the file for its dry run; a refusal is kept for the Preview step. */
  const proceed = (discountCode: string) => {
    if (!state.file) return;
    const { name, columns, rows } = state.file;
    const body = {
      file_name: name.slice(-255),
      columns,
      rows,
      ...(discountCode && { discount_code: discountCode }),
    };
    const onSuccess = ({ data }: Awaited<ReturnType<typeof preview.mutateAsync>>) => {
      noteProgress(data.progress);
      dispatch({
        type: 'previewed',
        importId: data.progress._id,
        fileName: name,
        rows: data.rows,
        classes: data.classes,
        discount: data.discount ?? null,
      });
    };
    preview.mutate({ body }, { onSuccess });
  };

  useRunFollower(progress?.run, state.rows.length, async () => {
    try {
      await refreshRows();
    } catch (error) {
      showSnackbar(sentenceOf(error));
    }
  });
  useLeaveSettledRow(progress?.run === 'running', state, dispatch);

  return {
    state,
    dispatch,
    progress,
    running: progress?.run === 'running',
    noteProgress,
    refreshRows,
    /** The same after each row that was settled: seats and problems of the others follow, and a look that began before ends. */
    followRows: () => {
      // What was settled stands; a failed look at the others is made up for by the next.
      refreshRows().catch(() => {});
    },
    /** An import that is opened without its file, until its rows are there. */
    opening,
    proceed,
    proceeding: preview.isPending,
    /** Why the dry run was refused, until something is changed. */
    refusal: preview.error,
    forgetRefusal: () => {
      if (preview.error) preview.reset();
    },
  };
};

export type CsvImport = ReturnType<typeof useCsvImport>;

/** Reads an import that was found in the list, as often as its id in the address is not the one on screen. */
const useOpenedImport = (
  openedId: string | undefined,
  importId: string | null,
  dispatch: Dispatch<ImportAction>,
) => {
  const enabled = openedId !== undefined && openedId !== importId;
  const progress = useQuery({ ...importProgressQuery(openedId ?? ''), enabled });
  const rows = useQuery({ ...importRowsQuery(openedId ?? ''), enabled });
  const [found, file] = [rows.data, progress.data?.data];
  useEffect(() => {
    if (enabled && found && file)
      dispatch({
        type: 'previewed',
        importId: file._id,
        fileName: file.file_name,
        rows: found.data,
        classes: found.classes,
        discount: found.discount,
      });
  }, [enabled, found, file, dispatch]);
  if (!enabled) return undefined;
  return {
    error: progress.error ?? rows.error,
    retry: () => void Promise.all([progress.refetch(), rows.refetch()]),
  };
};

/** Milliseconds between two looks at the rows of a run; reading many again and again would slow it down. */
const refreshMs = (rows: number) => (rows <= 1000 ? 3000 : 15_000);

/** Reads the rows again when a run has ended, and now and then while it goes on. */
const useRunFollower = (
  run: ImportProgress['run'] | undefined,
  rowCount: number,
  refresh: () => Promise<void>,
) => {
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  const running = run === 'running';
  useEffect(() => {
    if (!running) return undefined;
    return () => void latest.current();
  }, [running]);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => void latest.current(), refreshMs(rowCount));
    return () => clearInterval(timer);
  }, [running, rowCount]);
};

/** After a run the row on screen may be ordered: go on to one that waits, or to the summary. */
const useLeaveSettledRow = (
  running: boolean,
  state: CsvImport['state'],
  dispatch: CsvImport['dispatch'],
) => {
  const { rows, current, step } = state;
  const open = rows.filter((row) => row.state === 'open').length;
  const before = useRef(open);
  useEffect(() => {
    // The rows may be known as ordered before the run is known as done.
    if (running) return;
    const fewer = open < before.current;
    before.current = open;
    if (step !== 'Rows' || !fewer) return;
    if (open === 0) return dispatch({ type: 'step', step: 'Summary' });
    const isOpen = rows.some((row) => row.row === current && row.state === 'open');
    const next = nextOpenRow(rows, current);
    if (!isOpen && next) dispatch({ type: 'row selected', row: next.row });
  }, [running, step, open, rows, current, dispatch]);
};
