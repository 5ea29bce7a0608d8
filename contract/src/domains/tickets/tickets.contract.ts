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

/** Tickets on one page (part 2 §9); the next page follows. */
export const ticketsOnPage = 50;

/** Cards in a column of the board; what is more stands in the list. */
export const cardsInColumn = 10;

/** How many tickets one batch changes at most. */
export const mostTicketsAtOnce = 500;

/** How many open tickets are to be followed up when. */
const dueCountsSchema = z.object({
  overdue: z.int().min(0),
  today: z.int().min(0),
  'next 7 days': z.int().min(0),
  later: z.int().min(0).describe('Later, or without a date'),
});
export type DueCounts = z.infer<typeof dueCountsSchema>;

/** A column of the board: how many tickets stand in it, for how long, and the first of them. */
const boardColumnSchema = z.object({
  column: z.enum(allBoardColumns),
  count: z.int().min(0),
  median_days: z
    .int()
    .min(0)
    .nullable()
    .describe(
      'Business days in this status, of the middle one; null without tickets, and of closed ones',
    ),
  tickets: z.array(ticketSchema),
});
export type ShownColumn = z.infer<typeof boardColumnSchema>;

/** What became of one ticket of a batch; `code` says why it was left as it was. */
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

/** One of the given statuses. Its type is that of every status, so that both kinds have one shape. */
const statusOf = (statuses: readonly TicketStatus[]) => z.enum(statuses as typeof ticketStatuses);

/** What an update and a batch write (part 2 §7); what is left out stays. */
const fieldsOf = ({ settable, leadSources }: Kind) => ({
  handled_by: idSchema.nullable().refine((agent) => agent !== null, assignMessage),
  meta: z.strictObject({
    lead_source: z
      .union([z.literal(''), z.enum(leadSources as typeof trialLeadSources)])
      .refine((source) => source !== '', leadSourceMessage),
  }),
  status: statusOf(settable),
  remark: textSchema(2000),
  /** The remark that the caller saw; where another stands there by now, the update is refused as stale. */
  prev_remark: textSchema(2000),
  next_action_date: plainDateSchema,
  /** What staff did outside: `reminderSentBy` of their own name. */
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
    /** Of the student's record, as the ticket shows it. */
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
      handled_by: z.union([anyOf(idSchema), exists]),
      agent: z.union([anyOf(idSchema), exists]),
      student: anyOf(idSchema),
      class: anyOf(idSchema),
      tutor: z.union([anyOf(idSchema), exists]).describe('Of the lesson'),
      'meta.lead_source': z.union([anyOf(z.enum(trialLeadSources)), exists]),
      search: contains.describe('Name, e-mail or phone of the student'),
      attended: anyOf(z.enum(ticketAttendances)),
      followed_up: z.boolean().describe('By staff, once the lesson was over'),
      due: anyOf(z.enum(dueGroups)).describe('Of open tickets; later: or without a date'),
      is_closed: z.boolean(),
      trial_date: between(dateOrInstantSchema),
      created: between(dateOrInstantSchema),
      next_action_date: between(dateOrInstantSchema),
      subscription_end_date: between(dateOrInstantSchema),
    },
  });
  return {
    /** The tickets of this kind (part 2 §7). A day of `next_action_date` is a business day. */
    list: operation({
      name: `list${name}Tickets`,
      summary: `List tickets of ${noun}s`,
      method: 'GET',
      path: `/admin/ticket/${type}`,
      access,
      query,
      response: many(ticketSchema),
      csv: true,
    }),
    /**
     * The same tickets by status: what is open, and what was closed this month. Each column has its first cards, the
     * next to be done first; without any with `cards` 0.
     */
    board: operation({
      name: `board${name}Tickets`,
      summary: `Tickets of ${noun}s by status`,
      method: 'GET',
      path: `/admin/ticket/board/${type}`,
      access,
      query: query
        .pick({ filter: true })
        .extend({ cards: z.coerce.number().int().min(0).max(50).default(cardsInColumn) }),
      response: many(boardColumnSchema),
    }),
    /** How many open tickets wait for the actor, and for nobody yet. */
    followUps: operation({
      name: `count${name}FollowUps`,
      summary: `How many tickets of ${noun}s are to be followed up when`,
      method: 'GET',
      path: `/admin/ticket/follow-ups/${type}`,
      access,
      response: one(z.object({ mine: dueCountsSchema, unassigned: dueCountsSchema })),
    }),
    /** One ticket with its history and all that is known of student and lesson. Throws not_found. */
    get: operation({
      name: `get${name}Ticket`,
      summary: `One ticket of a ${noun}`,
      method: 'GET',
      path: `/admin/ticket/${type}/{id}`,
      access,
      params: idParams,
      response: one(ticketDetailSchema),
    }),
    /** Who else has the ticket open now, by name. Throws not_found. */
    viewers: operation({
      name: `list${name}TicketViewers`,
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
    /** The same of many tickets, each by itself: one that is refused holds no other up. */
    batch: operation({
      name: `update${name}Tickets`,
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
    /** Sets the given facts of a ticket's student; what is left out or empty stays (part 2 §5, Student update). */
    updateStudent: operation({
      name: `update${name}Student`,
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

/** The operations of a kind of ticket: both kinds are one screen, one form and one service. */
export type TicketOperations = typeof trial;
export const operationsOfTickets: Record<TicketType, TicketOperations> = {
  TrialConversion: trial,
  ClassRenewal: renewal,
};
