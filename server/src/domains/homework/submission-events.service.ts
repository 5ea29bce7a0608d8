import { eq, sql } from 'drizzle-orm';
import type { SubmissionEvent } from 'staffroom-contract/domains/homework/submission-event.schema.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { findStudentByEmail } from '../users/students.service.ts';
import { homework, submissions } from './homework.schema.ts';

/**
 * Stores a step of a submission; returns the submission's id. Steps come in any order: the latest by its own time sets
 * the status, the earliest the time of handing in. Throws not_found for homework and student, not_a_student.
 */
export const takeSubmission = async (tx: Db, context: Context, event: SubmissionEvent) => {
  const [found] = await tx
    .select({ id: homework.id })
    .from(homework)
    .where(eq(homework.id, event.homework));
  if (!found) throw notFound('homework');
  const student = await findStudentByEmail(tx, context, event.email);
  if (!student) throw notFound('email');
  const at = new Date(event.at);
  const sent = sql`excluded`;
  const isLatest = sql`${sent}.updated >= ${submissions.updated}`;
  const [saved] = await tx
    .insert(submissions)
    .values({
      id: newId(context.clock.now()),
      homeworkId: event.homework,
      studentId: student.id,
      status: event.status,
      created: at,
      updated: at,
      markedAt: event.status === 'marked' ? at : null,
    })
    .onConflictDoUpdate({
      target: [submissions.homeworkId, submissions.studentId],
      set: {
        status: sql`case when ${isLatest} then ${sent}.status else ${submissions.status} end`,
        created: sql`least(${submissions.created}, ${sent}.created)`,
        updated: sql`greatest(${submissions.updated}, ${sent}.updated)`,
        markedAt: sql`greatest(${submissions.markedAt}, ${sent}.marked_at)`,
      },
    })
    .returning({ id: submissions.id });
  if (!saved) throw new Error('A submission was neither inserted nor updated.');
  await recordAudit(tx, context, {
    action: 'submission.received',
    entity: 'submission',
    entityId: saved.id,
    after: event,
  });
  return saved.id;
};
