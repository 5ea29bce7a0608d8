import type {
  CreateFollowUp,
  UpdateFollowUp,
} from '@staffroom/contract/domains/feedback/feedback.contract.ts';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { changeRecord, createRecord, defineRecord } from '../../platform/record.ts';
import { feedbackScope, followUpScope } from './feedback.policy.ts';
import { presentFeedback, presentFollowUp } from './feedback.presenter.ts';
import * as feedbackQueries from './feedback.queries.ts';
import { feedback, followUps, type FollowUpRow } from './feedback.schema.ts';

/** What becomes of feedback that somebody should answer (ADR 27). */
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

/** One feedback. Throws not_found, also for feedback out of the actor's scope. */
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

/** Enabled staff who can own a follow-up, by name. */
export const listOwners = async ({ db }: Context) => {
  const data = await feedbackQueries.listOwners(db);
  return { data, count: data.length };
};

/**
 * Begins to follow feedback up, once for a feedback and once for an Idempotency-Key. Throws not_found for the feedback,
 * already_followed_up, and invalid_value for an owner who can own none.
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

/** Hands a follow-up over, moves it or ends it. Throws not_found, stale, invalid_value for an owner who can own none. */
export const updateFollowUp = (
  context: Context,
  id: string,
  { version, owner, due_date: dueDate, remark, state }: UpdateFollowUp,
) =>
  changeRecord(context, followUpRecord, { id, version, action: 'updated' }, async (tx, { row }) => {
    // Who owns it already may have left meanwhile: what they own can still be ended.
    if (owner !== undefined && owner !== row.ownerId) await requireOwner(tx, owner);
    return { ownerId: owner, dueDate, remark: remark?.trim(), state };
  });

const requireOwner = async (tx: Db, id: string) => {
  if (!(await feedbackQueries.isOwner(tx, id)))
    throw refusal('invalid_value', {
      field: 'owner',
      message: 'The owner must be enabled staff who may follow feedback up.',
    });
};
