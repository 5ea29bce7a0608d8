import {
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/platform.schema.ts';
import type { RoomKind, RoomPlan } from './zoom-meetings.ts';

/** The state of a lesson's Zoom room (ADR 23); the room itself is in `lesson_rooms`. */
export const zoomRooms = pgTable('zoom_rooms', {
  lessonId: uuid().primaryKey(),
  state: text().$type<'waiting' | 'failed' | 'ready'>().notNull(),
  requests: integer().notNull(),
  kind: text().$type<RoomKind>(),
  host: text(),
  syncedPlan: jsonb().$type<RoomPlan>(),
  creating: boolean().notNull().default(false),
  tries: integer().notNull().default(0),
  error: text(),
  nextTry: instant(),
  takenBy: uuid(),
  takenAt: instant(),
  updated: instant().notNull(),
});

/** Number of calls that create or change a meeting, by host and day in UTC. */
export const zoomDailyCalls = pgTable(
  'zoom_daily_calls',
  {
    host: text().notNull(),
    day: date().notNull(),
    calls: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.host, table.day] })],
);
