import { z } from 'zod';

/** Currencies of a class (part 1 §3). All are stored in hundredths; rupiah are shown without decimals. */
export const currencies = ['SGD', 'USD', 'CNY', 'IDR'] as const;
export type Currency = (typeof currencies)[number];
export const currencySchema = z.enum(currencies);

/** The largest price of one order; cents are stored as 32-bit integers. */
export const largestPrice: Record<Currency, number> = {
  SGD: 1_000_000,
  USD: 1_000_000,
  CNY: 5_000_000,
  IDR: 20_000_000,
};

/** Converts minor units (cents) to a decimal amount of the API. */
export const toWireAmount = (cents: number) => cents / 100;

/** Converts a decimal amount to minor units, half-up by its decimal digits: 8.575, less in binary, is 858. */
export const toCents = (amount: number) =>
  Math.sign(amount) * Math.round(Number((Math.abs(amount) * 100).toPrecision(15)));

/** Problem of an amount of the API that has more than two decimals; otherwise undefined. */
export const decimalsProblem = (amount: number): string | undefined =>
  Number.isInteger(Number((amount * 100).toPrecision(15))) ? undefined : 'At most two decimals';

const symbols: Record<Currency, string> = { SGD: '$', USD: 'US$', CNY: 'CNY ', IDR: 'Rp ' };

/** The symbol before an amount: "$", "US$". */
export const currencySymbol = (currency: Currency): string => symbols[currency].trim();

/** Formats an amount: $1,234.50, US$1,234.50, CNY 1,234.50, Rp 1.234.500. */
export const formatMoney = (amount: number, currency: Currency) => {
  const digits = currency === 'IDR' ? 0 : 2;
  const text = Math.abs(amount).toLocaleString(currency === 'IDR' ? 'id-ID' : 'en-SG', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${amount < 0 ? '−' : ''}${symbols[currency]}${text}`;
};

/** Discount of a price from the original in whole per cent; 0 if the original is 0 (part 2 §9). */
export const discountPercent = (original: number, actual: number) =>
  original > 0 ? Math.round((100 * (original - actual)) / original) : 0;
