import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ownerRoles } from 'staffroom-contract/domains/feedback/feedback.rules.ts';
import { staffRoles } from 'staffroom-contract/domains/identity/permissions.ts';
import type { Actor } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { classes } from '../classes/classes.schema.ts';
import { users } from '../identity/users.schema.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { feedback, followUps } from './feedback.schema.ts';

const owner = alias(users, 'owner');

/** Feedback with its student, lesson, class and follow-up, and whether the actor may open the lesson. */
export const listCards = (db: Db, ids: readonly string[], actor: Actor) =>
  db
    .select({
      feedback,
      student: {
        id: users.id,
        name: users.name,
        email: users.email,
        phoneCountryCode: users.phoneCountryCode,
        phone: users.phone,
        parentName: users.parentName,
        parentEmail: users.parentEmail,
        parentPhoneCountryCode: users.parentPhoneCountryCode,
        parentPhone: users.parentPhone,
      },
      lesson: {
        name: lessons.name,
        term: lessons.term,
        lessonIndex: lessons.lessonIndex,
        opens: sql<boolean>`${lessonScope(actor) ?? sql`true`}`,
      },
      tuitionClass: { _id: classes.id, name: classes.name },
      followUp: followUps,
      owner: { _id: owner.id, name: owner.name, email: owner.email },
    })
    .from(feedback)
    .innerJoin(users, eq(users.id, feedback.studentId))
    .innerJoin(lessons, eq(lessons.id, feedback.lessonId))
    .innerJoin(classes, eq(classes.id, lessons.classId))
    .leftJoin(followUps, eq(followUps.feedbackId, feedback.id))
    .leftJoin(owner, eq(owner.id, followUps.ownerId))
    .where(anyOfList(feedback.id, ids, 'uuid'));

export type FeedbackCard = Awaited<ReturnType<typeof listCards>>[number];

/** Returns the owner of a follow-up in the form of the API. */
export const findOwner = async (db: Db, id: string) =>
  (
    await db
      .select({ _id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(eq(users.id, id))
  )[0];

/** The effective role of an account (decisions: Roles, `acts_as`). */
const effectiveRole = sql<string>`coalesce(${users.actsAs}, ${users.type})`;

const canOwn = and(
  eq(users.enabled, true),
  // Only accounts that can sign in; students and TAs cannot.
  inArray(users.type, [...staffRoles]),
  inArray(effectiveRole, [...ownerRoles]),
);

/** Enabled staff who can own a follow-up, sorted by name. */
export const listOwners = (db: Db) =>
  db
    .select({
      _id: users.id,
      name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      open: sql<number>`(select count(*)::int from ${followUps}
        where ${followUps.ownerId} = ${users.id} and ${followUps.state} = 'open')`,
    })
    .from(users)
    .where(canOwn)
    .orderBy(asc(users.nameKey), asc(users.id));

/** Returns whether this user is one of them. */
export const isOwner = async (db: Db, id: string): Promise<boolean> => {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(canOwn, eq(users.id, id)));
  return rows.length === 1;
};
