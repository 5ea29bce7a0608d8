import type {
  ImportProblem,
  ImportRow,
} from 'staffroom-contract/domains/orders/order-import.contract.ts';
import { readEmail } from 'staffroom-contract/domains/orders/order-import-cells.rules.ts';
import {
  monthName,
  readDate,
  readMonth,
} from 'staffroom-contract/domains/orders/order-import-dates.rules.ts';
import { isMoneyWarning } from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { isEmail } from 'staffroom-contract/shared/text.ts';
import {
  fillFromNextMonth,
  isOrderable,
  type RowEdit,
  type RowLesson,
} from './order-import-plan.ts';

type Fix = { label: string; edit: RowEdit };

/** A problem with its current state; a fixed one stays visible. */
export type ShownProblem = ImportProblem & { blocks: boolean; fixed: boolean; fixes: Fix[] };

/** True if the problem needs a person. Too few lessons and doubtful amounts do, although they are only warnings. */
export const isBlocking = (problem: ImportProblem, row: ImportRow) =>
  problem.severity === 'warn'
    ? !row.without_problems &&
      (isMoneyWarning(problem) ||
        (problem.field === 'lessons' && row.lesson.length < (row.wanted_lessons ?? 0)))
    : problem.severity !== 'ignore';

/** True if no field of the form corrects it: only ordering or skipping the row settles it. */
export const needsDecision = (problem: ImportProblem) =>
  problem.severity === 'fix' &&
  !['class', 'email', 'name', 'type', 'for_month', 'date_of_order', 'lessons'].includes(
    problem.field,
  );

/**
 * The problems of the row on screen. First come those of the file and `settled`, earlier ones of its lessons, marked as
 * fixed once the server no longer has them; then new ones of the corrected row. `assessed` is the row as the server sees
 * it with the corrections.
 */
export const problemsOf = (
  row: ImportRow,
  assessed: ImportRow,
  { lessons, settled = [] }: { lessons: readonly RowLesson[]; settled?: readonly ImportProblem[] },
  today: string,
): ShownProblem[] => {
  const inFile = row.problems.map(({ message }) => message);
  const before = [...row.problems, ...settled.filter(({ message }) => !inFile.includes(message))];
  const known = before.map(({ message }) => message);
  const now = new Map(assessed.problems.map((problem) => [problem.message, problem]));
  const shown = (problem: ImportProblem): ShownProblem => ({
    ...problem,
    blocks: isBlocking(problem, assessed),
    fixed: false,
    fixes: isOrderable(row) ? fixesOf(problem, assessed, lessons, today) : [],
  });
  return [
    ...before.flatMap((problem) => {
      const still = now.get(problem.message);
      if (still) return [shown(still)];
      const blocked = settled.includes(problem) || isBlocking(problem, row);
      return blocked ? [{ ...problem, blocks: true, fixed: true, fixes: [] }] : [];
    }),
    ...assessed.problems.filter(({ message }) => !known.includes(message)).map(shown),
  ];
};

/** Counts problems that need a person: all, and those not yet fixed. */
export const countProblems = (problems: readonly ShownProblem[]) => {
  const blocking = problems.filter((problem) => problem.blocks);
  return { total: blocking.length, left: blocking.filter((problem) => !problem.fixed).length };
};

const fixesOf = (
  problem: ImportProblem,
  assessed: ImportRow,
  lessons: readonly RowLesson[],
  today: string,
): Fix[] => {
  const { class: suggested, label = '' } = problem.suggestion ?? {};
  const byField: Partial<Record<ImportProblem['field'], () => Fix[]>> = {
    class: () => (suggested ? [{ label: `Choose ${label}`, edit: { class: suggested } }] : []),
    email: () => emailFixes(assessed),
    for_month: () => monthFixes(assessed, assessed.date_of_order ?? today),
    date_of_order: () => dateFixes(assessed),
    lessons: () => lessonFixes(assessed, lessons),
  };
  return byField[problem.field]?.() ?? [];
};

const emailFixes = (row: ImportRow): Fix[] => {
  const cell = readEmail(row.cells['email'] ?? '');
  const emails = cell.kind === 'several' ? cell.emails.filter(isEmail) : [];
  return emails.map((email) => ({ label: `Keep ${email}`, edit: { email } }));
};

/** The months that an unreadable cell may mean, in the year after the order's date. */
const monthFixes = (row: ImportRow, orderedOn: string): Fix[] => {
  const cell = readMonth(row.cells['for_month'] ?? '', orderedOn);
  return ('near' in cell ? (cell.near ?? []) : []).flatMap((name) => {
    const read = readMonth(name, orderedOn);
    return 'month' in read && read.month
      ? [{ label: `Take ${monthName(read.month)}`, edit: { month: read.month } }]
      : [];
  });
};

const dateFixes = (row: ImportRow): Fix[] => {
  const cell = readDate(row.cells['date_of_order'] ?? '');
  const near = 'near' in cell ? (cell.near ?? '') : '';
  const read = readDate(near);
  return 'date' in read ? [{ label: `Take ${near}`, edit: { orderedOn: read.date } }] : [];
};

const lessonFixes = (assessed: ImportRow, lessons: readonly RowLesson[]): Fix[] => {
  const { lesson: found, wanted_lessons: wanted } = assessed;
  if (found.length === 0 || !wanted || found.length >= wanted) return [];
  const more = fillFromNextMonth(lessons, assessed);
  return [
    { label: `Keep the ${found.length} found`, edit: { lessons: found } },
    ...(more
      ? [
          {
            label: `Add the first ${more.lessons.length === 1 ? '' : `${more.lessons.length} `}of ${monthName(more.month)}`,
            edit: { lessons: [...found, ...more.lessons.map((lesson) => lesson._id)] },
          },
        ]
      : []),
  ];
};
