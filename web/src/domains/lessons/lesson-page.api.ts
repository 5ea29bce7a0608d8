import { keepPreviousData } from '@tanstack/react-query';
import { listLessonChanges } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import {
  addLessonStudents,
  findLessonStudents,
} from '@staffroom/contract/domains/lessons/roster-changes.contract.ts';
import { operationQuery } from '../../lib/queries.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** Steps on a page of the timeline. */
export const changesPageSize = 20;

export const lessonChangesQuery = (id: string, page: number) => ({
  ...operationQuery(listLessonChanges, {
    params: { id },
    query: { max: changesPageSize, offset: (page - 1) * changesPageSize },
  }),
  placeholderData: keepPreviousData,
});

export const useFindStudents = () => useOperation(findLessonStudents);

export const useAddStudents = () => useOperation(addLessonStudents, { refreshes: ['lessons'] });
