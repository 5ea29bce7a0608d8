import { boolean, date, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type {
  LeadSource,
  TicketStatus,
  TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import { instant, recordColumns } from '../../platform/platform.schema.ts';

/** A trial or a subscription that staff follow up (part 2 §3, Ticket). */
export const tickets = pgTable('tickets', {
  ...recordColumns(),
  type: text().$type<TicketType>().notNull(),
  status: text().$type<TicketStatus>().notNull(),
  statusSince: instant().notNull(),
  studentId: uuid().notNull(),
  classId: uuid().notNull(),
  lessonId: uuid().notNull(),
  orderId: uuid(),
  resultOrderId: uuid(),
  trialDate: instant(),
  subscriptionEndDate: instant(),
  attended: text().$type<'attended' | 'absent'>(),
  nextActionDate: date({ mode: 'string' }),
  remark: text().notNull().default(''),
  handledBy: uuid(),
  prevHandledBy: uuid(),
  agentId: uuid(),
  leadSource: text().$type<LeadSource>(),
  tutorComment: text().notNull().default(''),
  /** Cancelled by the rules because its trial or subscription no longer exists. */
  withdrawn: boolean().notNull().default(false),
});
export type TicketRow = typeof tickets.$inferSelect;

export type TicketChange = { field: string; from: string; to: string };

/** One step in a ticket's life. */
export const ticketHistory = pgTable('ticket_history', {
  id: uuid().primaryKey(),
  ticketId: uuid().notNull(),
  at: instant().notNull(),
  actorId: uuid(),
  actorName: text().notNull(),
  fromStatus: text().$type<TicketStatus>(),
  toStatus: text().$type<TicketStatus>().notNull(),
  remark: text().notNull().default(''),
  action: text().notNull().default(''),
  changes: jsonb().$type<TicketChange[]>().notNull().default([]),
});
