import { createFollowUp } from 'staffroom-contract/domains/feedback/feedback.contract.ts';
import { feedback } from '../../src/domains/feedback/feedback.schema.ts';
import type { Stage } from '../stage.ts';
import { aClassWithLessons } from './class.factory.ts';
import { insertRow } from './insert-row.ts';
import { aStudent, aUser } from './user.factory.ts';

type Values = Partial<typeof feedback.$inferInsert>;

/** A student's feedback on a lesson, by default an hour ago with two of five stars. */
export const aFeedback = async (app: Stage, values: Values = {}) => {
  const at = values.created ?? new Date(app.clock.now().getTime() - 3_600_000);
  return insertRow(app, feedback, {
    lessonId: values.lessonId ?? (await aClassWithLessons(app, 1)).lessons[0]?.id ?? '',
    studentId: values.studentId ?? (await aStudent(app)).id,
    rating: 2,
    content: 'Could not hear the tutor for the first minutes.',
    created: at,
    received: at,
    ...values,
  });
};

export const aFollowUp = async (app: Stage, values: { feedback?: string; owner?: string } = {}) => {
  const owner = values.owner ?? (await aUser(app, { type: 'CustService', name: 'Hui Ling' })).id;
  const admin = await app.as('Admin');
  const { data } = await admin.call(createFollowUp, {
    body: { feedback: values.feedback ?? (await aFeedback(app)).id, owner },
  });
  return { ...data, id: data._id };
};
