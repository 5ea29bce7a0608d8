import { nextWorkingDay } from 'staffroom-contract/domains/lessons/holidays.ts';
import {
  afterReminder,
  isClosed,
  reminderSentBy,
  ticketTypes,
  type TicketStatus,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type {
  BatchAnswer,
  TicketOperations,
} from 'staffroom-contract/domains/tickets/tickets.contract.ts';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { timeAfter } from '../../platform/clock.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { changeRecord, defineRecord, getRecord, requireRow } from '../../platform/record.ts';
import { findEnabledAgent } from '../users/students.service.ts';
import { changeStudentFacts } from '../users/user-record.service.ts';
import { ticketScope } from './tickets.policy.ts';
import { presentTicketDetail, recordedTicket } from './tickets.presenter.ts';
import * as ticketQueries from './tickets.queries.ts';
import { tickets, type TicketChange, type TicketRow } from './tickets.schema.ts';

const recordOf = (type: TicketType) =>
  defineRecord({
    entity: 'ticket',
    table: tickets,
    scope: ticketScope(type),
    read: (db, row: TicketRow, { clock }) => ticketQueries.requireDetails(db, row, clock.now()),
    record: recordedTicket,
    present: (details, { clock }) => presentTicketDetail(details, clock.now()),
  });

const ticketRecords = {
  TrialConversion: recordOf('TrialConversion'),
  ClassRenewal: recordOf('ClassRenewal'),
} satisfies Record<(typeof ticketTypes)[number], unknown>;

/** Returns one ticket with its history. Throws not_found. */
export const getTicket = (context: Context, type: TicketType, id: string) =>
  getRecord(context, ticketRecords[type], id);

/** Returns the other users who have a ticket open now. Throws not_found. */
export const listViewers = async (context: Context, type: TicketType, id: string) => {
  const { actor, db } = context;
  await requireRow(db, ticketRecords[type], context, id);
  return { data: await ticketQueries.listViewers(db, id, actor.id) };
};

type Update = BodyOf<TicketOperations['update']>;

/**
 * Changes a ticket and adds a step to its history; anyone who works tickets may assign any enabled agent. Throws
 * not_found, stale, agent_not_enabled, invalid_value.
 */
export const updateTicket = (context: Context, type: TicketType, id: string, body: Update) => {
  const { version, action } = body;
  if (action !== undefined && action !== reminderSentBy(context.actor.name))
    throw refusal('invalid_value', {
      field: 'action',
      message: `The action must be '${reminderSentBy(context.actor.name)}'.`,
    });
  const change = { id, version, action: 'updated' };
  return changeRecord(context, ticketRecords[type], change, async (tx, { row, shown }) => {
    if (version === undefined && body.prev_remark !== undefined && body.prev_remark !== row.remark)
      throw refusal('stale', { current: shown });
    const agent = await findNewHandler(tx, row, body);
    const columns = columnsOf(row, body, { handler: agent?.id, today: todayOf(context) });
    const changes = changesOf(row, columns, { from: shown.handled_by?.name, to: agent?.name });
    const isStep = changes.length > 0 || action !== undefined || Boolean(body.remark?.trim());
    if (!isStep && columns.status === row.status) return columns;
    const now = timeAfter(context.clock, row.updated);
    await ticketQueries.insertSteps(tx, {
      id: newId(now),
      ticketId: id,
      at: now,
      actorId: context.actor.id,
      actorName: context.actor.name,
      fromStatus: row.status,
      toStatus: columns.status,
      remark: body.remark?.trim() ?? '',
      action: action ?? '',
      changes,
    });
    return columns.status === row.status ? columns : { ...columns, statusSince: now };
  });
};

/** Returns the new handler, or undefined if the ticket keeps its own. */
const findNewHandler = async (tx: Db, row: TicketRow, { handled_by }: Update) => {
  if (!handled_by || handled_by === row.handledBy) return undefined;
  const agent = await findEnabledAgent(tx, handled_by);
  if (!agent) throw refusal('agent_not_enabled', { field: 'handled_by' });
  return agent;
};

const todayOf = ({ clock, settings }: Context) =>
  businessDayOf(clock.now().toISOString(), settings.businessTimeZone);

type Known = { handler: string | undefined; today: string };

const columnsOf = (row: TicketRow, body: Update, { handler, today }: Known) => {
  const status =
    body.action === undefined ? (body.status ?? row.status) : afterReminder(row.status);
  return {
    status,
    nextActionDate:
      body.next_action_date === undefined
        ? usualFollowUp(row, { status, isReminder: body.action !== undefined, today })
        : body.next_action_date,
    remark: body.remark?.trim() || row.remark,
    leadSource: (body.meta?.lead_source || undefined) ?? row.leadSource,
    tutorComment: body.tutor_comment ?? row.tutorComment,
    ...(handler !== undefined && { handledBy: handler, prevHandledBy: row.handledBy }),
  };
};

/** Usual follow-up date: null when closed, the next working day after a reminder, else kept (decisions: Tickets). */
const usualFollowUp = (
  row: TicketRow,
  { status, isReminder, today }: { status: TicketStatus; isReminder: boolean; today: string },
): string | null => {
  if (isClosed(status)) return isClosed(row.status) ? row.nextActionDate : null;
  return isReminder ? nextWorkingDay(today) : row.nextActionDate;
};

/** The field changes that the history shows beside status and remark. */
const changesOf = (
  row: TicketRow,
  columns: ReturnType<typeof columnsOf>,
  handler: { from: string | undefined; to: string | undefined },
): TicketChange[] =>
  [
    { field: 'handled_by', from: handler.from ?? '', to: handler.to ?? handler.from ?? '' },
    { field: 'lead_source', from: row.leadSource ?? '', to: columns.leadSource ?? '' },
    { field: 'next_action_date', from: row.nextActionDate ?? '', to: columns.nextActionDate ?? '' },
    { field: 'tutor_comment', from: row.tutorComment, to: columns.tutorComment },
  ].filter(({ from, to }) => from !== to);

/** Updates many tickets, each in its own transaction; a refused one is returned with its code (decisions: Tickets). */
export const updateTickets = async (
  context: Context,
  type: TicketType,
  { tickets: wanted, ...update }: BodyOf<TicketOperations['batch']>,
): Promise<{ data: BatchAnswer[] }> => {
  const data: BatchAnswer[] = [];
  const seen = new Set<string>();
  for (const each of wanted) {
    const { _id, ...version } = typeof each === 'string' ? { _id: each } : each;
    if (seen.has(_id)) continue;
    seen.add(_id);
    try {
      await updateTicket(context, type, _id, { ...update, ...version });
      data.push({ _id, ok: true });
    } catch (error) {
      if (!(error instanceof AppError) || isOfTheWhole(error)) throw error;
      data.push({ _id, ok: false, code: error.items[0]?.code ?? 'internal' });
    }
  }
  return { data };
};

/** True for an error that ends the whole request, not only the change of one ticket. */
const isOfTheWhole = ({ status }: AppError) => status === 401 || status === 503;

/** Updates facts of a ticket's student, for any user who works tickets (decisions: Roles). Throws not_found, stale. */
export const updateTicketStudent = (
  context: Context,
  type: TicketType,
  id: string,
  facts: BodyOf<TicketOperations['updateStudent']>,
) =>
  inTransaction(context, async (tx) => {
    const ticket = await requireRow(tx, ticketRecords[type], context, id);
    await changeStudentFacts(tx, context, ticket.studentId, facts);
    return getRecord({ ...context, db: tx }, ticketRecords[type], id);
  });

/** Counts open tickets by due date as of the current business day: the actor's, unassigned and others'. */
export const countFollowUps = async (context: Context, type: TicketType) => {
  const { actor, db } = context;
  const today = todayOf(context);
  const days = { today, week: addDays(today, 7) };
  const open = and(ticketScope(type)(actor), ticketQueries.isOpen);
  return {
    data: {
      mine: await ticketQueries.countDue(db, and(open, eq(tickets.handledBy, actor.id)), days),
      unassigned: await ticketQueries.countDue(db, and(open, isNull(tickets.handledBy)), days),
      others: await ticketQueries.countDue(db, and(open, ne(tickets.handledBy, actor.id)), days),
    },
  };
};
