import { and, gt, isNull, lte, sql } from 'drizzle-orm';
import type {
  Homework,
  listHomework,
  listStudentHomework,
  StudentHomework,
} from 'staffroom-contract/domains/homework/homework.contract.ts';
import { statusWords } from 'staffroom-contract/domains/homework/homework.rules.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { CsvColumn } from '../../platform/csv.ts';
import { notFound } from '../../platform/errors.ts';
import {
  anyOf,
  conditionsOf,
  containing,
  defineListQuery,
  onDays,
  type Conditions,
} from '../../platform/list-query.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { studentScope } from '../users/users.policy.ts';
import { findVisibleStudents } from '../users/users.queries.ts';
import { homeworkScope } from './homework.policy.ts';
import { presentHomework, presentStudentHomework } from './homework.presenter.ts';
import * as homeworkQueries from './homework.queries.ts';
import { homework } from './homework.schema.ts';

type HomeworkQuery = QueryOf<typeof listHomework>;
type StudentQuery = QueryOf<typeof listStudentHomework>;

const conditions: Conditions<HomeworkQuery['filter']> = {
  _id: anyOf(homework.id),
  name: containing(homework.name),
  class: (ids) =>
    sql`${homework.lessonId} in (select id from lessons where lessons.class_id = any(${sql.param(valuesOf(ids))}::uuid[]))`,
  class_name: ({ regex }) => {
    const text = regex.trim().toLowerCase();
    return text === ''
      ? undefined
      : sql`${homework.lessonId} in (select lessons.id from lessons join classes on classes.id = lessons.class_id
          where ${containsText(sql`lower(classes.name)`, text)})`;
  },
  lesson: anyOf(homework.lessonId),
  student: (id, { actor }) =>
    sql`${homeworkQueries.isOfStudent(id)} and exists (select from users where users.id = ${id} and ${studentScope(actor)})`,
  released_on: onDays(homework.releasedAt),
  due_on: onDays(homework.dueAt),
  return_on: onDays(homework.returnAt),
  period: (period, { clock }) => (period === 'past' ? lte : gt)(homework.dueAt, clock.now()),
  to_mark: () => homeworkQueries.isWaiting,
  with_removed: () => undefined,
};

const termColumns: CsvColumn<Omit<Homework, 'stat'>>[] = [
  { header: 'name', value: (row) => row.name },
  { header: 'class', value: (row) => row.class.name },
  { header: 'lesson', value: (row) => row.lesson.name },
  { header: 'term', value: (row) => row.lesson.meta.term },
  { header: 'index', value: (row) => row.lesson.meta.index },
  { header: 'released_on', time: (row) => row.released_on },
  { header: 'due_on', time: (row) => row.due_on },
  { header: 'return_on', time: (row) => row.return_on },
];

const columns: CsvColumn<Homework>[] = [
  ...termColumns,
  { header: 'assigned', value: ({ stat }) => stat.assigned },
  { header: 'pending', value: ({ stat }) => stat.pending },
  { header: 'submitted', value: ({ stat }) => stat.submitted },
  { header: 'resubmitted', value: ({ stat }) => stat.resubmitted },
  { header: 'resubmission', value: ({ stat }) => stat.resubmission },
  { header: 'marked', value: ({ stat }) => stat.marked },
  {
    header: 'attachment',
    value: ({ attachment }) => attachment.map(({ name }) => name).join('; '),
  },
  { header: 'removed_on', time: ({ removed }) => removed?.at },
];

/** Homework with the counts of its submissions; removed homework only on request. */
export const homeworkList = defineListQuery<HomeworkQuery, Homework>({
  from: homework,
  scope: homeworkScope,
  sort: {
    due_on: homework.dueAt,
    released_on: homework.releasedAt,
    return_on: homework.returnAt,
    name: homework.name,
    pending: homeworkQueries.pendingCount,
    submitted: homeworkQueries.countIn('SUBMITTED'),
    resubmitted: homeworkQueries.countIn('RESUBMITTED'),
    resubmission: homeworkQueries.countIn('RESUBMISSION_REQUIRE'),
    marked: homeworkQueries.countIn('marked'),
  },
  where: (filter, context) =>
    and(
      filter.with_removed || filter.to_mark || filter._id ? undefined : isNull(homework.removedAt),
      ...conditionsOf(conditions, filter, context),
    ),
  cards: async (db, ids) => {
    const rows = await homeworkQueries
      .selectHomework(db)
      .where(anyOfList(homework.id, ids, 'uuid'));
    const counts = await homeworkQueries.countSubmissions(db, ids);
    return rows.map((row) => presentHomework(row, counts(row.id)));
  },
  csv: ['homework.csv', columns],
});

/** The homework of a student. Throws not_found, also for students out of the actor's scope. */
export const homeworkOfStudent = async (context: Context, studentId: string) => {
  await requireStudent(context, studentId);
  return listOf(studentId);
};

const requireStudent = async ({ db, actor }: Context, studentId: string) => {
  const visible = await findVisibleStudents(db, [studentId], studentScope(actor));
  if (visible.size === 0) throw notFound('id');
};

const listOf = (studentId: string) =>
  defineListQuery<StudentQuery, StudentHomework>({
    from: homework,
    scope: (actor) =>
      sql`${homeworkQueries.isOfStudent(studentId)} and ${homeworkScope(actor) ?? sql`true`}`,
    sort: { due_on: homework.dueAt, released_on: homework.releasedAt },
    where: {
      status: (statuses) => sql`coalesce((select handed.status from submissions handed
        where handed.homework_id = ${homework.id} and handed.student_id = ${studentId}), 'PENDING_SUBMISSION')
        = any(${sql.param(valuesOf(statuses))}::text[])`,
    },
    cards: async (db, ids) => {
      const rows = await homeworkQueries
        .selectHomework(db)
        .where(anyOfList(homework.id, ids, 'uuid'));
      const handedIn = await homeworkQueries.listSubmissionsOf(db, studentId, ids);
      return rows.map((row) => presentStudentHomework(row, handedIn.get(row.id)));
    },
    csv: ['student-homework.csv', studentColumns],
  });

const studentColumns: CsvColumn<StudentHomework>[] = [
  ...termColumns,
  { header: 'status', value: ({ status }) => statusWords(status) },
  { header: 'submitted_on', time: (row) => row.submitted_on },
  { header: 'marked_on', time: (row) => row.marked_on },
  { header: 'removed_on', time: ({ removed }) => removed?.at },
];
