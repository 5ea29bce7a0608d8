import { sql } from 'drizzle-orm';
import { newWorksheet } from 'staffroom-contract/domains/question-bank/worksheet.rules.ts';
import { insertVersions } from '../../src/domains/question-bank/questions.queries.ts';
import { worksheets } from '../../src/domains/question-bank/worksheets/worksheets.schema.ts';
import type { Stage } from '../stage.ts';
import { unique } from '../unique.ts';
import { insertRow } from './insert-row.ts';
import { formula } from './question.factory.ts';

const bytes = 900_000;

/** A unit of 0.9 MB, which was allowed before there was a limit. */
const bigUnit = sql`jsonb_build_array(jsonb_build_object(
  'uid', 'a', 'label', '', 'mark', 1, 'hint', '', 'option', '[]'::jsonb,
  'question_type', 'open_ended', 'answer_type', 'rich_text', 'answer', '',
  'question_body', repeat('<p>0123456789</p>', ${bytes}::int / 17)))`;

/** Creates questions of 0.9 MB in Science, like this one; returns the start of their search text. */
export const bigQuestions = async (app: Stage, id: string, count: number): Promise<string> => {
  const words = unique('Big');
  await app.database.db.execute(sql`
    insert into questions (id, subject, level, instruction, context, unit, school, is_self_checking, plain_text,
      created_by, created, updated)
    select gen_random_uuid(), 'Science', level, '', '', ${bigUnit}, '', false, ${`${words} `}::text || n,
      created_by, created, updated
    from questions, generate_series(1, ${count}::int) n where id = ${id}`);
  await insertVersions(app.database.db, sql`plain_text like ${`${words} %`}`, {
    action: 'created',
  });
  return words;
};

/** A worksheet with the questions of `bigQuestions`, which was allowed before there was a limit. */
export const aBigWorksheet = async (
  app: Stage,
  createdBy: string,
  words: string,
): Promise<string> => {
  const { id } = await insertRow(app, worksheets, {
    title: 'Big',
    header: '',
    secondLine: '',
    instructions: '',
    hasLogo: true,
    hasBoxes: true,
    hasSectionNotes: true,
    hasSources: false,
    working: newWorksheet.working,
    subject: 'Science',
    createdBy,
    updatedBy: createdBy,
  });
  await app.database.db.execute(sql`
    insert into worksheet_questions (worksheet_id, place, question_id, question_version)
    select ${id}, row_number() over () - 1, id, 1 from questions where plain_text like ${`${words} %`}`);
  return id;
};

/** A context of 0.9 MB with content that is slow to compare. */
const bigContext = (text: string) => {
  const part = formula(String.raw`\frac{1}{2}`);
  return sql`to_jsonb(repeat(${part}::text, ${bytes}::int / length(${part}::text)) || ${text}::text)`;
};

/** Adds versions of 0.9 MB to this question, with their audit rows. */
export const bigVersions = async (app: Stage, id: string, count: number): Promise<void> => {
  await app.database.db.execute(sql`
    insert into question_versions (question_id, version, at, changed_by, action, state, pictures)
    select question_id, n, at, changed_by, 'updated', jsonb_set(state, '{unit}', ${bigUnit}), ''
    from question_versions, generate_series(2, ${count}::int + 1) n where question_id = ${id} and version = 1`);
  await app.database.db.execute(sql`
    insert into audit_log (id, at, actor_id, actor_name, address, request_id, action, entity, entity_id, before, after)
    select gen_random_uuid(), at, actor_id, actor_name, address, request_id, 'question.updated', entity, entity_id,
      jsonb_set(after, '{context}', ${bigContext('Less')}), jsonb_set(after, '{context}', ${bigContext('More')})
    from audit_log, generate_series(2, ${count}::int + 1) n where entity_id = ${id} and action = 'question.created'`);
};
