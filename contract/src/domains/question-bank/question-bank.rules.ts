import { isEmptyRichText, plainTextOf } from '../../shared/rich-text.ts';
import { otherLevel, studentLevels } from '../../shared/levels.ts';
import { cleanText } from '../../shared/text.ts';

/** Level codes of questions, in their order (part 2 §3); `formatLevel` shows "Primary 6". */
export const questionLevels = [...studentLevels, otherLevel] as const;

/** Levels of the filter (part 2 §9, Filters). */
export const filterLevels = [
  'primary-3',
  'primary-4',
  'primary-5',
  'primary-6',
  'secondary-1',
  'secondary-4',
] as const;

/** Label of a level in the filter, with spaces for dashes (part 2 §2): "primary 6". */
export const filterLevelWords = (level: string) => level.replaceAll('-', ' ');

/** Default values of a new question (part 2 §4, Question add dialog). */
export const newQuestion = { subject: 'Mathematics', level: ['primary-6'], year: 2021 } as const;

/** Earliest year of a question's exam paper. */
export const earliestYear = 1960;
/** Latest year of a question's exam paper. */
export const latestYear = 2100;

/** Returns true for the only subject with a topic filter (part 2 §2). Subjects are reference data. */
export const hasTopicFilter = (subject: string | undefined) => subject === 'Mathematics';
/** Label of the second picker: skills in Mathematics, sub-strands elsewhere (part 2 §2). */
export const skillsLabel = (subject: string) =>
  subject === 'Mathematics' ? 'Skills Set' : 'Sub-Strands';

/** Types of a unit (part 2 §3). */
export const questionTypes = ['mcq', 'open_ended', 'short_answer'] as const;
export type QuestionType = (typeof questionTypes)[number];

/** Types that a unit can be created with (part 2 §9); `short_answer` is accepted and kept if it is sent. */
export const builderTypes = ['mcq', 'open_ended'] as const;

/** Types of the answer of a unit. */
export const answerTypes = [
  'single',
  'multiple',
  'absolute_answer',
  'short_answer_set',
  'rich_text',
] as const;
export type AnswerType = (typeof answerTypes)[number];

/** Allowed answer types of each question type. */
export const answerTypesOf = {
  mcq: ['single', 'multiple'],
  open_ended: ['absolute_answer', 'short_answer_set', 'rich_text'],
  short_answer: ['absolute_answer', 'short_answer_set'],
} as const satisfies Record<QuestionType, readonly AnswerType[]>;

/** Options of a new unit; those after the second are optional (part 2 §5, Question unit). */
export const usualOptions = 4;
/** Options that a unit must have. */
export const neededOptions = 2;
/** Most options of a unit: one for each letter of the alphabet. */
export const mostOptions = 26;
/** Rows of a new answer set. */
export const usualAnswers = 2;
/** Most rows of an answer set. */
export const mostAnswers = 26;
/** Most units of a question. */
export const mostUnits = 26;
/** Most bytes of a question's texts (question_too_large). Pictures are uploaded separately and not counted. */
export const longestQuestion = 256 * 1024;

/** Size in bytes of a question's context and units as they are sent. */
export const questionBytes = (texts: { context: string; unit: readonly object[] }): number =>
  new TextEncoder().encode(JSON.stringify([texts.context, texts.unit])).length;

/** Mark of a new unit. */
export const usualMark = 1;
/** Highest mark of a unit; marks are above 0, in halves. */
export const highestMark = 100;

/** Label of an option by its position: A, B, C … */
export const optionLabel = (index: number) => String.fromCharCode(65 + index);

/** An answer with the text before and after it: "At first", 6, "ℓ". */
export type ShortAnswer = { pre_unit: string; body: string; post_unit: string };

type UnitAnswer =
  | { question_type: 'mcq'; answer_type: 'single' | 'multiple'; answer: number[] }
  | {
      question_type: 'open_ended' | 'short_answer';
      answer_type: 'absolute_answer';
      answer: ShortAnswer;
    }
  | {
      question_type: 'open_ended' | 'short_answer';
      answer_type: 'short_answer_set';
      answer: ShortAnswer[];
    }
  | { question_type: 'open_ended'; answer_type: 'rich_text'; answer: string };

/**
 * A part of a question (part 2 §3). Formatted text, which may contain formulas and pictures, are `question_body`, the
 * `content` of options, the `body` of short answers and an answer of `rich_text`; all else is plain text.
 */
