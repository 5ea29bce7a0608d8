import { can, mayOpen, staffRoles, type StaffRole } from '../identity/permissions.ts';

/** The ratings (part 2 §3, Feedback), best first. */
export const ratings = [5, 4, 3, 2, 1] as const;

/** A rating in words: "4 of 5". */
export const ratingWords = (rating: number): string => `${rating} of 5`;

/** The highest rating of a dissatisfied student. */
const highestLow = 3;

/** Returns true for a rating that staff should follow up. */
export const isLowRating = (rating: number): boolean => rating <= highestLow;

/** A follow-up is open until its owner is done with it (ADR 27). */
export const followUpStates = ['open', 'done'] as const;
export type FollowUpState = (typeof followUpStates)[number];

/** Filter of a list by follow-up; `mine` are the caller's own open ones. */
export const followUpChoices = ['open', 'mine', 'done'] as const;

/** Due dates of open follow-ups from a business day; `later` includes those without a date. */
export const followUpDues = ['overdue', 'today', 'later'] as const;
export type FollowUpDue = (typeof followUpDues)[number];

/** Effective roles that can own a follow-up: those that may also change one. */
export const ownerRoles: readonly StaffRole[] = staffRoles.filter(
  (role) =>
    can({ role, extra_routes: [] }, 'feedback.canFollowUp') &&
    mayOpen({ role, extra_routes: [] }, '/feedback'),
);
