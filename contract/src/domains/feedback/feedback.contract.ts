import { z } from 'zod';
import { dateOrInstantSchema, plainDateSchema } from '../../shared/dates.ts';
import { anyOf, between, contains, exists, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { changesOf, idParams, recordOf, recordOperations } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { followUpChoices, followUpDues, followUpStates } from './feedback.rules.ts';

const access = ['/feedback'] as const;
const follows = needs('feedback.canFollowUp');

/** The follow-up of feedback that staff should answer (ADR 27). */
export const followUpSchema = recordOf({
  feedback: idSchema,
  owner: named,
  state: z.enum(followUpStates),
  due_date: z.string().nullable().describe('A business day'),
  remark: z.string(),
});
export type FollowUp = z.infer<typeof followUpSchema>;

/** The texts are empty for callers who may not read them. */
const contacts = {
  name: z.string(),
  email: z.string(),
  phone_country_code: z.string(),
  phone: z.string(),
};

/** A student's feedback on a lesson (part 2 §3, Feedback). */
export const feedbackSchema = z.object({
  _id: idSchema,
  rating: z.int().min(1).max(5),
  content: z.string(),
  created: moment,
  created_by: z.object({
    _id: idSchema,
    ...contacts,
    parent: z.object(contacts).nullable().describe('Null for a Tutor'),
  }),
  feedback_target_id: idSchema.describe('The lesson'),
  feedback_target_object: z.object({
    name: z.string(),
    meta: z.object({ index: z.int(), term: z.int() }),
    class: named,
    opens: z.boolean().describe('Whether this person may open the lesson'),
  }),
  follow_up: followUpSchema
    .nullable()
    .describe('Also null for roles that do not follow up feedback'),
});
export type Feedback = z.infer<typeof feedbackSchema>;

/** Feedback, the latest first (part 2 §7). */
export const listFeedback = operation({
  name: 'listFeedback',
  domain: 'feedback',
  summary: 'Feedback on lessons, the latest first',
  method: 'GET',
  path: '/user_input/feedback',
  access,
  query: listQuery({
    sortBy: ['created', 'rating'],
    order: 'desc',
    max: 10,
    filter: {
      _id: anyOf(idSchema),
      rating: anyOf(z.int().min(1).max(5)),
      feedback_target_id: anyOf(idSchema),
      class: anyOf(idSchema),
      class_name: contains,
      teacher: anyOf(idSchema).describe('Tutor or TA of the lesson'),
      created_by: anyOf(idSchema),
      content: exists.describe('Whether something was written'),
      created: between(dateOrInstantSchema),
      follow_up: z.enum(followUpChoices).describe('mine: open, and the caller is the owner'),
      due: anyOf(z.enum(followUpDues)).describe(
        'Of open follow-ups; later includes those without a date',
      ),
    },
  }),
  response: many(feedbackSchema),
  csv: true,
});

/** One feedback. Throws not_found, also for feedback out of the actor's scope. */
export const getFeedback = operation({
  name: 'getFeedback',
  domain: 'feedback',
  summary: 'One feedback',
  method: 'GET',
  path: '/user_input/feedback/{id}',
  access,
  params: idParams,
  response: one(feedbackSchema),
});

/** The staff who can own a follow-up, by name. */
export const listFollowUpOwners = operation({
  name: 'listFollowUpOwners',
  domain: 'feedback',
  summary: 'Enabled staff who can own a follow-up of feedback',
  method: 'GET',
  path: '/admin/feedback/owner',
  access,
  permission: follows,
  response: many(named.extend({ open: z.int().describe('Their open follow-ups') })),
});

const fields = {
  owner: idSchema,
  due_date: plainDateSchema.nullable().default(null),
  remark: textSchema(2000).default(''),
  state: z.enum(followUpStates).default('open'),
};

export const createFollowUpSchema = z.strictObject({ feedback: idSchema, ...fields });
export type CreateFollowUp = z.output<typeof createFollowUpSchema>;

export const updateFollowUpSchema = changesOf(fields);
export type UpdateFollowUp = z.output<typeof updateFollowUpSchema>;

const followUp = recordOperations('FollowUp', {
  noun: 'a follow-up of feedback',
  domain: 'feedback',
  path: '/admin/feedback/follow-up',
  access,
  saves: follows,
  readsChanges: follows,
  record: followUpSchema,
  create: createFollowUpSchema,
  update: updateFollowUpSchema,
  errors: ['already_followed_up'],
});
/** One follow-up. Throws not_found, also if its feedback is out of the actor's scope. */
export const getFollowUp = operation({ ...followUp.getFollowUp, permission: follows });
export const { listFollowUpChanges, createFollowUp } = followUp;
/** Changes a follow-up. Throws not_found, stale, invalid_value for an owner who may not own one. */
export const updateFollowUp = operation({ ...followUp.updateFollowUp, errors: ['stale'] });
