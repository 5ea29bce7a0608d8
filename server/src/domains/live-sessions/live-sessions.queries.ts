import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { liveSessionAttendees, liveSessions } from './live-sessions.schema.ts';

export type LiveSessionRow = typeof liveSessions.$inferSelect;

const attendeeCount = sql<number>`(select count(*)::int from live_session_attendees where live_session_attendees.session_id = ${liveSessions.id})`;

/** Sessions with their hosts and numbers of attendees. */
export const listCards = (db: Db, ids: readonly string[]) =>
  db
    .select({
      row: liveSessions,
      host: { _id: users.id, name: users.name },
      attendees: attendeeCount,
    })
    .from(liveSessions)
    .innerJoin(users, eq(users.id, liveSessions.hostId))
    .where(anyOfList(liveSessions.id, ids, 'uuid'));

export type LiveSessionCard = Awaited<ReturnType<typeof listCards>>[number];

/** The attendees with these ids, with their accounts. */
export const listAttendees = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: liveSessionAttendees.id,
      signedUpAt: liveSessionAttendees.signedUpAt,
      student: { _id: users.id, name: users.name },
      email: users.email,
      parentName: users.parentName,
    })
    .from(liveSessionAttendees)
    .innerJoin(users, eq(users.id, liveSessionAttendees.studentId))
    .where(anyOfList(liveSessionAttendees.id, ids, 'uuid'));
