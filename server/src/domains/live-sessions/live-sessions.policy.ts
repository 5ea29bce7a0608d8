import { sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../platform/context.ts';
import { users } from '../identity/users.schema.ts';
import { seesEveryStudent, studentScope } from '../users/users.policy.ts';
import { liveSessionAttendees } from './live-sessions.schema.ts';

/** The attendees whose names an actor sees; others are only counted (decisions: Roles). */
export const attendeeScope = (actor: Actor): SQL | undefined =>
  seesEveryStudent(actor)
    ? undefined
    : sql`exists (select from ${users} where ${users.id} = ${liveSessionAttendees.studentId} and ${studentScope(actor)})`;
