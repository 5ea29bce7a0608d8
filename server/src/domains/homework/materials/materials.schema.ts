import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type {
  LibraryFolder,
  MaterialFolder,
} from 'staffroom-contract/domains/homework/material-folders.ts';
import type {
  MaterialOutcome,
  MaterialReason,
} from 'staffroom-contract/domains/homework/material-names.rules.ts';
import type { uploadStates } from 'staffroom-contract/domains/homework/materials.contract.ts';
import { instant } from '../../../platform/platform.schema.ts';

/** A file of the library, identified by its key there; neither row nor file is ever deleted. */
export const materials = pgTable('materials', {
  id: uuid().primaryKey(),
  key: text().notNull(),
  folder: text().$type<LibraryFolder>().notNull(),
  name: text().notNull(),
  size: bigint({ mode: 'number' }).notNull(),
  created: instant().notNull(),
});

/** A file on a lesson; a removed file keeps its row and can be put back. */
export const lessonMaterials = pgTable(
  'lesson_materials',
  {
    lessonId: uuid().notNull(),
    materialId: uuid().notNull(),
    attachedAt: instant().notNull(),
    attachedBy: uuid().notNull(),
    version: integer().notNull().default(1),
    removedAt: instant(),
    removedBy: uuid(),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.materialId] })],
);

/** A file that staff replaced on a lesson: an upload does not bring it back. */
export const leftOutFiles = pgTable(
  'left_out_files',
  {
    lessonId: uuid().notNull(),
    materialId: uuid().notNull(),
    use: text().$type<'material' | 'homework'>().notNull(),
    removedAt: instant().notNull(),
    removedBy: uuid().notNull(),
  },
  (table) => [primaryKey({ columns: [table.lessonId, table.materialId, table.use] })],
);

/** A run of "Upload all material and homework". */
export const materialRuns = pgTable('material_runs', {
  id: uuid().primaryKey(),
  folder: text().$type<MaterialFolder>().notNull(),
  state: text().$type<(typeof uploadStates)[number]>().notNull(),
  startedBy: uuid().notNull(),
  /** The job that processes the run; an older job ends at its next file. */
  jobId: uuid().notNull(),
  total: integer(),
  problem: text().notNull().default(''),
  created: instant().notNull(),
  updated: instant().notNull(),
  endedAt: instant(),
});

/** A file that a run has processed, with the outcome. */
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
    /** Null in runs from before lessons were counted. */
    lessonIds: uuid().array(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.key] })],
);
