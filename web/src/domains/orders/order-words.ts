import type { Order } from '@staffroom/contract/domains/orders/order.schema.ts';

/** Bank transfer when somebody handled it, else online with its platform (part 2 §3, Order). */
export const paymentWords = (order: Pick<Order, 'handled_by' | 'payment'>): string => {
  if (order.handled_by) return 'Bank transfer';
  return order.payment.platform ? `Online, ${order.payment.platform}` : 'Online';
};
