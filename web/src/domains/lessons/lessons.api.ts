import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  getLesson,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { getLessonRoster } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import { listStudentLessons } from 'staffroom-contract/domains/lessons/student-lessons.contract.ts';
import { operationQuery } from '../../lib/queries.ts';
import type { Domain } from '../../lib/query-keys.ts';
import { useOperation } from '../../lib/use-operation.ts';

/** A lesson's roster with the sources of each place. */
export const lessonRosterQuery = (id: string) =>
  operationQuery(getLessonRoster, { params: { id } });

/** Lessons per page (part 1 §9). */
export const lessonPageSize = 20;

const lessonPeriods = ['coming', 'past'] as const;
export type LessonPeriod = (typeof lessonPeriods)[number];

/** A page of a student's coming or past lessons. */
export const studentLessonsQuery = (studentId: string, period: LessonPeriod, page = 1) => ({
  ...operationQuery(listStudentLessons, {
    params: { id: studentId },
    query: { period, max: lessonPageSize, offset: (page - 1) * lessonPageSize },
  }),
  placeholderData: keepPreviousData,
});

export type LessonCounts = Record<LessonPeriod | 'all', number | undefined>;

/** Counts of a student's coming and past lessons; undefined while loading. */
export const useLessonCounts = (
  studentId: string,
  { enabled }: { enabled: boolean },
): LessonCounts => {
  const coming = useQuery({ ...studentLessonsQuery(studentId, 'coming'), enabled }).data?.count;
  const past = useQuery({ ...studentLessonsQuery(studentId, 'past'), enabled }).data?.count;
  const all = coming === undefined || past === undefined ? undefined : coming + past;
  return { coming, past, all };
};

export const lessonQuery = (id: string) => operationQuery(getLesson, { params: { id } });

/** Domains to refetch after a lesson changes: orders show lesson names and times, classes count lessons. */
export const refreshedByLessons: readonly Domain[] = ['lessons', 'classes', 'orders'];

export const useUpdateLesson = () => useOperation(updateLesson, { refreshes: refreshedByLessons });
