import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { ImportRow } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { isOwned } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { listQuery } from '../../../lib/queries.ts';
import { useSettings } from '../../../lib/settings.ts';
import { quoteQuery } from '../orders.api.ts';
import {
  asInFile,
  canOrder,
  chosenLessons,
  classOf,
  emailOf,
  isOrderable,
  priceOf,
  toRowLessons,
  typeOf,
  type RowClass,
  type RowEdit,
  type RowLesson,
  type RowPrice,
} from './csv-import-plan.ts';
import { countProblems, problemsOf, type ShownProblem } from './csv-import-problems.ts';
import type { ImportState, RowOnScreen } from './csv-import-state.ts';

/** What the row on screen would do, with the corrections counted in. */
export type RowPlan = {
  row: RowOnScreen;
  edit: RowEdit;
  tuitionClass: RowClass | null;
  lessons: readonly RowLesson[];
  chosen: readonly RowLesson[];
  /** null: would be created; undefined: not known, or not known yet. */
  student: { _id: string; name: string } | null | undefined;
  price: RowPrice | null;
  problems: readonly ShownProblem[];
  /** Problems that wait for a person: in all, and not yet corrected. */
  waiting: { total: number; left: number };
  /** Why e-mail or class would be refused, as far as the server said so. */
  refusals: readonly string[];
  loading: boolean;
  error: unknown;
  canOrder: boolean;
};

const noEdit: RowEdit = {};
/** A code that concerns the student or the class itself; the rest depends on dates we do not send. */
const telling = ['not_a_student', 'class_not_orderable', 'trial_already_taken'];

/** Works out the plan; a changed class or e-mail is looked up, all else is computed here. */
export const useRowPlan = (state: ImportState): RowPlan | null => {
  const row = state.rows.find((one) => one.row === state.current);
  const edit = state.edits[state.current] ?? noEdit;
  const lookups = useLookups(row, edit, state);
  const { business_time_zone: zone, business_day: today } = useSettings();
  const { quote, base } = lookups;
  const type = (row && typeOf(row, edit)) ?? 'PAYMENT';
  // By itself, so that the lesson list stands still while an e-mail is typed.
  const lessons = useMemo(() => {
    if (quote) return toRowLessons(quote.lessons, (lesson) => isOwned(lesson.owned, type), zone);
    const owned = row?.owned_lesson ?? [];
    return toRowLessons(base?.lessons ?? [], (lesson) => owned.includes(lesson._id), zone);
  }, [quote, base, row, type, zone]);

  return useMemo(() => {
    if (!row) return null;
    const chosen = chosenLessons(row, edit, lessons);
    const problems = problemsOf(row, edit, lessons, today);
    const { tuitionClass } = lookups;
    return {
      row,
      edit,
      tuitionClass,
      lessons,
      chosen,
      student: asInFile(row, edit) ? row.student : lookups.student,
      price: tuitionClass && priceOf(row, edit, tuitionClass, chosen.length, state.discount),
      problems,
      waiting: countProblems(problems),
      refusals: (quote?.problems ?? [])
        .filter((problem) => telling.includes(problem.code))
        .map((problem) => problem.message),
      loading: lookups.loading,
      error: lookups.error,
      canOrder: !lookups.loading && canOrder(row, edit, chosen),
    };
  }, [row, edit, lessons, quote, lookups, today, state.discount]);
};

const useLookups = (row: ImportRow | undefined, edit: RowEdit, state: ImportState) => {
  const id = row ? classOf(row, edit) : null;
  const typed = row ? emailOf(row, edit).trim() : '';
  const [settledEmail] = useDebouncedValue(typed, 300);
  const base = id === null ? undefined : state.classes[id];
  const changed = row !== undefined && isOrderable(row) && id !== null && !asInFile(row, edit);
  // Of an e-mail that is still being typed only the class is asked for.
  const email = settledEmail === typed && isEmail(typed) ? typed : '';

  const quote = useQuery({
    ...quoteQuery({ class: id ?? '', email, type: (row && typeOf(row, edit)) ?? 'PAYMENT' }),
    enabled: changed,
    staleTime: 30_000,
    placeholderData: (before, query) => {
      const body = query?.queryKey[2] as { body?: { class?: string } } | undefined;
      return body?.body?.class === id ? before : undefined;
    },
  });
  const summary = useQuery({
    ...listQuery(listClasses, { filter: { _id: id ?? '' } }),
    enabled: changed && base === undefined,
  });
  const answer = changed ? quote.data?.data : undefined;
  const found = summary.data?.data.find((one) => one._id === id);
  const tuitionClass = useMemo<RowClass | null>(
    () => base ?? (found ? { ...found, rate: found.is_free ? 0 : found.rate } : null),
    [base, found],
  );
  const { isPending, error } = quote;
  return useMemo(
    () => ({
      base,
      quote: answer,
      // Of an e-mail that is still being typed nobody has been asked.
      student: email === '' ? undefined : answer?.student,
      tuitionClass,
      loading: changed && (isPending || tuitionClass === null) && error === null,
      error: changed ? error : null,
    }),
    [base, answer, email, tuitionClass, changed, isPending, error],
  );
};
