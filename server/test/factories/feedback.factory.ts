import { createFollowUp } from '@staffroom/contract/domains/feedback/feedback.contract.ts';
import { feedback } from '../../src/domains/feedback/feedback.schema.ts';
import { newId } from '../../src/platform/ids.ts';
import type { Stage } from '../stage.ts';
import { aClassWithLessons } from './class.factory.ts';
import { aStudent, aUser } from './user.factory.ts';

type Values = Partial<typeof feedback.$inferInsert>;

/** What a student says of a lesson, an hour ago and two of five stars unless told. */
export const aFeedback = async (app: Stage, values: Values = {}) => {
  const now = app.clock.now();
  const at = values.created ?? new Date(now.getTime() - 3_600_000);
  const [row] = await app.database.db
    .insert(feedback)
    .values({
      id: newId(at),
      lessonId: values.lessonId ?? (await aClassWithLessons(app, 1)).lessons[0]?.id ?? '',
      studentId: values.studentId ?? (await aStudent(app)).id,
      rating: 2,
      content: 'Could not hear the tutor for the first minutes.',
      created: at,
      received: at,
      ...values,
    })
    .returning();
  if (!row) throw new Error('No feedback was made.');
  return row;
};

/** Feedback that somebody of customer service follows up. */
export const aFollowUp = async (app: Stage, values: { feedback?: string; owner?: string } = {}) => {
  const owner = values.owner ?? (await aUser(app, { type: 'CustService', name: 'Hui Ling' })).id;
  const admin = await app.as('Admin');
  const { data } = await admin.call(createFollowUp, {
    body: { feedback: values.feedback ?? (await aFeedback(app)).id, owner },
  });
  return { ...data, id: data._id };
};
