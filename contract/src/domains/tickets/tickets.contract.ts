import { z } from 'zod';
import { dateOrInstantSchema, plainDateSchema } from '../../shared/dates.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { anyOf, between, contains, exists, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { richTextSchema } from '../../shared/rich-text.ts';
import { named } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { genders } from '../users/user.schema.ts';
import { allBoardColumns } from './ticket-board.rules.ts';
import { ticketDetailSchema, ticketSchema } from './ticket.schema.ts';
import {
  assignMessage,
  dueGroups,
  leadSourceMessage,
  remarkProblem,
  renewalLeadSources,
  renewalStatuses,
  settableRenewalStatuses,
  settableTrialStatuses,
  ticketAttendances,
  ticketScreens,
  ticketStatuses,
  trialLeadSources,
  trialStatuses,
  type LeadSource,
  type TicketStatus,
  type TicketType,
} from './tickets.rules.ts';

/** Tickets on one page of the list (part 2 §9). */
export const ticketsOnPage = 50;

/** Cards in a column of the board; further tickets are in the list. */
export const cardsInColumn = 10;

/** Most tickets of one batch. */
export const mostTicketsAtOnce = 500;

const dueCountsSchema = z.object({
  overdue: z.int().min(0),
  today: z.int().min(0),
  'next 7 days': z.int().min(0),
  later: z.int().min(0).describe('Later, or without a date'),
});
export type DueCounts = z.infer<typeof dueCountsSchema>;

/** A column of the board: number of its tickets, how long they have been there, and the first of them. */
const boardColumnSchema = z.object({
  column: z.enum(allBoardColumns),
  count: z.int().min(0),
  median_days: z
    .int()
    .min(0)
    .nullable()
    .describe(
      'Median of the calendar days in this status, in business time; null without tickets, and for closed ones',
    ),
  tickets: z.array(ticketSchema),
});
export type ShownColumn = z.infer<typeof boardColumnSchema>;

/** Result of one ticket of a batch; `code` is the reason why it was not changed. */
const batchAnswerSchema = z.object({
  _id: idSchema,
  ok: z.boolean(),
  code: z.string().optional(),
});
export type BatchAnswer = z.infer<typeof batchAnswerSchema>;

type Kind = {
  type: TicketType;
  noun: string;
  statuses: readonly TicketStatus[];
  settable: readonly TicketStatus[];
  leadSources: readonly LeadSource[];
};

/** A schema for one of the statuses. Its type allows every status, so that both kinds have the same type. */
const statusOf = (statuses: readonly TicketStatus[]) => z.enum(statuses as typeof ticketStatuses);

/** Fields of an update and a batch (part 2 §7); omitted fields are kept. */
const fieldsOf = ({ settable, leadSources }: Kind) => ({
  handled_by: idSchema.nullable().refine((agent) => agent !== null, assignMessage),
  meta: z.strictObject({
    lead_source: z
      .union([z.literal(''), z.enum(leadSources as typeof trialLeadSources)])
      .refine((source) => source !== '', leadSourceMessage),
  }),
  status: statusOf(settable),
  remark: textSchema(2000),
  /** The remark that the caller saw; without `version`, the update is refused as stale if it has changed. */
  prev_remark: textSchema(2000),
  next_action_date: plainDateSchema
    .nullable()
    .describe(
      'null clears it. Omitted: unchanged, the next working day after a reminder, or cleared when the update closes the ticket',
    ),
  /** An action of staff outside the product: `reminderSentBy` with their own name. */
  action: textSchema(300),
});

const withRemark =
  (several: boolean) => (update: Parameters<typeof remarkProblem>[0], context: z.RefinementCtx) => {
    const message = remarkProblem(update, { several });
    if (message) context.addIssue({ code: 'custom', path: ['remark'], message });
  };

const studentFactsSchema = z
  .strictObject({
    gender: z.enum(genders),
    school: textSchema(200),
    first_language: textSchema(80),
    meta: z.strictObject({ background: richTextSchema() }),
    /** Version of the student's record. */
    version: z.int(),
  })
  .partial();

const refusals = ['stale', 'agent_not_enabled'] as const satisfies readonly ErrorCode[];

