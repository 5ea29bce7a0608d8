import { z } from 'zod';

/** Currencies of a class (part 1 §3). All are kept in hundredths; rupiah are shown without decimals. */
export const currencies = ['SGD', 'USD', 'CNY', 'IDR'] as const;
export type Currency = (typeof currencies)[number];
export const currencySchema = z.enum(currencies);

/** The largest price of one order; cents are kept as 32-bit integers. */
export const largestPrice: Record<Currency, number> = {
  SGD: 1_000_000,
  USD: 1_000_000,
  CNY: 5_000_000,
  IDR: 20_000_000,
};

/** Minor units (cents) to the decimal number of the wire. */
export const toWireAmount = (cents: number) => cents / 100;

/**
 * A decimal amount of the wire to minor units, half-up by what was written: 8.575 is a little less in
 * binary, and 858 all the same. Negative amounts mirror positive ones.
 */
export const toCents = (amount: number) =>
  Math.sign(amount) * Math.round(Number((Math.abs(amount) * 100).toPrecision(15)));

/** Why an amount of the wire cannot be kept in minor units, or undefined. */
export const decimalsProblem = (amount: number): string | undefined =>
  Number.isInteger(Number((amount * 100).toPrecision(15))) ? undefined : 'At most two decimals';

const symbols: Record<Currency, string> = { SGD: '$', USD: 'US$', CNY: 'CNY ', IDR: 'Rp ' };

/** What stands before an amount: "$", "US$". */
export const currencySymbol = (currency: Currency): string => symbols[currency].trim();

/** An amount of the wire as staff read it: $1,234.50, US$1,234.50, CNY 1,234.50, Rp 1.234.500. */
export const formatMoney = (amount: number, currency: Currency) => {
  const digits = currency === 'IDR' ? 0 : 2;
  const text = Math.abs(amount).toLocaleString(currency === 'IDR' ? 'id-ID' : 'en-SG', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return `${amount < 0 ? '−' : ''}${symbols[currency]}${text}`;
};

/** Rounded percentage that a price lies below the original; 0 when there is nothing to compare (part 2 §9). */
export const discountPercent = (original: number, actual: number) =>
  original > 0 ? Math.round((100 * (original - actual)) / original) : 0;
