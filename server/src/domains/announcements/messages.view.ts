import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type {
  AnnouncementMethod,
  DeliveryState,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import type { RosterGroup } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { MessageWay } from '../../platform/carriers/message.ts';
import { instant } from '../../platform/platform.schema.ts';

/** View of recipients with the state of their message; a test's message has no recipient and is not in it. */
export const messages = pgTable('announcement_messages', {
  id: uuid().primaryKey(),
  announcementId: uuid().notNull(),
  lessonId: uuid().notNull(),
  method: text().$type<AnnouncementMethod>().notNull(),
  studentId: uuid().notNull(),
  studentName: text().notNull(),
  recipientGroup: text().$type<RosterGroup>().notNull(),
  addressOf: text().$type<'student' | 'parent'>().notNull(),
  created: instant().notNull(),
  deliveryId: uuid().notNull(),
  address: text().notNull(),
  state: text().$type<DeliveryState>().notNull(),
  tries: integer().notNull(),
  via: text().$type<MessageWay>(),
  error: text(),
  nextTry: instant(),
  updated: instant().notNull(),
  /** Order in lists: failed, unknown, being sent, queued, sent. */
  stateRank: integer().notNull(),
  formerAddress: text(),
  readdressed: instant(),
});
