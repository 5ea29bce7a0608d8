/** A run is calculated on each read while it is a draft, locked once confirmed, and closed once the bank has paid. */
export const paymentRunStates = ['draft', 'confirmed', 'paid'] as const;
export type PaymentRunState = (typeof paymentRunStates)[number];

/** Largest amount of one adjustment in dollars, in either direction. */
export const highestAdjustment = 10_000;

/**
 * Reasons to check a tutor's month before it is confirmed: unpaid lessons by reason, lessons at rate 0, rates set by
 * an Admin, lessons that another tutor is paid for too, hours that the payslip cannot print exactly, a disabled
 * account, and a negative total. `sumByTutor` of the server decides them.
 */
export const runWarnings = [
  'no_end',
  'ends_before_start',
  'inactive',
  'no_rate',
  'edited',
  'shared',
  'inexact_hours',
  'disabled',
  'owes',
] as const;
export type RunWarning = (typeof runWarnings)[number];

/** State of a debt (total below 0): carried to the next run, undecided (before 0.11.0), or written off by an Admin. */
export const debtStates = ['carried', 'left_out', 'written_off'] as const;
export type DebtState = (typeof debtStates)[number];

/** Splits a total in cents: the bank pays above 0; below 0 is carried to the person's next run. */
export const splitTotal = (total: number): { toBank: number; carriedForward: number } => ({
  toBank: Math.max(0, total),
  carriedForward: Math.min(0, total),
});

/** Decimals of the hours on screens and payslips. */
export const hourDecimals = 3;

/** Returns true if hours are printed exactly as they are paid: a third of an hour is not 0.333. */
export const isPrintedExactly = (hours: number): boolean => {
  const printed = hours * 10 ** hourDecimals;
  return Math.abs(printed - Math.round(printed)) < 1e-6;
};
