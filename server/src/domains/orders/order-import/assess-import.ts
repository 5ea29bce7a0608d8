import type { ImportProblem } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import {
  isMoneyWarning,
  problem,
  refusalProblem,
  type ReadRow,
} from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { isOwned } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { priceOrder } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { isReadableName } from 'staffroom-contract/shared/text.ts';
import type { ClassRow, FactLesson, Facts, FactStudent } from './import-facts.ts';
import {
  chooseRowLessons,
  currencyProblems,
  findClass,
  isSettledByLessons,
  keepLessons,
  noChoice,
  priceProblems,
  takeClass,
} from './match-import-row.ts';
import { hashKey } from './row-key.ts';
import { codeFor, placeProblems, TakenByFile } from './taken-by-file.ts';

/** A row as it would be ordered now, with all its problems. */
export type AssessedRow = {
  read: ReadRow;
  student: FactStudent | null;
  tuitionClass: ClassRow | null;
  /** The first N upcoming lessons of the named month. */
  lessons: FactLesson[];
  billable: FactLesson[];
  codeApplies: boolean;
  /** In cents; null while class, type or lessons are not known. */
  price: { original: number; actual: number } | null;
  problems: ImportProblem[];
  withoutProblems: boolean;
};

/** The choices of the user for one row, which replace its cells. */
export type ChosenByHand = {
  row: number;
  tuitionClass: ClassRow | undefined;
  lessonIds: readonly string[] | undefined;
};

/** Assesses a file's open rows in order, as if earlier ones without problems had been ordered; changes nothing. */
export const assessRows = (
  rows: readonly ReadRow[],
  facts: Facts,
  isOpen: (row: ReadRow) => boolean,
  byHand?: ChosenByHand,
): AssessedRow[] => {
  const taken = new TakenByFile(facts);
  return rows.map((read) => {
    const chosen = byHand?.row === read.row ? byHand : undefined;
    const assessed =
      read.kind === 'order' ? assessRow(read, facts, taken, chosen) : notAnOrder(read);
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

const assessRow = (
  read: ReadRow,
  facts: Facts,
  taken: TakenByFile,
  byHand: ChosenByHand | undefined,
): AssessedRow => {
  const email = read.email.toLowerCase();
  const student = facts.students.get(email) ?? null;
  const found = byHand?.tuitionClass ? takeClass(byHand.tuitionClass) : findClass(read, facts);
  const { tuitionClass } = found;
  const lessonIds = byHand?.lessonIds;
  const choice =
    tuitionClass === null
      ? noChoice
      : lessonIds
        ? keepLessons(lessonIds, tuitionClass, facts)
        : chooseRowLessons(read, tuitionClass, facts);
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
        });
  const ofRow = choice.byHand
    ? read.problems.filter((each) => !isSettledByLessons(each))
    : read.problems;
  const known = [...ofRow, ...elsewhereProblems(read, facts)];
  // A copy is a problem of its own; that the student already owns the lessons would be redundant.
  const isCopy = known.some(({ severity, field }) => severity === 'fix' && field === 'row');
  const problems = [
    ...known,
    ...(student !== null && student.type !== 'Student'
      ? [refusalProblem('fix', 'email', 'not_a_student')]
      : []),
    ...nameProblems(read, facts.students.has(email)),
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

/** A new student needs a name. */
const nameProblems = ({ name, email }: ReadRow, isKnown: boolean): ImportProblem[] =>
  !isReadableName(name) && email !== '' && !isKnown
    ? [refusalProblem('fix', 'name', 'name_required')]
    : [];

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
