import { useQuery } from '@tanstack/react-query';
import type { Lesson } from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import { joinedBy } from 'staffroom-contract/domains/lessons/joining.rules.ts';
import { useServerNow } from '../../lib/use-now.ts';
import { attendanceQuery } from './attendance.api.ts';

/** The current instant by the server's clock; exact at the lesson's start, join deadline and end. */
export const useLessonNow = (lesson: Lesson): string => {
  const { data, dataUpdatedAt } = useQuery(attendanceQuery(lesson._id));
  return useServerNow(data && { now: data.data.now, at: dataUpdatedAt }, [
    lesson.scheduled_on,
    joinedBy(lesson),
    lesson.ended_on,
  ]);
};
