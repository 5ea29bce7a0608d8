import type {
  Homework,
  StudentHomework,
  Submission,
  SubmissionStat,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import {
  pendingOf,
  pendingStatus,
  type SubmissionCounts,
} from 'staffroom-contract/domains/homework/homework.rules.ts';
import type { Actor } from '../../platform/context.ts';
import { readsNamesAlone } from '../users/users.policy.ts';
import type { HomeworkRow, SubmissionRow } from './homework.queries.ts';
import type { submissions } from './homework.schema.ts';

export const presentStat = (counts: SubmissionCounts): SubmissionStat => ({
  ...counts,
  pending: pendingOf(counts),
});

/** Presents homework with its lesson, class, files and counts. */
export const presentHomework = (row: HomeworkRow, counts: SubmissionCounts): Homework => ({
  ...presentTerms(row),
  stat: presentStat(counts),
});

/** Presents homework with the status of one student. */
export const presentStudentHomework = (
  row: HomeworkRow,
  submission: typeof submissions.$inferSelect | undefined,
): StudentHomework => ({
  ...presentTerms(row),
  status: submission?.status ?? pendingStatus,
  submitted_on: submission?.created.toISOString() ?? null,
  marked_on: submission?.markedAt?.toISOString() ?? null,
});

const presentTerms = (row: HomeworkRow) => ({
  _id: row.id,
  name: row.name,
  class: { _id: row.classId, name: row.className, subject: row.subject },
  lesson: {
    _id: row.lessonId,
    name: row.lessonName,
    meta: { index: row.lessonIndex, term: row.term },
  },
  attachment: [
    ...(row.materialId === null
      ? []
      : [
          {
            name: row.fileName ?? row.name,
            url: `/api/admin/material/${row.materialId}/file`,
            material: row.materialId,
          },
        ]),
    ...row.attachments.map((one) => ({ ...one, material: null })),
  ],
  released_on: row.releasedAt.toISOString(),
  due_on: row.dueAt.toISOString(),
  return_on: row.returnAt.toISOString(),
  removed:
    row.removedAt === null ? null : { by: row.removedBy ?? '', at: row.removedAt.toISOString() },
  version: row.version,
  created: row.created.toISOString(),
  updated: row.updated.toISOString(),
});

/** Presents a submission. */
export const presentSubmission = (
  { submission, ...row }: SubmissionRow,
  actor: Actor,
): Submission => ({
  _id: submission.id,
  created: submission.created.toISOString(),
  updated: submission.updated.toISOString(),
  created_by: {
    _id: submission.studentId,
    name: row.studentName,
    email: readsNamesAlone(actor) ? '' : row.email,
  },
  homework: {
    _id: submission.homeworkId,
    name: row.homeworkName,
    due_on: row.dueAt.toISOString(),
    return_on: row.returnAt.toISOString(),
  },
  class: { _id: row.classId, name: row.className },
  lesson: {
    _id: row.lessonId,
    name: row.lessonName,
    meta: { index: row.lessonIndex, term: row.term },
  },
  status: submission.status,
  marked_on: submission.markedAt?.toISOString() ?? null,
});
