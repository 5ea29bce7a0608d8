import type {
  listSubmissions,
  Submission,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import { statusWords } from 'staffroom-contract/domains/homework/homework.rules.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { CsvColumn } from '../../platform/csv.ts';
import { anyOf, defineListQuery, within } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { submissionScope } from './homework.policy.ts';
import { presentSubmission } from './homework.presenter.ts';
import { selectSubmissions } from './homework.queries.ts';
import { submissions } from './homework.schema.ts';

type SubmissionQuery = QueryOf<typeof listSubmissions>;

const columns: CsvColumn<Submission>[] = [
  { header: 'name', value: ({ created_by }) => created_by.name },
  { header: 'email', value: ({ created_by }) => created_by.email },
  { header: 'class', value: (row) => row.class.name },
  { header: 'term', value: ({ lesson }) => lesson.meta.term },
  { header: 'index', value: ({ lesson }) => lesson.meta.index },
  { header: 'homework', value: (row) => row.homework.name },
  { header: 'due_on', time: (row) => row.homework.due_on },
  { header: 'status', value: ({ status }) => statusWords(status) },
  { header: 'submitted_on', time: (row) => row.created },
  { header: 'marked_on', time: (row) => row.marked_on },
];

/** Submissions by students whom the actor may see. */
export const submissionList = defineListQuery<SubmissionQuery, Submission>({
  from: submissions,
  scope: submissionScope,
  sort: { created: submissions.created, updated: submissions.updated },
  where: {
    homework: anyOf(submissions.homeworkId),
    created_by: anyOf(submissions.studentId),
    status: anyOf(submissions.status),
    created: within(submissions.created),
  },
  cards: async (db, ids, { actor }) => {
    const rows = await selectSubmissions(db).where(anyOfList(submissions.id, ids, 'uuid'));
    return rows.map((row) => presentSubmission(row, actor));
  },
  csv: ['submissions.csv', columns],
});