export type Unit = {
  label: string;
  mark: number;
  question_body: string;
  hint: string;
  option: { label: string; content: string }[];
} & UnitAnswer;

/**
 * Returns a unit as it is stored (part 2 §5): texts trimmed, empty options and answers dropped, options relabelled with
 * the right ones adjusted. The first two options and an empty right one are kept, to be reported as empty.
 */
export const tidyUnit = <Written extends Unit>(unit: Written): Written => {
  const { option, answer } = tidyAnswer(unit);
  return {
    ...unit,
    label: cleanText(unit.label),
    hint: cleanText(unit.hint),
    question_body: unit.question_body.trim(),
    option,
    answer,
  };
};

const tidyAnswer = (unit: Unit): Pick<Unit, 'option' | 'answer'> => {
  if (unit.question_type === 'mcq') return tidyOptions(unit.option, unit.answer);
  if (unit.answer_type === 'absolute_answer')
    return { option: [], answer: tidyShortAnswer(unit.answer) };
  if (unit.answer_type === 'short_answer_set')
    return {
      option: [],
      answer: unit.answer.map(tidyShortAnswer).filter(({ body }) => body !== ''),
    };
  return { option: [], answer: isEmptyRichText(unit.answer) ? '' : unit.answer.trim() };
};

const tidyOptions = (option: Unit['option'], answer: readonly number[]) => {
  const kept = option
    .map(({ content }, index) => ({ content: lineOf(content), index }))
    .filter(
      ({ content, index }) => index < neededOptions || content !== '' || answer.includes(index),
    );
  const last = kept.length;
  return {
    option: kept.map(({ content }, index) => ({ label: optionLabel(index), content })),
    // An index without an option stays invalid: it is moved behind the kept options.
    answer: [
      ...kept.flatMap(({ index }, place) => (answer.includes(index) ? [place] : [])),
      ...answer.filter((index) => !(index in option)).map((index) => last + index - option.length),
    ],
  };
};

const tidyShortAnswer = ({ pre_unit, body, post_unit }: ShortAnswer): ShortAnswer => ({
  pre_unit: cleanText(pre_unit),
  body: lineOf(body),
  post_unit: cleanText(post_unit),
});

/** Formatted text of one line, trimmed. A single plain paragraph loses its tags, so that `42` stays `42`. */
const lineOf = (html: string): string => {
  if (isEmptyRichText(html)) return '';
  const trimmed = html.trim();
  const isParagraph = trimmed.startsWith('<p>') && trimmed.endsWith('</p>');
  const inside = isParagraph ? trimmed.slice(3, -4) : html;
  return withoutOuterSpaces(/<\/?p[ >]/.test(inside) ? html : inside);
};

const withoutOuterSpaces = (html: string): string => {
  let end = html.length;
  while (html.endsWith('&nbsp;', end) || html[end - 1]?.trim() === '')
    end -= html.endsWith('&nbsp;', end) ? '&nbsp;'.length : 1;
  return html.slice(0, end).replace(/^(?:\s|&nbsp;)+/, '');
};

/** A problem of a question, with the path of its field. */
export type QuestionProblem = { path: (string | number)[]; message: string };

/** Problems of a unit that has been tidied. */
export const unitProblems = (unit: Unit): QuestionProblem[] => {
  const { question_body, mark } = unit;
  return [
    ...(isEmptyRichText(question_body)
      ? [problem('Please write the question', 'question_body')]
      : []),
    ...(markProblem(mark) ? [problem(markProblem(mark) ?? '', 'mark')] : []),
    ...answerProblems(unit),
  ];
};

/** Problem of a mark, or undefined. */
export const markProblem = (mark: number): string | undefined => {
  if (!(mark > 0)) return 'A mark is more than 0';
  if (mark > highestMark) return `A mark is at most ${highestMark}`;
  return Number.isInteger(mark * 2) ? undefined : 'Marks are whole or half numbers';
};

const problem = (message: string, ...path: (string | number)[]): QuestionProblem => ({
  path,
  message,
});

const answerProblems = (unit: Unit): QuestionProblem[] => {
  if (unit.question_type === 'mcq') return choiceProblems(unit);
  if (unit.answer_type === 'absolute_answer')
    return unit.answer.body === '' ? [problem('Please write the answer', 'answer', 'body')] : [];
  const isEmptySet = unit.answer_type === 'short_answer_set' && unit.answer.length === 0;
  return isEmptySet ? [problem('Please write at least one answer', 'answer')] : [];
};

