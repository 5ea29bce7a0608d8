import { and, eq, or, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database.ts';
import { users } from '../identity/users.schema.ts';
import { noDuplicates } from './question-bank.schema.ts';

/** How many questions are looked at for each mark, and how many of those that share most are compared whole. */
const lookedAt = 200;
const comparedWhole = 100;

/**
 * Ids of the questions whose words are most like these, the likest first, with how like they are: those that share the
 * most marks (`alike_marks`), compared by their trigrams. Of a mark that thousands have, only some are looked at; what is
 * truly alike shares rarer ones too.
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
      from unnest(alike_marks(${text})) mark
      cross join lateral (
        select id from questions
        where not is_archived and alike @> array[mark] and id is distinct from ${except ?? null}::uuid
        limit ${lookedAt}
      ) found
      group by found.id order by count(*) desc, found.id limit ${comparedWhole}
    )
    select id, similarity(searched, lower(${text})) as similarity from questions
    where id in (select id from near)
    order by 2 desc, id limit ${max}`);
  return rows.filter(({ similarity }) => similarity >= least);
};

/**
 * What is nearly the same shares about half of its marks: of 8 of them at least one in 99.5 of 100 cases, so no more are
 * looked for; few of each, and few compared.
 */
const marksForHints = 8;
const lookedAtForHints = 30;
const comparedForHints = 8;

/** Of each of these questions the likest that is at least so like and was not said to be no duplicate. */
export const findHints = async (
  db: Db,
  ids: readonly string[],
  least: number,
): Promise<{ of: string; id: string; similarity: number }[]> => {
  const { rows } = await db.execute<{ of: string; id: string; similarity: number }>(sql`
    select asked.id as of, likest.id, likest.similarity
    from questions asked
    cross join lateral (
      select other.id, similarity(other.searched, asked.searched) as similarity
      from (
        select found.id
        from unnest(asked.alike[1:${sql.raw(String(marksForHints))}]) mark
        cross join lateral (
          select id from questions
          where not is_archived and alike @> array[mark] and id <> asked.id
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

/** What was said to be no duplicate of a question, by whom and when. */
export const listNoDuplicates = (db: Db, id: string) =>
  db
    .select({
      id: sql<string>`case when ${noDuplicates.firstId} = ${id} then ${noDuplicates.secondId} else ${noDuplicates.firstId} end`,
      by: { _id: users.id, name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})` },
      at: noDuplicates.at,
    })
    .from(noDuplicates)
    .innerJoin(users, eq(users.id, noDuplicates.byId))
    .where(or(eq(noDuplicates.firstId, id), eq(noDuplicates.secondId, id)));

type Pair = Pick<typeof noDuplicates.$inferInsert, 'firstId' | 'secondId'>;

/** Keeps that a pair are no duplicates; answers whether that is new. */
export const keepPair = async (tx: Db, row: typeof noDuplicates.$inferInsert) =>
  (
    await tx
      .insert(noDuplicates)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: noDuplicates.firstId })
  ).length > 0;

/** Forgets it; answers whether there was something to forget. */
export const forgetPair = async (tx: Db, { firstId, secondId }: Pair) =>
  (
    await tx
      .delete(noDuplicates)
      .where(and(eq(noDuplicates.firstId, firstId), eq(noDuplicates.secondId, secondId)))
      .returning({ id: noDuplicates.firstId })
  ).length > 0;
