import { gt, sql } from 'drizzle-orm';
import type {
  ClassSummary,
  listClasses,
} from '@staffroom/contract/domains/classes/classes.contract.ts';
import { valuesOf } from '@staffroom/contract/shared/lists.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { anyOf, containing, defineListQuery, equalTo } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classScope } from './classes.policy.ts';
import { presentClassSummary } from './classes.presenter.ts';
import { teachers } from './classes.queries.ts';
import { classes } from './classes.schema.ts';

type ClassQuery = QueryOf<typeof listClasses>;

/** The classes, with their tutors' names. */
export const classList = defineListQuery<ClassQuery, ClassSummary>({
  from: classes,
  id: classes.id,
  scope: classScope,
  sort: { updated: classes.updated, name: classes.name, start_date: classes.startDate },
  where: {
    _id: anyOf(classes.id),
    subject: anyOf(classes.subject),
    class_type: anyOf(classes.classType),
    tutor: (tutor) =>
      sql`exists (select from class_staff where class_staff.class_id = ${classes.id} and class_staff.kind = 'tutor' and class_staff.user_id = any(${sql.param(valuesOf(tutor))}::uuid[]))`,
    level: (level) => sql`${classes.levels} && ${sql.param(valuesOf(level))}::text[]`,
    name: containing(classes.name),
    is_active: equalTo(classes.isActive),
    end_date: ({ gt: end }, { clock }) =>
      gt(classes.endDate, end === 'now' ? clock.now() : new Date(end)),
  },
  cards: async (db, ids) => {
    const taught = await teachers.list(db, ids);
    const rows = await db
      .select()
      .from(classes)
      .where(anyOfList(classes.id, ids, 'uuid'));
    return rows.map((row) => presentClassSummary(row, taught.get(row.id)?.tutor ?? []));
  },
});

/** Every class that matches, as CSV. */
export const exportClasses = (context: Context, query: ClassQuery) =>
  csvAnswer('classes.csv', columns, classList.each(context, query));

const columns: CsvColumn<ClassSummary>[] = [
  { header: 'name', value: (row) => row.name },
  { header: 'subject', value: (row) => row.subject },
  { header: 'class_type', value: (row) => row.class_type },
  { header: 'level', value: (row) => row.level.join(', ') },
  { header: 'start_date', time: (row) => row.start_date },
  { header: 'end_date', time: (row) => row.end_date },
  { header: 'day', value: (row) => row.schedule.date_of_week },
  { header: 'start_time', value: (row) => row.schedule.start_time },
  { header: 'end_time', value: (row) => row.schedule.end_time },
  { header: 'rate', value: (row) => row.rate },
  { header: 'currency', value: (row) => row.currency },
  { header: 'max_cap', value: (row) => row.max_cap },
  { header: 'is_active', value: (row) => row.is_active },
  { header: 'is_sold_out', value: (row) => row.is_sold_out },
  { header: 'is_free', value: (row) => row.is_free },
  { header: 'is_trial', value: (row) => row.is_trial },
  { header: 'is_featured', value: (row) => row.is_featured },
  { header: 'is_listed', value: (row) => row.is_listed },
  { header: 'tutor', value: (row) => row.tutor.map((tutor) => tutor.name).join(', ') },
  { header: 'updated', time: (row) => row.updated },
];
