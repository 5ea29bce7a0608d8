import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Actor } from '../../platform/context.ts';
import { users } from '../identity/users.schema.ts';
import { namesEveryStudent, reportedStudentScope } from '../users/users.policy.ts';
import { homework, submissions } from './homework.schema.ts';
import { lessonMaterials, materials } from './materials/materials.schema.ts';

/** Condition: a Tutor sees the homework of the lessons it teaches, other roles all (decisions: guard table). */
export const homeworkScope = (actor: Actor): SQL | undefined =>
  actor.role === 'Tutor' ? isTaughtBy(actor, homework.lessonId) : undefined;

/** Condition for submissions of homework in the actor's scope, by students whom it may see. */
export const submissionScope = (actor: Actor): SQL | undefined => {
  if (namesEveryStudent(actor)) return undefined;
  const ofStudent = sql`exists (select from ${users} where ${users.id} = ${submissions.studentId} and ${reportedStudentScope(actor)})`;
  return actor.role === 'Tutor'
    ? sql`${ofStudent} and exists (select from ${homework} where ${homework.id} = ${submissions.homeworkId} and ${isTaughtBy(actor, homework.lessonId)})`
    : ofStudent;
};

/** Condition: a Tutor opens the files of its own lessons, except removed ones, and of their homework. */
export const materialScope = (actor: Actor): SQL | undefined =>
  actor.role === 'Tutor'
    ? sql`(exists (select from ${lessonMaterials} where ${lessonMaterials.materialId} = ${materials.id} and ${lessonMaterials.removedAt} is null and ${isTaughtBy(actor, lessonMaterials.lessonId)})
        or exists (select from ${homework} where ${homework.materialId} = ${materials.id} and ${isTaughtBy(actor, homework.lessonId)}))`
    : undefined;

const isTaughtBy = (actor: Actor, lessonId: PgColumn) =>
  sql`exists (select from lesson_staff taught where taught.lesson_id = ${lessonId} and taught.user_id = ${actor.id})`;