const ticketOperations = (kind: Kind) => {
  const { type, noun, statuses } = kind;
  const access = [ticketScreens[type]] as const;
  const name = type === 'TrialConversion' ? 'Trial' : 'Renewal';
  const fields = fieldsOf(kind);
  const query = listQuery({
    sortBy: ['trial_date', 'created', 'next_action_date', 'subscription_end_date', 'student'],
    order: 'asc',
    max: ticketsOnPage,
    filter: {
      _id: anyOf(idSchema),
      status: anyOf(statusOf(statuses)),
      handled_by: z
        .union([anyOf(idSchema), exists, z.strictObject({ not: idSchema })])
        .describe('With not: assigned to an agent other than this one'),
      agent: z.union([anyOf(idSchema), exists]),
      student: anyOf(idSchema),
      class: anyOf(idSchema),
      tutor: z.union([anyOf(idSchema), exists]).describe('Of the lesson'),
      'meta.lead_source': z.union([anyOf(z.enum(trialLeadSources)), exists]),
      search: contains.describe('Name, e-mail or phone of the student'),
      attended: anyOf(z.enum(ticketAttendances)),
      followed_up: z.boolean().describe('By staff, once the lesson was over'),
      due: anyOf(z.enum(dueGroups)).describe(
        'Of open tickets; later includes those without a date',
      ),
      is_closed: z.boolean(),
      trial_date: between(dateOrInstantSchema),
      created: between(dateOrInstantSchema),
      next_action_date: between(dateOrInstantSchema),
      subscription_end_date: between(dateOrInstantSchema),
    },
  });
  return {
    /** The tickets of this kind (part 2 §7). Dates of `next_action_date` are business days. */
    list: operation({
      name: `list${name}Tickets`,
      domain: 'tickets',
      summary: `List tickets of ${noun}s`,
      method: 'GET',
      path: `/admin/ticket/${type}`,
      access,
      query,
      response: many(ticketSchema),
      csv: true,
    }),
    /** The same by status: open ones, and those closed this month; `cards` tickets each, earliest follow-up first. */
    board: operation({
      name: `board${name}Tickets`,
      domain: 'tickets',
      summary: `Tickets of ${noun}s by status`,
      method: 'GET',
      path: `/admin/ticket/board/${type}`,
      access,
      query: query
        .pick({ filter: true })
        .extend({ cards: z.coerce.number().int().min(0).max(50).default(cardsInColumn) }),
      response: many(boardColumnSchema),
    }),
    /** Number of open tickets of the actor, without an agent, and of other agents. */
    followUps: operation({
      name: `count${name}FollowUps`,
      domain: 'tickets',
      summary: `Number of open tickets of ${noun}s by follow-up date`,
      method: 'GET',
      path: `/admin/ticket/follow-ups/${type}`,
      access,
      response: one(
        z.object({ mine: dueCountsSchema, unassigned: dueCountsSchema, others: dueCountsSchema }),
      ),
    }),
    /** One ticket with its history and all facts of its student and lesson. Throws not_found. */
    get: operation({
      name: `get${name}Ticket`,
      domain: 'tickets',
      summary: `One ticket of a ${noun}`,
      method: 'GET',
      path: `/admin/ticket/${type}/{id}`,
      access,
      params: idParams,
      response: one(ticketDetailSchema),
    }),
    /** The other users who have the ticket open now, by name. Throws not_found. */
    viewers: operation({
      name: `list${name}TicketViewers`,
      domain: 'tickets',
      summary: `Who else has a ticket of a ${noun} open`,
      method: 'GET',
      path: `/admin/ticket/${type}/{id}/viewer`,
      access,
      params: idParams,
      response: one(z.array(named)),
    }),
    /** Changes a ticket and adds to its history (part 2 §4, §5). Throws not_found, stale, agent_not_enabled. */
    update: operation({
      name: `update${name}Ticket`,
      domain: 'tickets',
      summary: `Change a ticket of a ${noun}`,
      method: 'PATCH',
      path: `/admin/ticket/${type}/{id}`,
      access,
      params: idParams,
      body: z
        .strictObject({
          ...fields,
          tutor_comment: textSchema(5000),
          version: z.int(),
        })
        .partial()
        .superRefine(withRemark(false)),
      response: one(ticketDetailSchema),
      errors: refusals,
    }),
    /** Changes several tickets, each separately: a refused one does not block the others. */
    batch: operation({
      name: `update${name}Tickets`,
      domain: 'tickets',
      summary: `Change several tickets of ${noun}s`,
      method: 'PATCH',
      path: `/admin/ticket/batch/${type}`,
      access,
      body: z
        .strictObject({
          ...fields,
          tickets: z
            .array(z.union([idSchema, z.strictObject({ _id: idSchema, version: z.int() })]))
            .min(1, 'Please select a ticket')
            .max(mostTicketsAtOnce, `At most ${mostTicketsAtOnce} tickets at once`),
        })
        .partial()
        .required({ tickets: true })
        .superRefine(withRemark(true)),
      response: z.object({ data: z.array(batchAnswerSchema) }),
    }),
    /** Sets the given facts of a ticket's student; omitted or empty ones are kept (part 2 §5, Student update). */
    updateStudent: operation({
      name: `update${name}Student`,
      domain: 'tickets',
      summary: `Change facts of a student whose ${noun} is followed up`,
      method: 'PATCH',
      path: `/admin/ticket/${type}/{id}/student`,
      access,
      params: idParams,
      body: studentFactsSchema,
      response: one(ticketDetailSchema),
      errors: ['stale'],
    }),
  };
};

const trial = ticketOperations({
  type: 'TrialConversion',
  noun: 'trial',
  statuses: trialStatuses,
  settable: settableTrialStatuses,
  leadSources: trialLeadSources,
});
export const listTrialTickets = trial.list;
export const boardTrialTickets = trial.board;
export const countTrialFollowUps = trial.followUps;
export const getTrialTicket = trial.get;
export const listTrialTicketViewers = trial.viewers;
export const updateTrialTicket = trial.update;
export const updateTrialTickets = trial.batch;
export const updateTrialStudent = trial.updateStudent;

const renewal = ticketOperations({
  type: 'ClassRenewal',
  noun: 'renewal',
  statuses: renewalStatuses,
  settable: settableRenewalStatuses,
  leadSources: renewalLeadSources,
});
export const listRenewalTickets = renewal.list;
export const boardRenewalTickets = renewal.board;
export const countRenewalFollowUps = renewal.followUps;
export const getRenewalTicket = renewal.get;
export const listRenewalTicketViewers = renewal.viewers;
export const updateRenewalTicket = renewal.update;
export const updateRenewalTickets = renewal.batch;
export const updateRenewalStudent = renewal.updateStudent;

/** The operations of a kind of ticket: both kinds share one screen, form and service. */
export type TicketOperations = typeof trial;
export const operationsOfTickets: Record<TicketType, TicketOperations> = {
  TrialConversion: trial,
  ClassRenewal: renewal,
};
