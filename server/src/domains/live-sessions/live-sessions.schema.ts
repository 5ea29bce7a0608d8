import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { LiveSession } from 'staffroom-contract/domains/live-sessions/live-sessions.contract.ts';
import { instant, recordColumns } from '../../platform/platform.schema.ts';

/** A live sharing session (part 2 §3, Event). */
export const liveSessions = pgTable('live_sessions', {
  ...recordColumns(),
  name: text().notNull(),
  description: text().notNull(),
  level: text().$type<LiveSession['meta']['level']>().notNull(),
  subject: text().$type<LiveSession['meta']['subject']>().notNull(),
  keywords: text().array().notNull(),
  seriesName: text(),
  seriesOrder: integer(),
  scheduledAt: instant().notNull(),
  eventDuration: integer().notNull(),
  hostId: uuid().notNull(),
  isListed: boolean().notNull(),
  isPublicViewable: boolean().notNull(),
  playbackUrl: text().notNull(),
  targetAudience: text().$type<LiveSession['target_audience']>().notNull(),
  coverPhoto: text().notNull(),
});

/** The attendees of a session, written by the company's other apps (ADR 22). */
export const liveSessionAttendees = pgTable('live_session_attendees', {
  id: uuid().primaryKey(),
  sessionId: uuid().notNull(),
  studentId: uuid().notNull(),
  signedUpAt: instant().notNull(),
});
