import { and, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { users } from '../identity/users.schema.ts';
import { noDuplicates } from './question-bank.schema.ts';

/** Limits: questions read per mark, and questions with the most shared marks that are compared completely. */
const lookedAt = 200;
const comparedWhole = 100;

/**
 * Ids and similarity of the most similar questions: those with most marks (`similarity_marks_of`), by trigrams. Of a
 * common mark only some are read, because similar questions share rarer ones too.
 */
export const findSimilar = async (
  db: Db,
  {
    text,
    except,
    max,
    least,
  }: { text: string; except: string | undefined; max: number; least: number },
): Promise<{ id: string; similarity: number }[]> => {
  const { rows } = await db.execute<{ id: string; similarity: number }>(sql`
    with near as materialized (
      select found.id
      from unnest(similarity_marks_of(${text})) mark
      cross join lateral (
        select id from questions
        where not is_archived and similarity_marks @> array[mark] and id is distinct from ${except ?? null}::uuid
        limit ${lookedAt}
      ) found
      group by found.id order by count(*) desc, found.id limit ${comparedWhole}
    )
    select id, similarity(search_text, lower(${text})) as similarity from questions
    where id in (select id from near)
    order by 2 desc, id limit ${max}`);
  return rows.filter(({ similarity }) => similarity >= least);
};

/** Near duplicates share half of their marks: 8 marks find one in 99.5 % of cases, and few questions are read. */
const marksForHints = 8;
const lookedAtForHints = 30;
const comparedForHints = 8;

/** For each question the most similar one above the threshold, unless the pair is marked as no duplicates. */
export const findHints = async (
  db: Db,
  ids: readonly string[],
  least: number,
): Promise<{ of: string; id: string; similarity: number }[]> => {
  const { rows } = await db.execute<{ of: string; id: string; similarity: number }>(sql`
    select asked.id as of, likest.id, likest.similarity
    from questions asked
    cross join lateral (
      select other.id, similarity(other.search_text, asked.search_text) as similarity
      from (
        select found.id
        from unnest(asked.similarity_marks[1:${sql.raw(String(marksForHints))}]) mark
        cross join lateral (
          select id from questions
          where not is_archived and similarity_marks @> array[mark] and id <> asked.id
          limit ${lookedAtForHints}
        ) found
        where not exists (
          select from no_duplicates
          where first_id = least(asked.id, found.id) and second_id = greatest(asked.id, found.id)
        )
        group by found.id order by count(*) desc, found.id limit ${comparedForHints}
      ) near
      join questions other on other.id = near.id
      order by 2 desc, 1 limit 1
    ) likest
    where asked.id = any(${sql.param([...ids])}::uuid[]) and not asked.is_archived
      and likest.similarity >= ${least}`);
  return rows;
};

/** The questions marked as no duplicates of this one, by whom and when. */
export const listNoDuplicates = (db: Db, id: string) =>
  db
    .select({
      id: sql<string>`case when ${noDuplicates.firstId} = ${id} then ${noDuplicates.secondId} else ${noDuplicates.firstId} end`,
      by: { _id: users.id, name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})` },
      at: noDuplicates.at,
    })
    .from(noDuplicates)
    .innerJoin(users, eq(users.id, noDuplicates.decidedBy))
    .where(or(eq(noDuplicates.firstId, id), eq(noDuplicates.secondId, id)));

type Pair = Pick<typeof noDuplicates.$inferInsert, 'firstId' | 'secondId'>;

/** Marks a pair as no duplicates; returns whether the mark is new. */
export const keepPair = async (tx: Db, row: typeof noDuplicates.$inferInsert) =>
  (
    await tx
      .insert(noDuplicates)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: noDuplicates.firstId })
  ).length > 0;

/** Removes the mark; returns whether there was one. */
export const forgetPair = async (tx: Db, { firstId, secondId }: Pair) =>
  (
    await tx
      .delete(noDuplicates)
      .where(and(eq(noDuplicates.firstId, firstId), eq(noDuplicates.secondId, secondId)))
      .returning({ id: noDuplicates.firstId })
  ).length > 0;
