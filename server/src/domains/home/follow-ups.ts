import { and, asc, eq, isNull, lte, ne, sql } from 'drizzle-orm';
import type { HomeFollowUp } from 'staffroom-contract/domains/home/home.contract.ts';
import {
  followUpGroupOf,
  followUpGroups,
  followUpOwners,
  type FollowUpKind,
  type FollowUpOwner,
} from 'staffroom-contract/domains/home/home.rules.ts';
import { can, mayOpen } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  ticketScreens,
  ticketTypes,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { Context } from '../../platform/context.ts';
import { listCards as listFeedback } from '../feedback/feedback.queries.ts';
import { followUpScope } from '../feedback/feedback.policy.ts';
import { followUps } from '../feedback/feedback.schema.ts';
import { ticketScope } from '../tickets/tickets.policy.ts';
import { isOpen, listCards as listTickets } from '../tickets/tickets.queries.ts';
import { tickets } from '../tickets/tickets.schema.ts';

/** The maximum number of own and of unassigned rows. */
const most = 10;
const mostUnassigned = 5;

const kindOf: Record<TicketType, FollowUpKind> = {
  TrialConversion: 'trial',
  ClassRenewal: 'renewal',
};

type Counts = { overdue: number; today: number; open: number };

/**
 * Returns the actor's follow-ups: own tickets due by today, and all own open feedback. Roles other than agents also get
 * unassigned tickets; for an Admin the counts include those of others. Null for actors without follow-ups.
 */
export const followUpsOf = async (context: Context, today: string) => {
  const { actor } = context;
  const types = ticketTypes.filter((type) => mayOpen(actor, ticketScreens[type]));
  const hasFeedback = mayOpen(actor, '/feedback') && can(actor, 'feedback.canFollowUp');
  if (types.length === 0 && !hasFeedback) return null;
  const owners = followUpOwners.filter(
    (whose) =>
      whose === 'mine' ||
      (whose === 'unassigned' ? actor.role !== 'Agent' : actor.role === 'Admin'),
  );
  const [feedback, ...due] = await Promise.all([
    hasFeedback ? ownFeedback(context, today) : nothing,
    ...types.flatMap((type) => owners.map((whose) => dueTickets(context, { type, whose, today }))),
  ]);
  const parts = [...due, feedback];
  const rows = parts.flatMap((part) => part.data);
  const sum = (group: keyof Counts) => parts.reduce((all, { counts }) => all + counts[group], 0);
  return {
    data: [...first(rows, false, most), ...first(rows, true, mostUnassigned)].toSorted(byUrgency),
    overdue: sum('overdue'),
    today: sum('today'),
    open: sum('open'),
    lists: parts
      .map(({ kind, whose, counts }) => ({ kind, whose, ...counts }))
      .filter((list) => list.overdue + list.today + list.open > 0),
    oldest: parts.flatMap(({ oldest }) => (oldest === null ? [] : [oldest])).toSorted()[0] ?? null,
  };
};

type Part = {
  kind: FollowUpKind;
  whose: FollowUpOwner;
  data: HomeFollowUp[];
  counts: Counts;
  /** The due date of the earliest overdue follow-up. */
  oldest: string | null;
};

const nothing: Part = {
  kind: 'feedback',
  whose: 'mine',
  data: [],
  counts: { overdue: 0, today: 0, open: 0 },
  oldest: null,
};

/** Overdue ones first, own before unassigned, earliest first. */
const byUrgency = (one: HomeFollowUp, other: HomeFollowUp) =>
  followUpGroups.indexOf(one.group) - followUpGroups.indexOf(other.group) ||
  Number(one.is_nobodys) - Number(other.is_nobodys) ||
  (one.due ?? '9').localeCompare(other.due ?? '9');

/** Returns the most urgent rows that are unassigned, or those that are not. */
const first = (rows: readonly HomeFollowUp[], isUnassigned: boolean, count: number) =>
  rows
    .filter((row) => row.is_nobodys === isUnassigned)
    .toSorted(byUrgency)
    .slice(0, count);

