import { and, eq, sql, type SQL } from 'drizzle-orm';
import { mayCall } from 'staffroom-contract/domains/identity/permissions.ts';
import { listPollQuestions } from 'staffroom-contract/domains/polls/polls.contract.ts';
import type { Actor } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { lessonScope } from '../lessons/lessons.policy.ts';
import { lessons } from '../lessons/lessons.schema.ts';
import { pollQuestions } from './polls.schema.ts';

/** The poll questions of the lessons that an actor sees. */
export const pollScope = (actor: Actor): SQL | undefined => {
  const scope = lessonScope(actor);
  return (
    scope &&
    sql`exists (select from ${lessons} where ${and(eq(lessons.id, pollQuestions.lessonId), scope)})`
  );
};

/** Of these lessons, those whose live poll changes the actor receives: those whose polls it may read. */
export const hearsPolls = async (
  { actor, db }: { actor: Actor; db: Db },
  lessonIds: string[],
): Promise<string[]> => {
  if (!mayCall(actor, listPollQuestions)) return [];
  const rows = await db
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(anyOfList(lessons.id, lessonIds, 'uuid'), lessonScope(actor)));
  return rows.map(({ id }) => id);
};
