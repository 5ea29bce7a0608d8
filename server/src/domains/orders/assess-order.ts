import { whyNotApplicable } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import {
  isOwned,
  takesSeat,
  type PlaceKind,
} from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import { fullLessonsQuestion } from 'staffroom-contract/domains/orders/full-lessons.rules.ts';
import {
  priceOrder,
  severalTrialLessonsQuestion,
  type OrderType,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import {
  errorCatalogue,
  type ErrorCode,
  type ErrorItem,
} from 'staffroom-contract/shared/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import type { classes } from '../classes/classes.schema.ts';
import { findCode, type UsableCode } from '../discount-codes/discount-codes.service.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import * as rosterQueries from '../lessons/rosters.queries.ts';
import { findEnabledAgent } from '../users/students.service.ts';
import * as orderQueries from './orders.queries.ts';

export type OrderLesson = {
  id: string;
  name: string;
  term: number;
  lessonIndex: number;
  scheduledAt: Date;
};

/** A requested order, with its class, lessons and student already loaded. */
export type OrderTerms = {
  /** The id of an existing order that is to be processed. */
  orderId?: string;
  type: OrderType;
  tuitionClass: typeof classes.$inferSelect;
  lessons: OrderLesson[];
  /** Null for a new student, who cannot own lessons yet. */
  studentId: string | null;
  discountCode?: string | undefined;
  agentId?: string | null | undefined;
  allowOverbook: boolean;
  allowSecondTrial: boolean;
  allowSeveralLessons: boolean;
};

/** The result of an assessment, with every problem that would refuse the order. */
export type Assessment = {
  owned: Map<string, PlaceKind>;
  billable: OrderLesson[];
  price: { original: number; actual: number };
  code: UsableCode | undefined;
  /** The requested agent, otherwise the code's. */
  agent: { id: string; name: string } | null;
  problems: ErrorItem[];
};

/**
 * Checks an order against every rule without changing anything; shared by creating, quoting and the order import. Inside
 * a transaction the caller must have locked the student and the lessons.
 */
export const assessOrder = async (
  db: Db,
  context: Context,
  terms: OrderTerms,
): Promise<Assessment> => {
  const lessonIds = terms.lessons.map((lesson) => lesson.id);
  const owned =
    terms.studentId === null
      ? new Map<string, PlaceKind>()
      : await rosterQueries.kindsOfStudent(db, terms.studentId, lessonIds);
  const billable = terms.lessons.filter(
    (lesson) => !isOwned(owned.get(lesson.id) ?? null, terms.type),
  );
  const code = terms.discountCode ? await findCode(db, terms.discountCode) : undefined;
  const codeProblem = discountProblem(context, terms, code);
  const agent = terms.agentId ? await findEnabledAgent(db, terms.agentId) : code?.agent;
  const price = priceOrder({
    type: terms.type,
    isFree: terms.tuitionClass.isFree,
    rateCents: terms.tuitionClass.rate,
    billableLessons: billable.length,
    discount: codeProblem ? undefined : code,
  });
  const problems = [
    ...classProblems(terms),
    ...(terms.lessons.length > 0 && billable.length === 0
      ? [problem('all_lessons_owned', 'lesson')]
      : []),
    ...(await fullPurchaseProblems(db, context, terms)),
    ...trialLengthProblems(context, terms),
    ...(await trialProblems(db, context, terms)),
    ...(terms.agentId && !agent ? [problem('agent_not_enabled', 'agent_id')] : []),
    ...(codeProblem ? [problem(codeProblem, 'discount_code')] : []),
    ...(terms.allowOverbook ? [] : await seatProblems(db, context, terms, { owned, billable })),
  ];
  return {
    owned,
    billable,
    price,
    code: codeProblem ? undefined : code,
    agent: agent ?? null,
    problems,
  };
};

export const problem = (code: ErrorCode, field: string, message?: string): ErrorItem => ({
  code,
  field,
  message: message ?? errorCatalogue[code][1],
});

const classProblems = ({ tuitionClass }: OrderTerms) =>
  tuitionClass.isActive ? [] : [problem('class_not_orderable', 'class')];

/** A class sold as a whole: a purchase must include all its remaining lessons (decisions: rosters). */
const fullPurchaseProblems = async (db: Db, context: Context, terms: OrderTerms) => {
  const { tuitionClass, lessons } = terms;
  if (!tuitionClass.forceFullPurchase || terms.type !== 'PAYMENT' || lessons.length === 0)
    return [];
  const remaining = await lessonQueries.listActiveOfClass(db, tuitionClass.id, {
    from: context.clock.now(),
  });
  const chosen = new Set(lessons.map((lesson) => lesson.id));
  return remaining.every((lesson) => chosen.has(lesson.id))
    ? []
    : [problem('full_purchase_required', 'lesson')];
};

const discountProblem = (
  context: Context,
  terms: OrderTerms,
  code: UsableCode | undefined,
): ErrorCode | undefined => {
  if (!terms.discountCode) return undefined;
  if (!code) return 'discount_code_unknown';
  return whyNotApplicable(code, {
    businessDay: businessDayOf(
      context.clock.now().toISOString(),
      context.settings.businessTimeZone,
    ),
    classId: terms.tuitionClass.id,
    currency: terms.tuitionClass.currency,
    isTrial: terms.type === 'TRIAL',
  });
};

/** A trial is for one lesson; everyone but a Partner may confirm more (decisions: Orders). */
const trialLengthProblems = ({ actor }: Context, terms: OrderTerms) => {
  const { length } = terms.lessons;
  if (terms.type !== 'TRIAL' || length <= 1) return [];
  if (actor.role === 'Partner') return [problem('trial_one_lesson', 'lesson')];
  return terms.allowSeveralLessons
    ? []
    : [problem('trial_several_lessons', 'lesson', severalTrialLessonsQuestion(length))];
};

/** An upcoming or attended trial of this class refuses another one; an Admin may override (decisions: Orders). */
const trialProblems = async (db: Db, context: Context, terms: OrderTerms) => {
  if (terms.type !== 'TRIAL' || terms.studentId === null) return [];
  if (terms.allowSecondTrial && context.actor.role === 'Admin') return [];
  const taken = await orderQueries.hasTrial(db, {
    studentId: terms.studentId,
    classId: terms.tuitionClass.id,
    now: context.clock.now(),
    without: terms.orderId,
  });
  return taken ? [problem('trial_already_taken', 'email')] : [];
};

/** Exceeding max_cap and buying from a sold-out class need confirmation (decisions: rosters). */
const seatProblems = async (
  db: Db,
  context: Context,
  terms: OrderTerms,
  { owned, billable }: { owned: Map<string, PlaceKind>; billable: OrderLesson[] },
): Promise<ErrorItem[]> => {
  const { tuitionClass } = terms;
  const soldOut = tuitionClass.isSoldOut ? [problem('class_sold_out', 'class')] : [];
  if (!takesSeat(terms.type)) return soldOut;
  const seated = (lesson: OrderLesson) => {
    const kind = owned.get(lesson.id);
    return kind !== undefined && takesSeat(kind);
  };
  const wanted = billable.filter((lesson) => !seated(lesson));
  const seats = await rosterQueries.countSeats(
    db,
    wanted.map((lesson) => lesson.id),
  );
  const zone = context.settings.businessTimeZone;
  const full = wanted.flatMap((lesson) => {
    const taken = seats.get(lesson.id) ?? 0;
    const day = businessDayOf(lesson.scheduledAt.toISOString(), zone);
    return taken >= tuitionClass.maxCap
      ? [{ term: lesson.term, index: lesson.lessonIndex, day, seats: taken }]
      : [];
  });
  const question = fullLessonsQuestion(full, tuitionClass.maxCap);
  return question === undefined ? soldOut : [...soldOut, problem('class_full', 'lesson', question)];
};
