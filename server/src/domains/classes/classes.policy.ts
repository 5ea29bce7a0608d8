import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../platform/context.ts';
import { classes } from './classes.schema.ts';

/** A Tutor sees the classes it teaches, other roles all (decisions: guard table). */
export const classScope = (actor: Actor): SQL | undefined =>
  actor.role === 'Tutor'
    ? sql`exists (select from class_staff where class_staff.class_id = ${classes.id} and class_staff.user_id = ${actor.id})`
    : undefined;
