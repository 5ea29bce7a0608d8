import { paymentPlatforms } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { editRemarks } from './data/remarks.ts';
import { days, iso, minutes } from './demo-time.ts';
import type { Row } from './insert-rows.ts';
import type { Order } from './order-world.ts';
import type { Random } from './random.ts';
import type { Place } from './roster.ts';

type Named = { id: string; name: string };
type Step = {
  at: number;
  actor: Named | null;
  action: 'created' | 'updated' | 'cancelled';
  remark: string;
  changes: { field: string; from: string; to: string }[];
};

const changed = (field: string, from: string, to: string) => ({ field, from, to });

/** The history of an order, oldest first: created, paid, changed by staff, cancelled. */
const stepsOf = (order: Order, edit: { at: number; by: Named; remark: string } | null): Step[] => {
  const online = order.handledBy === null;
  const steps: Step[] = [
    {
      at: order.created,
      actor: order.handledBy,
      action: 'created',
      remark: order.remark,
      changes: [],
    },
  ];
  const shop = (at: number, from: string, to: string): Step => ({
    at,
    actor: null,
    action: 'updated',
    remark: '',
    changes: [changed('status', from, to)],
  });
  if (online && order.completedAt !== null) {
    steps.push(shop(order.completedAt, 'INIT', 'PAID'));
    if (order.status !== 'PAID') steps.push(shop(order.completedAt + 1000, 'PAID', 'PROCESSED'));
  }
  if (edit)
    steps.push({
      at: edit.at,
      actor: edit.by,
      action: 'updated',
      remark: '',
      changes: [changed('remark', order.remark, edit.remark)],
    });
  if (order.cancelled) {
    const { on, by, remark } = order.cancelled;
    const before = order.completedAt === null ? 'INIT' : 'PROCESSED';
    steps.push({
      at: on,
      actor: by,
      action: 'cancelled',
      remark,
      changes: [changed('status', before, 'CANCELLED'), changed('remark', order.remark, remark)],
    });
  }
  return steps;
};

/** Rows of `orders`, `order_history` and `roster_sources`. */
export const orderRows = (
  orders: readonly Order[],
  places: readonly Place[],
  world: { random: Random; newId: (at: number) => string; today: number; admins: readonly Named[] },
) => {
  const { random, newId, today } = world;
  const orderTable: Row[] = [];
  const history: Row[] = [];
  for (const order of orders) {
    const quiet = order.status === 'PROCESSED' && order.created < today - days(2);
    const edit =
      quiet && random.chance(0.04)
        ? {
            at: order.created + minutes(random.whole(60, 2000)),
            by: random.pick(world.admins),
            remark: random.pick(editRemarks),
          }
        : null;
    const steps = stepsOf(order, edit);
    orderTable.push({
      id: order.id,
      type: order.type,
      status: order.status,
      created: iso(order.created),
      student_id: order.student.id,
      class_id: order.tuitionClass.id,
      agent_id: order.agent?.id ?? null,
      handled_by: order.handledBy?.id ?? null,
      remark: order.cancelled?.remark ?? edit?.remark ?? order.remark,
      currency: order.currency,
      original_price: order.originalPrice,
      actual_price: order.actualPrice,
      is_renewal: order.isRenewal,
      brand: order.brand,
      channel: order.handledBy ? 'offline' : 'online',
      provider: order.provider,
      platform: order.provider && paymentPlatforms[order.provider],
      completed_at: order.completedAt === null ? null : iso(order.completedAt),
      cancelled_at: order.cancelled && iso(order.cancelled.on),
      lesson_ids: order.lessons.map((lesson) => lesson.id),
      billable_lesson_ids: order.billable.map((lesson) => lesson.id),
      discount_code_id: order.code?.id ?? null,
      updated: iso(Math.max(...steps.map((step) => step.at))),
      version: steps.length,
    });
    for (const { at, actor, action, remark, changes } of steps)
      history.push({
        id: newId(at),
        order_id: order.id,
        at: iso(at),
        actor_id: actor?.id ?? null,
        actor_name: actor?.name ?? 'Web shop',
        action,
        remark,
        changes,
      });
  }
  const rosterTable: Row[] = places.map((place) => ({
    id: newId(place.created),
    lesson_id: place.lesson.id,
    student_id: place.student.id,
    kind: place.kind,
    order_id: place.orderId,
    added_by: place.addedBy,
    created: iso(place.created),
    released_at: place.releasedAt === null ? null : iso(place.releasedAt),
  }));
  return { orders: orderTable, history, roster: rosterTable };
};

/** Each buyer's earliest purchase that was not cancelled. */
export const firstPurchases = (orders: readonly Order[]) => {
  const first = new Map<string, number>();
  for (const { type, status, student, created } of orders) {
    if (type === 'TRIAL' || status === 'CANCELLED') continue;
    first.set(student.id, Math.min(first.get(student.id) ?? Infinity, created));
  }
  return first;
};
