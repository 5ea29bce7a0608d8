import type {
  PollQuestion,
  QuestionWithResult,
} from 'staffroom-contract/domains/polls/polls.contract.ts';
import {
  choiceTypeOf,
  percentOf,
  type PollResult,
  type QuestionType,
} from 'staffroom-contract/domains/polls/polls.rules.ts';
import { formatCount } from '../../lib/formats.ts';

export const questionTypeWords: Record<QuestionType, string> = {
  question: 'Question',
  check_for_understanding: 'Check for understanding',
};

/** "Question 3, single", with either spelling of the choice. */
export const placeWords = ({
  question_index,
  choice_type,
}: Pick<PollQuestion, 'question_index' | 'choice_type'>) =>
  `Question ${question_index + 1}, ${choiceTypeOf(choice_type)}`;

/** True if the question has an answer. */
export const isAsked = ({ result }: Pick<QuestionWithResult, 'result'>) =>
  result.answered + result.others > 0;

/** The question to show: the chosen one, or the one asked last, or the first. */
export const currentOf = <Question extends Pick<QuestionWithResult, '_id' | 'result'>>(
  questions: readonly Question[],
  chosen: string | null,
): Question | undefined =>
  questions.find(({ _id }) => _id === chosen) ?? questions.findLast(isAsked) ?? questions[0];

/** "17 of 20 answered, 71% right", and the number of answers not counted. */
export const resultWords = ({ answered, correct, others }: PollResult, students: number) => {
  const share = answered === 0 ? '' : `, ${percentOf(correct, answered)}% right`;
  const beside = others === 0 ? '' : ` · ${formatCount(others, 'other', 'others')} not counted`;
  return `${answered} of ${students} answered${share}${beside}`;
};

/** The options with the values and text of their bars. */
export const barsOf = ({ option, answer_index, result }: QuestionWithResult) =>
  option.map(({ label, content }, index) => {
    const count = result.counts[index] ?? 0;
    const percent = percentOf(count, result.answered);
    const isRight = answer_index.includes(index);
    return {
      label,
      content,
      count,
      percent,
      isRight,
      words: `${label}, ${content}: ${count} of ${result.answered}, ${percent}%${isRight ? ', right answer' : ''}`,
    };
  });

/** The letters of an answer: "A C". */
export const lettersOf = (answer: readonly number[], option: PollQuestion['option']) =>
  answer
    .toSorted((a, b) => a - b)
    .map((index) => option[index]?.label ?? '?')
    .join(' ');
