import { and, eq, sql, type SQL } from 'drizzle-orm';
import {
  questionSchema,
  type listQuestions,
  type Question,
} from 'staffroom-contract/domains/question-bank/question-bank.contract.ts';
import { comparedText } from 'staffroom-contract/domains/question-bank/question-bank.rules.ts';
import { valuesOf } from 'staffroom-contract/shared/lists.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import { shownColumns } from '../../platform/csv.ts';
import { anyOf, defineListQuery } from '../../platform/list-query.ts';
import { containsText } from '../../platform/sql-conditions.ts';
import { questionCounts, questions } from './question-bank.schema.ts';
import { presentQuestion } from './questions.presenter.ts';
import { listCards, questionSize } from './questions.queries.ts';

type QuestionQuery = QueryOf<typeof listQuestions>;
type Filter = QuestionQuery['filter'];

const column = shownColumns(questionSchema);
const of = (name: keyof Question['meta']) => ({
  header: name,
  value: ({ meta }: Question) => meta[name],
});

/** Returns the subjects if nothing else filters the list; such counts are precalculated. */
const subjectsAlone = ({ subject, ...rest }: Filter): readonly string[] | 'all' | undefined => {
  if (Object.values(rest).some((value) => value !== undefined)) return undefined;
  return subject === undefined ? 'all' : valuesOf(subject);
};

/** The list of questions; archived ones only match by id or if requested. */
export const questionList = defineListQuery<QuestionQuery, Question>({
  from: questions,
  sort: { created: questions.created, updated: questions.updated },
  where: (filter, context) =>
    and(
      isArchived(filter),
      given(filter._id, (ids) => anyOf(questions.id)(ids, context)),
      given(filter.subject, (subjects) => anyOf(questions.subject)(subjects, context)),
      given(filter.level, (levels) => ofLevel(valuesOf(levels) ?? [])),
      given(filter['meta.topic'], (topics) => ofTopic(valuesOf(topics) ?? [])),
      given(filter.text, ({ regex }) => havingWords(regex.trim().toLowerCase())),
    ),
  count: ({ filter }) => {
    const subjects = subjectsAlone(filter);
    if (subjects === undefined) return undefined;
    const which =
      subjects === 'all'
        ? sql`true`
        : sql`${questionCounts.subject} = any(${sql.param([...subjects])}::text[])`;
    return sql`select coalesce(sum(${questionCounts.count}), 0) from ${questionCounts} where ${which}`;
  },
  bytes: questionSize,
  cards: async (db, ids) => (await listCards(db, ids)).map(presentQuestion),
  csv: [
    'questions.csv',
    [
      ...column('created', 'subject', 'level'),
      ...(['year', 'school', 'topic', 'skill', 'heuristic', 'section'] as const).map(of),
      of('is_self_checking'),
      ...column('instruction'),
      { header: 'question', value: comparedText },
      ...column('marks', 'created_by', 'version', '_id'),
    ],
  ],
});

const given = <Value>(value: Value | undefined, condition: (value: Value) => SQL | undefined) =>
  value === undefined ? undefined : condition(value);

const isArchived = ({ is_archived: archived, _id: ids }: Filter) =>
  archived === undefined && ids !== undefined
    ? undefined
    : eq(questions.isArchived, archived ?? false);

const havingWords = (words: string) =>
  words === '' ? undefined : containsText(questions.searchText, words);

const ofLevel = (levels: readonly string[]) =>
  sql`${questions.level} && ${sql.param([...levels])}::text[]`;

/** Topics in different subjects may share a name. */
const ofTopic = (names: readonly string[]) =>
  sql`${questions.topicId} = any(array(select id from question_tags where kind = 'topic' and name = any(${sql.param([...names])}::text[])))`;
