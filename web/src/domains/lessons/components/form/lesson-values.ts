import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { daysOfWeek } from '@staffroom/contract/domains/classes/classes.rules.ts';
import type { Lesson } from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import type { LessonSummary } from '@staffroom/contract/domains/lessons/lessons.contract.ts';
import { hostingPlatforms } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { addDays, businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { dayAndTimeOf } from '../../../../lib/day-and-time.ts';
import type { Teacher } from '../../../users/components/teacher-finder.tsx';

/** A lesson's form (part 1 §2, Lesson create/edit). */
export type LessonValues = {
  name: string;
  desc: string;
  /** `YYYY-MM-DD`. */
  day: string | null;
  /** What stands in the date's field and is no day. */
  unreadable_day: string;
  /** `HH:MM`, or '' while there is none. */
  start: string;
  end: string;
  index: number | string;
  term: number | string;
  tutor: Teacher[];
  ta: Teacher[];
  hosting_platform: string;
  hosting_type: Lesson['hosting_type'];
  is_active: boolean;
  is_released: boolean;
};

export const lessonValuesOf = (lesson: Lesson, timeZone: string): LessonValues => {
  const start = dayAndTimeOf(lesson.scheduled_on, timeZone);
  return {
    name: lesson.name,
    desc: lesson.desc,
    day: start.day,
    unreadable_day: '',
    start: start.time,
    end: dayAndTimeOf(lesson.ended_on, timeZone).time,
    index: lesson.meta.index,
    term: lesson.meta.term,
    tutor: lesson.tutor,
    ta: lesson.ta,
    hosting_platform: lesson.hosting_platform,
    hosting_type: lesson.hosting_type,
    is_active: lesson.is_active,
    is_released: lesson.is_released,
  };
};

type Beginning = {
  class: Pick<Class, 'tutor' | 'ta' | 'schedule' | 'start_date'>;
  /** The class's last lesson by its time. */
  last: Pick<LessonSummary, 'scheduled_on' | 'meta'> | undefined;
  timeZone: string;
  productName: string;
};

/** A new lesson: the class's teachers and times, a week after its last lesson, counting on from that. */
export const newLessonValues = (beginning: Beginning): LessonValues => {
  const { class: tuitionClass, last, timeZone, productName } = beginning;
  const [platform] = hostingPlatforms(productName);
  return {
    name: '',
    desc: '',
    day: last
      ? addDays(businessDayOf(last.scheduled_on, timeZone), 7)
      : firstDayOf(tuitionClass, timeZone),
    unreadable_day: '',
    start: tuitionClass.schedule.start_time.slice(0, 5),
    end: tuitionClass.schedule.end_time.slice(0, 5),
    index: last ? last.meta.index + 1 : 1,
    term: last ? last.meta.term : 1,
    tutor: tuitionClass.tutor,
    ta: tuitionClass.ta,
    hosting_platform: platform,
    hosting_type: 'webinar',
    is_active: true,
    is_released: true,
  };
};

/** The first of the class's weekdays from its start on. */
const firstDayOf = ({ schedule, start_date }: Beginning['class'], timeZone: string) => {
  const start = Temporal.PlainDate.from(businessDayOf(start_date, timeZone));
  const weekday = daysOfWeek.findIndex((day) => day === schedule.date_of_week) + 1;
  const ahead = weekday === 0 ? 0 : (weekday - start.dayOfWeek + 7) % 7;
  return start.add({ days: ahead }).toString();
};
