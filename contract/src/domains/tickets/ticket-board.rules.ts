import {
  closedStatuses,
  settableRenewalStatuses,
  settableTrialStatuses,
  type TicketStatus,
  type TicketType,
} from './tickets.rules.ts';

/** Where tickets stand that were closed this month, whatever their result. */
export const closedColumn = 'closed';

/** A column of a board: an open status, or what was closed this month. */
export type BoardColumn = Exclude<TicketStatus, (typeof closedStatuses)[number]> | 'closed';

/** The columns of each kind's board, as tickets go through them. */
export const boardColumns: Record<TicketType, readonly BoardColumn[]> = {
  TrialConversion: [
    'INIT',
    'TRIAL REGISTERED',
    'PRE TRIAL FOLLOWED UP',
    'TRIAL ATTENDED',
    'TRIAL ABSENT',
    'POST TRIAL FOLLOWED UP',
    'PENDING DECISION',
    'PENDING PAYMENT',
    closedColumn,
  ],
  ClassRenewal: ['INIT', 'FOLLOWED UP', 'PENDING DECISION', 'PENDING PAYMENT', closedColumn],
};

/** Every column that either board has, once. */
export const allBoardColumns = [
  ...new Set([...boardColumns.TrialConversion, ...boardColumns.ClassRenewal]),
];

/** The statuses whose tickets stand in a column. */
export const statusesIn = (column: BoardColumn): readonly TicketStatus[] =>
  column === closedColumn ? closedStatuses : [column];

const settable: Record<TicketType, readonly TicketStatus[]> = {
  TrialConversion: settableTrialStatuses,
  ClassRenewal: settableRenewalStatuses,
};

/** What staff may set by putting a ticket there; none where only Staffroom does (part 2 §4). */
export const settableIn = (type: TicketType, column: BoardColumn): readonly TicketStatus[] =>
  settable[type].filter((status) => statusesIn(column).includes(status));

/** In which column a ticket of this status stands. */
export const columnOf = (status: TicketStatus): BoardColumn =>
  allBoardColumns.find((column) => statusesIn(column).includes(status)) ?? closedColumn;
