import type { FeedbackItem } from 'staffroom-contract/domains/feedback/feedback-item.schema.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { findStudentByEmail } from '../users/students.service.ts';
import { feedback } from './feedback.schema.ts';

/** Stores a student's feedback; returns its id. Throws not_found for lesson and student, not_a_student. */
export const takeFeedback = async (tx: Db, context: Context, item: FeedbackItem) => {
  if (!(await lessonQueries.findById(tx, item.lesson, undefined))) throw notFound('lesson');
  const student = await findStudentByEmail(tx, context, item.email);
  if (!student) throw notFound('email');
  const now = context.clock.now();
  const id = newId(now);
  await tx.insert(feedback).values({
    id,
    lessonId: item.lesson,
    studentId: student.id,
    rating: item.rating,
    content: item.content,
    created: new Date(item.at),
    received: now,
  });
  await recordAudit(tx, context, {
    action: 'feedback.received',
    entity: 'feedback',
    entityId: id,
    after: item,
  });
  return id;
};
