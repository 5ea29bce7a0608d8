import { useQuery } from '@tanstack/react-query';
import {
  listQuestionTags,
  type QuestionTag,
} from 'staffroom-contract/domains/question-bank/question-tags.contract.ts';
import { operationQuery } from '../../lib/queries.ts';

/** Domains to refetch after each save of a question or tag. */
export const refreshedByQuestions = ['question-bank'] as const;

/** Subjects, topics, skills, heuristics and sections, including retired ones. */
export const tagsQuery = { ...operationQuery(listQuestionTags, {}), staleTime: 60_000 };

const none: readonly QuestionTag[] = [];

/** The tags; empty while loading. */
export const useTags = (): readonly QuestionTag[] => useQuery(tagsQuery).data?.data ?? none;
