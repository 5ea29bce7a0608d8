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

/** What is done about the Zoom room of a lesson, whose parts stand in `lesson_rooms` (ADR 23). */
export const zoomRooms = pgTable('zoom_rooms', {
  lessonId: uuid().primaryKey(),
  state: text().$type<'waiting' | 'failed' | 'ready'>().notNull(),
  asked: integer().notNull(),
  kind: text().$type<RoomKind>(),
  host: text(),
  told: jsonb().$type<RoomPlan>(),
  creating: boolean().notNull().default(false),
  tries: integer().notNull().default(0),
  error: text(),
  nextTry: instant(),
  takenBy: uuid(),
  takenOn: instant(),
  updated: instant().notNull(),
});

/** Calls that create or change a meeting, of each host and day in UTC. */
export const zoomDailyCalls = pgTable(
  'zoom_daily_calls',
  {
    host: text().notNull(),
    day: date().notNull(),
    calls: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.host, table.day] })],
);
