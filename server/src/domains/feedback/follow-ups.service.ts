import type {
  CreateFollowUp,
  FollowUp,
  UpdateFollowUp,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { and, eq } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { defineRecord, type ColumnsOf } from '../../platform/record.ts';
import { columnsOf } from '../../platform/wire.ts';
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

type Written = Omit<UpdateFollowUp, 'version'> & Partial<Pick<CreateFollowUp, 'feedback'>>;

/** Starts, reassigns, changes or closes a feedback's only follow-up. Throws not_found, invalid_value for the owner. */
export const followUpColumns: ColumnsOf<typeof followUps, Written, FollowUp> = async (
  { feedback: feedbackId, owner, remark, ...fields },
  { tx, context, before },
) => {
  if (feedbackId !== undefined) await requireFeedback(tx, context, feedbackId, 'feedback');
  // The current owner may have left meanwhile; the follow-up can still be closed.
  if (owner !== undefined && owner !== before?.row.ownerId) await requireOwner(tx, owner);
  return {
    ...columnsOf(followUps, fields),
    feedbackId,
    ownerId: owner,
    remark: remark?.trim(),
  };
};

const requireOwner = async (tx: Db, id: string) => {
  if (!(await feedbackQueries.isOwner(tx, id)))
    throw refusal('invalid_value', {
      field: 'owner',
      message: 'The owner must be an enabled staff member who may follow up feedback.',
    });
};
