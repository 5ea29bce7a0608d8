import type {
  ImportProblem,
  ImportRow,
} from '@staffroom/contract/domains/orders/order-import.contract.ts';
import { readEmail } from '@staffroom/contract/domains/orders/order-import-cells.rules.ts';
import {
  monthName,
  readDate,
  readMonth,
} from '@staffroom/contract/domains/orders/order-import-dates.rules.ts';
import { isMoneyWarning } from '@staffroom/contract/domains/orders/order-import.rules.ts';
import { isEmail } from '@staffroom/contract/shared/text.ts';
import {
  fillFromNextMonth,
  isMoved,
  isOrderable,
  wantedLessons,
  wishOf,
  type RowEdit,
  type RowLesson,
} from './csv-import-plan.ts';

/** A correction that one click makes. */
export type Fix = { label: string; edit: RowEdit };

/** A problem as the row stands now; a fixed one stays in sight. */
export type ShownProblem = ImportProblem & { blocks: boolean; fixed: boolean; fixes: Fix[] };

/** Keeps the problem its row from "without problems"? Too few lessons and amounts in doubt do, though only warnings. */
export const isBlocking = (problem: ImportProblem, row: ImportRow) =>
  problem.severity === 'warn'
    ? !row.without_problems &&
      (isMoneyWarning(problem) ||
        (problem.field === 'lessons' && row.lesson.length < (row.wanted_lessons ?? 0)))
    : problem.severity !== 'ignore';

/** Only a person can settle these by ordering or skipping: no field of the form corrects them. */
export const isJudgement = (problem: ImportProblem) =>
  problem.severity === 'fix' &&
  !['class', 'email', 'type', 'for_month', 'date_of_order', 'lessons'].includes(problem.field);

/** The row's problems, those that the corrections brought to light included, each with its fixes. */
export const problemsOf = (
  row: ImportRow,
  edit: RowEdit,
  lessons: readonly RowLesson[],
  today: string,
): ShownProblem[] =>
  [...row.problems, ...newProblems(row, edit, lessons)].map((problem) => {
    const fixed = isBlocking(problem, row) && isFixed(problem, row, edit, lessons);
    return {
      ...problem,
      blocks: isBlocking(problem, row),
      fixed,
      fixes: fixed || !isOrderable(row) ? [] : fixesOf(problem, row, edit, lessons, today),
    };
  });

/** How many problems wait for a person, and how many of them still do. */
export const countProblems = (problems: readonly ShownProblem[]) => {
  const blocking = problems.filter((problem) => problem.blocks);
  return { total: blocking.length, left: blocking.filter((problem) => !problem.fixed).length };
};

const isFixed = (
  problem: ImportProblem,
  row: ImportRow,
  edit: RowEdit,
  lessons: readonly RowLesson[],
) => {
  const lessonsChosen = (edit.lessons?.length ?? 0) > 0;
  const { count } = wishOf(row, edit);
  const enough = count !== null && wantedLessons(row, edit, lessons).length >= count;
  const byField: Partial<Record<ImportProblem['field'], boolean>> = {
    class: edit.class !== undefined && edit.class !== row.class,
    email:
      edit.email !== undefined && edit.email.trim() !== row.email && isEmail(edit.email.trim()),
    type: edit.type !== undefined,
    for_month: edit.month !== undefined || lessonsChosen,
    date_of_order: edit.orderedOn !== undefined || lessonsChosen,
    lessons: lessonsChosen || (isMoved(row, edit) && enough),
  };
  return byField[problem.field] ?? false;
};

/** Another class or month may hold fewer lessons than the file wants. */
const newProblems = (
  row: ImportRow,
  edit: RowEdit,
  lessons: readonly RowLesson[],
): ImportProblem[] => {
  const { month, orderedOn, count } = wishOf(row, edit);
  if (!isMoved(row, edit) || !month || !orderedOn || !count || lessons.length === 0) return [];
  if (row.problems.some((problem) => problem.field === 'lessons')) return [];
  if (wantedLessons(row, edit, lessons).length >= count) return [];
  const message = `${monthName(month)} has fewer than ${count} lessons left. Choose from the lessons found, or split the order.`;
  return [{ severity: 'fix', field: 'lessons', message }];
};

const fixesOf = (
  problem: ImportProblem,
  row: ImportRow,
  edit: RowEdit,
  lessons: readonly RowLesson[],
  today: string,
): Fix[] => {
  const { class: suggested, label = '' } = problem.suggestion ?? {};
  const byField: Partial<Record<ImportProblem['field'], () => Fix[]>> = {
    class: () => (suggested ? [{ label: `Choose ${label}`, edit: { class: suggested } }] : []),
    email: () => emailFixes(row),
    for_month: () => monthFixes(row, wishOf(row, edit).orderedOn ?? today),
    date_of_order: () => dateFixes(row),
    lessons: () => lessonFixes(row, edit, lessons),
  };
  return byField[problem.field]?.() ?? [];
};

const emailFixes = (row: ImportRow): Fix[] => {
  const cell = readEmail(row.cells['email'] ?? '');
  const emails = cell.kind === 'several' ? cell.emails.filter(isEmail) : [];
  return emails.map((email) => ({ label: `Keep ${email}`, edit: { email } }));
};

/** The months that an unreadable cell may mean, in the year that follows the order. */
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

const lessonFixes = (row: ImportRow, edit: RowEdit, lessons: readonly RowLesson[]): Fix[] => {
  const found = wantedLessons(row, edit, lessons).map((lesson) => lesson._id);
  const wish = wishOf(row, edit);
  if (found.length === 0 || !wish.count || found.length >= wish.count) return [];
  const more = fillFromNextMonth(lessons, found, wish);
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
