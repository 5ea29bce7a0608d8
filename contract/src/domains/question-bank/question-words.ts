import { withFormulasInWords } from '../../shared/formulas.ts';
import { plainTextOf } from '../../shared/rich-text.ts';
import type { Question } from './question-bank.contract.ts';

/** Formatted text on one line, formulas in words. */
export const lineOf = (html: string): string => plainTextOf(withFormulasInWords(html));

const longest = 80;

/** Name of a question: its first words. */
export const questionName = ({
  context,
  unit,
}: Pick<Question, 'context'> & { unit: readonly { question_body: string }[] }): string => {
  const words = firstWordsOf(context) || firstWordsAmong(unit);
  if (!words) return 'Question without words';
  return words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words;
};

const firstWordsAmong = (units: readonly { question_body: string }[]): string => {
  for (const { question_body: body } of units) {
    const words = firstWordsOf(body);
    if (words) return words;
  }
  return '';
};

/** Number of characters that are first searched for words; more are read if these have too few. */
const firstRead = 4000;

/** First words of a text, reading no more than needed: a worksheet names a hundred texts, perhaps of megabytes. */
const firstWordsOf = (html: string): string => {
  for (let read = firstRead; read < html.length; read *= 4) {
    // Never cut within a tag.
    const words = lineOf(html.slice(0, html.lastIndexOf('>', read) + 1));
    if (words.length > longest) return words;
  }
  return lineOf(html);
};

/** "2023, Rosyth School, Circles" */
export const sourceOf = ({ meta: { year, school, topic } }: Pick<Question, 'meta'>): string =>
  [year, school, topic].filter(Boolean).join(', ') || 'without year and school';
