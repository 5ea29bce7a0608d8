/** What somebody is on a lesson. */
export const teachingKinds = ['tutor', 'ta'] as const;
export type TeachingKind = (typeof teachingKinds)[number];

/** Why a lesson pays nothing (decisions: Reports, Tutor pay); `not_taught`, where somebody was paid for it who no longer teaches it. */
export const unpaidReasons = ['inactive', 'no_end', 'ends_before_start', 'not_taught'] as const;
export type UnpaidReason = (typeof unpaidReasons)[number];

/** Dollars an hour that a rate may be. */
export const highestHourlyRate = 1000;

/** The first year of the picker (part 2 §9). */
export const firstPayYear = 2018;

/** What an hour pays, and each student above the limit beside it; cents. */
export type PayTerms = { rate: number; limit: number; perExtra: number };

/** The usual terms of a class for who teaches it (part 2 §9); a TA is paid what somebody says. */
export const payTerms = (classType: string, as: TeachingKind): PayTerms => {
  if (as === 'ta') return { rate: 0, limit: 0, perExtra: 0 };
  return classType === 'Workshop'
    ? { rate: 7000, limit: 10, perExtra: 200 }
    : { rate: 4000, limit: 5, perExtra: 500 };
};

type Taught = {
  scheduledOn: Date;
  endedOn: Date | null;
  isActive: boolean;
  /** On its paying roster, without the internal ones. */
  students: number;
  /** Cents an hour, in place of the usual base. */
  rate: number;
  terms: PayTerms;
};

const hour = 60 * 60_000;

/**
 * What a lesson pays, in cents: rate times hours, and for each student above the limit the additional rate times hours,
 * rounded half up once. The hours are not rounded; `extra` is what the pay has above the base.
 */
export const reckonPay = (taught: Taught) => {
  const { terms, rate, students } = taught;
  const unpaid = unpaidReason(taught);
  const ms = unpaid || !taught.endedOn ? 0 : +taught.endedOn - +taught.scheduledOn;
  const extraStudents = terms.perExtra === 0 ? 0 : Math.max(0, students - terms.limit);
  const base = perHours(rate, ms);
  const pay = perHours(rate + terms.perExtra * extraStudents, ms);
  return { hours: ms / hour, extraStudents, base, extra: pay - base, pay, unpaid };
};

const unpaidReason = ({ isActive, scheduledOn, endedOn }: Taught): UnpaidReason | null => {
  if (!isActive) return 'inactive';
  if (!endedOn) return 'no_end';
  return endedOn < scheduledOn ? 'ends_before_start' : null;
};

/** Whole numbers to the end, so that half a cent is exactly half: cents and milliseconds of a day stay far below 2⁵³. */
const perHours = (centsAnHour: number, ms: number) =>
  Math.floor((2 * centsAnHour * ms + hour) / (2 * hour));
