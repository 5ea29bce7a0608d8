import { isEmptyRichText, plainTextOf } from '../../shared/rich-text.ts';
import { otherLevel, studentLevels } from '../../shared/levels.ts';
import { cleanText } from '../../shared/text.ts';

/** Level codes of questions, in their order (part 2 §3); `formatLevel` says "Primary 6". */
export const questionLevels = [...studentLevels, otherLevel] as const;

/** Levels by which questions are found (part 2 §9, Filters). */
export const filterLevels = [
  'primary-3',
  'primary-4',
  'primary-5',
  'primary-6',
  'secondary-1',
  'secondary-4',
] as const;

/** A level as the filter shows it, with dashes as spaces (part 2 §2): "primary 6". */
export const filterLevelWords = (level: string) => level.replaceAll('-', ' ');

/** With what a new question begins (part 2 §4, Question add dialog). */
export const newQuestion = { subject: 'Mathematics', level: ['primary-6'], year: 2021 } as const;

/** Years of exam papers that a question may come from. */
export const earliestYear = 1960;
export const latestYear = 2100;

/** Subjects are reference data; the interface asks for the topic of this one only (part 2 §2). */
export const hasTopicFilter = (subject: string | undefined) => subject === 'Mathematics';
/** What the second picker is called: skills in Mathematics, elsewhere sub-strands (part 2 §2). */
export const skillsLabel = (subject: string) =>
  subject === 'Mathematics' ? 'Skills Set' : 'Sub-Strands';

export const questionTypes = ['mcq', 'open_ended', 'short_answer'] as const;
export type QuestionType = (typeof questionTypes)[number];

/** Those which a unit can be made as (part 2 §9); `short_answer` is read and kept where it was sent. */
export const builderTypes = ['mcq', 'open_ended'] as const;

export const answerTypes = [
  'single',
  'multiple',
  'absolute_answer',
  'short_answer_set',
  'rich_text',
] as const;
export type AnswerType = (typeof answerTypes)[number];

/** Which answers a question of a type can have. */
export const answerTypesOf = {
  mcq: ['single', 'multiple'],
  open_ended: ['absolute_answer', 'short_answer_set', 'rich_text'],
  short_answer: ['absolute_answer', 'short_answer_set'],
} as const satisfies Record<QuestionType, readonly AnswerType[]>;

/** Options of a new unit; those after the second are optional (part 2 §5, Question unit). */
export const usualOptions = 4;
export const neededOptions = 2;
/** As many as there are letters to call them by. */
export const mostOptions = 26;
/** Rows of a new answer set, and the most that it can have. */
export const usualAnswers = 2;
export const mostAnswers = 26;
export const mostUnits = 26;
/** Bytes of a question's texts, without its pictures, which are uploaded by themselves (question_too_large). */
export const longestQuestion = 256 * 1024;

/** Bytes of a question's context and units as they are sent. */
export const questionBytes = (texts: { context: string; unit: readonly object[] }): number =>
  new TextEncoder().encode(JSON.stringify([texts.context, texts.unit])).length;

export const usualMark = 1;
/** Marks are above 0, in halves. */
export const lowestMark = 0.5;
export const highestMark = 100;

/** What an option is called by its place: A, B, C … */
export const optionLabel = (index: number) => String.fromCharCode(65 + index);

/** An answer with what stands before and after it: "At first", 6, "ℓ". */
export type ShortAnswer = { pre_unit: string; body: string; post_unit: string };

export type UnitAnswer =
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
 * A part of a question (part 2 §3). Formatted text, which may hold formulas and pictures, are `question_body`, the
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
 * A unit as it is kept (part 2 §5, Question unit): label, hint and answers trimmed, empty options and the empty entries of
 * an answer set dropped, each option with the letter of its place, and the right ones counted anew. The first two
 * options stay, so that it can be said that they are empty, and so does an empty one that is marked as right.
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
    // A place without an option stays one, behind those that are kept.
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

/** Formatted text of one line: a single plain paragraph is what stands in it, trimmed, so that `42` stays `42`. */
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

/** Something that is wrong with a question, by the path of its field. */
export type QuestionProblem = { path: (string | number)[]; message: string };

/** What is wrong with a unit that has been tidied. */
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

/** What is wrong with a mark; undefined where nothing is. */
export const markProblem = (mark: number): string | undefined => {
  if (!(mark > 0)) return 'A mark is more than 0';
  if (mark > highestMark) return `A mark is at most ${highestMark}`;
  return Number.isInteger(mark * 2) ? undefined : 'Marks are whole or half ones';
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
      ? [problem(`At most ${mostOptions} options, A to Z; these are ${option.length}`, 'option')]
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
    : 'An answer is marked that has no option';

/** The marks of all units. */
export const marksOf = (units: readonly { mark: number }[]): number =>
  units.reduce((sum, { mark }) => sum + mark, 0);

/** "1 mark", "2.5 marks" */
export const marksWords = (marks: number): string => `${marks} ${marks === 1 ? 'mark' : 'marks'}`;

/** The rich text of the context as it is kept: '' where the editor has no text (part 2 §5, Add question save). */
export const contextOf = (html: string): string => (isEmptyRichText(html) ? '' : html.trim());

/** The words by which likely duplicates are found: all that is asked, without the instruction, which many share. */
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

/** As many of the compared words as are asked about at once. */
export const longestComparedText = 20_000;

/** Questions on a page of the list (part 2 §9). */
export const questionsOnAPage = 30;

/**
 * What the list says above its questions (part 2 §9). The upper bound is the first plus 29 on the last page too.
 */
export const showingWords = (count: number, page: number): string => {
  if (count <= questionsOnAPage) return `Showing all ${count} questions`;
  const first = (page - 1) * questionsOnAPage + 1;
  return `Showing ${first} - ${first + questionsOnAPage - 1} out of ${count} questions`;
};

/** Reference data that questions are tagged with: a topic and a heuristic of a subject, a skill of a topic … */
export const tagKinds = ['subject', 'topic', 'skill', 'heuristic', 'section'] as const;
export type TagKind = (typeof tagKinds)[number];

/** Those which Admin keeps; the subjects stand as they are. */
export const keptTagKinds = ['topic', 'skill', 'heuristic', 'section'] as const;

/** The kind of the tag under which those of a kind stand; subjects stand under none. */
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

/**
 * What a picker offers, in its order: the tags of a kind in a subject, skills in one of its topics. Retired ones are left
 * out, but for the one that the question has.
 */
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
