import { whyNotApplicable } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { takesSeat, type PlaceKind } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { ImportProblem } from 'staffroom-contract/domains/orders/order-import.contract.ts';
import {
  problem,
  refusalProblem,
  type ReadRow,
} from 'staffroom-contract/domains/orders/order-import.rules.ts';
import { fullLessonsQuestion } from 'staffroom-contract/domains/orders/full-lessons.rules.ts';
import {
  severalTrialLessonsQuestion,
  type OrderType,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import { keepStrongest, pair, type ClassRow, type FactLesson, type Facts } from './import-facts.ts';

type TakingRow = {
  read: ReadRow;
  tuitionClass: ClassRow | null;
  billable: FactLesson[];
  codeApplies: boolean;
};

/** Places, trials and code uses that the file's earlier rows take, in addition to the database's. */
export class TakenByFile {
  readonly #now: Date;
  readonly #owned: Map<string, PlaceKind>;
  readonly #trials: Set<string>;
  readonly #seats = new Map<string, number>();
  #codeUses = 0;

  constructor(facts: Pick<Facts, 'now' | 'owned' | 'comingTrials'>) {
    this.#now = facts.now;
    this.#owned = new Map(facts.owned);
    this.#trials = new Set(facts.comingTrials);
  }

  get codeUses() {
    return this.#codeUses;
  }

  kindOn(email: string, lesson: FactLesson) {
    return this.#owned.get(pair(email, lesson.id)) ?? null;
  }

  hasSeat(email: string, lesson: FactLesson) {
    const kind = this.kindOn(email, lesson);
    return kind !== null && takesSeat(kind);
  }

  seatsOf(lesson: FactLesson) {
    return lesson.seats + (this.#seats.get(lesson.id) ?? 0);
  }

  hasTrial(email: string, classId: string) {
    return this.#trials.has(pair(email, classId));
  }

  /** Counts this row as ordered. */
  add({ read, tuitionClass, billable, codeApplies }: TakingRow) {
    const { type } = read;
    const email = read.email.toLowerCase();
    if (type === null || tuitionClass === null) return;
    for (const lesson of billable) {
      if (takesSeat(type) && !this.hasSeat(email, lesson))
        this.#seats.set(lesson.id, (this.#seats.get(lesson.id) ?? 0) + 1);
      keepStrongest(this.#owned, pair(email, lesson.id), type);
    }
    if (type === 'TRIAL' && billable.some((lesson) => lesson.scheduledAt > this.#now))
      this.#trials.add(pair(email, tuitionClass.id));
    if (codeApplies) this.#codeUses += 1;
  }
}

type Placing = {
  read: ReadRow;
  tuitionClass: ClassRow;
  lessons: FactLesson[];
  billable: FactLesson[];
  facts: Facts;
  taken: TakenByFile;
};

/** Applies the same rules as placing an order, to all rows at once. */
export const placeProblems = (placing: Placing): ImportProblem[] => {
  const { read, tuitionClass, lessons, billable, facts, taken } = placing;
  const problems: ImportProblem[] = [];
  const owned = lessons.length - billable.length;
  if (owned > 0 && billable.length === 0)
    problems.push(refusalProblem('fix', 'lessons', 'all_lessons_owned'));
  else if (owned > 0)
    problems.push(
      problem(
        'warn',
        'lessons',
        `The student already owns ${owned} of these ${lessons.length} lessons. They are not charged.`,
      ),
    );
  if (tuitionClass.isSoldOut) problems.push(refusalProblem('fix', 'class', 'class_sold_out'));
  if (read.type === 'PAYMENT' && tuitionClass.forceFullPurchase && lessons.length > 0) {
    const chosen = new Set(lessons.map((lesson) => lesson.id));
    const remaining = (facts.lessons.get(tuitionClass.id) ?? []).filter(
      (lesson) => lesson.scheduledAt >= facts.now,
    );
    if (!remaining.every((lesson) => chosen.has(lesson.id)))
      problems.push(refusalProblem('fix', 'lessons', 'full_purchase_required'));
  }
  if (read.type === 'TRIAL' && lessons.length > 1)
    problems.push({
      ...problem('fix', 'lessons', severalTrialLessonsQuestion(lessons.length)),
      code: 'trial_several_lessons',
    });
  if (read.type === 'TRIAL' && taken.hasTrial(read.email.toLowerCase(), tuitionClass.id))
    problems.push(refusalProblem('fix', 'email', 'trial_already_taken'));
  return [...problems, ...seatProblems(placing)];
};

const seatProblems = ({ read, tuitionClass, billable, taken }: Placing): ImportProblem[] => {
  if (read.type === null || !takesSeat(read.type)) return [];
  const email = read.email.toLowerCase();
  const full = billable.filter(
    (lesson) => !taken.hasSeat(email, lesson) && taken.seatsOf(lesson) >= tuitionClass.maxCap,
  );
  const question = fullLessonsQuestion(
    full.map((lesson) => ({
      term: lesson.term,
      index: lesson.lessonIndex,
      day: lesson.day,
      seats: taken.seatsOf(lesson),
    })),
    tuitionClass.maxCap,
  );
  return question === undefined ? [] : [problem('fix', 'lessons', question)];
};

/** Decides whether the file's code applies to a row. If not, a person decides, except for a trial, which is free. */
export const codeFor = (
  read: ReadRow,
  tuitionClass: ClassRow | null,
  facts: Facts,
  taken: TakenByFile,
): { applies: boolean; problems: ImportProblem[] } => {
  if (facts.discountCode === null || tuitionClass === null || read.type === null)
    return { applies: false, problems: [] };
  const why = whyCodeFails(tuitionClass, read.type, facts, taken);
  if (why === undefined) return { applies: true, problems: [] };
  const isHarmless = why === 'discount_code_not_for_trials';
  return {
    applies: false,
    problems: [refusalProblem(isHarmless ? 'warn' : 'fix', 'row', why)],
  };
};

const whyCodeFails = (tuitionClass: ClassRow, type: OrderType, facts: Facts, taken: TakenByFile) =>
  facts.code === undefined
    ? 'discount_code_unknown'
    : whyNotApplicable(
        { ...facts.code, total_usage: facts.code.total_usage + taken.codeUses },
        {
          businessDay: facts.today,
          classId: tuitionClass.id,
          currency: tuitionClass.currency,
          isTrial: type === 'TRIAL',
        },
      );
