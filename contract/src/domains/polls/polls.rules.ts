/** Types of a poll question (part 2 §3, Poll question). */
export const questionTypes = ['question', 'check_for_understanding'] as const;
export type QuestionType = (typeof questionTypes)[number];

/** Whether a poll question has one correct option or several. */
export const choiceTypes = ['single', 'multiple'] as const;
export type ChoiceType = (typeof choiceTypes)[number];

/** Accepted spellings of a choice type, including the long ones of other servers (part 2 §3, Poll question). */
export const choiceSpellings = [...choiceTypes, 'Single Choice', 'Multiple Choice'] as const;

/** The choice type of a spelling. */
export const choiceTypeOf = (written: (typeof choiceSpellings)[number]): ChoiceType =>
  written === 'multiple' || written === 'Multiple Choice' ? 'multiple' : 'single';

/** Options of a new question; those after the second are optional (part 2 §5, Poll). */
export const usualOptions = 4;
/** Most options of a question: one for each letter of the alphabet. */
export const mostOptions = 26;
/** Most questions of a lesson. */
export const mostQuestions = 100;

/** Label of an option by its position: A, B, C … */
export const optionLabel = (index: number) => String.fromCharCode(65 + index);

type Option = { content: string };
type WrittenOptions = { option: readonly Option[]; answer_index: readonly number[] };

const isEmpty = ({ content }: Option) => content.trim() === '';

/** Problems of a question's options and ticks as written, by field (part 2 §5, Poll). */
export const optionProblems = ({
  option,
  answer_index: ticked,
  choice_type: choice,
}: WrittenOptions & { choice_type?: ChoiceType | undefined }): {
  field: 'option' | 'answer_index';
  message: string;
}[] => {
  const filled = option.filter((one) => !isEmpty(one));
  const contents = filled.map(({ content }) => content.trim());
  const twice = contents.find((content, index) => contents.indexOf(content) !== index);
  const emptyTick = ticked.find((index) => isEmpty(option[index] ?? { content: '' }));
  const count = new Set(ticked).size;
  const option_ = (message: string) => ({ field: 'option' as const, message });
  const answer = (message: string) => ({ field: 'answer_index' as const, message });
  return [
    ...(filled.length < 2 ? [option_('Please write at least two options')] : []),
    ...(filled.length > mostOptions
      ? [option_(`At most ${mostOptions} options; this question has ${filled.length}`)]
      : []),
    ...(twice === undefined ? [] : [option_(`“${twice}” appears twice`)]),
    ...(count === 0 ? [answer('Please tick a correct answer')] : []),
    ...(emptyTick === undefined
      ? []
      : [answer(`Option ${optionLabel(emptyTick)} is ticked as correct but has no text`)]),
    ...(choice === 'single' && count > 1
      ? [answer('Single choice has one correct answer; tick one, or choose multiple choice')]
      : []),
  ];
};

/** The options as stored: empty ones are dropped, each gets its letter, and the ticks are moved with them. */
export const keptOptions = ({ option, answer_index: ticked }: WrittenOptions) => {
  const kept = option
    .map((one, index) => ({ content: one.content.trim(), ticked: ticked.includes(index) }))
    .filter((one) => !isEmpty(one));
  return {
    option: kept.map(({ content }, index) => ({ label: optionLabel(index), content })),
    answer_index: kept.flatMap((one, index) => (one.ticked ? [index] : [])),
  };
};

/** True if answers keep their meaning: options are only reworded, or added at the end (ADR 21). */
export const keepsAnswers = (before: readonly Option[], after: readonly Option[]) =>
  after.length >= before.length &&
  before.every(({ content }, index) => {
    const now = after.findIndex((one) => one.content === content);
    return now === -1 || now === index;
  });

/** An answer; `isStudent` is true if the person has a place on the lesson. */
export type GivenAnswer = { answer: readonly number[]; isStudent: boolean };

/** Number of students by option, and of those who chose exactly the correct ones. */
export type PollResult = { answered: number; correct: number; counts: number[]; others: number };

/** Returns true if exactly the correct options were chosen. */
export const isCorrect = (correct: readonly number[], answer: readonly number[]) =>
  new Set([...correct, ...answer]).size === new Set(correct).size &&
  new Set(answer).size === new Set(correct).size;

/** The result of a question: only the latest answer of each student of the lesson counts (ADR 21). */
export const resultOf = (question: WrittenOptions, answers: readonly GivenAnswer[]): PollResult => {
  const given = answers.filter(({ answer }) => answer.length > 0);
  const counted = given.filter(({ isStudent }) => isStudent);
  return {
    answered: counted.length,
    correct: counted.filter(({ answer }) => isCorrect(question.answer_index, answer)).length,
    counts: question.option.map(
      (_option, index) => counted.filter(({ answer }) => answer.includes(index)).length,
    ),
    others: given.length - counted.length,
  };
};

/** A part of a whole in whole per cent; 0 if the whole is 0. */
export const percentOf = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((100 * part) / whole);
