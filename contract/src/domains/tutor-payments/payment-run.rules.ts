/** A run is reckoned anew while it is a draft, locked once confirmed, and closed when the bank has paid it. */
export const paymentRunStates = ['draft', 'confirmed', 'paid'] as const;
export type PaymentRunState = (typeof paymentRunStates)[number];

/** Dollars that one adjustment may add or take. */
export const highestAdjustment = 10_000;

/**
 * What of a tutor's month a person should look at before it is confirmed: lessons that pay nothing and why, a TA's or
 * tutor's lessons at no rate, rates that somebody set, lessons that another tutor is paid for too, and a sum that is
 * owed to the company.
 */
export const runWarnings = [
  'no_end',
  'ends_before_start',
  'inactive',
  'no_rate',
  'edited',
  'shared',
  'owes',
] as const;
export type RunWarning = (typeof runWarnings)[number];
