import type { ImportProblem } from '@staffroom/contract/domains/orders/order-import.contract.ts';
import {
  isMoneyWarning,
  problem,
  refusalProblem,
  type ReadRow,
} from '@staffroom/contract/domains/orders/order-import.rules.ts';
import { isOwned } from '@staffroom/contract/domains/lessons/rosters.rules.ts';
import { priceOrder } from '@staffroom/contract/domains/orders/orders.rules.ts';
import type { ClassRow, FactLesson, Facts, FactStudent } from './import-facts.ts';
import {
  chooseLessons,
  currencyProblems,
  findClass,
  noChoice,
  priceProblems,
} from './match-import-row.ts';
import { hashKey } from './row-key.ts';
import { codeFor, placeProblems, TakenByFile } from './taken-by-file.ts';

/** What a row would become as it stands, and everything that speaks against it. */
export type AssessedRow = {
  read: ReadRow;
  student: FactStudent | null;
  tuitionClass: ClassRow | null;
  /** The first N upcoming lessons of the named month. */
  lessons: FactLesson[];
  billable: FactLesson[];
  codeApplies: boolean;
  /** In cents; null while it cannot be told. */
  price: number | null;
  problems: ImportProblem[];
  withoutProblems: boolean;
};

/**
 * Decides the open rows of a file one after another, each as if those before it that have no problems
 * had been ordered: their places, trials and uses of the code are taken. Changes nothing.
 */
export const assessRows = (
  rows: readonly ReadRow[],
  facts: Facts,
  isOpen: (row: ReadRow) => boolean,
): AssessedRow[] => {
  const taken = new TakenByFile(facts);
  return rows.map((read) => {
    const assessed = read.kind === 'order' ? assessRow(read, facts, taken) : notAnOrder(read);
    const open = isOpen(read);
    if (open && assessed.withoutProblems) taken.add(assessed);
    return open ? assessed : { ...assessed, withoutProblems: false };
  });
};

const notAnOrder = (read: ReadRow): AssessedRow => ({
  read,
  student: null,
  tuitionClass: null,
  lessons: [],
  billable: [],
  codeApplies: false,
  price: null,
  problems: read.problems,
  withoutProblems: false,
});

const assessRow = (read: ReadRow, facts: Facts, taken: TakenByFile): AssessedRow => {
  const email = read.email.toLowerCase();
  const student = facts.students.get(email) ?? null;
  const found = findClass(read, facts);
  const { tuitionClass } = found;
  const choice = tuitionClass === null ? noChoice : chooseLessons(read, tuitionClass, facts);
  const billable = choice.lessons.filter(
    (lesson) => !isOwned(taken.kindOn(email, lesson), read.type ?? 'PAYMENT'),
  );
  const code = codeFor(read, tuitionClass, facts, taken);
  const price =
    tuitionClass === null || read.type === null || choice.lessons.length === 0
      ? null
      : priceOrder({
          type: read.type,
          isFree: tuitionClass.isFree,
          rateCents: tuitionClass.rate,
          billableLessons: billable.length,
          discount: code.applies ? facts.code : undefined,
        }).actual;
  const known = [...read.problems, ...elsewhereProblems(read, facts)];
  // Of a copy it goes without saying that the student owns these lessons already.
  const isCopy = known.some(({ severity, field }) => severity === 'fix' && field === 'row');
  const problems = [
    ...known,
    ...(student !== null && student.type !== 'Student'
      ? [refusalProblem('fix', 'email', 'not_a_student')]
      : []),
    ...found.problems,
    ...(tuitionClass === null
      ? []
      : [...currencyProblems(read, tuitionClass), ...priceProblems(read, tuitionClass)]),
    ...choice.problems,
    ...(tuitionClass === null || isCopy
      ? []
      : placeProblems({ read, tuitionClass, lessons: choice.lessons, billable, facts, taken })),
    ...code.problems,
  ];
  const mayBecomeOrder = problems.every(({ severity }) => severity === 'warn');
  return {
    read,
    student: student?.type === 'Student' ? student : null,
    tuitionClass,
    lessons: choice.lessons,
    billable,
    codeApplies: code.applies,
    price,
    problems,
    withoutProblems:
      mayBecomeOrder && !choice.tooFew && billable.length > 0 && !problems.some(isMoneyWarning),
  };
};

const elsewhereProblems = (read: ReadRow, facts: Facts): ImportProblem[] => {
  const found = read.key === null ? undefined : facts.elsewhere.get(hashKey(read.key));
  return found
    ? [
        problem(
          'fix',
          'row',
          `Already ordered on ${found.day}: row ${found.row} of ${found.fileName} (same e-mail, class, month and transaction number).`,
        ),
      ]
    : [];
};
