import { and, asc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/database.ts';
import { anyOfList } from '../../../platform/sql-conditions.ts';
import { users } from '../../identity/users.schema.ts';
import { questions, questionVersions, type QuestionState } from '../question-bank.schema.ts';
import { tagsOfVersion, withTagsOfVersion } from '../questions.queries.ts';
import { worksheetQuestions, worksheets } from './worksheets.schema.ts';

const [creator, saver] = [alias(users, 'creator'), alias(users, 'saver')];
const namedBy = (who: typeof creator | typeof saver) => ({
  _id: who.id,
  name: sql<string>`coalesce(nullif(${who.name}, ''), ${who.email})`,
});

/** Worksheets with the users who created and last saved them. */
export const listCards = (db: Db, ids: readonly string[]) =>
  db
    .select({ worksheet: worksheets, createdBy: namedBy(creator), updatedBy: namedBy(saver) })
    .from(worksheets)
    .innerJoin(creator, eq(creator.id, worksheets.createdBy))
    .innerJoin(saver, eq(saver.id, worksheets.updatedBy))
    .where(anyOfList(worksheets.id, ids, 'uuid'));

/** Number of questions of each worksheet, and the marks of the picked versions. */
export const countMarks = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: worksheetQuestions.worksheetId,
      questions: sql<number>`count(*)::int`,
      // The path reads only the marks; extracting the units first would copy their whole text.
      marks: sql<number>`sum((
        select sum(mark::float8) from jsonb_path_query(${questionVersions.state}, '$.unit[*].mark') mark
      ))::float8`,
    })
    .from(worksheetQuestions)
    .innerJoin(questionVersions, isPicked)
    .where(anyOfList(worksheetQuestions.worksheetId, ids, 'uuid'))
    .groupBy(worksheetQuestions.worksheetId);

/** The same for one worksheet, in a statement that reads `worksheets`. */
export const countOf = (of: 'questions' | 'marks') => {
  const counted =
    of === 'questions'
      ? sql`count(*)::int`
      : sql`coalesce(sum((select sum((unit ->> 'mark')::float8)
          from jsonb_array_elements(version.state -> 'unit') unit)), 0)::float8`;
  return sql`(select ${counted} from worksheet_questions picked
    join question_versions version on version.question_id = picked.question_id and version.version = picked.question_version
    where picked.worksheet_id = worksheets.id)`;
};

const isPicked = and(
  eq(questionVersions.questionId, worksheetQuestions.questionId),
  eq(questionVersions.version, worksheetQuestions.questionVersion),
);

/** Byte budget for the questions of one worksheet. */
const readBudget = 5 * 1024 * 1024;

const tooLarge = {
  context:
    '<p>This worksheet is too large to show this question. Open it in the question bank.</p>',
  unit: [],
};

/** The content of a picked version; beyond the worksheet's budget it is replaced by a notice. */
const stateWithinBudget = sql<QuestionState>`case
  when sum(octet_length(${questionVersions.state}::text)) over (order by ${worksheetQuestions.place}) <= ${readBudget}
  then ${questionVersions.state}
  else ${questionVersions.state} || ${JSON.stringify(tooLarge)}::jsonb end`;

const newest = alias(questionVersions, 'newest');

/** The questions of a worksheet in order, in their picked versions, with their current state. */
export const listPicked = (db: Db, worksheetId: string) =>
  withTagsOfVersion(
    db
      .select({
        picked: worksheetQuestions,
        state: stateWithinBudget,
        tags: tagsOfVersion,
        newest: questions.version,
        isArchived: questions.isArchived,
        // An archived or retagged question may have the same content.
        isChanged: sql<boolean>`${newest.state} <> ${questionVersions.state}`,
      })
      .from(worksheetQuestions)
      .innerJoin(questionVersions, isPicked)
      .innerJoin(questions, eq(questions.id, worksheetQuestions.questionId))
      .innerJoin(
        newest,
        and(eq(newest.questionId, questions.id), eq(newest.version, questions.version)),
      )
      .$dynamic(),
  )
    .where(eq(worksheetQuestions.worksheetId, worksheetId))
    .orderBy(asc(worksheetQuestions.place));

export type PickedCard = Awaited<ReturnType<typeof listPicked>>[number];

/** Returns the versions of these questions with subject and size, without those that do not exist. */
export const findVersions = async (
  db: Db,
  wanted: readonly { _id: string; version?: number | undefined }[],
) => {
  const { rows } = await db.execute<{
    id: string;
    version: number;
    subject: string;
    bytes: number;
  }>(sql`
    select versions.question_id as id, versions.version, versions.state ->> 'subject' as subject,
      octet_length(versions.state::text) as bytes
    from unnest(
      ${sql.param(wanted.map(({ _id }) => _id))}::uuid[],
      ${sql.param(wanted.map(({ version }) => version ?? null))}::int[]
    ) wanted (id, version)
    join questions on questions.id = wanted.id
    join question_versions versions on versions.question_id = wanted.id
      and versions.version = coalesce(wanted.version, questions.version)`);
  return rows;
};

/** Replaces the questions of a worksheet. */
export const replaceQuestions = async (
  tx: Db,
  worksheetId: string,
  picked: readonly { id: string; version: number }[],
) => {
  await tx.delete(worksheetQuestions).where(eq(worksheetQuestions.worksheetId, worksheetId));
  await tx.insert(worksheetQuestions).values(
    picked.map(({ id, version }, place) => ({
      worksheetId,
      place,
      questionId: id,
      questionVersion: version,
    })),
  );
};
