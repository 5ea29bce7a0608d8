/** Role of a person on a lesson. */
export const teachingKinds = ['tutor', 'ta'] as const;
export type TeachingKind = (typeof teachingKinds)[number];

/** Why a lesson pays nothing (decisions: Reports, Tutor pay); `not_taught`: paid before, but no longer taught. */
export const unpaidReasons = ['inactive', 'no_end', 'ends_before_start', 'not_taught'] as const;
export type UnpaidReason = (typeof unpaidReasons)[number];

/**
 * Why a lesson's pay differs from its month's payslip: another run paid it (moved, or added after confirmation), no run
 * has paid it, it changed after payment, or it is no longer of this tutor and month.
 */
export const payReasons = [
  'moved_here',
  'other_run',
  'not_in_run',
  'changed',
  'inactive',
  'moved_away',
  'not_taught',
  'deleted',
] as const;
export type PayReason = (typeof payReasons)[number];

/** Labels of the reasons on the screen and in the download. */
export const payReasonWords: Record<PayReason, string> = {
  moved_here: 'Moved here after payment',
  other_run: 'Paid in another month',
  not_in_run: 'Added after the run',
  changed: 'Changed after payment',
  inactive: 'Made inactive after payment',
  moved_away: 'Moved to another month after payment',
  not_taught: 'Taken off after payment',
  deleted: 'Deleted after payment',
};

/** Highest rate per hour in dollars. */
export const highestHourlyRate = 1000;

/** The first year of the picker (part 2 §9). */
export const firstPayYear = 2018;

/** Pay per hour, and per hour for each student above the limit; cents. */
export type PayTerms = { rate: number; limit: number; perExtra: number };

/** The usual terms of a class by role (part 2 §9); the rate of a TA is entered by an Admin. */
export const payTerms = (classType: string, as: TeachingKind): PayTerms => {
  if (as === 'ta') return { rate: 0, limit: 0, perExtra: 0 };
  return classType === 'Workshop'
    ? { rate: 7000, limit: 10, perExtra: 200 }
    : { rate: 4000, limit: 5, perExtra: 500 };
};

type Taught = {
  scheduledAt: Date;
  endedAt: Date | null;
  isActive: boolean;
  /** Students on its paying roster, without internal ones. */
  students: number;
  /** Cents per hour, replaces the usual base. */
  rate: number;
  terms: PayTerms;
};

const hour = 60 * 60_000;

/** Pay in cents: rate × hours, and per student above the limit the additional rate × hours (`extra`), rounded once. */
export const calculatePay = (taught: Taught) => {
  const { terms, rate, students } = taught;
  const unpaid = unpaidReason(taught);
  const ms = unpaid || !taught.endedAt ? 0 : +taught.endedAt - +taught.scheduledAt;
  const extraStudents = terms.perExtra === 0 ? 0 : Math.max(0, students - terms.limit);
  const base = perHours(rate, ms);
  const pay = perHours(rate + terms.perExtra * extraStudents, ms);
  return { hours: ms / hour, extraStudents, base, extra: pay - base, pay, unpaid };
};

const unpaidReason = ({ isActive, scheduledAt, endedAt }: Taught): UnpaidReason | null => {
  if (!isActive) return 'inactive';
  if (!endedAt) return 'no_end';
  return endedAt < scheduledAt ? 'ends_before_start' : null;
};

/** Cents for a time at a rate per hour; integers, so half a cent is exact: cents × ms of a day stay far below 2⁵³. */
const perHours = (centsAnHour: number, ms: number) =>
  Math.floor((2 * centsAnHour * ms + hour) / (2 * hour));
