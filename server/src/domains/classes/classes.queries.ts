import { and, asc, count, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { valuesOf } from '@staffroom/contract/shared/lists.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { listClasses } from '@staffroom/contract/domains/classes/classes.contract.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList, containsText } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { classes, classStaff } from './classes.schema.ts';

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

/** One class in the given scope; `lock` keeps it until the transaction ends. */
export const findInScope = async (
  db: Db,
  id: string,
  scope: SQL | undefined,
  lock: 'lock' | 'read' = 'read',
) => {
  const found = db
    .select()
    .from(classes)
    .where(and(eq(classes.id, id), scope));
  return (await (lock === 'lock' ? found.for('no key update') : found))[0];
};

export const insert = (db: Db, row: typeof classes.$inferInsert) => db.insert(classes).values(row);

/** Changes a class and moves its version on. */
export const update = (db: Db, id: string, changes: Partial<typeof classes.$inferInsert>) =>
  db
    .update(classes)
    .set({ ...changes, version: sql`${classes.version} + 1` })
    .where(eq(classes.id, id));

export type StaffKind = (typeof classStaff.$inferSelect)['kind'];

/** Everybody who teaches a class, in order. */
export const listStaff = (db: Db, classId: string) =>
  db
    .select({ kind: classStaff.kind, id: users.id, name: users.name })
    .from(classStaff)
    .innerJoin(users, eq(users.id, classStaff.userId))
    .where(eq(classStaff.classId, classId))
    .orderBy(asc(classStaff.position));

/** Makes these people the class's tutors or TAs, in this order, each once. */
export const replaceStaff = async (db: Db, classId: string, kind: StaffKind, userIds: string[]) => {
  await db
    .delete(classStaff)
    .where(and(eq(classStaff.classId, classId), eq(classStaff.kind, kind)));
  if (userIds.length > 0)
    await db
      .insert(classStaff)
      .values(
        [...new Set(userIds)].map((userId, position) => ({ classId, userId, kind, position })),
      );
};

/** All lessons of a class, inactive ones too. */
export const countLessons = async (db: Db, classId: string): Promise<number> => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from lessons where class_id = ${classId}`,
  );
  return rows[0]?.count ?? 0;
};

/** The tutors of these classes, in their order. */
export const listTutors = (db: Db, classIds: string[]) =>
  db
    .select({ classId: classStaff.classId, id: users.id, name: users.name })
    .from(classStaff)
    .innerJoin(users, eq(users.id, classStaff.userId))
    .where(and(inArray(classStaff.classId, classIds), eq(classStaff.kind, 'tutor')))
    .orderBy(asc(classStaff.position));

/** Those of these classes that exist, by name. */
export const listNames = (db: Db, classIds: string[]) =>
  db
    .select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(anyOfList(classes.id, classIds, 'uuid'))
    .orderBy(asc(classes.name), asc(classes.id));

export const findById = async (db: Db, id: string) =>
  (await db.select().from(classes).where(eq(classes.id, id)))[0];
