export const questionTypes = ['question', 'check_for_understanding'] as const;
export type QuestionType = (typeof questionTypes)[number];

export const choiceTypes = ['single', 'multiple'] as const;
export type ChoiceType = (typeof choiceTypes)[number];

/** How a choice type may be written; servers answer the long ones too (part 2 §3, Poll question). */
export const choiceSpellings = [...choiceTypes, 'Single Choice', 'Multiple Choice'] as const;

/** The choice type that a spelling means. */
export const choiceTypeOf = (written: (typeof choiceSpellings)[number]): ChoiceType =>
  written === 'multiple' || written === 'Multiple Choice' ? 'multiple' : 'single';

/** Options of a new question; those after the second are optional (part 2 §5, Poll). */
export const usualOptions = 4;
/** As many as there are letters to call them by. */
export const mostOptions = 26;
/** Questions of a lesson. */
export const mostQuestions = 100;

/** What an option is called by its place: A, B, C … */
export const optionLabel = (index: number) => String.fromCharCode(65 + index);

type Option = { content: string };
type WrittenOptions = { option: readonly Option[]; answer_index: readonly number[] };

const isEmpty = ({ content }: Option) => content.trim() === '';

/** What is wrong with a question's options and ticks as they were written, by field (part 2 §5, Poll). */
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
      ? [option_(`At most ${mostOptions} options; these are ${filled.length}`)]
      : []),
    ...(twice === undefined ? [] : [option_(`“${twice}” stands there twice`)]),
    ...(count === 0 ? [answer('Please tick a correct answer')] : []),
    ...(emptyTick === undefined
      ? []
      : [answer(`Option ${optionLabel(emptyTick)} is ticked as correct but has no text`)]),
    ...(choice === 'single' && count > 1
      ? [answer('Single choice has one correct answer; tick one, or choose multiple choice')]
      : []),
  ];
};

/** The options as they are kept: empty ones dropped, each with its letter, and the ticks moved with them. */
export const keptOptions = ({ option, answer_index: ticked }: WrittenOptions) => {
  const kept = option
    .map((one, index) => ({ content: one.content.trim(), ticked: ticked.includes(index) }))
    .filter((one) => !isEmpty(one));
  return {
    option: kept.map(({ content }, index) => ({ label: optionLabel(index), content })),
    answer_index: kept.flatMap((one, index) => (one.ticked ? [index] : [])),
  };
};

/**
 * Do the answers that were given still mean what they meant? Of a question that has been answered options may be
 * reworded and added at the end; none may go, or stand at another's place (ADR 21).
 */
export const keepsAnswers = (before: readonly Option[], after: readonly Option[]) =>
  after.length >= before.length &&
  before.every(({ content }, index) => {
    const now = after.findIndex((one) => one.content === content);
    return now === -1 || now === index;
  });

/** Who answered, and what; `isStudent` of those who stand on the lesson. */
export type GivenAnswer = { answer: readonly number[]; isStudent: boolean };

/** Students by the options that they chose, and those who chose exactly the correct ones. */
export type PollResult = { answered: number; correct: number; counts: number[]; others: number };

/** Is this exactly what was ticked? */
export const isCorrect = (correct: readonly number[], answer: readonly number[]) =>
  new Set([...correct, ...answer]).size === new Set(correct).size &&
  new Set(answer).size === new Set(correct).size;

/** The result of a question from everybody's latest answer. Only students of the lesson count (ADR 21). */
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

/** A part of a whole in whole per cent; 0 of nothing. */
export const percentOf = (part: number, whole: number) =>
  whole === 0 ? 0 : Math.round((100 * part) / whole);
