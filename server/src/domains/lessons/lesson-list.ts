import { sql } from 'drizzle-orm';
import {
  lessonSummarySchema,
  type LessonSummary,
  type listLessons,
} from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { shownColumns, type CsvColumn } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { anyOf, defineListQuery, equalTo, within } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { teachers } from './lesson-record.queries.ts';
import { lessonScope } from './lessons.policy.ts';
import { presentLessonSummary } from './lessons.presenter.ts';
import { selectSummaries } from './lessons.queries.ts';
import { lessons } from './lessons.schema.ts';
import { countTaken } from './rosters.queries.ts';

type LessonQuery = QueryOf<typeof listLessons>;

/** Condition: taught by one of these. */
export const taughtBy = (tutor: string | { in: string[] }) =>
  sql`exists (select from lesson_staff where lesson_staff.lesson_id = ${lessons.id} and lesson_staff.user_id = any(${sql.param(valuesOf(tutor))}::uuid[]))`;

/** Returns the lessons with these ids as lists show them, in any order. */
export const lessonCards = async (db: Db, ids: string[]): Promise<LessonSummary[]> => {
  const rows = await selectSummaries(db).where(anyOfList(lessons.id, ids, 'uuid'));
  const taken = await countTaken(db, ids);
  const taught = await teachers.list(db, ids);
  return rows.map((row) =>
    presentLessonSummary(row, {
      seats: taken.get(row.id)?.seats ?? 0,
      trial_seats: taken.get(row.id)?.trials ?? 0,
      tutor: taught.get(row.id)?.tutor ?? [],
    }),
  );
};

const column = shownColumns(lessonSummarySchema);

/** The columns of a lesson in a download. */
export const lessonColumns: CsvColumn<LessonSummary>[] = [
  ...column('class'),
  { header: 'class_name', value: (lesson) => lesson.class_obj.name },
  ...column('name'),
  { header: 'term', value: (lesson) => lesson.meta.term },
  { header: 'index', value: (lesson) => lesson.meta.index },
  ...column('scheduled_on', 'ended_on'),
  { header: 'tutor', value: (lesson) => lesson.tutor.map(({ name }) => name).join('; ') },
  ...column('seats', 'max_cap', 'is_active', 'is_released'),
];

/** The list of lessons with its filters and download. */
export const lessonList = defineListQuery<LessonQuery, LessonSummary>({
  from: lessons,
  scope: lessonScope,
  sort: { scheduled_on: lessons.scheduledAt, ended_on: lessons.endedAt },
  where: {
    _id: anyOf(lessons.id),
    class: anyOf(lessons.classId),
    tutor: taughtBy,
    scheduled_on: within(lessons.scheduledAt),
    ended_on: within(lessons.endedAt),
    is_active: equalTo(lessons.isActive),
  },
  cards: (db, ids) => lessonCards(db, ids),
  csv: ['lessons.csv', lessonColumns],
});
