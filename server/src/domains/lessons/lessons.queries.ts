import { and, asc, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { hotRows } from '../../platform/prepared.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { lessons } from './lessons.schema.ts';

/** The columns of a lesson's summary, from the lesson and its class. */
export const summaryColumns = {
  id: lessons.id,
  classId: lessons.classId,
  className: classes.name,
  subject: classes.subject,
  name: lessons.name,
  term: lessons.term,
  lessonIndex: lessons.lessonIndex,
  scheduledAt: lessons.scheduledAt,
  endedAt: lessons.endedAt,
  isActive: lessons.isActive,
  isReleased: lessons.isReleased,
  maxCap: classes.maxCap,
};

export const selectSummaries = (db: Db) =>
  db.select(summaryColumns).from(lessons).innerJoin(classes, eq(classes.id, lessons.classId));

/** Returns a lesson with its class, in the given scope. */
export const findById = async (db: Db, id: string, scope: SQL | undefined) =>
  (await selectSummaries(db).where(and(eq(lessons.id, id), scope)))[0];

/** Returns the active lessons of a class, earliest first; `from` and `before` bound their start. */
export const listActiveOfClass = (
  db: Db,
  classId: string,
  bounds: { from?: Date; before?: Date } = {},
) =>
  db
    .select({
      id: lessons.id,
      name: lessons.name,
      term: lessons.term,
      lessonIndex: lessons.lessonIndex,
      scheduledAt: lessons.scheduledAt,
      endedAt: lessons.endedAt,
    })
    .from(lessons)
    .where(
      and(
        eq(lessons.classId, classId),
        eq(lessons.isActive, true),
        bounds.from && gte(lessons.scheduledAt, bounds.from),
        bounds.before && lt(lessons.scheduledAt, bounds.before),
      ),
    )
    .orderBy(asc(lessons.scheduledAt), asc(lessons.id));

/** Locks lessons in the order of their ids, so that changes of their places are serialized. */
export const lockByIds = (db: Db, ids: string[]) =>
  hotRows(db, 'lessons to lock', { ids }, () =>
    db
      .select({
        id: lessons.id,
        classId: lessons.classId,
        name: lessons.name,
        term: lessons.term,
        lessonIndex: lessons.lessonIndex,
        scheduledAt: lessons.scheduledAt,
        endedAt: lessons.endedAt,
        isActive: lessons.isActive,
        hostingPlatform: lessons.hostingPlatform,
      })
      .from(lessons)
      .where(sql`${lessons.id} = any(${sql.placeholder('ids')}::uuid[])`)
      .orderBy(asc(lessons.id))
      .for('no key update'),
  );

/** Returns a map from lesson id to class id, for lessons that exist. */
export const classesOfLessons = async (db: Db, ids: string[]): Promise<Map<string, string>> => {
  const rows = await db
    .select({ id: lessons.id, classId: lessons.classId })
    .from(lessons)
    .where(anyOfList(lessons.id, ids, 'uuid'));
  return new Map(rows.map((row) => [row.id, row.classId]));
};
