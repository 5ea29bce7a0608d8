import type {
  ClassEnrolment,
  RecentDays,
} from '@staffroom/contract/domains/reports/class-enrolment.contract.ts';
import { lastDays } from '@staffroom/contract/domains/reports/report-days.ts';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { formatInstantWeekday, formatTime } from '../../lib/formats.ts';

type NextLesson = Pick<NonNullable<ClassEnrolment['class']['next_lesson']>, 'scheduled_on'> | null;

/** "next Sun 29 Mar", "next today 19:00", "today, live": when the lesson is that a class has next. */
export const nextLessonWords = (next: NextLesson, now: string, zone: string): string => {
  if (next === null) return 'no lesson to come';
  const { scheduled_on: start } = next;
  if (Date.parse(start) <= Date.parse(now)) return 'live now';
  return businessDayOf(start, zone) === businessDayOf(now, zone)
    ? `next today ${formatTime(start, zone)}`
    : `next ${formatInstantWeekday(start, zone)}`;
};

export const recentWords: Record<RecentDays, string> = { 1: '1 day', 7: '7 days', 30: '30 days' };

/** The address of the orders that a count of recent orders stands for; of everybody unless an agent is named. */
export const ordersBehind = (
  classId: string,
  days: RecentDays,
  today: string,
  agent?: string | null,
) => {
  const { start: from, end: to } = lastDays(days, today);
  return {
    type: 'purchases',
    status: ['INIT', 'PAID', 'PROCESSED'],
    class: classId,
    from,
    to,
    ...(agent === null && { agents: 'none' }),
    ...(agent && { agent }),
  };
};