const choiceProblems = ({
  option,
  answer,
  answer_type: type,
}: Extract<Unit, { question_type: 'mcq' }>): QuestionProblem[] => {
  const needed = Array.from({ length: neededOptions }, (_, index) => option[index]?.content ?? '');
  const unfilled = answer.filter((index) => (option[index]?.content ?? '') === '');
  return [
    ...needed.flatMap((content, index) =>
      content === ''
        ? [problem(`Please write option ${optionLabel(index)}`, 'option', index, 'content')]
        : [],
    ),
    ...(option.length > mostOptions
      ? [problem(`At most ${mostOptions} options, A to Z; this one has ${option.length}`, 'option')]
      : []),
    ...(answer.length === 0 ? [problem('Please mark the right option', 'answer')] : []),
    ...(unfilled.length > 0 ? [problem(unfilledMessage(unfilled, option.length), 'answer')] : []),
    ...(type === 'single' && answer.length > 1
      ? [problem('A single answer is one option; mark one, or choose multiple', 'answer')]
      : []),
  ];
};

const unfilledMessage = ([index = 0]: number[], options: number) =>
  index < options
    ? `Option ${optionLabel(index)} is marked as right but is empty`
    : 'An answer without an option is marked';

/** The marks of all units. */
export const marksOf = (units: readonly { mark: number }[]): number =>
  units.reduce((sum, { mark }) => sum + mark, 0);

/** "1 mark", "2.5 marks" */
export const marksWords = (marks: number): string => `${marks} ${marks === 1 ? 'mark' : 'marks'}`;

/** The context as stored: '' if its editor has no text (part 2 §5, Add question save). */
export const contextOf = (html: string): string => (isEmptyRichText(html) ? '' : html.trim());

/** The text by which likely duplicates are found: all texts except the instruction, which many questions share. */
export const comparedText = ({
  context,
  unit,
}: {
  context: string;
  unit: readonly Pick<Unit, 'question_body' | 'option'>[];
}): string =>
  [
    context,
    ...unit.flatMap(({ question_body, option }) => [
      question_body,
      ...option.map(({ content }) => content),
    ]),
  ]
    .map(plainTextOf)
    .filter((text) => text !== '')
    .join(' ');

/** Most characters of a compared text. */
export const longestComparedText = 20_000;

/** Questions on a page of the list (part 2 §9). */
export const questionsOnAPage = 30;

/** The text above the list (part 2 §9). The upper bound is the first plus 29, also on the last page. */
export const showingWords = (count: number, page: number): string => {
  if (count <= questionsOnAPage) return `Showing all ${count} questions`;
  const first = (page - 1) * questionsOnAPage + 1;
  return `Showing ${first} - ${first + questionsOnAPage - 1} out of ${count} questions`;
};

/** Kinds of tags: a topic, heuristic and section belong to a subject, a skill to a topic. */
export const tagKinds = ['subject', 'topic', 'skill', 'heuristic', 'section'] as const;
export type TagKind = (typeof tagKinds)[number];

/** Kinds that an Admin can edit; subjects are fixed. */
export const keptTagKinds = ['topic', 'skill', 'heuristic', 'section'] as const;

/** Kind of the parent tag of each kind; subjects have no parent. */
export const parentKindOf = {
  topic: 'subject',
  skill: 'topic',
  heuristic: 'subject',
  section: 'subject',
} as const satisfies Record<(typeof keptTagKinds)[number], TagKind>;

type Tag = {
  _id: string;
  kind: TagKind;
  parent: string | null;
  name: string;
  is_retired: boolean;
};

/** Choices of a picker: the tags of a subject or the skills of a topic, without retired ones but the question's own. */
export const tagChoices = <T extends Tag>(
  tags: readonly T[],
  wanted: { kind: Exclude<TagKind, 'subject'>; subject: string; topic?: string; chosen?: string },
): T[] => {
  const { kind, chosen } = wanted;
  const subject = tags.find((tag) => tag.kind === 'subject' && tag.name === wanted.subject);
  const topic = tags.find(
    (tag) => tag.kind === 'topic' && tag.parent === subject?._id && tag.name === wanted.topic,
  );
  const parent = parentKindOf[kind] === 'topic' ? topic : subject;
  return parent === undefined
    ? []
    : tags.filter(
        (tag) =>
          tag.kind === kind &&
          tag.parent === parent._id &&
          (!tag.is_retired || tag.name === chosen),
      );
};
