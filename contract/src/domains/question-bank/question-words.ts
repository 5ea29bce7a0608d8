import { withFormulasInWords } from '../../shared/formulas.ts';
import { plainTextOf } from '../../shared/rich-text.ts';
import type { Question } from './question-bank.contract.ts';

/** Formatted text on one line, formulas in words. */
export const lineOf = (html: string): string => plainTextOf(withFormulasInWords(html));

const longest = 80;

/** The first words of a question, by which it is known. */
export const questionName = ({
  context,
  unit,
}: Pick<Question, 'context'> & { unit: readonly { question_body: string }[] }): string => {
  const words = [context, ...unit.map(({ question_body: body }) => body)].map(lineOf).find(Boolean);
  if (!words) return 'Question without words';
  return words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words;
};

/** "2023, Rosyth School, Circles" */
export const sourceOf = ({ meta: { year, school, topic } }: Pick<Question, 'meta'>): string =>
  [year, school, topic].filter(Boolean).join(', ') || 'without year and school';
