import { keepPreviousData } from '@tanstack/react-query';
import {
  listLessonsWithPolls,
  listPollAnswers,
  listPollQuestions,
  updatePollQuestion,
} from 'staffroom-contract/domains/polls/polls.contract.ts';
import { operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';

export const pollQuestionsQuery = (lessonId: string) =>
  operationQuery(listPollQuestions, { params: { id: lessonId } });

/** The number of questions of a lesson; answers do not cause rerenders. */
export const pollCountQuery = (lessonId: string) => ({
  ...pollQuestionsQuery(lessonId),
  select: ({ count }: { count: number }) => count,
});

export const pollAnswersQuery = (lessonId: string) =>
  operationQuery(listPollAnswers, { params: { id: lessonId } });

/** Lessons with questions to copy, by their name or their class's. */
export const lessonsWithPollsQuery = (term: string) => ({
  ...operationQuery(listLessonsWithPolls, {
    query: { max: 20, ...(term.trim() !== '' && { filter: { search: { regex: term } } }) },
  }),
  placeholderData: keepPreviousData,
});

export const refreshedByPolls: readonly Domain[] = ['polls'];

export const useMoveQuestion = () =>
  useOperation(updatePollQuestion, { refreshes: refreshedByPolls });
