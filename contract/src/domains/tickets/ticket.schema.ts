import { z } from 'zod';
import { currencySchema } from '../../shared/money.ts';
import { amount, moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { homeworkStatuses } from '../homework/homework.rules.ts';
import { genders } from '../users/user.schema.ts';
import {
  trialLeadSources,
  ticketAttendances,
  ticketStatuses,
  ticketTypes,
} from './tickets.rules.ts';

const phone = { phone_country_code: z.string(), phone: z.string() };

/** A day of the business, `YYYY-MM-DD`. */
const businessDay = z.string();

const lessonOfTicket = named.extend({
  scheduled_on: moment,
  ended_on: moment,
  meta: z.object({ index: z.int(), term: z.int() }),
});

/** A ticket for lists (part 2 §3, Ticket). */
export const ticketSchema = z.object({
  _id: idSchema,
  _type: z.enum(ticketTypes),
  status: z.enum(ticketStatuses),
  /** Start of the current status. */
  status_since: moment,
  student: named.extend({ email: z.string(), ...phone }),
  class: named.extend({ class_type: z.string(), country: z.string() }),
  lesson: lessonOfTicket.nullable().describe('The trial, or the last paid lesson'),
  trial_date: moment.nullable(),
  subscription_end_date: moment.nullable(),
  attended: z.enum(ticketAttendances).nullable().describe('null before the trial'),
  created: moment,
  next_action_date: businessDay.nullable(),
  remark: z.string(),
  handled_by: named.nullable(),
  agent: named.nullable(),
  meta: z.object({
    lead_source: z.enum(trialLeadSources).nullable(),
    prev_agent: z.string().nullable().describe('Name of the previous handler (`handled_by`)'),
  }),
  updated: moment,
  version: z.int(),
});
export type Ticket = z.infer<typeof ticketSchema>;

const ticketHistorySchema = z.object({
  at: moment,
  by: named,
  from: z.enum(ticketStatuses).nullable(),
  to: z.enum(ticketStatuses),
  remark: z.string(),
  action: z.string(),
  changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
});
export type TicketStep = z.infer<typeof ticketHistorySchema>;

const orderOfTicket = z.object({
  _id: idSchema,
  actual_price: amount,
  currency: currencySchema,
  created: moment,
});

/** A full ticket for its panel. */
export const ticketDetailSchema = ticketSchema.extend({
  student: ticketSchema.shape.student.extend({
    gender: z.enum(genders).nullable(),
    school: z.string(),
    first_language: z.string(),
    date_of_birth: z.string().nullable(),
    meta: z.object({ background: z.string().describe('Formatted text, cleaned') }),
    parent: z.object({ name: z.string(), email: z.string(), ...phone }),
    version: z.int(),
  }),
  lesson: lessonOfTicket.extend({ tutor: z.array(named) }).nullable(),
  next_lesson: lessonOfTicket.nullable().describe('The next lesson of the class'),
  steps: z.int().min(1).describe('Number of steps in its history'),
  /** Newest first. */
  history: z.array(ticketHistorySchema),
  attendance: z.array(z.object({ joined_on: moment.nullable(), left_on: moment.nullable() })),
  tutor_comment: z.string(),
  poll: z.array(
    z.object({
      _id: idSchema,
      question: z.string(),
      answer: z.string().nullable().describe('null without an answer'),
      is_correct: z.boolean().nullable(),
    }),
  ),
  homework: z.array(
    named.extend({
      due_on: moment,
      close_on: moment,
      submission: z.object({ status: z.enum(homeworkStatuses).nullable() }),
    }),
  ),
  order: orderOfTicket.nullable().describe('The trial order'),
  purchase_order: orderOfTicket.nullable(),
  renewal_order: orderOfTicket.nullable(),
});
export type TicketDetail = z.infer<typeof ticketDetailSchema>;
