import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import type { AttentionReason } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { formatMoney } from 'staffroom-contract/shared/money.ts';

type Paid = Pick<Order, 'paid_amount' | 'paid_currency'>;

/** "$75.00"; "–" until the shop reports the amount that it received. */
export const paidWords = ({ paid_amount: amount, paid_currency: currency }: Paid): string =>
  amount === null || currency === null ? '–' : formatMoney(amount, currency);

const reasonWords: Record<AttentionReason, string> = {
  amount_differs: 'The payment does not match the order',
  paid_after_cancel: 'Paid after it was cancelled',
  nothing_left: 'The student owns all of its lessons already',
  code_unusable: 'Its discount code could not be used when it was paid',
  blocked: 'It could not be processed: its history says why',
};

/** Why an order needs attention; '' if it does not. */
export const attentionWords = ({ attention }: Pick<Order, 'attention'>): string =>
  attention ? `${reasonWords[attention.reason]}.` : '';
