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

/** What of the report's filters says of which classes the orders are; as the report has them where it says nothing. */
type Classes = {
  type?: string | undefined;
  end?: string | undefined;
  subject?: string | undefined;
  active?: string | undefined;
  listed?: string | undefined;
  search?: string | undefined;
};

/** The address of the orders that a figure of all classes of these filters stands for. */
export const ordersOfClasses = (classes: Classes, days: RecentDays, today: string) => {
  const { type = 'Regular Classes', end = 'Not ended', active = 'Yes', listed } = classes;
  const { start: from, end: to } = lastDays(days, today);
  return {
    ...purchases,
    from,
    to,
    ...(type !== 'All' && { class_type: type }),
    ...(end !== 'Any' && { class_end: end }),
    ...(active !== 'All' && { class_active: active }),
    ...(listed && { class_listed: listed }),
    ...(classes.subject && { subject: classes.subject }),
    ...(classes.search && { class_name: classes.search }),
  };
};

const purchases = { type: 'purchases', status: ['INIT', 'PAID', 'PROCESSED'] };

/** The address of the orders that a count of recent orders stands for; of everybody unless an agent is named. */
export const ordersBehind = (
  classId: string,
  days: RecentDays,
  today: string,
  agent?: string | null,
) => {
  const { start: from, end: to } = lastDays(days, today);
  return {
    ...purchases,
    class: classId,
    from,
    to,
    ...(agent === null && { agents: 'none' }),
    ...(agent && { agent }),
  };
};
