import { is } from 'drizzle-orm';
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  integer,
  json,
  jsonb,
  PgCustomColumn,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PartName } from 'staffroom-contract/domains/system/system.rules.ts';
import { cleanRichText } from './rich-text.ts';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** Formatted text, cleaned on every write. */
export const richText = customType<{ data: string }>({
  dataType: () => 'text',
  toDriver: cleanRichText,
});

/** An amount of money in hundredths of its currency. */
export const cents = customType<{ data: number }>({ dataType: () => 'integer' });

export const isCents = (column: unknown) =>
  is(column, PgCustomColumn) && column.getSQLType() === 'integer';

/** An instant, stored as timestamptz. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' });

/** The columns of every record; each save updates `updated` and `version`. */
export const recordColumns = () => ({
  id: uuid().primaryKey(),
  created: instant().notNull(),
  updated: instant().notNull(),
  version: integer().notNull().default(1),
});

/** The audit trail: who changed what from where, before and after; only deleted, after AUDIT_RETENTION_DAYS. */
export const auditLog = pgTable('audit_log', {
  id: uuid().primaryKey(),
  at: instant().notNull(),
  actorId: uuid(),
  actorName: text().notNull(),
  address: text().notNull(),
  requestId: text().notNull(),
  action: text().notNull(),
  entity: text().notNull(),
  entityId: uuid().notNull(),
  before: jsonb(),
  after: jsonb(),
  userAgent: text().notNull().default(''),
  /** The start of the session in which a user acted; null for jobs, systems and older entries. */
  sessionStarted: instant(),
});

/** Idempotency keys with the stored answers, deleted after 7 days. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actorId: uuid().notNull(),
    operation: text().notNull(),
    key: text().notNull(),
    bodyHash: bytea().notNull(),
    status: integer(),
    answer: json(),
    created: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.actorId, table.operation, table.key] })],
);

/** Records that users have open, by stream of changes. */
export const liveViewers = pgTable(
  'live_viewers',
  {
    streamId: uuid().notNull(),
    topic: text().notNull(),
    userId: uuid().notNull(),
    until: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.streamId, table.topic] })],
);

/** Jobs that have started and not ended, and those in quarantine. */
export const jobStarts = pgTable('job_starts', {
  jobId: uuid().primaryKey(),
  name: text().notNull(),
  data: jsonb().notNull(),
  processId: uuid().notNull(),
  started: instant().notNull(),
  crashes: integer().notNull(),
  blamed: boolean().notNull(),
  quarantinedAt: instant(),
});

/** The running processes, and those that were lost within the last hour. */
export const processes = pgTable('processes', {
  id: uuid().primaryKey(),
  role: text().$type<'api' | 'worker' | 'all'>().notNull(),
  machine: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  started: instant().notNull(),
  seen: instant().notNull(),
  memoryBytes: bigint({ mode: 'number' }).notNull(),
  cpuPercent: integer().notNull(),
  /** Requests of the last minute: a second, and by duration (request-meter.ts). */
  requestsPerSecond: doublePrecision().notNull().default(0),
  durations: integer().array().notNull().default([]),
});

/** The first start of each version on this database. */
export const installedVersions = pgTable('installed_versions', {
  version: text().primaryKey(),
  installed: instant().notNull(),
});

/** When a part of the product had a problem; `ended` is null while it lasts. */
export const partProblems = pgTable('part_problems', {
  id: uuid().primaryKey(),
  part: text().$type<PartName>().notNull(),
  began: instant().notNull(),
  ended: instant(),
});

/** The most jobs that waited within each hour. */
export const queueHours = pgTable('queue_hours', {
  hour: instant().primaryKey(),
  mostWaiting: integer().notNull(),
});
