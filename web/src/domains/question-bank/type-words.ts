import type {
  AnswerType,
  QuestionType,
} from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';

/** Labels of the question types. */
export const questionTypeWords: Record<QuestionType, string> = {
  mcq: 'MCQ',
  open_ended: 'Open-ended',
  short_answer: 'Short answer',
};

export const answerTypeWords: Record<AnswerType, string> = {
  single: 'Single',
  multiple: 'Multiple',
  absolute_answer: 'One answer',
  short_answer_set: 'Several answers',
  rich_text: 'Formatted text',
};
