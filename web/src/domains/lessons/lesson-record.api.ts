import {
  getLesson,
  updateLesson,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';

export const lessonQuery = (id: string) => operationQuery(getLesson, { params: { id } });

/** A lesson's name and times stand on orders too; a class counts its lessons. */
export const refreshedByLessons: readonly Domain[] = ['lessons', 'classes', 'orders'];

export const useUpdateLesson = () => useOperation(updateLesson, { refreshes: refreshedByLessons });
