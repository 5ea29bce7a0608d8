import { priceOrder } from 'staffroom-contract/domains/orders/orders.rules.ts';
import type { Lesson } from './classes.ts';
import { partnerLeadSource } from './data/lead-sources.ts';
import { cancelRemarks } from './data/remarks.ts';
import { minutes } from './demo-time.ts';
import { createEnrolments, type Enrolment } from './enrolments.ts';
import { agentFor, fateOf, type Fate } from './order-fate.ts';
import type { Order, OrderWorld } from './order-world.ts';
import { orderRemark } from './order-remarks.ts';
import { orderTimes } from './order-times.ts';
import { createRoster, type Roster } from './roster.ts';
import { createShopping, type Basket } from './shopping.ts';
import type { Staff } from './staff.ts';

const typeWeights = [
  ['PAYMENT', 70],
  ['TRIAL', 22],
  ['PAYMENT_VIDEO', 8],
] as const;

/** Lets the months pass in order, so that seats, discount uses and renewals come out as they would have. */
export const createOrders = (
  world: OrderWorld,
  count: number,
): { orders: Order[]; roster: Roster } => {
  const { random, today } = world;
  const roster = createRoster();
  const enrolments = createEnrolments();
  const shop = createShopping({ ...world, roster, enrolments });
  const orders: Order[] = [];
  /** Students with a purchase that stays: INIT and PAID come only after one. */
  const buyers = new Set<string>();
  let toCancel: { order: Order; enrolment: Enrolment }[] = [];

  const cancelUntil = (at: number) => {
    const due = toCancel.filter(({ order }) => (order.cancelled?.on ?? Infinity) <= at);
    if (due.length === 0) return;
    toCancel = toCancel.filter((one) => !due.includes(one));
    for (const { order, enrolment } of due) {
      roster.release(order.id, order.billable, order.student, order.cancelled?.on ?? at);
      if (order.code) order.code.terms.total_usage -= 1;
      enrolment.ended = true;
    }
  };

  for (const { at, sampleOnly } of orderTimes(random, today, count)) {
    cancelUntil(at);
    const basket = shop(random.weighted(typeWeights), at, sampleOnly);
    if (!basket) continue;
    const isBuyer = buyers.has(basket.student.id);
    const fate = fateOf(world, basket, at, isBuyer);
    const agent = agentFor(world, basket, at);
    const enrolment = enrolments.open(basket.student, basket.tuitionClass, agent);
    const order = takeOrder(world, basket, { at, fate, agent, isBuyer });
    orders.push(order);
    if (order.cancelled) toCancel.push({ order, enrolment });
    if (order.code) order.code.terms.total_usage += 1;
    if (fate.places) {
      for (const lesson of order.billable) roster.add(placeOf(order, lesson));
      if (order.type === 'PAYMENT') enrolment.paidUntil = order.lessons.at(-1)?.start ?? null;
      if (order.type === 'TRIAL') enrolment.trial = order.lessons[0] ?? null;
      if (order.type !== 'TRIAL' && !order.cancelled) buyers.add(order.student.id);
    }
  }
  cancelUntil(today);
  return { orders, roster };
};

const placeOf = (order: Order, lesson: Lesson) => ({
  lesson,
  student: order.student,
  kind: order.type,
  orderId: order.id,
  addedBy: null,
  created: order.completedAt ?? order.created,
  releasedAt: null,
});

const takeOrder = (
  world: OrderWorld,
  basket: Basket,
  terms: { at: number; fate: Fate; agent: Staff | null; isBuyer: boolean },
): Order => {
  const { random, newId } = world;
  const { type, student, tuitionClass, lessons, billable, enrolment } = basket;
  const { at, fate } = terms;
  const isRenewal = type === 'PAYMENT' && (enrolment?.paidUntil ?? null) !== null;
  const code =
    type === 'TRIAL'
      ? null
      : world.chooseCode({
          student,
          tuitionClass,
          at,
          isFirstPurchase: !terms.isBuyer,
          isKept: fate.status === 'PROCESSED',
        });
  const price = priceOrder({
    type,
    isFree: tuitionClass.plan.free ?? false,
    rateCents: tuitionClass.rateCents,
    billableLessons: billable.length,
    discount: code?.terms,
  });
  const provider =
    fate.online && price.actual > 0
      ? random.weighted([
          ['stripe', 6],
          ['hitpay', 4],
        ] as const)
      : null;
  const handledBy = fate.online
    ? null
    : random.pick(type === 'TRIAL' ? world.salesStaff : world.admins);
  const isPaid = fate.places || fate.status === 'PAID';
  const brand =
    student.leadSource === partnerLeadSource && !fate.online ? partnerLeadSource : 'HOUSE';
  const order = {
    id: newId(at),
    type,
    status: fate.status,
    created: at,
    student,
    tuitionClass,
    lessons,
    billable,
    agent: terms.agent ?? code?.agent ?? null,
    handledBy,
    currency: tuitionClass.currency,
    originalPrice: price.original,
    actualPrice: price.actual,
    isRenewal,
    brand,
    provider,
    completedAt: isPaid ? at + (fate.online ? minutes(random.whole(1, 9)) : 0) : null,
    cancelled: fate.cancelledAt
      ? { on: fate.cancelledAt, by: random.pick(world.admins), remark: random.pick(cancelRemarks) }
      : null,
    code,
  };
  return { ...order, remark: orderRemark(random, order) };
};
