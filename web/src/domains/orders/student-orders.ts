import type { Order } from 'staffroom-contract/domains/orders/order.schema.ts';
import {
  currencies,
  formatMoney,
  toCents,
  toWireAmount,
  type Currency,
} from 'staffroom-contract/shared/money.ts';

type Priced = Pick<Order, 'status' | 'currency' | 'actual_price'>;

/** Totals of a student's orders without cancelled ones, per currency: currencies are never added up. */
export const totalsOf = (orders: readonly Priced[]): { currency: Currency; amount: number }[] => {
  const standing = orders.filter((order) => order.status !== 'CANCELLED');
  return currencies.flatMap((currency) => {
    const own = standing.filter((order) => order.currency === currency);
    const cents = own.reduce((sum, order) => sum + toCents(order.actual_price), 0);
    return own.length === 0 ? [] : [{ currency, amount: toWireAmount(cents) }];
  });
};

/** "$682.00 + US$30.00 without cancelled orders". */
export const totalWords = (orders: readonly Priced[], defaultCurrency: Currency): string => {
  const totals = totalsOf(orders);
  const amounts = totals.length > 0 ? totals : [{ currency: defaultCurrency, amount: 0 }];
  const sum = amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(' + ');
  return `${sum} without cancelled orders`;
};
