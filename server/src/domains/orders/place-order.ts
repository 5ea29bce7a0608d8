import type { PriceQuote } from 'staffroom-contract/domains/orders/orders.contract.ts';
import type { OrderType, PaymentProvider } from 'staffroom-contract/domains/orders/orders.rules.ts';
import {
  attentionAtPayment,
  paymentPlatforms,
} from 'staffroom-contract/domains/orders/orders.rules.ts';
import {
  formatMoney,
  toCents,
  toWireAmount,
  type Currency,
} from 'staffroom-contract/shared/money.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { announce } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import * as classQueries from '../classes/classes.queries.ts';
import { spendUse } from '../discount-codes/discount-codes.service.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { placeForOrder } from '../lessons/rosters.service.ts';
import { findOrCreateStudent, type Student } from '../users/students.service.ts';
import { assessOrder, problem, type Assessment, type OrderLesson } from './assess-order.ts';
import { orderChanged } from './orders.events.ts';
import { recordedOrder } from './orders.presenter.ts';
import * as orderQueries from './orders.queries.ts';

/** An order to place, with the ids of its lessons. */
export type OrderRequest = {
  type: OrderType;
  email: string;
  name?: string | undefined;
  phone_country_code: string;
  phone: string;
  class: string;
  lessonIds: string[];
  remark: string;
  discount_code?: string | undefined;
  agent_id?: string | null | undefined;
  payment: { channel: 'offline' | 'online'; provider?: PaymentProvider | null | undefined };
  is_renewal: boolean;
  allow_overbook: boolean;
  allow_second_trial: boolean;
  allow_several_lessons: boolean;
  /** The price that was shown, if any. */
  expected_price?: number | undefined;
  brand: string;
  /** A web shop order gets places only when it is processed; without this the order is PROCESSED. */
  shop?: {
    status: 'INIT' | 'PAID';
    completedAt: Date | null;
    price?: number | undefined;
    /** The amount received, in hundredths; in the class's currency by default. */
    paid: { amount: number; currency: Currency | undefined } | null;
  };
};

/**
 * Places an order in the given transaction: student, price, discount use, places, first purchase, history, audit and
 * tickets (decisions: Orders). A web shop order gets its places when it is processed. Locks student, lessons, tickets
 * and code, in this order to avoid deadlocks. Returns the order's card. Throws all problems at once.
 */
export const placeOrder = async (
  tx: Db,
  context: Context,
  request: OrderRequest,
): Promise<orderQueries.OrderCardRow> => {
  const tuitionClass = await classQueries.findById(tx, request.class);
  if (!tuitionClass)
    throw refusal('not_found', { field: 'class', message: 'This class does not exist.' });
  const { shop } = request;
  const now = context.clock.now();
  const student = await findOrCreateStudent(tx, context, {
    email: request.email,
    name: request.name ?? '',
    phoneCountryCode: request.phone_country_code,
    phone: request.phone,
    firstPurchasedAt: request.type === 'TRIAL' || shop?.status === 'INIT' ? null : now,
  });
  const isPaid = shop?.status === 'PAID';
  const lessons = await lockLessons(tx, request, { inactiveToo: isPaid });
  const assessment = await assessOrder(tx, context, {
    type: request.type,
    tuitionClass,
    lessons,
    studentId: student.isNew ? null : student.id,
    discountCode: request.discount_code,
    agentId: request.agent_id,
    allowOverbook: request.allow_overbook,
    allowSecondTrial: request.allow_second_trial,
    allowSeveralLessons: request.allow_several_lessons,
  });
  const problems = [
    ...assessment.problems,
    ...priceProblems(request, assessment),
    ...shownPriceProblems(request, tuitionClass, assessment),
  ];
  // A paid order is never refused; its problems are reported when it is processed.
  if (problems.length > 0 && !isPaid)
    throw new AppError(problems, { quote: changedPrice(request, tuitionClass, assessment) });

  const billableIds = assessment.billable.map((lesson) => lesson.id);
  const order = await orderQueries.insert(tx, {
    id: newId(now),
    type: request.type,
    status: shop?.status ?? 'PROCESSED',
    created: now,
    studentId: student.id,
    classId: tuitionClass.id,
    agentId: assessment.agent?.id ?? null,
    handledBy: request.payment.channel === 'offline' ? context.actor.id : null,
    remark: request.remark,
    currency: tuitionClass.currency,
    originalPrice: assessment.price.original,
    actualPrice: assessment.price.actual,
    isRenewal: request.is_renewal,
    brand: request.brand,
    ...paymentOf(request.payment),
    completedAt: shop ? shop.completedAt : now,
    lessonIds: lessons.map((lesson) => lesson.id),
    billableLessonIds: billableIds,
    discountCodeId: assessment.code?.id ?? null,
    ...(shop && isPaid && paidColumns(shop.paid, { request, tuitionClass, assessment, now })),
    updated: now,
  });
  if (!shop)
    await placeForOrder(tx, {
      orderId: order.id,
      studentId: student.id,
      kind: request.type,
      lessonIds: billableIds,
      at: now,
    });
  await orderQueries.insertHistory(tx, {
    orderId: order.id,
    at: now,
    actor: context.actor,
    action: 'created',
    remark: request.remark,
    changes: [],
  });
  const unasked = problems.filter(({ field }) => field && atPurchase.has(field));
  if (unasked.length > 0)
    await orderQueries.insertHistory(tx, {
      orderId: order.id,
      at: now,
      actor: context.actor,
      action: 'updated',
      remark: `Kept as it was paid, although: ${unasked.map(({ message }) => message).join(' ')}`,
      changes: [],
    });
  const card = cardOf(context, { order, student, tuitionClass, lessons, assessment });
  await recordAudit(tx, context, {
    action: 'order.created',
    entity: 'order',
    entityId: order.id,
    after: recordedOrder(card),
  });
  await announce(tx, context, orderChanged, { studentId: student.id, classId: tuitionClass.id });
  // Last, because it blocks every other order with this code until the commit.
  if (assessment.code) await spendUse(tx, assessment.code);
  return card;
};

