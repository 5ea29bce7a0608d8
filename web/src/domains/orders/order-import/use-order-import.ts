import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef, type Dispatch } from 'react';
import type { ImportProgress } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { showSnackbar } from '../../../ui/snackbars.tsx';
import { sentenceOf } from '../../../lib/api-error.ts';
import {
  assessedRows,
  importProgressQuery,
  importRowsQuery,
  usePreviewImport,
} from './order-import.api.ts';
import { nextOpenRow, emptyImport, reduceImport, type ImportAction } from './order-import-state.ts';

/** The import on screen: its state, its progress on the server, and the upload of a file. */
export const useOrderImport = (openedId: string | undefined) => {
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
  /** The current rows from the server; undefined if a later read has superseded this one. */
  const refreshRows = async () => {
    if (importId === null) return undefined;
    const read = (reads.current += 1);
    const query = importRowsQuery(importId);
    try {
      // A read that started before the last action would return outdated rows.
      await queryClient.cancelQueries(query);
      const answer = await queryClient.fetchQuery(query);
      if (read !== reads.current) return undefined;
      dispatch({ type: 'rows read', rows: answer.data, classes: answer.classes });
      // What changed for the rows of the file may also change the answers for corrected rows.
      void queryClient.invalidateQueries(assessedRows);
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
      // The answers for corrected rows used the previous discount code.
      void queryClient.invalidateQueries(assessedRows);
      dispatch({
        type: 'previewed',
        importId: data.progress._id,
        fileName: name,
        rows: data.rows,
        classes: data.classes,
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
    /** Refreshes the rows after one was settled, since seats and problems of others may change. */
    followRows: () => {
      // The settled row is safe; if this refresh fails, the next one catches up.
      refreshRows().catch(() => {});
    },
    /** True while an import that was opened without its file is loading. */
    opening,
    proceed,
    proceeding: preview.isPending,
    /** Why the dry run was refused, until the form changes. */
    refusal: preview.error,
    forgetRefusal: () => {
      if (preview.error) preview.reset();
    },
  };
};

export type OrderImport = ReturnType<typeof useOrderImport>;

/** Loads a saved import whenever the id in the address differs from the one on screen. */
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
      });
  }, [enabled, found, file, dispatch]);
  if (!enabled) return undefined;
  return {
    error: progress.error ?? rows.error,
    retry: () => void Promise.all([progress.refetch(), rows.refetch()]),
  };
};

/** Milliseconds between refreshes of the rows during a run; less often for many rows, to not slow the run down. */
const refreshMs = (rows: number) => (rows <= 1000 ? 3000 : 15_000);

/** Refreshes the rows during a run, and when it ends. */
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

/** After a run, leaves a row that was ordered: goes to the next open one, or to the summary. */
const useLeaveSettledRow = (
  running: boolean,
  state: OrderImport['state'],
  dispatch: OrderImport['dispatch'],
) => {
  const { rows, current, step } = state;
  const open = rows.filter((row) => row.state === 'open').length;
  const before = useRef(open);
  useEffect(() => {
    // The rows may be reported as ordered before the run is reported as done.
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
