/** Parts of the home screen, each of which can be requested alone. */
export const homePartNames = [
  'follow_ups',
  'lessons',
  'orders',
  'attendance',
  'birthdays',
  'tutor',
  'quarantined_jobs',
  'backup',
] as const;
export type HomePartName = (typeof homePartNames)[number];

/** Kinds of follow-ups on the home screen. */
export const followUpKinds = ['trial', 'renewal', 'feedback'] as const;
export type FollowUpKind = (typeof followUpKinds)[number];

/** Owner of a follow-up: the caller, unassigned, or another user, which only an Admin sees. */
export const followUpOwners = ['mine', 'unassigned', 'others'] as const;
export type FollowUpOwner = (typeof followUpOwners)[number];

/** Groups of follow-ups by due date, in display order. */
export const followUpGroups = ['overdue', 'today', 'open'] as const;
export type FollowUpGroup = (typeof followUpGroups)[number];

/** Group of a due date, a business day, on the day `today`; `open` if it is later or missing. */
export const followUpGroupOf = (due: string | null, today: string): FollowUpGroup => {
  if (due === null || due > today) return 'open';
  return due < today ? 'overdue' : 'today';
};
