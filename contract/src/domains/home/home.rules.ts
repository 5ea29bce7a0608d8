/** What somebody can have to follow up. */
export const followUpKinds = ['trial', 'renewal', 'feedback'] as const;
export type FollowUpKind = (typeof followUpKinds)[number];

/** Whose it is: the reader's own, or nobody's, which waits to be given to an agent. */
export const followUpOwners = ['mine', 'unassigned'] as const;
export type FollowUpOwner = (typeof followUpOwners)[number];

/** When it is to be followed up, in the order in which it is shown. */
export const followUpGroups = ['overdue', 'today', 'open'] as const;
export type FollowUpGroup = (typeof followUpGroups)[number];

/** The group of a due date, a business day, on the day `today`; a later or missing one is just open. */
export const followUpGroupOf = (due: string | null, today: string): FollowUpGroup => {
  if (due === null || due > today) return 'open';
  return due < today ? 'overdue' : 'today';
};
