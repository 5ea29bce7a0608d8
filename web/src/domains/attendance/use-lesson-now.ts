import { useQuery } from '@tanstack/react-query';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { useServerNow } from '../../lib/use-now.ts';
import { attendanceQuery } from './attendance.api.ts';

/** The instant it is by the server's clock, exact when the lesson begins and ends. */
export const useLessonNow = (lesson: Lesson): string => {
  const { data, dataUpdatedAt } = useQuery(attendanceQuery(lesson._id));
  return useServerNow(data && { now: data.data.now, at: dataUpdatedAt }, [
    lesson.scheduled_on,
    lesson.ended_on,
  ]);
};
