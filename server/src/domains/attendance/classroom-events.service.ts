import type { ClassroomEvent } from 'staffroom-contract/domains/attendance/classroom-event.schema.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { announceChange } from '../../platform/live-updates.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { findStudentIdByEmail } from '../users/students.service.ts';
import { classroomEvents } from './classroom-events.schema.ts';

/** Stores a classroom action, also of an unknown address, for staff to match; returns its id. Throws not_found. */
export const takeClassroomEvent = async (tx: Db, context: Context, event: ClassroomEvent) => {
  if (!(await lessonQueries.findById(tx, event.lesson, undefined))) throw notFound('lesson');
  const now = context.clock.now();
  const id = newId(now);
  await tx.insert(classroomEvents).values({
    id,
    lessonId: event.lesson,
    studentId: await findStudentIdByEmail(tx, event.email),
    email: event.email,
    name: event.name,
    action: event.action,
    at: new Date(event.at),
    pollId: event.poll ?? null,
    answer: event.answer ?? null,
    received: now,
  });
  await recordAudit(tx, context, {
    action: 'classroom_event.received',
    entity: 'classroom_event',
    entityId: id,
    after: event,
  });
  if (event.action === 'answer') await announceChange(tx, 'poll', event.lesson);
  return id;
};
