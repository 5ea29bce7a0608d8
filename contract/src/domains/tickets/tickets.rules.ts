import type { ScreenRoute } from '../identity/permissions.ts';

/** The two kinds of ticket: the follow-up of a trial, and of a subscription that ends (part 2 §3, Ticket). */
export const ticketTypes = ['TrialConversion', 'ClassRenewal'] as const;
export type TicketType = (typeof ticketTypes)[number];

/** Statuses of a trial's ticket (part 2 §4). */
export const trialStatuses = [
  'INIT',
  'TRIAL REGISTERED',
  'PRE TRIAL FOLLOWED UP',
  'POST TRIAL FOLLOWED UP',
  'TRIAL ATTENDED',
  'TRIAL ABSENT',
  'PENDING DECISION',
  'PENDING PAYMENT',
  'CLOSED WON',
  'CLOSED LOSE',
  'CANCELED',
] as const;
export type TrialStatus = (typeof trialStatuses)[number];

/** Statuses of a renewal's ticket. Staff can filter by INIT but cannot set it (decisions: Tickets). */
export const renewalStatuses = [
  'INIT',
  'FOLLOWED UP',
  'PENDING DECISION',
  'PENDING PAYMENT',
  'RENEWED',
  'DROPPED',
  'CANCELED',
] as const;
export type RenewalStatus = (typeof renewalStatuses)[number];
export type TicketStatus = TrialStatus | RenewalStatus;

/** The statuses of both kinds, each once. */
export const ticketStatuses = [...new Set<TicketStatus>([...trialStatuses, ...renewalStatuses])];

/** Statuses of a trial's ticket that staff can set, from any status (part 2 §4). */
export const settableTrialStatuses = [
  'PRE TRIAL FOLLOWED UP',
  'POST TRIAL FOLLOWED UP',
  'PENDING DECISION',
  'PENDING PAYMENT',
  'CLOSED WON',
  'CLOSED LOSE',
  'CANCELED',
] as const satisfies readonly TrialStatus[];

/** Statuses of a renewal's ticket that staff can set, from any status (part 2 §4). */
export const settableRenewalStatuses = [
  'FOLLOWED UP',
  'PENDING DECISION',
  'PENDING PAYMENT',
  'RENEWED',
  'DROPPED',
  'CANCELED',
] as const satisfies readonly RenewalStatus[];

/** Lead sources of a trial (part 2 §9). */
export const trialLeadSources = [
  'FB',
  'Google',
  'Wechat',
  'SGHM',
  'Ex',
  'Call',
  'Call TLS',
  'Referral',
  'LLP',
  'LX',
  'Organic',
] as const;

/** Lead sources of a renewal: the same without Wechat (part 2 §9). */
export const renewalLeadSources = [
  'FB',
  'Google',
  'SGHM',
  'Ex',
  'Call',
  'Call TLS',
  'Referral',
  'LLP',
  'LX',
  'Organic',
] as const satisfies readonly (typeof trialLeadSources)[number][];

export type LeadSource = (typeof trialLeadSources)[number];

/** The screen of each kind; staff with access to it work its tickets (part 2 §6). */
export const ticketScreens = {
  TrialConversion: '/tickets/trial',
  ClassRenewal: '/tickets/renewal',
} as const satisfies Record<TicketType, ScreenRoute>;

/** Topic ids for live updates of each kind's list (shared/live.ts). */
export const ticketListIds = {
  TrialConversion: '01900000-0000-7000-8000-000000000001',
  ClassRenewal: '01900000-0000-7000-8000-000000000002',
} as const satisfies Record<TicketType, string>;

/** Statuses of a won ticket. */
export const wonStatuses = ['CLOSED WON', 'RENEWED'] as const satisfies readonly TicketStatus[];
/** Statuses of a lost ticket. */
export const lostStatuses = ['CLOSED LOSE', 'DROPPED'] as const satisfies readonly TicketStatus[];
/** Statuses of a closed ticket: won, lost or canceled. */
export const closedStatuses = [
  ...wonStatuses,
  ...lostStatuses,
  'CANCELED',
] as const satisfies readonly TicketStatus[];

const isOneOf = (statuses: readonly TicketStatus[], status: TicketStatus) =>
  statuses.includes(status);

/** True for a ticket that is won, lost or canceled. */
export const isClosed = (status: TicketStatus) => isOneOf(closedStatuses, status);
/** True for a won ticket. */
export const isWon = (status: TicketStatus) => isOneOf(wonStatuses, status);
/** True for a lost ticket. */
export const isLost = (status: TicketStatus) => isOneOf(lostStatuses, status);

/** Message of an assignment without a person (part 2 §5). */
export const assignMessage = 'Please select a person to assign';
/** Message of a change without a lead source. */
export const leadSourceMessage = 'Please select an option';
/** Message of a cancellation without a reason. */
export const cancelMessage = 'Please provide reason to cancel ticket';
/** Message of an update without a remark. */
export const remarkMessage = 'Please provide remark for this ticket update';

/** The action of a sent reminder (part 2 §4). */
export const reminderSentBy = (name: string) => `Reminder sent by ${name}`;

/** The status after a reminder was sent: only a registered trial changes (part 2 §4). */
export const afterReminder = (status: TicketStatus): TicketStatus =>
  status === 'TRIAL REGISTERED' ? 'PRE TRIAL FOLLOWED UP' : status;

/** The fields of an update that its rules check. */
export type TicketUpdate = {
  status?: TicketStatus | undefined;
  remark?: string | undefined;
  /** null clears it. */
  next_action_date?: string | null | undefined;
  action?: string | undefined;
};

/**
 * Message for a missing remark (part 2 §5); undefined if complete. For several tickets only RENEWED and DROPPED need
 * one. A sent reminder can change the follow-up date without a remark.
 */
export const remarkProblem = (
  update: TicketUpdate,
  { several }: { several: boolean },
): string | undefined => {
  if (update.remark?.trim()) return undefined;
  if (update.status === 'CANCELED') return cancelMessage;
  if (update.status === undefined && update.next_action_date === undefined) return undefined;
  // The reminder documents the step, so no remark is needed.
  if (update.status === undefined && update.action !== undefined) return undefined;
  const isResult = update.status === 'CLOSED WON' || update.status === 'CLOSED LOSE';
  return several && isResult ? undefined : remarkMessage;
};

/**
 * Groups by follow-up date, relative to a business day.
 */
export const dueGroups = ['overdue', 'today', 'next 7 days', 'later'] as const;
export type DueGroup = (typeof dueGroups)[number];

/** The group of a ticket; null if it is closed or has no date. Days are `YYYY-MM-DD`, `today` the business day. */
export const dueGroupOf = (
  ticket: { status: TicketStatus; next_action_date: string | null },
  today: string,
): DueGroup | null => {
  const day = ticket.next_action_date;
  if (day === null || isClosed(ticket.status)) return null;
  if (day < today) return 'overdue';
  if (day === today) return 'today';
  const week = Temporal.PlainDate.from(today).add({ days: 7 }).toString();
  return day <= week ? 'next 7 days' : 'later';
};

/**
 * Attendance of the trial: null before it, and `missing` if it is over without attendance data (decisions: Tickets).
 */
export const ticketAttendances = ['attended', 'absent', 'missing'] as const;
export type TicketAttendance = (typeof ticketAttendances)[number];
