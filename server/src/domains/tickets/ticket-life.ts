import { recordAudit, type AuditEntry } from '../../platform/audit.ts';
import { timeAfter } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { lockStudent } from '../users/students.service.ts';
import * as queries from './ticket-life.queries.ts';
import {
  afterStep,
  ticketSteps,
  type Life,
  type LifeStep,
  type LifeTicket,
} from './ticket-life.rules.ts';
import { recordedTicket } from './tickets.presenter.ts';
import * as ticketQueries from './tickets.queries.ts';
import type { TicketChange, ticketHistory, TicketRow } from './tickets.schema.ts';

/** The acting user; `id` is null for Staffroom itself. */
export type LifeContext = Pick<Context, 'clock' | 'address' | 'requestId' | 'settings'> & {
  actor: { id: string | null; name: string; scopes?: Context['actor']['scopes'] };
};

/**
 * Brings the tickets of a student and a class up to date in the caller's transaction, and returns the number of steps.
 * The caller must hold no locks on other students' tickets. After locking lessons a
 * caller may not lock the student (lock order): it passes `opens: false`, and the worker opens new tickets later.
 */
export const bringTicketsInStep = async (
  tx: Db,
  context: LifeContext,
  pair: queries.Pair,
  { opens = true } = {},
): Promise<number> => {
  const decide = () => readAndDecide(tx, context, pair, opens);
  const decided = await decide();
  if (!decided.steps.some((step) => step.opens)) return write(tx, context, pair, decided);
  // Locking the student prevents concurrent callers from opening the same ticket twice.
  await lockStudent(tx, pair.studentId);
  return write(tx, context, pair, await decide());
};

const readAndDecide = async (
  tx: Db,
  { clock, settings }: LifeContext,
  pair: queries.Pair,
  mayOpen: boolean,
) => {
  const own = await queries.lockTickets(tx, pair);
  const now = timeAfter(clock, ...own.map(({ updated }) => updated));
  const life = await queries.readLife(tx, pair, own, {
    now,
    timeZone: settings.businessTimeZone,
    mayOpen,
  });
  return { life, own, steps: ticketSteps(life, () => newId(now)) };
};

type Decided = Awaited<ReturnType<typeof readAndDecide>>;

/** Saves the tickets, one history line for each step and one audit row for each ticket. */
const write = async (
  tx: Db,
  context: LifeContext,
  pair: queries.Pair,
  { life, own, steps }: Decided,
) => {
  if (steps.length === 0) return 0;
  const { now } = life;
  const agents = await queries.findNames(tx, agentsIn(life, steps));
  const historyRows: (typeof ticketHistory.$inferInsert)[] = [];
  let state = life;
  for (const step of steps) {
    const before = ticketOf(state, step);
    state = afterStep(state, step);
    const after = ticketOf(state, step);
    if (!after) continue;
    historyRows.push({
      id: newId(now),
      ticketId: step.ticketId,
      at: now,
      // An integration has no account.
      actorId: context.actor.scopes ? null : context.actor.id,
      actorName: context.actor.name,
      fromStatus: before?.status ?? null,
      toStatus: after.status,
      remark: step.remark ?? '',
      action: step.action,
      changes: before ? changesBetween(before, after, agents) : [],
    });
  }
  const moved = new Set(steps.map(({ ticketId }) => ticketId));
  const before = new Map<string, object>();
  for (const row of own.filter(({ id }) => moved.has(id)))
    before.set(row.id, recordedTicket(await ticketQueries.requireDetails(tx, row, now)));
  const rows: TicketRow[] = [];
  for (const ticket of state.tickets.filter(({ id }) => moved.has(id)))
    rows.push(
      ...(before.has(ticket.id)
        ? await queries.saveTicket(tx, ticket, now)
        : await queries.openTicket(tx, pair, ticket, now)),
    );
  await ticketQueries.insertSteps(tx, ...historyRows);
  const entries: AuditEntry[] = [];
  for (const row of rows)
    entries.push({
      action: before.has(row.id) ? 'ticket.followed' : 'ticket.created',
      entity: 'ticket',
      entityId: row.id,
      before: before.get(row.id),
      after: recordedTicket(await ticketQueries.requireDetails(tx, row, now)),
    });
  await recordAudit(tx, context, ...entries);
  return steps.length;
};

const ticketOf = ({ tickets }: Life, { ticketId }: LifeStep) =>
  tickets.find(({ id }) => id === ticketId);

/** Ids of the agents named in the steps: the previous and the new one of each ticket. */
const agentsIn = ({ tickets }: Life, steps: readonly LifeStep[]) => {
  const given = steps.filter(({ set }) => set.agentId !== undefined);
  return given.flatMap(({ ticketId, set }) =>
    [set.agentId, tickets.find(({ id }) => id === ticketId)?.agentId].filter((id) => id != null),
  );
};

/** The field changes that a step shows beside its status. */
const changesBetween = (
  before: LifeTicket,
  after: LifeTicket,
  agents: ReadonlyMap<string, string>,
): TicketChange[] => {
  const from: Record<string, string> = words(before, agents);
  return Object.entries(words(after, agents))
    .map(([field, value]) => ({ field, from: from[field] ?? '', to: value }))
    .filter((change) => change.from !== change.to);
};

const words = (ticket: LifeTicket, agents: ReadonlyMap<string, string>) => ({
  ...(ticket.type === 'TrialConversion'
    ? { trial_date: ticket.lessonStart.toISOString() }
    : { subscription_end_date: ticket.lessonStart.toISOString() }),
  attended: ticket.attended ?? '',
  next_action_date: ticket.nextActionDate ?? '',
  agent: ticket.agentId === null ? '' : (agents.get(ticket.agentId) ?? ''),
});
