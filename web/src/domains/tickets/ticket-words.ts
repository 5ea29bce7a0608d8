import type { Ticket, TicketDetail } from '@staffroom/contract/domains/tickets/ticket.schema.ts';
import type {
  BatchAnswer,
  DueCounts,
} from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import {
  dueGroupOf,
  dueGroups,
  isClosed,
  type DueGroup,
  type TicketAttendance,
  type TicketStatus,
  type TicketType,
} from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import { formatCount, formatShortDay } from '../../lib/formats.ts';
import type { Tone } from '../../ui/status-chip.tsx';

const tones: Partial<Record<TicketStatus, Tone>> = {
  INIT: 'cyan',
  'TRIAL REGISTERED': 'cyan',
  'PRE TRIAL FOLLOWED UP': 'cyan',
  'POST TRIAL FOLLOWED UP': 'cyan',
  'FOLLOWED UP': 'cyan',
  'TRIAL ATTENDED': 'green',
  'TRIAL ABSENT': 'orange',
  'PENDING DECISION': 'blue',
  'CLOSED WON': 'purple',
  RENEWED: 'purple',
  'CLOSED LOSE': 'pink',
  DROPPED: 'pink',
};

/** The colour of a status (part 2 §4); grey unless one is named there. */
export const ticketTone = (status: TicketStatus): Tone => tones[status] ?? 'grey';

/** The screen of each kind, by its title. */
export const screenTitles: Record<TicketType, string> = {
  TrialConversion: 'Trial tickets',
  ClassRenewal: 'Renewal tickets',
};

/** How a trial was attended; data that never came is not an absence (decisions: Tickets). */
export const attendedWords: Record<TicketAttendance, string> = {
  attended: 'Attended',
  absent: 'Absent',
  missing: 'Attendance missing',
};

/** A group of a follow-up list, as its heading says it. */
export const dueGroupWords: Record<DueGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  'next 7 days': 'Next 7 days',
  later: 'Later',
};

/** The group in which a list of open tickets shows one: what has no date comes last. */
export const groupWordsOf = (ticket: Ticket, today: string): string =>
  dueGroupWords[dueGroupOf(ticket, today) ?? 'later'];

/** How many tickets stand in a group, by its words. */
export const countOfGroup = (counts: DueCounts, words: string): number | undefined =>
  dueGroups.filter((group) => dueGroupWords[group] === words).map((group) => counts[group])[0];

/** "20 Mar", "Today", "–"; a closed ticket has no next action. */
export const nextActionWords = (
  ticket: Pick<Ticket, 'status' | 'next_action_date'>,
  today: string,
): string => {
  const day = ticket.next_action_date;
  if (day === null || isClosed(ticket.status)) return '–';
  return day === today ? 'Today' : formatShortDay(day);
};

/** All tickets of a list of follow-ups. */
export const sumOf = (counts: DueCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** A ticket as sentences name it. */
export const nameOf = ({ student }: Pick<Ticket, 'student'>): string =>
  student.name || student.email;

/** "7 of 8 questions right"; that none was answered is no wrong answer. */
export const pollWords = (poll: TicketDetail['poll']): string => {
  const all = formatCount(poll.length, 'question');
  if (poll.every(({ answer }) => answer === null)) return `${all}, none answered`;
  return `${poll.filter(({ is_correct }) => is_correct).length} of ${all} right`;
};

const reasons: Readonly<Record<string, string>> = {
  stale: 'somebody changed it meanwhile',
  not_found: 'it is no longer there',
  agent_not_enabled: 'the agent is no longer enabled',
};

/** Why a ticket of a batch was left as it was, in words. */
export const reasonWords = (code: string | undefined): string =>
  reasons[code ?? ''] ?? 'it could not be changed';

export type BatchResult = {
  changed: number;
  /** Each ticket that stayed as it was. */
  left: { _id: string; name: string; reason: string }[];
};

/** What a batch did, ticket by ticket. */
export const resultOf = (
  tickets: readonly Ticket[],
  answers: readonly BatchAnswer[],
): BatchResult => ({
  changed: answers.filter(({ ok }) => ok).length,
  left: answers
    .filter(({ ok }) => !ok)
    .map(({ _id, code }) => {
      const ticket = tickets.find((each) => each._id === _id);
      return { _id, name: ticket ? nameOf(ticket) : '–', reason: reasonWords(code) };
    }),
});

/** "9 of 12 tickets changed". */
export const changedWords = ({ changed, left }: BatchResult): string => {
  const all = changed + left.length;
  return left.length === 0
    ? `${formatCount(changed, 'ticket')} changed`
    : `${changed} of ${formatCount(all, 'ticket')} changed`;
};

/** Names in a sentence; so many are told. */
const mostViewers = 3;

/** "Nadia Tan has this ticket open". */
export const viewersWords = (names: readonly string[]): string => {
  const others = names.length - mostViewers;
  const told = [
    ...names.slice(0, mostViewers),
    ...(others > 0 ? [formatCount(others, 'other')] : []),
  ];
  const who = new Intl.ListFormat('en-GB').format(told);
  return `${who} ${names.length === 1 ? 'has' : 'have'} this ticket open`;
};
