import type {
  listQuestions,
  Question,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { withExcessAsText } from 'staffroom-contract/shared/formulas.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { TextDownload } from '../../platform/text-download.ts';
import { readBase64 } from '../users/images.service.ts';
import { moodleEnd, moodleHead, picturesIn, toMoodle } from './moodle.ts';
import { questionList } from './question-list.ts';

type Query = QueryOf<typeof listQuestions>;

/** Exports all questions of a list as JSON, in the same shape as the list's response. */
export const exportJson = (context: Context, query: Query): TextDownload => ({
  fileName: 'questions.json',
  head: '{"data": [\n',
  between: ',\n',
  end: '\n]}\n',
  rows: eachAs(context, query, (question) => JSON.stringify(question, importable)),
});

/** Exports the same as Moodle XML, including the pictures. */
export const exportMoodle = (context: Context, query: Query): TextDownload => ({
  fileName: 'questions.xml',
  head: moodleHead,
  between: '',
  end: moodleEnd,
  rows: eachAs(context, query, async (question) =>
    toMoodle(question, await readBase64(context.db, picturesIn(question))),
  ),
});

/** Formulas above the limits are exported as plain text, because they could not be imported again. */
const importable = (_key: string, value: unknown) =>
  typeof value === 'string' ? withExcessAsText(value) : value;

const eachAs = async function* (
  context: Context,
  query: Query,
  write: (question: Question) => string | Promise<string>,
): AsyncGenerator<string> {
  for await (const question of questionList.each(context, query)) yield await write(question);
};
