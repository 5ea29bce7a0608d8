import { can, mayOpen, staffRoles, type StaffRole } from '../identity/permissions.ts';

/** What a student can give (part 2 §3, Feedback), the best first. */
export const ratings = [5, 4, 3, 2, 1] as const;
export type Rating = (typeof ratings)[number];

/** A rating in words: "4 of 5". */
export const ratingWords = (rating: number): string => `${rating} of 5`;

/** The highest rating with which somebody is not content. */
const highestLow = 3;

/** Is somebody not content, so that staff had better get in touch? */
export const isLowRating = (rating: number): boolean => rating <= highestLow;

/** A follow-up is open until its owner is done with it (ADR 27). */
export const followUpStates = ['open', 'done'] as const;
export type FollowUpState = (typeof followUpStates)[number];

/** Which follow-ups a list is about; `mine` are those that are open and the reader's own. */
export const followUpChoices = ['open', 'mine', 'done'] as const;

/** When an open follow-up is to be done, seen from a business day; later, or without a day. */
export const followUpDues = ['overdue', 'today', 'later'] as const;
export type FollowUpDue = (typeof followUpDues)[number];

/** The effective roles of those who can own a follow-up: who may not change one could never be done with it. */
export const ownerRoles: readonly StaffRole[] = staffRoles.filter(
  (role) =>
    can({ role, extra_routes: [] }, 'feedback.canFollowUp') &&
    mayOpen({ role, extra_routes: [] }, '/feedback'),
);