type Paying = {
  request: OrderRequest;
  tuitionClass: { currency: Currency };
  assessment: Assessment;
  now: Date;
};

/** The amount paid for an order that arrives paid, and why it needs attention. */
const paidColumns = (
  paid: NonNullable<OrderRequest['shop']>['paid'],
  { request, tuitionClass, assessment, now }: Paying,
) => {
  const money = paid && { amount: paid.amount, currency: paid.currency ?? tuitionClass.currency };
  const reason = attentionAtPayment({
    price: assessment.price.actual,
    currency: tuitionClass.currency,
    paid: money,
    nothingLeft: assessment.problems.some(({ code }) => code === 'all_lessons_owned'),
    codeUnusable: (request.discount_code ?? '') !== '' && assessment.code === undefined,
  });
  return {
    ...(money && { paidAmount: money.amount, paidCurrency: money.currency }),
    ...(reason && { attention: reason, attentionSince: now }),
  };
};

/** Fields that are decided at purchase and not checked again when the order is processed. */
const atPurchase: ReadonlySet<string> = new Set(['price', 'discount_code', 'agent_id']);

/** The price shown in the web shop must match. */
const priceProblems = ({ shop }: OrderRequest, { price }: Assessment) =>
  shop?.price === undefined || toCents(shop.price) === price.actual
    ? []
    : [problem('price_differs', 'price', `The price is ${toWireAmount(price.actual)}.`)];

type PricedClass = { rate: number; currency: Currency };

/** The price shown in the form must match, unless the discount code is refused anyway. */
const shownPriceProblems = (
  request: OrderRequest,
  tuitionClass: PricedClass,
  assessment: Assessment,
) => {
  const quote = changedPrice(request, tuitionClass, assessment);
  return quote
    ? [problem('price_changed', 'expected_price', priceChangedWords(request, quote))]
    : [];
};

const priceChangedWords = ({ expected_price: shown = 0 }: OrderRequest, quote: PriceQuote) => {
  const count = quote.billable_lesson.length;
  const now = formatMoney(quote.actual_price, quote.currency);
  const before = formatMoney(shown, quote.currency);
  return `The price is ${now} for ${count} ${count === 1 ? 'lesson' : 'lessons'}; ${before} was shown.`;
};

/** The new price if it differs from the one shown; undefined if it is the same or nothing is billed. */
const changedPrice = (
  { expected_price: shown }: OrderRequest,
  { rate, currency }: PricedClass,
  { price, billable, problems }: Assessment,
): PriceQuote | undefined =>
  shown === undefined ||
  toCents(shown) === price.actual ||
  billable.length === 0 ||
  problems.some(({ field }) => field === 'discount_code')
    ? undefined
    : {
        rate: toWireAmount(rate),
        currency,
        original_price: toWireAmount(price.original),
        actual_price: toWireAmount(price.actual),
        billable_lesson: billable.map((lesson) => lesson.id),
      };

/** Builds the new order's card from data that is already loaded. */
const cardOf = (
  context: Context,
  placed: {
    order: orderQueries.OrderRow;
    student: Student;
    tuitionClass: { name: string };
    lessons: OrderLesson[];
    assessment: Assessment;
  },
): orderQueries.OrderCardRow => ({
  order: placed.order,
  student: placed.student,
  className: placed.tuitionClass.name,
  agentName: placed.assessment.agent?.name ?? null,
  handlerName: placed.order.handledBy === null ? null : context.actor.name,
  code: placed.assessment.code?.code ?? null,
  lessons: placed.lessons.map(({ id, name, term, lessonIndex, scheduledAt }) => [
    id,
    name,
    term,
    lessonIndex,
    scheduledAt.toISOString(),
  ]),
  total: null,
});

const paymentOf = ({ channel, provider }: OrderRequest['payment']) => ({
  channel,
  provider: provider ?? null,
  platform: provider ? paymentPlatforms[provider] : null,
});

/** Locks the lessons and returns them by time; refuses any that is inactive or of another class. */
export const lockLessons = async (
  tx: Db,
  request: Pick<OrderRequest, 'lessonIds' | 'class'>,
  { inactiveToo }: { inactiveToo: boolean },
): Promise<OrderLesson[]> => {
  const wanted = [...new Set(request.lessonIds)];
  if (wanted.length === 0) throw refusal('no_lessons', { field: 'lesson' });
  const locked = await lessonQueries.lockByIds(tx, wanted);
  const usable = locked.filter(
    (lesson) => (inactiveToo || lesson.isActive) && lesson.classId === request.class,
  );
  if (usable.length < wanted.length) throw refusal('lessons_not_in_class', { field: 'lesson' });
  return usable.toSorted((a, b) => a.scheduledAt.getTime() - b.scheduledAt.getTime());
};
