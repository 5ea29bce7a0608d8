import { createQuestionSchema } from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import {
  importQuestions,
  mostImported,
} from '@staffroom/contract/domains/question-bank/question-import.contract.ts';
import { AppError, refusal } from '../../platform/errors.ts';
import { passedJsonLimit } from '../../platform/json-limits.ts';
import { parseBody } from '../../platform/parse-body.ts';
import { misfitSentences, refusedSentences } from './import-problems.ts';
import { firstWordsOf, fromMoodle, type ReadDefaults, type ReadQuestion } from './moodle.ts';
import { newState, type NewBy, type QuestionColumns } from './new-question.ts';
import type { TagRow } from './question-bank.schema.ts';
import { readXml, XmlProblem } from './read-xml.ts';

/** A question of a file: as it would be kept, or what is wrong with it. */
export type JudgedQuestion = {
  name: string;
  notes: string[];
  problems: string[];
  state?: QuestionColumns;
};

/**
 * Reads the body of an import from its bytes, in a worker thread: validates it, reads the file and judges each question.
 * Throws malformed_json, invalid_value, question_file.
 */
export const readQuestionFile = ({
  bytes,
  tags,
  by,
}: {
  bytes: Uint8Array;
  tags: readonly TagRow[];
  by: NewBy;
}): { format: 'json' | 'moodle'; judged: JudgedQuestion[] } => {
  const { content, ...defaults } = parseBody(importQuestions, bytes);
  const { format, read } = readFile(content, defaults);
  const judged = read.map((one) => ({
    name: one.name,
    notes: one.notes,
    ...judge(by, one, tags),
  }));
  return { format, judged };
};

const readFile = (content: string, defaults: ReadDefaults) => {
  const isXml = /^\ufeff?\s*</.test(content);
  const read = isXml ? readMoodle(content, defaults) : readJson(content, defaults);
  if (read.length > mostImported) throw tooMany(read.length);
  if (read.length === 0) throw unreadable('There is no question in this file');
  return { format: isXml ? ('moodle' as const) : ('json' as const), read };
};

const tooMany = (count: number) =>
  unreadable(`At most ${mostImported} questions at once; these are ${count}`);

const unreadable = (message: string) => refusal('question_file', { field: 'content', message });

const readMoodle = (content: string, defaults: ReadDefaults): ReadQuestion[] => {
  try {
    const quiz = readXml(content);
    if (quiz.name !== 'quiz') throw new XmlProblem('Moodle’s files begin with <quiz>');
    return fromMoodle(quiz, defaults);
  } catch (error) {
    if (error instanceof XmlProblem) throw unreadable(`This is no Moodle XML. ${error.message}.`);
    throw error;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** More than the largest file of questions has. */
const valueLimits = { most: 500_000, deepest: 20 };

/** A list of questions, by itself or as the `data` of an answer. */
const readJson = (content: string, defaults: ReadDefaults): ReadQuestion[] => {
  const list = parsed(content);
  const items: unknown = isObject(list) ? list['data'] : list;
  if (!Array.isArray(items))
    throw unreadable('This is neither Moodle XML nor a list of questions in JSON');
  if (items.length > mostImported) throw tooMany(items.length);
  return items.map((item: unknown) => {
    if (!isObject(item)) return { name: '', problems: ['This is no question'], notes: [] };
    const {
      subject = defaults.subject,
      level = defaults.level,
      instruction,
      context,
      unit,
      meta,
    } = item;
    const body = { subject, level, instruction, context, unit, meta };
    return { name: nameOf(context, unit), body, problems: [], notes: [] };
  });
};

const parsed = (content: string): unknown => {
  const passed = passedJsonLimit(new TextEncoder().encode(content), valueLimits);
  if (passed === 'values')
    throw unreadable(
      `The file holds more than ${valueLimits.most.toLocaleString('en-SG')} values. Please split it`,
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

/** A question as it would be kept, or what is wrong with it. */
const judge = (
  by: NewBy,
  { body, problems }: ReadQuestion,
  tags: readonly TagRow[],
): { state?: QuestionColumns; problems: string[] } => {
  if (problems.length > 0) return { problems };
  const written = createQuestionSchema.safeParse(body);
  if (!written.success) return { problems: misfitSentences(body, written.error) };
  try {
    return { state: newState(by, written.data, tags), problems: [] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { problems: refusedSentences(body, error.items) };
  }
};
