import {
  addLessonStudents,
  findLessonStudents,
} from '@staffroom/contract/domains/lessons/roster-changes.contract.ts';
import { useOperation } from '../../lib/use-operation.ts';

export const useFindStudents = () => useOperation(findLessonStudents);

export const useAddStudents = () => useOperation(addLessonStudents, { refreshes: ['lessons'] });
