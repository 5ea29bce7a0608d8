import type { PriceQuote } from '@staffroom/contract/domains/orders/orders.contract.ts';
import type {
  OrderType,
  PaymentProvider,
} from '@staffroom/contract/domains/orders/orders.rules.ts';
import { paymentPlatforms } from '@staffroom/contract/domains/orders/orders.rules.ts';
import {
  formatMoney,
  toCents,
  toWireAmount,
  type Currency,
} from '@staffroom/contract/shared/money.ts';
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
import { findOrCreateStudent, noteFirstPurchase, type Student } from '../users/students.service.ts';
import { assessOrder, problem, type Assessment, type OrderLesson } from './assess-order.ts';
import { orderChanged } from './orders.events.ts';
import { recordedOrder } from './orders.presenter.ts';
import * as orderQueries from './orders.queries.ts';

/** An order to place, with its lessons named one by one. */
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
  /** The price that the person saw; undefined where no one saw one. */
  expected_price?: number | undefined;
  brand: string;
  /** An order of the web shop holds no places until it is processed; PROCESSED unless told. */
  shop?: { status: 'INIT' | 'PAID'; completedOn: Date | null; price?: number | undefined };
};

/**
 * Places an order in the given transaction, all or nothing: student, price, discount use, places, first
 * purchase, history, audit and tickets (decisions: Orders). One of the web shop gets its places when it is processed. Locks student, lessons, tickets and code in this order, which
 * keeps concurrent orders from waiting for each other in a circle. Answers the order's card. Throws every
 * problem found at once.
 */
export const placeOrder = async (
  tx: Db,
  context: Context,
  request: OrderRequest,
): Promise<orderQueries.OrderCardRow> => {
  const tuitionClass = await classQueries.findById(tx, request.class);
  if (!tuitionClass)
    throw refusal('not_found', { field: 'class', message: 'There is no such class.' });
  const student = await findOrCreateStudent(tx, context, {
    email: request.email,
    name: request.name ?? '',
    phoneCountryCode: request.phone_country_code,
    phone: request.phone,
  });
  const { shop } = request;
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
  // Money that was paid is never refused: what stands against the order is said when it is to be processed.
  if (problems.length > 0 && !isPaid)
    throw new AppError(problems, { quote: changedPrice(request, tuitionClass, assessment) });

  const now = context.clock.now();
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
    completedOn: shop ? shop.completedOn : now,
    lessonIds: lessons.map((lesson) => lesson.id),
    billableLessonIds: billableIds,
    discountCodeId: assessment.code?.id ?? null,
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
  if (request.type !== 'TRIAL' && order.status !== 'INIT')
    await noteFirstPurchase(tx, student.id, now);
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
  // Last, because every order with this code waits for it from here to the commit.
  if (assessment.code) await spendUse(tx, assessment.code);
  return card;
};

/** What is decided when an order is taken, and not asked again when it is processed. */
const atPurchase: ReadonlySet<string> = new Set(['price', 'discount_code', 'agent_id']);

/** What the family was shown must be what the order costs. */
const priceProblems = ({ shop }: OrderRequest, { price }: Assessment) =>
  shop?.price === undefined || toCents(shop.price) === price.actual
    ? []
    : [problem('price_differs', 'price', `The price is ${toWireAmount(price.actual)}.`)];

type PricedClass = { rate: number; currency: Currency };

/** What the person was shown must be what the order costs too; a code that does not apply is refused by itself. */
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

/** The price where it is another than the one shown; undefined where there is none to pay. */
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

/** The new order as a card would be read, from what is known already. */
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
  lessons: placed.lessons.map(({ id, name, term, lessonIndex, scheduledOn }) => [
    id,
    name,
    term,
    lessonIndex,
    scheduledOn.toISOString(),
  ]),
  total: null,
});

const paymentOf = ({ channel, provider }: OrderRequest['payment']) => ({
  channel,
  provider: provider ?? null,
  platform: provider ? paymentPlatforms[provider] : null,
});

/** The lessons, locked and in order of time; refuses any that is no lesson of the class, or is not active. */
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
  return usable.toSorted((a, b) => a.scheduledOn.getTime() - b.scheduledOn.getTime());
};
