import { and, eq, lte, sql } from 'drizzle-orm';
import {
  homeworkAssignmentSchema,
  type HomeworkAssignment,
  type listHomeworkAssignment,
  type listStudentsWithoutHomework,
} from 'staffroom-contract/domains/reports/homework-assignment.contract.ts';
import { toBusinessDay } from 'staffroom-contract/shared/dates.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { shownColumns } from '../../platform/csv.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import type { ListQueryOf } from '../../platform/handle-record.ts';
import { defineListQuery, onDays, withQuery } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { studentScope } from '../users/users.policy.ts';
import { countedStudents } from './counted-students.ts';

type Query = ListQueryOf<typeof listHomeworkAssignment>;

const withoutHomework = sql`not exists (select from homework given where given.lesson_id = ${lessons.id} and given.removed_at is null)`;

/** PAYMENT is the strongest kind, so any such source puts the student on the paying roster. */
const paying = sql`from roster_sources place
  where place.lesson_id = ${lessons.id} and place.released_at is null and place.kind = 'PAYMENT'`;

const column = shownColumns(homeworkAssignmentSchema);

/** Lessons of a range of days that have begun and whose paying students have no homework. */
export const homeworkAssignmentList = defineListQuery<Query, HomeworkAssignment>({
  from: lessons,
  scope: lessonScope,
  sort: {
    scheduled_on: lessons.scheduledAt,
    count: sql`(select count(distinct place.student_id)::int from roster_sources place
      where place.lesson_id = lessons.id and place.released_at is null and place.kind = 'PAYMENT')`,
  },
  where: ({ date_range: { between } }, context) => {
    const { clock, settings } = context;
    const [start = '', end = ''] = between.map((day) =>
      toBusinessDay(day, settings.businessTimeZone),
    );
    if (start > end)
      throw refusal('invalid_value', {
        field: 'date_range',
        message: 'The start is after the end.',
      });
    return and(
      eq(lessons.isActive, true),
      lte(lessons.scheduledAt, clock.now()),
      onDays(lessons.scheduledAt)({ between: [start, end] }, context),
      withoutHomework,
      sql`exists (select ${paying})`,
    );
  },
  cards: async (db, ids) =>
    (
      await db
        .select({
          id: lessons.id,
          name: lessons.name,
          index: lessons.lessonIndex,
          term: lessons.term,
          scheduledAt: lessons.scheduledAt,
          endedAt: lessons.endedAt,
          tuitionClass: { _id: classes.id, name: classes.name },
          students: sql<number>`(select count(distinct place.student_id)::int ${paying})`,
        })
        .from(lessons)
        .innerJoin(classes, eq(classes.id, lessons.classId))
        .where(anyOfList(lessons.id, ids, 'uuid'))
    ).map((row) => ({
      _id: row.id,
      class: row.tuitionClass,
      lesson: { name: row.name, meta: { index: row.index, term: row.term } },
      scheduled_on: row.scheduledAt.toISOString(),
      ended_on: row.endedAt.toISOString(),
      student_without_homework_count: row.students,
    })),
  csv: [
    'homework-assignment.csv',
    [
      ...column('class'),
      { header: 'lesson', value: ({ lesson }) => lesson.name },
      { header: 'term', value: ({ lesson }) => lesson.meta.term },
      { header: 'index', value: ({ lesson }) => lesson.meta.index },
      ...column('scheduled_on', 'student_without_homework_count'),
    ],
  ],
});

type StudentQuery = QueryOf<typeof listStudentsWithoutHomework>;

/** The students behind the count of a lesson, by name. Throws not_found. */
export const studentsOf = async ({ db, actor }: Context, { id }: { id: string }) => {
  if (!(await lessonQueries.findById(db, id, lessonScope(actor)))) throw notFound('id');
  const students = countedStudents({
    ids: sql`(select place.student_id from lessons join roster_sources place on place.lesson_id = lessons.id
      where lessons.id = ${id} and place.released_at is null and place.kind = 'PAYMENT' and ${withoutHomework})`,
    scope: studentScope,
    fileName: 'students-without-homework.csv',
  });
  const byName = { sortBy: 'name', order: 'asc', filter: {} } as const;
  return withQuery(students, (page: StudentQuery) => ({ ...page, ...byName }));
};