type Due = { type: TicketType; whose: FollowUpOwner; today: string };

/** Returns counts and first rows, both by the index `tickets_open`. */
const dueTickets = async ({ db, actor }: Context, { type, whose, today }: Due): Promise<Part> => {
  const day = tickets.nextActionDate;
  const of = {
    mine: eq(tickets.handledBy, actor.id),
    unassigned: isNull(tickets.handledBy),
    others: ne(tickets.handledBy, actor.id),
  }[whose];
  const where = and(ticketScope(type)(actor), isOpen, of, lte(day, today));
  const [[counts], rows] = await Promise.all([
    db
      .select({
        overdue: sql<number>`(count(*) filter (where ${day} < ${today}))::int`,
        today: sql<number>`(count(*) filter (where ${day} = ${today}))::int`,
        oldest: sql<string | null>`(min(${day}) filter (where ${day} < ${today}))::text`,
      })
      .from(tickets)
      .where(where),
    // Only counts of tickets of others, because the rows are the actor's own work.
    whose === 'others'
      ? []
      : db.select({ id: tickets.id }).from(tickets).where(where).orderBy(asc(day)).limit(most),
  ]);
  const cards =
    rows.length === 0
      ? []
      : await listTickets(
          db,
          rows.map(({ id }) => id),
        );
  return {
    kind: kindOf[type],
    whose,
    data: cards.map(({ ticket, student, tuitionClass }) => ({
      _id: ticket.id,
      kind: kindOf[type],
      group: followUpGroupOf(ticket.nextActionDate, today),
      due: ticket.nextActionDate,
      student: { _id: student.id, name: student.name || student.email },
      class: { _id: tuitionClass.id, name: tuitionClass.name },
      remark: ticket.remark,
      status: ticket.status,
      rating: null,
      is_nobodys: ticket.handledBy === null,
    })),
    counts: { overdue: counts?.overdue ?? 0, today: counts?.today ?? 0, open: 0 },
    oldest: counts?.oldest ?? null,
  };
};

/** Returns the actor's own feedback follow-ups, by the index `feedback_follow_ups_open`. */
const ownFeedback = async ({ db, actor }: Context, today: string): Promise<Part> => {
  const day = followUps.dueDate;
  const where = and(
    eq(followUps.state, 'open'),
    eq(followUps.ownerId, actor.id),
    followUpScope(actor),
  );
  const [[counts], rows] = await Promise.all([
    db
      .select({
        overdue: sql<number>`(count(*) filter (where ${day} < ${today}))::int`,
        today: sql<number>`(count(*) filter (where ${day} = ${today}))::int`,
        open: sql<number>`(count(*) filter (where ${day} is null or ${day} > ${today}))::int`,
        oldest: sql<string | null>`(min(${day}) filter (where ${day} < ${today}))::text`,
      })
      .from(followUps)
      .where(where),
    db
      .select({ id: followUps.feedbackId })
      .from(followUps)
      .where(where)
      .orderBy(asc(day))
      .limit(most),
  ]);
  const cards =
    rows.length === 0
      ? []
      : await listFeedback(
          db,
          rows.map(({ id }) => id),
          actor,
        );
  return {
    kind: 'feedback',
    whose: 'mine',
    data: cards.map(({ feedback, student, tuitionClass, followUp }) => ({
      _id: feedback.id,
      kind: 'feedback',
      group: followUpGroupOf(followUp?.dueDate ?? null, today),
      due: followUp?.dueDate ?? null,
      student: { _id: student.id, name: student.name || student.email },
      class: tuitionClass,
      remark: followUp?.remark || feedback.content,
      status: null,
      rating: feedback.rating,
      is_nobodys: false,
    })),
    counts: {
      overdue: counts?.overdue ?? 0,
      today: counts?.today ?? 0,
      open: counts?.open ?? 0,
    },
    oldest: counts?.oldest ?? null,
  };
};
