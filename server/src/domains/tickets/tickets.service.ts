import {
  afterReminder,
  isClosed,
  reminderSentBy,
  ticketTypes,
  type TicketType,
} from '@staffroom/contract/domains/tickets/tickets.rules.ts';
import type {
  BatchAnswer,
  TicketOperations,
} from '@staffroom/contract/domains/tickets/tickets.contract.ts';
import { addDays, businessDayOf } from '@staffroom/contract/shared/dates.ts';
import type { BodyOf } from '@staffroom/contract/shared/operation.ts';
import { and, eq, isNull } from 'drizzle-orm';
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

/** A ticket of each kind. */
export const ticketRecords = {
  TrialConversion: recordOf('TrialConversion'),
  ClassRenewal: recordOf('ClassRenewal'),
} satisfies Record<(typeof ticketTypes)[number], unknown>;

export const getTicket = (context: Context, type: TicketType, id: string) =>
  getRecord(context, ticketRecords[type], id);

/** Who else has a ticket open now. Throws not_found. */
export const listViewers = async (context: Context, type: TicketType, id: string) => {
  const { actor, db } = context;
  await requireRow(db, ticketRecords[type], context, id);
  return { data: await ticketQueries.listViewers(db, id, actor.id) };
};

type Update = BodyOf<TicketOperations['update']>;

/**
 * Changes a ticket and adds the step to its history; what is as it was already adds none. Throws not_found, stale,
 * agent_not_enabled, invalid_value.
 */
export const updateTicket = (context: Context, type: TicketType, id: string, body: Update) => {
  const { version, action } = body;
  if (action !== undefined && action !== reminderSentBy(context.actor.name))
    throw refusal('invalid_value', {
      field: 'action',
      message: `Only '${reminderSentBy(context.actor.name)}'.`,
    });
  const change = { id, version, action: 'updated' };
  return changeRecord(context, ticketRecords[type], change, async (tx, { row, shown }) => {
    if (version === undefined && body.prev_remark !== undefined && body.prev_remark !== row.remark)
      throw refusal('stale', { current: shown });
    const agent = await findNewHandler(tx, row, body);
    const columns = columnsOf(row, body, agent?.id);
    const changes = changesOf(row, columns, { from: shown.handled_by?.name, to: agent?.name });
    const isStep = changes.length > 0 || action !== undefined || Boolean(body.remark?.trim());
    if (!isStep && columns.status === row.status) return columns;
    const now = context.clock.now();
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

/** Whom the ticket is given to, where that is somebody else. */
const findNewHandler = async (tx: Db, row: TicketRow, { handled_by }: Update) => {
  if (!handled_by || handled_by === row.handledBy) return undefined;
  const agent = await findEnabledAgent(tx, handled_by);
  if (!agent) throw refusal('agent_not_enabled', { field: 'handled_by' });
  return agent;
};

/** What an update leaves; a ticket that is closed is not to be followed up any more, unless a day is given. */
const columnsOf = (row: TicketRow, body: Update, handler: string | undefined) => {
  const status =
    body.action === undefined ? (body.status ?? row.status) : afterReminder(row.status);
  const closes = isClosed(status) && !isClosed(row.status);
  return {
    status,
    nextActionDate: body.next_action_date ?? (closes ? null : row.nextActionDate),
    remark: body.remark?.trim() || row.remark,
    leadSource: (body.meta?.lead_source || undefined) ?? row.leadSource,
    tutorComment: body.tutor_comment ?? row.tutorComment,
    ...(handler !== undefined && { handledBy: handler, prevHandledBy: row.handledBy }),
  };
};

/** What the history says of an update beside status and remark. */
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

/**
 * The same update of many tickets, each in its own transaction: one that is refused is left as it was and named with its
 * code (decisions: Tickets).
 */
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

/** A refusal of the caller or of the moment, not of the ticket. */
const isOfTheWhole = ({ status }: AppError) => status === 401 || status === 503;

/** Sets facts of a ticket's student, for whoever works the ticket (decisions: Roles). Throws not_found, stale. */
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

/** How many open tickets wait for the actor and for nobody yet, by the business day of now. */
export const countFollowUps = async ({ actor, clock, db, settings }: Context, type: TicketType) => {
  const today = businessDayOf(clock.now().toISOString(), settings.businessTimeZone);
  const days = { today, week: addDays(today, 7) };
  const open = and(ticketScope(type)(actor), ticketQueries.isOpen);
  return {
    data: {
      mine: await ticketQueries.countDue(db, and(open, eq(tickets.handledBy, actor.id)), days),
      unassigned: await ticketQueries.countDue(db, and(open, isNull(tickets.handledBy)), days),
    },
  };
};
