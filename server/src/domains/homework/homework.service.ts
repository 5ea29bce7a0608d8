import { and, eq } from 'drizzle-orm';
import type { PendingSubmission } from 'staffroom-contract/domains/homework/homework.contract.ts';
import { pendingStatus, statusWords } from 'staffroom-contract/domains/homework/homework.rules.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { notFound } from '../../platform/errors.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { readsNamesAlone, reportedStudentScope } from '../users/users.policy.ts';
import { findVisibleStudents } from '../users/users.queries.ts';
import { homeworkScope } from './homework.policy.ts';
import { presentHomework, presentStat } from './homework.presenter.ts';
import * as homeworkQueries from './homework.queries.ts';
import { homework } from './homework.schema.ts';

/** Returns one homework with its counts. Throws not_found, also out of the actor's scope. */
export const getHomework = async (context: Context, id: string) => {
  const row = await requireHomework(context, id);
  const counts = await homeworkQueries.countSubmissions(context.db, [id]);
  return { data: presentHomework(row, counts(id)) };
};

const requireHomework = async ({ db, actor }: Context, id: string) => {
  const [row] = await homeworkQueries
    .selectHomework(db)
    .where(and(eq(homework.id, id), homeworkScope(actor)));
  if (!row) throw notFound('id');
  return row;
};

/** Returns the students who have not handed in; students out of scope are only counted. Throws not_found. */
export const readPending = async (context: Context, id: string) => {
  await requireHomework(context, id);
  const pending = await homeworkQueries.listPending(context.db, id);
  const visible = await findVisibleStudents(
    context.db,
    pending.map((student) => student.id),
    reportedStudentScope(context.actor),
  );
  const data: PendingSubmission[] = pending
    .filter((student) => visible.has(student.id))
    .map(({ id: _id, name, email }) => ({
      student: { _id, name, email: readsNamesAlone(context.actor) ? '' : email },
      status: pendingStatus,
    }));
  return { data, count: pending.length, unnamed: pending.length - data.length };
};

/** Exports the pending students whom the actor may see as CSV. */
export const exportPending = async (context: Context, id: string) =>
  csvAnswer('pending-submissions.csv', pendingColumns, (await readPending(context, id)).data);

const pendingColumns: CsvColumn<PendingSubmission>[] = [
  { header: 'name', value: ({ student }) => student.name },
  { header: 'email', value: ({ student }) => student.email },
  { header: 'status', value: ({ status }) => statusWords(status) },
];

/** Returns the counts of the homeworks that the actor may see, in the order of the request. */
export const readStats = async ({ db, actor }: Context, ids: string[]) => {
  const rows = await db
    .select({ id: homework.id })
    .from(homework)
    .where(and(anyOfList(homework.id, ids, 'uuid'), homeworkScope(actor)));
  const visible = new Set(rows.map((row) => row.id));
  const asked = [...new Set(ids)].filter((id) => visible.has(id));
  const counts = await homeworkQueries.countSubmissions(db, asked);
  const data = asked.map((id) => ({ homework: id, ...presentStat(counts(id)) }));
  return { data, count: data.length };
};
