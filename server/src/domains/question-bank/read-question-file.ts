import { createQuestionSchema } from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import {
  importQuestions,
  mostImported,
  mostImportedPictures,
  type ImportedCategory,
} from 'staffroom-contract/domains/question-bank/question-import.contract.ts';
import { leftOutSentence } from 'staffroom-contract/shared/left-out.ts';
import { comparedText } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { gatherLeftOut } from '../../platform/left-out.ts';
import { passedJsonLimit } from '../../platform/json-limits.ts';
import { parseBody } from '../../platform/parse-body.ts';
import { misfitSentences, refusedSentences } from './import-problems.ts';
import { withTopics } from './category-topics.ts';
import {
  readPictures,
  withoutMarks,
  type ForeignPicture,
  type ForeignPictures,
} from './foreign-pictures.ts';
import type { FilePicture } from './moodle-pictures.ts';
import { newState, withChangedTexts, type NewBy, type QuestionColumns } from './new-question.ts';
import type { TagRow } from './question-bank.schema.ts';
import { firstWordsOf, fromMoodle, type ReadDefaults, type ReadQuestion } from './read-moodle.ts';
import { readXml, XmlProblem } from './read-xml.ts';

/** A question of a file, as it would be stored, or its problems. */
export type JudgedQuestion = {
  name: string;
  notes: string[];
  problems: string[];
  state?: QuestionColumns;
  /** Pictures of its texts that must be stored. */
  pictures: FilePicture[];
  /** Pictures of other websites that must be copied. */
  foreign: ForeignPicture[];
};

type QuestionFile = {
  format: 'json' | 'moodle';
  judged: JudgedQuestion[];
  category: ImportedCategory[];
  importKnown: number[];
};

/** Parses and checks an import in a worker thread. Throws malformed_json, invalid_value, question_file. */
export const readQuestionFile = ({
  bytes,
  tags,
  by,
}: {
  bytes: Uint8Array;
  tags: readonly TagRow[];
  by: NewBy;
}): QuestionFile => {
  const body = parseBody(importQuestions, bytes);
  const { content, category: chosen = [], import_known: importKnown = [], ...defaults } = body;
  const isXml = /^\ufeff?\s*</.test(content);
  const { questions, category } = isXml
    ? withTopics(readMoodle(content, defaults), tags, chosen)
    : { questions: readJson(content, defaults), category: [] };
  if (questions.length > mostImported) throw tooMany(questions.length);
  if (questions.length === 0) throw unreadable('There is no question in this file');
  const pictures = new Set(questions.flatMap((one) => one.pictures));
  if (pictures.size > mostImportedPictures)
    throw unreadable(
      `At most ${mostImportedPictures} pictures at once; this file has ${pictures.size}`,
    );
  const ofFile: ForeignPictures = new Map();
  const judged = questions.map((one: ReadQuestion) => {
    const { body: read, pictures: foreign, notes } = readPictures(one.body, ofFile);
    const { answer, left } = gatherLeftOut(() => judge(by, { ...one, body: read }, tags));
    const lost = leftOutSentence(left())?.slice(0, -1) ?? [];
    return {
      name: one.name,
      notes: [...one.notes, ...notes].concat(lost),
      pictures: one.pictures,
      foreign,
      ...answer,
    };
  });
  return { format: isXml ? 'moodle' : 'json', judged, category, importKnown };
};

const tooMany = (count: number) =>
  unreadable(`At most ${mostImported} questions at once; this file has ${count}`);

const unreadable = (message: string) => refusal('question_file', { field: 'content', message });

const readMoodle = (content: string, defaults: ReadDefaults) => {
  try {
    const quiz = readXml(content);
    if (quiz.name !== 'quiz') throw new XmlProblem('Moodle’s files begin with <quiz>');
    return fromMoodle(quiz, defaults);
  } catch (error) {
    if (error instanceof XmlProblem) throw unreadable(`This is not Moodle XML. ${error.message}.`);
    throw error;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** More than the largest file of questions needs. */
const valueLimits = { most: 500_000, deepest: 20 };

/** Reads a list of questions, either directly or in `data` like the API's response. */
const readJson = (content: string, defaults: ReadDefaults): ReadQuestion[] => {
  const list = parsed(content);
  const items: unknown = isObject(list) ? list['data'] : list;
  if (!Array.isArray(items))
    throw unreadable('This is neither Moodle XML nor a list of questions in JSON');
  if (items.length > mostImported) throw tooMany(items.length);
  return items.map((item: unknown) => {
    if (!isObject(item)) return { ...bare, name: '', problems: ['This is not a question'] };
    const {
      subject = defaults.subject,
      level = defaults.level,
      instruction,
      context,
      unit,
      meta,
    } = item;
    const body = { subject, level, instruction, context, unit, meta };
    return { ...bare, name: nameOf(context, unit), body, problems: [] };
  });
};

/** Fields that only Moodle's questions set. */
const bare = { notes: [], category: '', pictures: [] };

const parsed = (content: string): unknown => {
  const passed = passedJsonLimit(new TextEncoder().encode(content), valueLimits);
  if (passed === 'values')
    throw unreadable(
      `The file has more than ${valueLimits.most.toLocaleString('en-SG')} values. Please split it`,
    );
  if (passed === 'depth')
    throw unreadable(`The file nests its values deeper than ${valueLimits.deepest} levels`);
  try {
    return JSON.parse(content.replace(/^\ufeff/, ''));
  } catch {
    throw unreadable('This is neither Moodle XML nor JSON');
  }
};

const nameOf = (context: unknown, unit: unknown) => {
  const [first] = Array.isArray(unit) ? (unit as unknown[]) : [];
  const texts = [context, isObject(first) ? first['question_body'] : ''];
  const text = texts.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
  return firstWordsOf(text);
};

/** Returns a question as it would be stored, or its problems. */
const judge = (
  by: NewBy,
  { body, problems }: ReadQuestion,
  tags: readonly TagRow[],
): { state?: QuestionColumns; problems: string[] } => {
  if (problems.length > 0) return { problems };
  const written = createQuestionSchema.safeParse(body);
  if (!written.success) return { problems: misfitSentences(body, written.error) };
  try {
    const state = withChangedTexts(newState(by, written.data, tags), withoutMarks);
    return { state: { ...state, plainText: comparedText(state) }, problems: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problems: refusedSentences(body, error.items) };
  }
};
