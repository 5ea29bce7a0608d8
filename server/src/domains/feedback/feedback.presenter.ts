import {
  followUpSchema,
  type Feedback,
  type FollowUp,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import type { Actor } from '../../platform/context.ts';
import { presentColumns } from '../../platform/wire.ts';
import { mayReadContacts, seesFollowUps } from './feedback.policy.ts';
import type { FeedbackCard } from './feedback.queries.ts';
import type { FollowUpRow } from './feedback.schema.ts';

type Owner = { _id: string; name: string; email: string };

/** A follow-up in the form that staff see and the audit trail stores. */
export const presentFollowUp = ({ row, owner }: { row: FollowUpRow; owner: Owner }): FollowUp =>
  presentColumns(followUpSchema, row, {
    feedback: row.feedbackId,
    owner: { _id: owner._id, name: owner.name || owner.email },
  });

/** Feedback with the student's data that the actor may read. */
export const presentFeedback = (card: FeedbackCard, actor: Actor): Feedback => {
  const { feedback, student, lesson, tuitionClass, followUp, owner } = card;
  const reads = mayReadContacts(actor);
  return {
    _id: feedback.id,
    rating: feedback.rating,
    content: feedback.content,
    created: feedback.created.toISOString(),
    created_by: {
      _id: student.id,
      name: student.name,
      email: reads ? student.email : '',
      phone_country_code: reads ? student.phoneCountryCode : '',
      phone: reads ? student.phone : '',
      parent: reads
        ? {
            name: student.parentName ?? '',
            email: student.parentEmail ?? '',
            phone_country_code: student.parentPhoneCountryCode ?? '',
            phone: student.parentPhone ?? '',
          }
        : null,
    },
    feedback_target_id: feedback.lessonId,
    feedback_target_object: {
      name: lesson.name,
      meta: { index: lesson.lessonIndex, term: lesson.term },
      class: tuitionClass,
      opens: lesson.opens,
    },
    follow_up:
      followUp && owner && seesFollowUps(actor) ? presentFollowUp({ row: followUp, owner }) : null,
  };
};
