import { gt, sql } from 'drizzle-orm';
import {
  classSummarySchema,
  type ClassSummary,
  type listClasses,
} from 'staffroom-contract/domains/classes/classes.contract.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { shownColumns } from '../../platform/csv.ts';
import { anyOf, containing, defineListQuery, equalTo, rowsOf } from '../../platform/list-query.ts';
import { classScope } from './classes.policy.ts';
import { presentClassSummary } from './classes.presenter.ts';
import { teachers } from './classes.queries.ts';
import { classes } from './classes.schema.ts';

type ClassQuery = QueryOf<typeof listClasses>;

const column = shownColumns(classSummarySchema);

/** The list of classes with its filters and download. */
export const classList = defineListQuery<ClassQuery, ClassSummary>({
  from: classes,
  scope: classScope,
  sort: {
    updated: classes.updated,
    name: classes.name,
    start_date: classes.startDate,
    rate: classes.rate,
    max_cap: classes.maxCap,
  },
  where: {
    _id: anyOf(classes.id),
    subject: anyOf(classes.subject),
    class_type: anyOf(classes.classType),
    tutor: (tutor) =>
      sql`exists (select from class_staff where class_staff.class_id = ${classes.id} and class_staff.kind = 'tutor' and class_staff.user_id = any(${sql.param(valuesOf(tutor))}::uuid[]))`,
    teacher: (teacher) =>
      sql`exists (select from class_staff where class_staff.class_id = ${classes.id} and class_staff.user_id = any(${sql.param(valuesOf(teacher))}::uuid[]))`,
    level: (level) => sql`${classes.levels} && ${sql.param(valuesOf(level))}::text[]`,
    name: containing(classes.name),
    is_active: equalTo(classes.isActive),
    end_date: ({ gt: end }, { clock }) =>
      gt(classes.endDate, end === 'now' ? clock.now() : new Date(end)),
  },
  cards: async (db, ids) => {
    const taught = await teachers.list(db, ids);
    const rows = await rowsOf(db, classes, ids);
    return rows.map((row) => presentClassSummary(row, taught.get(row.id)?.tutor ?? []));
  },
  csv: [
    'classes.csv',
    [
      ...column('name', 'subject', 'class_type', 'level', 'start_date', 'end_date'),
      { header: 'day', value: (row) => row.schedule.date_of_week },
      { header: 'start_time', value: (row) => row.schedule.start_time },
      { header: 'end_time', value: (row) => row.schedule.end_time },
      ...column('rate', 'currency', 'max_cap', 'is_active', 'is_sold_out', 'is_free', 'is_trial'),
      ...column('is_featured', 'is_listed', 'tutor', 'updated'),
    ],
  ],
});
