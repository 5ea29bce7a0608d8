import {
  closedStatuses,
  settableRenewalStatuses,
  settableTrialStatuses,
  type TicketStatus,
  type TicketType,
} from './tickets.rules.ts';

/** The column of tickets that were closed this month, with any result. */
export const closedColumn = 'closed';

/** A column of a board: an open status, or tickets closed this month. */
export type BoardColumn = Exclude<TicketStatus, (typeof closedStatuses)[number]> | 'closed';

/** The columns of each kind's board, in the order in which tickets move through them. */
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

/** The columns of both boards, each once. */
export const allBoardColumns = [
  ...new Set([...boardColumns.TrialConversion, ...boardColumns.ClassRenewal]),
];

/** The statuses of the tickets in a column. */
export const statusesIn = (column: BoardColumn): readonly TicketStatus[] =>
  column === closedColumn ? closedStatuses : [column];

const settable: Record<TicketType, readonly TicketStatus[]> = {
  TrialConversion: settableTrialStatuses,
  ClassRenewal: settableRenewalStatuses,
};

/** The statuses that staff can set in a column; empty for columns that only Staffroom fills (part 2 §4). */
export const settableIn = (type: TicketType, column: BoardColumn): readonly TicketStatus[] =>
  settable[type].filter((status) => statusesIn(column).includes(status));

/** The column of a status. */
export const columnOf = (status: TicketStatus): BoardColumn =>
  allBoardColumns.find((column) => statusesIn(column).includes(status)) ?? closedColumn;
