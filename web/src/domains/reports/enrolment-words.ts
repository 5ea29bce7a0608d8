import type {
  ClassEnrolment,
  RecentDays,
} from 'staffroom-contract/domains/reports/class-enrolment.contract.ts';
import { lastDays } from 'staffroom-contract/domains/reports/report-days.ts';
import { businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { formatInstantWeekday, formatTime } from '../../lib/formats.ts';

type NextLesson = Pick<NonNullable<ClassEnrolment['class']['next_lesson']>, 'scheduled_on'> | null;

/** Start of a class's next lesson: "next Sun 29 Mar", "next today 19:00", "live now". */
export const nextLessonWords = (next: NextLesson, now: string, zone: string): string => {
  if (next === null) return 'no upcoming lesson';
  const { scheduled_on: start } = next;
  if (Date.parse(start) <= Date.parse(now)) return 'live now';
  return businessDayOf(start, zone) === businessDayOf(now, zone)
    ? `next today ${formatTime(start, zone)}`
    : `next ${formatInstantWeekday(start, zone)}`;
};

export const recentWords: Record<RecentDays, string> = { 1: '1 day', 7: '7 days', 30: '30 days' };

/** The report's filters that select classes; missing ones have the report's defaults. */
type Classes = {
  type?: string | undefined;
  end?: string | undefined;
  subject?: string | undefined;
  active?: string | undefined;
  listed?: string | undefined;
  search?: string | undefined;
};

/** Search parameters of the orders behind a figure of all filtered classes. */
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

/** Definition of the order counts. */
export const ordersNote =
  'Orders: purchases without trials and cancelled orders, by the day of the order.';

const purchases = { type: 'purchases', status: ['INIT', 'PAID', 'PROCESSED'] };

/** Search parameters of the orders behind a count of recent orders; of all agents unless one is given. */
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
