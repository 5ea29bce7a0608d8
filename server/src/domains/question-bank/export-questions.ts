import type { listQuestions } from '@staffroom/contract/domains/question-bank/question-bank.contract.ts';
import { withExcessAsText } from '@staffroom/contract/shared/formulas.ts';
import type { QueryOf } from '@staffroom/contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { TextDownload } from '../../platform/text-download.ts';
import { moodleEnd, moodleHead, toMoodle } from './moodle.ts';
import { questionList } from './question-list.ts';

type Query = QueryOf<typeof listQuestions>;

/** All questions of a list as JSON, in the shape of the list's answer. */
export const exportJson = (context: Context, query: Query): TextDownload => ({
  fileName: 'questions.json',
  head: '{"data": [\n',
  between: ',\n',
  end: '\n]}\n',
  rows: eachAs(context, query, (question) => JSON.stringify(question, importable)),
});

/** The same as Moodle XML. */
export const exportMoodle = (context: Context, query: Query): TextDownload => ({
  fileName: 'questions.xml',
  head: moodleHead,
  between: '',
  end: moodleEnd,
  rows: eachAs(context, query, toMoodle),
});

/** A formula above the limits is plain text, or it could not be imported. */
const importable = (_key: string, value: unknown) =>
  typeof value === 'string' ? withExcessAsText(value) : value;

const eachAs = async function* (
  context: Context,
  query: Query,
  write: (question: Parameters<typeof toMoodle>[0]) => string,
): AsyncGenerator<string> {
  for await (const question of questionList.each(context, query)) yield write(question);
};
