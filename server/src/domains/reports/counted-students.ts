import { and, asc, desc, sql, type SQL } from 'drizzle-orm';
import {
  enrolledStudentSchema,
  type listEnrolledStudents,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { z } from 'zod';
import type { Actor, Context } from '../../platform/context.ts';
import { shownColumns, type CsvColumn } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { containing, defineListQuery, type Found } from '../../platform/list-query.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';

type Query = Pick<
  QueryOf<typeof listEnrolledStudents>,
  'max' | 'offset' | 'sortBy' | 'order' | 'filter'
>;
type Student = z.output<typeof enrolledStudentSchema>;

type Counted<Shown> = {
  /** Subquery that selects their ids, in parentheses. */
  ids: SQL;
  /** The students whose names the actor may see; all by default. */
  scope?: (actor: Actor) => SQL | undefined;
  fileName?: string;
  /** Returns the rows shown, in any order; `columns` are those of the CSV. */
  cards: (db: Db, ids: string[]) => Promise<Shown[]>;
  columns: readonly CsvColumn<Shown>[];
};

/** The students behind a count of a report, by name: as a page and as CSV. */
export const countedStudents = (counted: Omit<Counted<Student>, 'cards' | 'columns'>) =>
  countedRows({
    ...counted,
    cards: (db, found) =>
      db
        .select({ _id: users.id, name: users.name, email: users.email })
        .from(users)
        .where(anyOfList(users.id, found, 'uuid')),
    columns: shownColumns(enrolledStudentSchema)('name', 'email'),
  });

/** The same with additional columns. */
export const countedRows = <Shown extends Student>({
  ids,
  scope,
  fileName = 'students.csv',
  cards,
  columns,
}: Counted<Shown>) => {
  const sort = { name: users.nameKey, email: users.emailKey };
  const searched = ({ search }: Query['filter'], context: Context) =>
    search && containing(users.name, users.email)(search, context);
  return defineListQuery<Query, Shown>({
    from: users,
    ...(scope && { scope }),
    sort,
    where: (filter, context) => and(sql`${users.id} in ${ids}`, searched(filter, context)),
    // Finding the students may be slow, so one statement returns the page and the count.
    find: async (db, { filter, sortBy, order, max, offset }, context) => {
      const direction = order === 'asc' ? asc : desc;
      const { rows } = await db.execute<Found>(sql`
        with counted as materialized (select distinct found.id from ${ids} found(id)),
        matched as (
          select users.id, ${sort[sortBy]} as key from counted join users on users.id = counted.id
          where ${and(scope?.(context.actor), searched(filter, context), sql`true`)})
        select array(select id from matched
            order by ${direction(sql`key`)}, ${direction(sql`id`)} limit ${max} offset ${offset}) as ids,
          (select count(*)::int from matched) as count`);
      return rows[0] ?? { ids: [], count: 0 };
    },
    cards,
    csv: [fileName, columns],
  });
};
