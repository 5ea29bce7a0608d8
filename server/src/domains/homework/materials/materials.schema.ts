import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type {
  MaterialFolder,
  MaterialOutcome,
  MaterialReason,
} from '@staffroom/contract/domains/homework/material-names.rules.ts';
import type { uploadStates } from '@staffroom/contract/domains/homework/materials.contract.ts';
import { instant } from '../../../platform/platform.schema.ts';

/** A file of the library, known by where it stands there. */
export const materials = pgTable('materials', {
  id: uuid().primaryKey(),
  key: text().notNull(),
  folder: text().$type<MaterialFolder>().notNull(),
  name: text().notNull(),
  size: bigint({ mode: 'number' }).notNull(),
  created: instant().notNull(),
});

export const lessonMaterials = pgTable(
  'lesson_materials',
  {
    lessonId: uuid().notNull(),
    materialId: uuid().notNull(),
    attachedOn: instant().notNull(),
    attachedBy: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.materialId] })],
);

/** A run of "Upload all material and homework". */
export const materialRuns = pgTable('material_runs', {
  id: uuid().primaryKey(),
  folder: text().$type<MaterialFolder>().notNull(),
  state: text().$type<(typeof uploadStates)[number]>().notNull(),
  startedBy: uuid().notNull(),
  /** The job that may go on with the run; any older one ends at its next file. */
  jobId: uuid().notNull(),
  total: integer(),
  problem: text().notNull().default(''),
  created: instant().notNull(),
  updated: instant().notNull(),
  endedOn: instant(),
});

/** A file that a run has dealt with, and what became of it. */
export const materialRunFiles = pgTable(
  'material_run_files',
  {
    runId: uuid().notNull(),
    key: text().notNull(),
    folder: text().$type<MaterialFolder>().notNull(),
    name: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    outcome: text().$type<MaterialOutcome>().notNull(),
    reason: text().$type<MaterialReason>(),
    attached: integer().notNull().default(0),
    homework: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.runId, table.key] })],
);
