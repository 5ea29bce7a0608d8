import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ImportRow } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { useSettings } from '../../../lib/settings.ts';
import {
  canOrder,
  chosenLessons,
  classOf,
  correctionOf,
  emailOf,
  isOrderable,
  priceOf,
  toRowLessons,
  type RowClass,
  type RowEdit,
  type RowLesson,
  type RowPrice,
} from './order-import-plan.ts';
import { countProblems, problemsOf, type ShownProblem } from './order-import-problems.ts';
import type { ImportState, RowOnScreen } from './order-import-state.ts';
import { assessedRowQuery } from './order-import.api.ts';

/** The plan for the row on screen, from the server, with the corrections. */
export type RowPlan = {
  row: RowOnScreen;
  edit: RowEdit;
  /** The row with its corrections, as the server answered last. */
  assessed: ImportRow;
  tuitionClass: RowClass | null;
  lessons: readonly RowLesson[];
  chosen: readonly RowLesson[];
  /** null: will be created; undefined: unknown so far. */
  student: { _id: string; name: string } | null | undefined;
  price: RowPrice | null;
  problems: readonly ShownProblem[];
  /** Problems that need a person: all, and those not yet corrected. */
  waiting: { total: number; left: number };
  /** The server has not answered yet for the row as it is now. */
  assessing: boolean;
  /** Why the server gave no answer. */
  error: unknown;
  assessAgain: () => void;
  canOrder: boolean;
};

const noEdit: RowEdit = {};

/** Asks the server about a corrected row; for an unchanged row, the preview already has the answer. */
export const useRowPlan = (state: ImportState, code: string | null): RowPlan | null => {
  const row = state.rows.find((one) => one.row === state.current);
  const edit = state.edits[state.current] ?? noEdit;
  const assessment = useAssessment(state.importId, row, edit);
  const { business_time_zone: zone, business_day: today } = useSettings();
  const { answer, error, assessing, assessAgain } = assessment;
  const classId = row ? classOf(row, edit) : null;
  const known = classId === null ? undefined : state.classes[classId];
  const tuitionClass = answer?.class?._id === classId ? answer?.class : known;
  const owned = answer?.owned ?? row?.owned_lesson;
  // Memoised separately, so that the lesson list does not change while an e-mail is typed.
  const lessons = useMemo(
    () => toRowLessons(tuitionClass?.lessons ?? [], owned ?? [], zone),
    [tuitionClass, owned, zone],
  );

  return useMemo(() => {
    if (!row) return null;
    const assessed = answer?.row ?? row;
    const chosen = chosenLessons(assessed, edit, lessons);
    const problems = problemsOf(row, assessed, { lessons, settled: edit.settled }, today);
    const student = isSameEmail(assessed.email, emailOf(row, edit)) ? assessed.student : undefined;
    return {
      row,
      edit,
      assessed,
      tuitionClass: tuitionClass ?? null,
      lessons,
      chosen,
      student,
      price: error === null ? priceOf(assessed, code) : null,
      problems,
      waiting: countProblems(problems),
      assessing,
      error,
      assessAgain,
      canOrder: !assessing && error === null && canOrder(assessed, edit, chosen, student),
    };
  }, [row, edit, answer, error, assessing, assessAgain, tuitionClass, lessons, today, code]);
};

const isSameEmail = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Milliseconds without a key before the server is asked about a text that is being typed. */
const typingPause = 300;

/**
 * The server's answer about a corrected row. Each correction has its own key, so that a late answer to an earlier one never
 * shows as the answer to a later one.
 */
const useAssessment = (importId: string | null, row: ImportRow | undefined, edit: RowEdit) => {
  const correction = useMemo(
    () => (row && isOrderable(row) ? correctionOf(row, edit) : undefined),
    [row, edit],
  );
  const about = `${row?.row} `;
  const typed = `${about}${edit.email} ${edit.name}`;
  const [settled] = useDebouncedValue(typed, typingPause);
  const isTyping = settled !== typed && settled.startsWith(about);
  const isAsked = importId !== null && row !== undefined && correction !== undefined;
  const query = useQuery({
    ...assessedRowQuery({
      params: { importId: importId ?? '', row: row?.row ?? 1 },
      body: correction ?? {},
    }),
    enabled: isAsked && !isTyping,
  });
  const { data, error, isFetching, isPlaceholderData, isPending, refetch } = query;
  if (!isAsked) return { answer: undefined, error: null, assessing: false, assessAgain: refetch };
  const refused = isFetching ? null : error;
  return {
    answer: data?.data,
    error: refused,
    assessing: isTyping || isFetching || isPlaceholderData || (isPending && refused === null),
    assessAgain: refetch,
  };
};
