import { eq, ne, or, sql, type SQL } from 'drizzle-orm';
import {
  feedbackSchema,
  type Feedback,
  type listFeedback,
} from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import type { FollowUpDue } from 'staffroom-contract/domains/feedback/feedback.rules.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { shownColumns } from '../../platform/csv.ts';
import { anyOf, defineListQuery, onDays } from '../../platform/list-query.ts';
import { containsText } from '../../platform/sql-conditions.ts';
import { feedbackScope, seesFollowUps } from './feedback.policy.ts';
import { presentFeedback } from './feedback.presenter.ts';
import { listCards } from './feedback.queries.ts';
import { feedback } from './feedback.schema.ts';

const column = shownColumns(feedbackSchema);

const isDue: Record<FollowUpDue, (today: string) => SQL> = {
  overdue: (today) => sql`follow.due_date < ${today}`,
  today: (today) => sql`follow.due_date = ${today}`,
  later: (today) => sql`(follow.due_date > ${today} or follow.due_date is null)`,
};

/** The feedback that the actor may read. */
export const feedbackList = defineListQuery<QueryOf<typeof listFeedback>, Feedback>({
  from: feedback,
  scope: feedbackScope,
  sort: { created: feedback.created, rating: feedback.rating },
  where: {
    _id: anyOf(feedback.id),
    rating: (ratings) =>
      sql`${feedback.rating} = any(${sql.param(valuesOf(ratings) ?? [])}::integer[])`,
    feedback_target_id: anyOf(feedback.lessonId),
    class: (ids) =>
      sql`${feedback.lessonId} in (select lessons.id from lessons where lessons.class_id = any(${sql.param(valuesOf(ids))}::uuid[]))`,
    class_name: ({ regex }) => {
      const text = regex.trim().toLowerCase();
      return text === ''
        ? undefined
        : sql`${feedback.lessonId} in (select lessons.id from lessons join classes on classes.id = lessons.class_id
            where ${containsText(sql`lower(classes.name)`, text)})`;
    },
    teacher: (ids) =>
      sql`${feedback.lessonId} in (select lesson_staff.lesson_id from lesson_staff where lesson_staff.user_id = any(${sql.param(valuesOf(ids))}::uuid[]))`,
    created_by: anyOf(feedback.studentId),
    content: ({ exists }) => (exists ? ne : eq)(feedback.content, ''),
    created: onDays(feedback.created),
    follow_up: (choice, { actor }) =>
      seesFollowUps(actor)
        ? sql`exists (select from feedback_follow_ups follow where follow.feedback_id = ${feedback.id}
            and follow.state = ${choice === 'done' ? 'done' : 'open'}
            and ${choice === 'mine' ? sql`follow.owner_id = ${actor.id}` : sql`true`})`
        : sql`false`,
    due: (due, { actor, clock, settings }) => {
      const today = businessDayOf(clock.now().toISOString(), settings.businessTimeZone);
      return seesFollowUps(actor)
        ? sql`exists (select from feedback_follow_ups follow where follow.feedback_id = ${feedback.id}
            and follow.state = 'open' and ${or(...(valuesOf(due) ?? []).map((each) => isDue[each](today)), sql`false`)})`
        : sql`false`;
    },
  },
  cards: async (db, ids, { actor }) =>
    (await listCards(db, ids, actor)).map((card) => presentFeedback(card, actor)),
  csv: [
    'feedback.csv',
    [
      ...column('created', 'rating', 'content'),
      { header: 'student', value: ({ created_by: student }) => student.name },
      { header: 'email', value: ({ created_by: student }) => student.email },
      {
        header: 'phone_country_code',
        value: ({ created_by: student }) => student.phone_country_code,
      },
      { header: 'phone', value: ({ created_by: student }) => student.phone },
      { header: 'parent', value: ({ created_by: { parent } }) => parent?.name },
      { header: 'parent_email', value: ({ created_by: { parent } }) => parent?.email },
      {
        header: 'parent_phone_country_code',
        value: ({ created_by: { parent } }) => parent?.phone_country_code,
      },
      { header: 'parent_phone', value: ({ created_by: { parent } }) => parent?.phone },
      { header: 'class', value: ({ feedback_target_object: lesson }) => lesson.class.name },
      { header: 'lesson', value: ({ feedback_target_object: lesson }) => lesson.name },
      { header: 'follow_up', value: ({ follow_up: followUp }) => followUp?.state },
      { header: 'owner', value: ({ follow_up: followUp }) => followUp?.owner.name },
      { header: 'due_date', value: ({ follow_up: followUp }) => followUp?.due_date },
      { header: 'remark', value: ({ follow_up: followUp }) => followUp?.remark },
    ],
  ],
});
