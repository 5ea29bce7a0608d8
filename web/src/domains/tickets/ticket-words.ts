import type { Ticket, TicketDetail } from 'staffroom-contract/domains/tickets/ticket.schema.ts';
import type {
  BatchAnswer,
  DueCounts,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import {
  dueGroupOf,
  dueGroups,
  isClosed,
  type DueGroup,
  type TicketAttendance,
  type TicketStatus,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
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

/** The colour of a status (part 2 §4); grey if the specification names none. */
export const ticketTone = (status: TicketStatus): Tone => tones[status] ?? 'grey';

/** The screen title of each kind. */
export const screenTitles: Record<TicketType, string> = {
  TrialConversion: 'Trial tickets',
  ClassRenewal: 'Renewal tickets',
};

/** Attendance of a trial; missing data is not an absence (decisions: Tickets). */
export const attendedWords: Record<TicketAttendance, string> = {
  attended: 'Attended',
  absent: 'Absent',
  missing: 'Attendance missing',
};

/** Headings of the follow-up groups. */
export const dueGroupWords: Record<DueGroup, string> = {
  overdue: 'Overdue',
  today: 'Today',
  'next 7 days': 'Next 7 days',
  later: 'Later',
};

/** The follow-up group of an open ticket; tickets without a date are in the last group. */
export const groupWordsOf = (ticket: Ticket, today: string): string =>
  dueGroupWords[dueGroupOf(ticket, today) ?? 'later'];

/** Number of tickets in the group with this heading. */
export const countOfGroup = (counts: DueCounts, words: string): number | undefined =>
  dueGroups.filter((group) => dueGroupWords[group] === words).map((group) => counts[group])[0];

/** "20 Mar", "Today", or "–" for a closed ticket. */
export const nextActionWords = (
  ticket: Pick<Ticket, 'status' | 'next_action_date'>,
  today: string,
): string => {
  const day = ticket.next_action_date;
  if (day === null || isClosed(ticket.status)) return '–';
  return day === today ? 'Today' : formatShortDay(day);
};

/** Total over all groups. */
export const sumOf = (counts: DueCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The ticket's name in sentences: the student's name, else the e-mail. */
export const nameOf = ({ student }: Pick<Ticket, 'student'>): string =>
  student.name || student.email;

/** "7 of 8 questions right"; without any answer "8 questions, none answered". */
export const pollWords = (poll: TicketDetail['poll']): string => {
  const all = formatCount(poll.length, 'question');
  if (poll.every(({ answer }) => answer === null)) return `${all}, none answered`;
  return `${poll.filter(({ is_correct }) => is_correct).length} of ${all} right`;
};

const reasons: Readonly<Record<string, string>> = {
  stale: 'another user changed it',
  not_found: 'it no longer exists',
  agent_not_enabled: 'the agent is no longer enabled',
};

/** The reason why a ticket of a batch was not changed. */
const reasonWords = (code: string | undefined): string =>
  reasons[code ?? ''] ?? 'it could not be changed';

export type BatchResult = {
  changed: number;
  /** The tickets that were not changed. */
  left: { _id: string; name: string; reason: string }[];
};

/** Result of a batch. */
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

/** Maximum number of names in a sentence. */
const mostViewers = 3;

/** "Nadia Tan has this ticket open"; of many, the first names and a count. */
export const viewersWords = (names: readonly string[]): string => {
  const others = names.length - mostViewers;
  const messaged = [
    ...names.slice(0, mostViewers),
    ...(others > 0 ? [formatCount(others, 'other')] : []),
  ];
  const who = new Intl.ListFormat('en-GB').format(messaged);
  return `${who} ${names.length === 1 ? 'has' : 'have'} this ticket open`;
};
