import { and, desc, eq, getTableColumns, gt, inArray, sql, type SQL } from 'drizzle-orm';
import { alias, type PgColumn, type PgSelect } from 'drizzle-orm/pg-core';
import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import { withinBudget } from '../../platform/byte-budget.ts';
import type { Db } from '../../platform/database.ts';
import { hotRows } from '../../platform/prepared.ts';
import { users } from '../identity/users.schema.ts';
import { questions, questionTags, questionVersions } from './question-bank.schema.ts';

const [topic, skill, heuristic, section] = [
  alias(questionTags, 'topic'),
  alias(questionTags, 'skill'),
  alias(questionTags, 'heuristic'),
  alias(questionTags, 'section'),
];

const named = {
  _id: users.id,
  name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`,
};
const tagNames = {
  topic: sql<string>`coalesce(${topic.name}, '')`,
  skill: sql<string>`coalesce(${skill.name}, '')`,
  heuristic: sql<string>`coalesce(${heuristic.name}, '')`,
  section: sql<string>`coalesce(${section.name}, '')`,
};

// Columns that only searches need are not read.
const {
  plainText: _plainText,
  searchText: _searchText,
  similarityMarks: _similarityMarks,
  ...shown
} = getTableColumns(questions);

const selectCards = (db: Db) =>
  db
    .select({ question: shown, tags: tagNames, createdBy: named })
    .from(questions)
    .innerJoin(users, eq(users.id, questions.createdBy))
    .leftJoin(topic, eq(topic.id, questions.topicId))
    .leftJoin(skill, eq(skill.id, questions.skillId))
    .leftJoin(heuristic, eq(heuristic.id, questions.heuristicId))
    .leftJoin(section, eq(section.id, questions.sectionId))
    .where(sql`${questions.id} = any(${sql.placeholder('ids')}::uuid[])`);

export type QuestionCard = Awaited<ReturnType<typeof selectCards>>[number];

/** Questions with the names of their tags and authors; prepared, because planning the joins was slower than reading. */
export const listCards = (db: Db, ids: readonly string[]): Promise<QuestionCard[]> =>
  hotRows<QuestionCard>(db, 'question_cards', { ids: [...ids] }, () => selectCards(db));

/** Bytes of a question's texts. */
export const questionSize = sql<number>`octet_length(${questions.context}) + octet_length(${questions.unit}::text)`;

/** The same cards, up to the byte budget of a page. */
export const listCardsWithinBudget = async (
  db: Db,
  ids: readonly string[],
): Promise<QuestionCard[]> => {
  const sizes = await db
    .select({ id: questions.id, bytes: questionSize })
    .from(questions)
    .where(inArray(questions.id, [...ids]));
  const inOrder = ids.flatMap((id) => sizes.find((one) => one.id === id) ?? []);
  return listCards(
    db,
    withinBudget(inOrder).map(({ id }) => id),
  );
};

/** The current names of a version's tags; for a query with `withTagsOfVersion`. */
export const tagsOfVersion = tagNames;

/** Joins the tags of a version to the query. */
export const withTagsOfVersion = <Query extends PgSelect>(query: Query) =>
  query
    .leftJoin(topic, eq(topic.id, tagIn('topicId')))
    .leftJoin(skill, eq(skill.id, tagIn('skillId')))
    .leftJoin(heuristic, eq(heuristic.id, tagIn('heuristicId')))
    .leftJoin(section, eq(section.id, tagIn('sectionId')));

const tagIn = (name: string) => sql`(${questionVersions.state} ->> ${sql.raw(`'${name}'`)})::uuid`;

/** Versions of a question, newest first, with the current names of their tags. */
export const listVersions = (
  db: Db,
  id: string,
  { max, offset }: { max: number; offset: number },
) =>
  withTagsOfVersion(
    db
      .select({ version: questionVersions, tags: tagNames, by: named })
      .from(questionVersions)
      .innerJoin(users, eq(users.id, questionVersions.changedBy))
      .$dynamic(),
  )
    .where(eq(questionVersions.questionId, id))
    .orderBy(desc(questionVersions.version))
    .limit(max)
    .offset(offset);

/** Sizes of the versions of a page, in the same order. */
export const sizeVersions = (
  db: Db,
  id: string,
  { max, offset }: { max: number; offset: number },
) =>
  db
    .select({ bytes: sql<number>`octet_length(${questionVersions.state}::text)` })
    .from(questionVersions)
    .where(eq(questionVersions.questionId, id))
    .orderBy(desc(questionVersions.version))
    .limit(max)
    .offset(offset);

export const countVersions = (db: Db, id: string) =>
  db.$count(questionVersions, eq(questionVersions.questionId, id));

/** Returns whether this version has later ones, and all of them only copied pictures. */
export const isFollowedByCopies = async (db: Db, id: string, version: number): Promise<boolean> => {
  const later = await db
    .selectDistinct({ action: questionVersions.action })
    .from(questionVersions)
    .where(and(eq(questionVersions.questionId, id), gt(questionVersions.version, version)));
  return later.length > 0 && later.every(({ action }) => action === 'pictures_copied');
};

/** Returns the texts before and after the latest versions that copied pictures, oldest first. */
export const listCopySteps = async (db: Db, id: string) => {
  const before = alias(questionVersions, 'before');
  const steps = await db
    .select({ before: before.state, after: questionVersions.state })
    .from(questionVersions)
    .innerJoin(
      before,
      and(
        eq(before.questionId, questionVersions.questionId),
        eq(before.version, sql`${questionVersions.version} - 1`),
      ),
    )
    .where(and(eq(questionVersions.questionId, id), eq(questionVersions.action, 'pictures_copied')))
    .orderBy(desc(questionVersions.version))
    .limit(mostCopySteps);
  return steps.toReversed();
};

/** A version has at most some 256 kB of texts. */
const mostCopySteps = 10;

/** The texts of a question; undefined if it does not exist. */
export const findTexts = async (db: Db, id: string) =>
  (
    await db
      .select({
        context: questions.context,
        unit: questions.unit,
        isArchived: questions.isArchived,
      })
      .from(questions)
      .where(eq(questions.id, id))
  )[0];

/** The content of a version; undefined if it does not exist. */
export const findState = async (db: Db, id: string, version: number) =>
  (
    await db
      .select({ state: questionVersions.state })
      .from(questionVersions)
      .where(and(eq(questionVersions.questionId, id), eq(questionVersions.version, version)))
  )[0]?.state;

const kept: Record<string, PgColumn> = {
  subject: questions.subject,
  level: questions.level,
  instruction: questions.instruction,
  context: questions.context,
  unit: questions.unit,
  year: questions.year,
  school: questions.school,
  topicId: questions.topicId,
  skillId: questions.skillId,
  heuristicId: questions.heuristicId,
  sectionId: questions.sectionId,
  isSelfChecking: questions.isSelfChecking,
};

const state: SQL = sql`jsonb_build_object(${sql.join(
  Object.entries(kept).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, ${column}`),
  sql`, `,
)})`;

const pictures: SQL = sql`coalesce((
  select string_agg(found[1], ' ')
  from regexp_matches(${questions.context} || ${questions.unit}::text, ${`(${imagePath}[0-9a-f-]{36}[.][a-z]+)`}, 'g') found
), '')`;

/** Stores the current state of questions as versions, by the question's author unless given. */
export const insertVersions = (
  db: Pick<Db, 'execute'>,
  which: SQL,
  step: { by?: string; action: string; restored?: number | undefined },
) =>
  db.execute(sql`
    insert into question_versions (question_id, version, at, changed_by, action, restored, state, pictures)
    select ${questions.id}, ${questions.version}, ${questions.updated}, coalesce(${step.by ?? null}::uuid, ${questions.createdBy}), ${step.action},
      ${step.restored ?? null}::int, ${state}, ${pictures}
    from ${questions} where ${which}`);
