import { and, asc, count, desc, eq, gt, sql, type SQL } from 'drizzle-orm';
import { valuesOf } from '@staffroom/contract/shared/lists.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { teachersOf } from '../users/teachers.service.ts';
import { classes, classStaff } from './classes.schema.ts';

export type ClassRow = typeof classes.$inferSelect;
export type ClassQuery = QueryOf<typeof listClasses>;

const sortColumns = {
  updated: classes.updated,
  name: classes.name,
  start_date: classes.startDate,
};

/** Classes that match, in the given scope, with the exact count. */
export const listAndCount = async (
  db: Db,
  query: ClassQuery,
  options: { scope: SQL | undefined; now: Date },
) => {
  const where = and(options.scope, ...conditionsOf(query.filter, options.now));
  const direction = query.order === 'asc' ? asc : desc;
  const rows = await db
    .select()
    .from(classes)
    .where(where)
    .orderBy(direction(sortColumns[query.sortBy]), direction(classes.id))
    .limit(query.max)
    .offset(query.offset);
  const [total] = await db.select({ count: count() }).from(classes).where(where);
  return { rows, count: total?.count ?? 0 };
};

const conditionsOf = (filter: ClassQuery['filter'], now: Date): (SQL | undefined)[] => {
  const ids = valuesOf(filter._id);
  const subjects = valuesOf(filter.subject);
  const levels = valuesOf(filter.level);
  const name = filter.name?.regex.trim().toLowerCase();
  const endsAfter = filter.end_date?.gt;
  return [
    ids && anyOfList(classes.id, ids, 'uuid'),
    subjects && anyOfList(classes.subject, subjects, 'text'),
    levels && sql`${classes.levels} && ${sql.param(levels)}::text[]`,
    name ? containsText(sql`lower(${classes.name})`, name) : undefined,
    filter.is_active === undefined ? undefined : eq(classes.isActive, filter.is_active),
    endsAfter === undefined
      ? undefined
      : gt(classes.endDate, endsAfter === 'now' ? now : new Date(endsAfter)),
  ];
};

export const insert = (db: Db, row: typeof classes.$inferInsert) => db.insert(classes).values(row);

/** Who teaches which class. */
export const teachers = teachersOf(classStaff, 'classId');

/** All lessons of a class, inactive ones too. */
export const countLessons = async (db: Db, classId: string): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from lessons where class_id = ${classId}`,
  );
  return rows[0]?.count ?? 0;
};

/** Those of these classes that exist, by name. */
export const listNames = (db: Db, classIds: string[]) =>
  db
    .select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(anyOfList(classes.id, classIds, 'uuid'))
    .orderBy(asc(classes.name), asc(classes.id));

export const findById = async (db: Db, id: string) =>
  (await db.select().from(classes).where(eq(classes.id, id)))[0];

/** The class that a record names, which therefore exists. */
export const requireById = async (db: Db, id: string): Promise<ClassRow> => {
  const found = await findById(db, id);
  if (!found) throw new Error('A record names a class that does not exist.');
  return found;
};
