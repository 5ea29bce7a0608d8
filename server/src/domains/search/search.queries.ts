import { and, asc, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { UserType } from 'staffroom-contract/domains/identity/permissions.ts';
import {
  betweenWords,
  formsOf,
  type LessonSearch,
} from 'staffroom-contract/domains/search/search.rules.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList, containsText, startsWith } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { orders } from '../orders/orders.schema.ts';
import { isOpen } from '../tickets/tickets.queries.ts';
import { tickets } from '../tickets/tickets.schema.ts';

type Limits = { scope: SQL | undefined; max: number };

/** Ids of users of these types whose name begins with the text, sorted by name. */
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
        // For the trigram index; it covers a text that includes the name.
        containsText(sql`${users.search}`, text.toLowerCase()),
        anyOfList(users.type, types, 'text'),
        scope,
      ),
    )
    .orderBy(asc(users.nameKey), asc(users.id))
    .limit(max);
  return rows.map(({ id }) => id);
};

/** Matching users of these types, those whose name begins with the text first, and the total number of matches. */
export const findUsers = async (
  db: Db,
  {
    text,
    types,
    where,
    scope,
    max,
  }: Limits & { text: string; types: UserType[]; where: SQL | undefined },
): Promise<{ ids: string[]; count: number }> => {
  const rows = await db
    .select({ id: users.id, count: sql<number>`(count(*) over ())::int` })
    .from(users)
    .where(and(where, anyOfList(users.type, types, 'text'), scope))
    .orderBy(
      desc(startsWith(sql`${users.nameKey}`, text.toLowerCase())),
      asc(users.nameKey),
      asc(users.id),
    )
    .limit(max);
  return { ids: rows.map(({ id }) => id), count: rows[0]?.count ?? 0 };
};

/** True if each word, or a synonym, begins a word of the text, or is anywhere in it for scripts without spaces. */
const holdsAll = (words: string[], text: SQL): SQL | undefined => {
  const spaced = sql`' ' || translate(lower(${text}), ${betweenWords}, ${' '.repeat(betweenWords.length)})`;
  const begins = (word: string) => containsText(spaced, isLatin(word) ? ` ${word}` : word);
  return and(...words.map((word) => or(...formsOf(word).map(begins))));
};

const isLatin = (word: string) => /^\p{Script=Latin}|^\d/u.test(word);

/** Classes with every word in their name and subject, active ones first, and the total number of matches. */
export const findClasses = async (db: Db, { words, scope, max }: Limits & { words: string[] }) => {
  const where = and(holdsAll(words, sql`${classes.name} || ' ' || ${classes.subject}`), scope);
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

/** Lessons with every word in their name, class and subject, of the given term and index if any. */
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
      scheduledAt: lessons.scheduledAt,
    })
    .from(lessons)
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .where(
      and(
        holdsAll(
          words,
          sql`${classes.name} || ' ' || ${classes.subject} || ' ' || ${lessons.name}`,
        ),
        term === null ? undefined : eq(lessons.term, term),
        index === null ? undefined : eq(lessons.lessonIndex, index),
        scope,
      ),
    )
    .orderBy(
      sql`abs(extract(epoch from ${lessons.scheduledAt} - ${now.toISOString()}::timestamptz))`,
      asc(lessons.id),
    )
    .limit(max);
  return rows.map(({ classId, className, index: place, term: part, scheduledAt, ...lesson }) => ({
    ...lesson,
    class: { _id: classId, name: className },
    meta: { index: place, term: part },
    scheduled_on: scheduledAt.toISOString(),
  }));
};

/** Orders of these students or with this id, newest first. */
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

/** Tickets of these students or with this id: open ones first, by follow-up date. */
export const findTickets = async (
  db: Db,
  { by, scope, max }: Limits & { by: { id: string } | { student: SQL | undefined } },
) =>
  db
    .select({
      _id: tickets.id,
      type: tickets.type,
      status: tickets.status,
      next_action_date: tickets.nextActionDate,
      student: { _id: users.id, name: users.name },
      class: { _id: classes.id, name: classes.name },
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.studentId))
    .innerJoin(classes, eq(classes.id, tickets.classId))
    .where(and('id' in by ? eq(tickets.id, by.id) : by.student, scope))
    .orderBy(
      desc(isOpen),
      sql`${tickets.nextActionDate} asc nulls last`,
      desc(tickets.created),
      desc(tickets.id),
    )
    .limit(max);
