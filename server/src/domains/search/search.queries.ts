import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { UserType } from '@staffroom/contract/domains/identity/permissions.ts';
import {
  betweenWords,
  type LessonSearch,
} from '@staffroom/contract/domains/search/search.rules.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList, containsText, startsWith } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { orders } from '../orders/orders.schema.ts';

type Limits = { scope: SQL | undefined; max: number };

/** Users of these types whose name begins with the text, by name. */
export const findByNameStart = async (
  db: Db,
  { text, types, scope, max }: Limits & { text: string; types: UserType[] },
): Promise<string[]> => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        startsWith(sql`${users.nameKey}`, text.toLowerCase()),
        // What the trigram index knows; the name is a part of it.
        containsText(sql`${users.search}`, text.toLowerCase()),
        anyOfList(users.type, types, 'text'),
        scope,
      ),
    )
    .orderBy(asc(users.nameKey), asc(users.id))
    .limit(max);
  return rows.map(({ id }) => id);
};

/** A word of the text begins with each of these; one of a language without spaces may stand anywhere. */
const holdsAll = (words: string[], text: SQL): SQL | undefined => {
  const spaced = sql`' ' || translate(lower(${text}), ${betweenWords}, ${' '.repeat(betweenWords.length)})`;
  return and(...words.map((word) => containsText(spaced, isLatin(word) ? ` ${word}` : word)));
};

const isLatin = (word: string) => /^\p{Script=Latin}|^\d/u.test(word);

/** Classes whose name holds every word, those that are active first, with the count of all that match. */
export const findClasses = async (db: Db, { words, scope, max }: Limits & { words: string[] }) => {
  const where = and(holdsAll(words, sql`${classes.name}`), scope);
  const rows = await db
    .select({
      _id: classes.id,
      name: classes.name,
      subject: classes.subject,
      is_active: classes.isActive,
      count: sql<number>`(count(*) over ())::int`,
    })
    .from(classes)
    .where(where)
    .orderBy(desc(classes.isActive), asc(classes.name), asc(classes.id))
    .limit(max);
  return {
    data: rows.map(({ count: _count, ...found }) => found),
    count: rows[0]?.count ?? 0,
  };
};

/** Lessons of which class and name hold every word, of this term and index where they are asked for. */
export const findLessons = async (
  db: Db,
  { words, term, index, scope, now, max }: Limits & LessonSearch & { now: Date },
) => {
  const rows = await db
    .select({
      _id: lessons.id,
      name: lessons.name,
      classId: classes.id,
      className: classes.name,
      index: lessons.lessonIndex,
      term: lessons.term,
      scheduledOn: lessons.scheduledOn,
    })
    .from(lessons)
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(
      and(
        holdsAll(words, sql`${classes.name} || ' ' || ${lessons.name}`),
        term === null ? undefined : eq(lessons.term, term),
        index === null ? undefined : eq(lessons.lessonIndex, index),
        scope,
      ),
    )
    .orderBy(
      sql`abs(extract(epoch from ${lessons.scheduledOn} - ${now.toISOString()}::timestamptz))`,
      asc(lessons.id),
    )
    .limit(max);
  return rows.map(({ classId, className, index: place, term: part, scheduledOn, ...lesson }) => ({
    ...lesson,
    class: { _id: classId, name: className },
    meta: { index: place, term: part },
    scheduled_on: scheduledOn.toISOString(),
  }));
};

/** Orders of these students or of this id, the newest first. */
export const findOrders = async (
  db: Db,
  { by, scope, max }: Limits & { by: { id: string } | { students: string[] } },
) => {
  const rows = await db
    .select({
      _id: orders.id,
      type: orders.type,
      status: orders.status,
      created: orders.created,
      created_by: { _id: users.id, name: users.name },
      class: { _id: classes.id, name: classes.name },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.studentId))
    .innerJoin(classes, eq(classes.id, orders.classId))
    .where(
      and(
        'id' in by ? eq(orders.id, by.id) : anyOfList(orders.studentId, by.students, 'uuid'),
        scope,
      ),
    )
    .orderBy(desc(orders.created), desc(orders.id))
    .limit(max);
  return rows.map(({ created, ...order }) => ({ ...order, created: created.toISOString() }));
};
