import type { ErrorCode } from '../../shared/errors.ts';
import { can, type Rights } from '../identity/permissions.ts';
import { applyDiscount, type DiscountTerms } from '../discount-codes/discount-codes.rules.ts';

/** Types of an order: purchase, trial, videos only (part 2 §4). */
export const orderTypes = ['PAYMENT', 'TRIAL', 'PAYMENT_VIDEO'] as const;
export type OrderType = (typeof orderTypes)[number];

/** The types of a purchase; a trial is free. */
export const purchaseTypes = ['PAYMENT', 'PAYMENT_VIDEO'] as const satisfies readonly OrderType[];

/** Statuses of an order (part 2 §4). */
export const orderStatuses = ['INIT', 'PAID', 'PROCESSED', 'CANCELLED'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Default filter of the list (part 2 §9). */
export const defaultStatuses: OrderStatus[] = ['INIT', 'PROCESSED', 'CANCELLED'];

/** Hours after which an order that is not completed needs attention (decisions: Roles, `/`). */
export const hoursToComplete = 24;

/**
 * Why a web shop order needs staff (decisions: Orders): another amount, payment after cancellation, lessons owned
 * already, an unusable code, or a rule that blocks its places.
 */
export const attentionReasons = [
  'amount_differs',
  'paid_after_cancel',
  'nothing_left',
  'code_unusable',
  'blocked',
] as const;
export type AttentionReason = (typeof attentionReasons)[number];

type Paid = { amount: number; currency: string };

/** Why an order needs a decision when it is paid; null if it can be processed. Amounts are hundredths. */
export const attentionAtPayment = (order: {
  price: number;
  currency: string;
  /** null: the shop did not send the paid amount. */
  paid: Paid | null;
  nothingLeft: boolean;
  codeUnusable: boolean;
}): AttentionReason | null => {
  if (order.nothingLeft) return 'nothing_left';
  if (order.codeUnusable) return 'code_unusable';
  const { paid } = order;
  const isSame = !paid || (paid.amount === order.price && paid.currency === order.currency);
  return isSame ? null : 'amount_differs';
};

/** Returns true if the paid amount can become the order's price; it must be in the order's currency. */
export const canAcceptPaid = (
  rights: Rights,
  order: {
    attention: AttentionReason | null;
    paidAmount: number | null;
    paidCurrency: string | null;
    currency: string;
  },
) =>
  order.attention !== null &&
  order.attention !== 'blocked' &&
  order.paidAmount !== null &&
  order.paidCurrency === order.currency &&
  can(rights, 'order.canAcceptPaid');

/** How an order was paid. */
export const paymentChannels = ['offline', 'online'] as const;

/** Online providers and the one platform of each (part 2 §9). */
export const paymentPlatforms = { stripe: 'credit-card', hitpay: 'paynow' } as const;
export type PaymentProvider = keyof typeof paymentPlatforms;

export const cancelRemarkMessage = 'Please enter a reason for canceling the order';

/** Payment and video-only orders need canCancelPurchase, trials canCancelTrial (part 2 §4). */
export const canCancel = (
  rights: Rights,
  order: { type: OrderType; status: OrderStatus; attention?: AttentionReason | null },
) =>
  // For an order that was paid after it had been cancelled, cancelling confirms the cancellation.
  (order.status !== 'CANCELLED' || (order.attention ?? null) !== null) &&
  can(rights, order.type === 'TRIAL' ? 'order.canCancelTrial' : 'order.canCancelPurchase');

/** A paid web shop order is processed automatically; staff may override the rule that blocks it. */
export const canProcess = (
  rights: Rights,
  order: { status: OrderStatus; attention?: AttentionReason | null },
) =>
  order.status === 'PAID' &&
  ((order.attention ?? null) === null || order.attention === 'blocked') &&
  can(rights, 'order.canCreateNormal');

/** True if the user may change agent, remark and renewal mark of an order. */
export const canUpdate = (rights: Rights) => can(rights, 'order.canUpdateOrder');

/** The order types that the user may create; without canCreateNormal only TRIAL (part 2 §5). */
export const creatableTypes = (rights: Rights): readonly OrderType[] => {
  if (can(rights, 'order.canCreateNormal')) return orderTypes;
  return can(rights, 'order.canCreateOrder') ? ['TRIAL'] : [];
};

/** Question to staff who may create a trial of several lessons (decisions: Orders). */
export const severalTrialLessonsQuestion = (lessons: number) =>
  `A trial is for one lesson; this one has ${lessons}. Create it anyway?`;

/** Price of an order in cents: rate × billable lessons, less the code; trials and free classes cost 0. */
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

/** Errors of a discount code that does not apply to an order. */
export const discountRefusals = [
  'discount_code_disabled',
  'discount_code_not_started',
  'discount_code_expired',
  'discount_code_used_up',
  'discount_code_other_class',
  'discount_code_other_currency',
  'discount_code_not_for_trials',
] as const satisfies readonly ErrorCode[];
