import type {
  CreateFollowUp,
  UpdateFollowUp,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { changeRecord, createRecord, defineRecord } from '../../platform/record.ts';
import { feedbackScope, followUpScope } from './feedback.policy.ts';
import { presentFeedback, presentFollowUp } from './feedback.presenter.ts';
import * as feedbackQueries from './feedback.queries.ts';
import { feedback, followUps, type FollowUpRow } from './feedback.schema.ts';

/** The follow-up of feedback that needs an answer (ADR 27). */
export const followUpRecord = defineRecord({
  entity: 'feedback_follow_up',
  table: followUps,
  scope: followUpScope,
  read: async (db, row: FollowUpRow) => {
    const owner = await feedbackQueries.findOwner(db, row.ownerId);
    if (!owner) throw notFound('owner');
    return { row, owner };
  },
  record: presentFollowUp,
  present: (details) => presentFollowUp(details),
  unique: { feedback_follow_ups_once: ['already_followed_up', 'feedback'] },
});

/** Returns one feedback. Throws not_found, also for feedback outside the actor's scope. */
export const getFeedback = async ({ db, actor }: Context, id: string) => {
  await requireFeedback(db, { actor }, id);
  const [card] = await feedbackQueries.listCards(db, [id], actor);
  if (!card) throw notFound('id');
  return { data: presentFeedback(card, actor) };
};

const requireFeedback = async (
  db: Db,
  { actor }: Pick<Context, 'actor'>,
  id: string,
  field = 'id',
) => {
  const rows = await db
    .select({ id: feedback.id })
    .from(feedback)
    .where(and(eq(feedback.id, id), feedbackScope(actor)));
  if (rows.length === 0) throw notFound(field);
};

/** Returns the enabled staff who can own a follow-up, sorted by name. */
export const listOwners = async ({ db }: Context) => {
  const data = await feedbackQueries.listOwners(db);
  return { data, count: data.length };
};

/**
 * Starts the follow-up of feedback, once for each feedback and Idempotency-Key. Throws not_found for the feedback,
 * already_followed_up, and invalid_value for a user who cannot own follow-ups.
 */
export const createFollowUp = (context: Context, body: CreateFollowUp) =>
  createRecord(context, followUpRecord, async (tx, insert) => {
    await requireFeedback(tx, context, body.feedback, 'feedback');
    await requireOwner(tx, body.owner);
    await insert({
      feedbackId: body.feedback,
      ownerId: body.owner,
      state: body.state,
      dueDate: body.due_date,
      remark: body.remark.trim(),
    });
  });

/** Reassigns, changes or closes a follow-up. Throws not_found, stale, invalid_value for an invalid owner. */
export const updateFollowUp = (
  context: Context,
  id: string,
  { version, owner, due_date: dueDate, remark, state }: UpdateFollowUp,
) =>
  changeRecord(context, followUpRecord, { id, version, action: 'updated' }, async (tx, { row }) => {
    // The current owner may have left meanwhile; the follow-up can still be closed.
    if (owner !== undefined && owner !== row.ownerId) await requireOwner(tx, owner);
    return { ownerId: owner, dueDate, remark: remark?.trim(), state };
  });

const requireOwner = async (tx: Db, id: string) => {
  if (!(await feedbackQueries.isOwner(tx, id)))
    throw refusal('invalid_value', {
      field: 'owner',
      message: 'The owner must be an enabled staff member who may follow up feedback.',
    });
};
