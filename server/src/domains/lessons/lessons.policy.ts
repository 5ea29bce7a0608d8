import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../platform/context.ts';
import { lessons } from './lessons.schema.ts';

/** A Tutor sees the lessons it teaches, other roles see all (decisions: guard table). */
export const lessonScope = (actor: Actor): SQL | undefined =>
  actor.role === 'Tutor'
    ? sql`exists (select from lesson_staff where lesson_staff.lesson_id = ${lessons.id} and lesson_staff.user_id = ${actor.id})`
    : undefined;
