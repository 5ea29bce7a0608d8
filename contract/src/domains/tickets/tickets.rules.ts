import type { ScreenRoute } from '../identity/permissions.ts';

/** The two kinds of ticket: what becomes of a trial, and of a subscription that ends (part 2 §3, Ticket). */
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

/** Statuses of a renewal's ticket; INIT is where it begins and can be looked for, not chosen (decisions: Tickets). */
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

/** Every status that either kind has, once. */
export const ticketStatuses = [...new Set<TicketStatus>([...trialStatuses, ...renewalStatuses])];

/** What staff may choose of a trial's statuses (part 2 §4). */
export const settableTrialStatuses = [
  'PRE TRIAL FOLLOWED UP',
  'POST TRIAL FOLLOWED UP',
  'PENDING DECISION',
  'PENDING PAYMENT',
  'CLOSED WON',
  'CLOSED LOSE',
  'CANCELED',
] as const satisfies readonly TrialStatus[];

/** What staff may choose of a renewal's statuses (part 2 §4). */
export const settableRenewalStatuses = [
  'FOLLOWED UP',
  'PENDING DECISION',
  'PENDING PAYMENT',
  'RENEWED',
  'DROPPED',
  'CANCELED',
] as const satisfies readonly RenewalStatus[];

/** Whence a trial came (part 2 §9). */
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

/** The same without Wechat (part 2 §9). */
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

/** The screen of each kind: who may open it works its tickets (part 2 §6). */
export const ticketScreens = {
  TrialConversion: '/tickets/trial',
  ClassRenewal: '/tickets/renewal',
} as const satisfies Record<TicketType, ScreenRoute>;

/** By which each kind's list is listened to (shared/live.ts). */
export const ticketListIds = {
  TrialConversion: '01900000-0000-7000-8000-000000000001',
  ClassRenewal: '01900000-0000-7000-8000-000000000002',
} as const satisfies Record<TicketType, string>;

/** The statuses that end a ticket well, badly, and without a result. */
export const wonStatuses = ['CLOSED WON', 'RENEWED'] as const satisfies readonly TicketStatus[];
export const lostStatuses = ['CLOSED LOSE', 'DROPPED'] as const satisfies readonly TicketStatus[];
export const closedStatuses = [
  ...wonStatuses,
  ...lostStatuses,
  'CANCELED',
] as const satisfies readonly TicketStatus[];

const isOneOf = (statuses: readonly TicketStatus[], status: TicketStatus) =>
  statuses.includes(status);

export const isClosed = (status: TicketStatus) => isOneOf(closedStatuses, status);
export const isWon = (status: TicketStatus) => isOneOf(wonStatuses, status);
export const isLost = (status: TicketStatus) => isOneOf(lostStatuses, status);

/** Part 2 §5. */
export const assignMessage = 'Please select a person to assign';
export const leadSourceMessage = 'Please select an option';
export const cancelMessage = 'Please provide reason to cancel ticket';
export const remarkMessage = 'Please provide remark for this ticket update';

/** The action of a reminder that staff have sent (part 2 §4). */
export const reminderSentBy = (name: string) => `Reminder sent by ${name}`;

/** The status after a reminder was sent: only a trial that is registered moves on (part 2 §4). */
export const afterReminder = (status: TicketStatus): TicketStatus =>
  status === 'TRIAL REGISTERED' ? 'PRE TRIAL FOLLOWED UP' : status;

/** What an update writes, as far as its rules go. */
export type TicketUpdate = {
  status?: TicketStatus | undefined;
  remark?: string | undefined;
  next_action_date?: string | undefined;
  action?: string | undefined;
};

/**
 * What an update still needs beside its status or follow-up date: the message for its remark, undefined where it is
 * whole (part 2 §5). Several tickets may be won and lost at once without a remark.
 */
export const remarkProblem = (
  update: TicketUpdate,
  { several }: { several: boolean },
): string | undefined => {
  if (update.remark?.trim()) return undefined;
  if (update.status === 'CANCELED') return cancelMessage;
  if (update.status === undefined && update.next_action_date === undefined) return undefined;
  const isResult = update.status === 'CLOSED WON' || update.status === 'CLOSED LOSE';
  return several && isResult ? undefined : remarkMessage;
};

/** When a ticket is to be followed up, seen from a business day; closed ones and those without a date are never due. */
export const dueGroups = ['overdue', 'today', 'next 7 days', 'later'] as const;
export type DueGroup = (typeof dueGroups)[number];

/** Days are `YYYY-MM-DD`, `today` the business day. */
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
 * How the trial was attended: null while it is to come, and `missing` where it is over and no data of it came (decisions:
 * Tickets).
 */
export const ticketAttendances = ['attended', 'absent', 'missing'] as const;
export type TicketAttendance = (typeof ticketAttendances)[number];
