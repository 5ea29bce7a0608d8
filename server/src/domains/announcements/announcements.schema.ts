import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type {
  AddressChoice,
  AnnouncementMethod,
  DeliveryState,
} from 'staffroom-contract/domains/announcements/announcements.rules.ts';
import type { RosterGroup } from 'staffroom-contract/domains/lessons/rosters.rules.ts';
import type { MessageWay } from '../../platform/carriers/message.ts';
import { instant } from '../../platform/platform.schema.ts';

/** Announcements to the students of a lesson (part 1 §3, Announcement); lists leave out tests. */
export const announcements = pgTable('announcements', {
  id: uuid().primaryKey(),
  lessonId: uuid().notNull(),
  method: text().$type<AnnouncementMethod>().notNull(),
  groups: text().array().$type<RosterGroup[]>().notNull().default([]),
  /** The choice of addresses: students, parents or both. */
  addressedTo: text().$type<AddressChoice>().notNull().default('student_else_parent'),
  subject: text().notNull(),
  content: text().notNull(),
  ctaText: text(),
  ctaLink: text(),
  composition: text(),
  isTest: boolean().notNull().default(false),
  sentBy: uuid().notNull(),
  created: instant().notNull(),
});

/** One message to one address, with its state; `takenBy` is the job that sends it. */
export const deliveries = pgTable('announcement_deliveries', {
  id: uuid().primaryKey(),
  announcementId: uuid().notNull(),
  address: text().notNull(),
  state: text().$type<DeliveryState>().notNull().default('queued'),
  tries: integer().notNull().default(0),
  via: text().$type<MessageWay>(),
  error: text(),
  nextTry: instant(),
  takenBy: uuid(),
  updated: instant().notNull(),
  /** The address before a retry found another one, and the time of that retry. */
  formerAddress: text(),
  readdressed: instant(),
});

/** The student, or the student's parent, who is the recipient of a message; siblings may share one. */
export const recipients = pgTable('announcement_recipients', {
  id: uuid().primaryKey(),
  announcementId: uuid().notNull(),
  studentId: uuid().notNull(),
  recipientGroup: text().$type<RosterGroup>().notNull(),
  addressOf: text().$type<'student' | 'parent'>().notNull(),
  deliveryId: uuid().notNull(),
  created: instant().notNull(),
});
