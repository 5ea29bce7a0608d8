import type { ErrorCode } from '../../shared/errors.ts';
import { can, type Rights } from '../identity/permissions.ts';
import { applyDiscount, type DiscountTerms } from '../discount-codes/discount-codes.rules.ts';

export const orderTypes = ['PAYMENT', 'TRIAL', 'PAYMENT_VIDEO'] as const;
export type OrderType = (typeof orderTypes)[number];

/** What is bought; a trial costs nothing. */
export const purchaseTypes = ['PAYMENT', 'PAYMENT_VIDEO'] as const satisfies readonly OrderType[];

export const orderStatuses = ['INIT', 'PAID', 'PROCESSED', 'CANCELLED'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** What the list shows until somebody chooses otherwise (part 2 §9). */
export const defaultStatuses: OrderStatus[] = ['INIT', 'PROCESSED', 'CANCELLED'];

/** Hours after which an order that nobody has completed needs attention (decisions: Roles, `/`). */
export const hoursToComplete = 24;

export const paymentChannels = ['offline', 'online'] as const;

/** Online providers with the one platform each offers (part 2 §9). */
export const paymentPlatforms = { stripe: 'credit-card', hitpay: 'paynow' } as const;
export type PaymentProvider = keyof typeof paymentPlatforms;

export const cancelRemarkMessage = 'Please enter a reason for canceling the order';

/** Payment and video-only orders need canCancelPurchase, trials canCancelTrial (part 2 §4). */
export const canCancel = (rights: Rights, order: { type: OrderType; status: OrderStatus }) =>
  order.status !== 'CANCELLED' &&
  can(rights, order.type === 'TRIAL' ? 'order.canCancelTrial' : 'order.canCancelPurchase');

/** A paid order of the web shop is processed by itself; what stands in its way a person may overrule. */
export const canProcess = (rights: Rights, order: { status: OrderStatus }) =>
  order.status === 'PAID' && can(rights, 'order.canCreateNormal');

export const canUpdate = (rights: Rights) => can(rights, 'order.canUpdateOrder');

/** The order types this person may create; without canCreateNormal only TRIAL (part 2 §5). */
export const creatableTypes = (rights: Rights): readonly OrderType[] => {
  if (can(rights, 'order.canCreateNormal')) return orderTypes;
  return can(rights, 'order.canCreateOrder') ? ['TRIAL'] : [];
};

/** How many lessons a trial has that should have one, as a question to those who may give more (decisions: Orders). */
export const severalTrialLessonsQuestion = (lessons: number) =>
  `A trial is for one lesson; this one has ${lessons}. Create it anyway?`;

/** What an order costs, in cents: rate × billable lessons, less the code; trials and free classes 0. */
export const priceOrder = (order: {
  type: OrderType;
  isFree: boolean;
  rateCents: number;
  billableLessons: number;
  discount?: Pick<DiscountTerms, 'discount_type' | 'value'> | undefined;
}) => {
  if (order.type === 'TRIAL' || order.isFree) return { original: 0, actual: 0 };
  const original = order.rateCents * order.billableLessons;
  const actual = order.discount
    ? applyDiscount(order.discount, order.rateCents, order.billableLessons)
    : original;
  return { original, actual };
};

/** Choosing lessons selects every lesson from the earliest to the latest chosen (part 2 §5). */
export const lessonRange = <T extends { _id: string }>(
  lessons: readonly T[],
  firstId: string,
  lastId: string,
): T[] => {
  const a = lessons.findIndex((lesson) => lesson._id === firstId);
  const b = lessons.findIndex((lesson) => lesson._id === lastId);
  if (a < 0 || b < 0) return [];
  return lessons.slice(Math.min(a, b), Math.max(a, b) + 1);
};

/** Splits lessons into the card's three columns, filled downwards (part 2 §9). */
export const inColumns = <T>(items: readonly T[], columns = 3): T[][] => {
  const height = Math.ceil(items.length / columns);
  return Array.from({ length: columns }, (_, index) =>
    items.slice(index * height, (index + 1) * height),
  );
};

/** Why the discount code of an order does not apply to it. */
export const discountRefusals = [
  'discount_code_disabled',
  'discount_code_not_started',
  'discount_code_expired',
  'discount_code_used_up',
  'discount_code_other_class',
  'discount_code_other_currency',
  'discount_code_not_for_trials',
] as const satisfies readonly ErrorCode[];
