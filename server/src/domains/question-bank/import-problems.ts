import type { z } from 'zod';
import {
  filterLevelWords,
  optionLabel,
  questionLevels,
  skillsLabel,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import type { ErrorItem } from 'staffroom-contract/shared/errors.ts';

type Path = readonly PropertyKey[];

/** Problems reported for one question. */
const mostProblems = 10;

/** Describes the validation errors of an imported question in sentences with the field names that staff know. */
export const misfitSentences = (body: unknown, { issues }: z.ZodError): string[] =>
  issues
    .slice(0, mostProblems)
    .map((issue) =>
      problem(body, issue.path, own(issue, valueAt(body, issue.path)) ?? issue.message),
    );

/** Describes the errors of the question bank itself in the same way. */
export const refusedSentences = (body: unknown, items: readonly ErrorItem[]): string[] =>
  items.map(({ field = '', message }) => problem(body, field.split('.').filter(Boolean), message));

const problem = (body: unknown, path: Path, words: string) => `${nameOf(path, body)}: ${words}`;

/** Zod issue codes that only a file can cause, not a form. */
const ofFiles = ['invalid_type', 'invalid_value', 'invalid_union'];

const own = (issue: z.core.$ZodIssue, value: unknown): string | undefined => {
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.map(quoted).join(' and ')} ${issue.keys.length === 1 ? 'is' : 'are'} not known here`;
  const [field] = issue.path;
  const isOurs = issue.path.length === 1 && (field === 'subject' || field === 'level');
  if (value === undefined)
    return isOurs
      ? 'Missing in the file. Please choose one for such questions'
      : 'Missing in the file';
  if (!ofFiles.includes(issue.code ?? '')) return undefined;
  return field === 'level' && issue.path.length === 2
    ? `${quoted(value)} is not one of ${questionLevels.map(filterLevelWords).join(', ')}`
    : `${quoted(value)} cannot be read here`;
};

const quoted = (value: unknown) =>
  `“${(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 40)}”`;

const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    body,
  );

const fieldNames: Readonly<Record<string, string>> = {
  subject: 'Subject',
  level: 'Level',
  instruction: 'Instruction',
  context: 'Context',
  unit: 'Question units',
  meta: 'Tags',
  year: 'Year',
  school: 'School',
  topic: 'Topic',
  heuristic: 'Heuristic',
  section: 'Section',
  is_self_checking: 'Self Checking',
};
const unitNames: Readonly<Record<string, string>> = {
  question_body: 'question body',
  question_type: 'question type',
  answer_type: 'answer type',
  option: 'options',
  pre_unit: 'before answer',
  post_unit: 'after answer',
};

/** For example "Level", "Topic", "Unit 2, option B", "Unit 1, answer 3". */
const nameOf = (path: Path, body: unknown): string => {
  const [field = '', place, ...within] = path.map(String);
  if (field === 'unit' && place !== undefined)
    return [`Unit ${Number(place) + 1}`, unitPart(within)].filter(Boolean).join(', ');
  const name = field === 'meta' && place !== undefined ? place : field;
  if (name === 'skill') return skillsLabel(String(valueAt(body, ['subject'])));
  return name === '' ? 'Question' : (fieldNames[name] ?? name);
};

const unitPart = ([part = '', place, side]: readonly string[]) => {
  if (part === 'option' && place !== undefined) return `option ${optionLabel(Number(place))}`;
  const row = place !== undefined && /^\d+$/.test(place) ? ` ${Number(place) + 1}` : '';
  const edge = unitNames[row === '' ? (place ?? '') : (side ?? '')];
  return part === 'answer'
    ? [`answer${row}`, edge].filter(Boolean).join(', ')
    : (unitNames[part] ?? part);
};
