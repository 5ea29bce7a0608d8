import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../../platform/platform.schema.ts';

/** Events of a lesson's meeting from Zoom's webhook, without duplicates. */
export const zoomEvents = pgTable('zoom_events', {
  id: uuid().primaryKey(),
  identity: text().notNull(),
  lessonId: uuid().notNull(),
  kind: text().$type<'started' | 'ended' | 'joined' | 'left'>().notNull(),
  email: text().notNull(),
  name: text().notNull(),
  person: text().notNull(),
  at: instant().notNull(),
  received: instant().notNull(),
});

/** The participant report of a lesson's meeting, requested after its end. */
export const zoomReports = pgTable('zoom_reports', {
  lessonId: uuid().primaryKey(),
  state: text().$type<'waiting' | 'taken' | 'failed'>().notNull(),
  tries: integer().notNull(),
  error: text(),
  nextTry: instant(),
  requestedAt: instant(),
  updated: instant().notNull(),
});
