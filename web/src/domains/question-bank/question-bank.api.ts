import { useQuery } from '@tanstack/react-query';
import {
  listQuestionTags,
  type QuestionTag,
} from '@staffroom/contract/domains/question-bank/question-tags.contract.ts';
import { operationQuery } from '../../lib/queries.ts';

/** Questions and their tags are read again after each save. */
export const refreshedByQuestions = ['question-bank'] as const;

/** Subjects, topics, skills, heuristics and sections, retired ones too. */
export const tagsQuery = { ...operationQuery(listQuestionTags, {}), staleTime: 60_000 };

const none: readonly QuestionTag[] = [];

/** The same for a screen; none while they are on their way. */
export const useTags = (): readonly QuestionTag[] => useQuery(tagsQuery).data?.data ?? none;
