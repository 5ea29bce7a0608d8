import type { Class } from 'staffroom-contract/domains/classes/class-record.contract.ts';
import { daysOfWeek } from 'staffroom-contract/domains/classes/classes.rules.ts';
import {
  createLesson,
  updateLesson,
} from 'staffroom-contract/domains/lessons/lesson-record.contract.ts';
import type { LessonSummary } from 'staffroom-contract/domains/lessons/lessons.contract.ts';
import {
  endOfLesson,
  hostingPlatforms,
  hostingTypes,
} from 'staffroom-contract/domains/lessons/lessons.rules.ts';
import { addDays, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { defineForm, type ValuesOf } from '../../kit/form/define-form.ts';
import { field, valueAt } from '../../kit/form/field-kind.ts';
import { flag, isDay, people, richText, setting, text, wholeNumber } from '../../kit/form/field.ts';
import { atZone, dayAndTimeOf } from '../../lib/day-and-time.ts';
import { formatClock, formatDay } from '../../lib/formats.ts';
import { noSuchDay } from '../../ui/parse-day.ts';
import { refreshedByLessons } from './lessons.api.ts';

/** A lesson's day and its times `HH:MM`; '' for missing parts. */
export type LessonTime = { day: string; start: string; end: string };

/** Start and end as instants; null if incomplete. An end that is not after the start is on the next day. */
export const timesOf = ({ day, start, end }: LessonTime, zone: string) => {
  if (!isDay(day) || start === '' || end === '') return null;
  const scheduled_on = atZone(day, start, zone);
  return { scheduled_on, ended_on: endOfLesson(scheduled_on, end, zone) };
};

/** The next day if the lesson ends on it, else null. */
export const nextDayOf = (time: LessonTime, zone: string): string | null => {
  const times = timesOf(time, zone);
  if (times === null) return null;
  const day = businessDayOf(times.ended_on, zone);
  return day === time.day ? null : day;
};

const orderNumber = (label: string, at: string) =>
  wholeNumber({ label, at, required: true, min: 1, max: 1000 });

/** Form of a lesson (part 1 §2, Lesson create/edit). */
export const lessonForm = defineForm({
  noun: 'lesson',
  create: createLesson,
  update: updateLesson,
  refreshes: refreshedByLessons,
  whole: ['meta'],
  fields: {
    name: text({ label: 'Name', required: true }),
    desc: richText({ label: 'Description' }),
    time: field<LessonTime>({
      label: 'Time',
      required: true,
      at: ['scheduled_on', 'ended_on'],
      apart: true,
      initial: { day: '', start: '', end: '' },
      read: (record, _at, { zone }) => {
        const start = dayAndTimeOf(String(valueAt(record, 'scheduled_on')), zone);
        const end = dayAndTimeOf(String(valueAt(record, 'ended_on')), zone);
        return { day: start.day, start: start.time, end: end.time };
      },
      write: (time, _at, { zone }) => timesOf(time, zone) ?? {},
      isEmpty: ({ day, start, end }) => day === '' || start === '' || end === '',
      missing: ({ day, start, end }) => [
        ...(day === '' ? ['start date'] : []),
        ...(start === '' ? ['start time'] : []),
        ...(end === '' ? ['end time'] : []),
      ],
      problem: ({ day }) => (day === '' || isDay(day) ? undefined : noSuchDay(day)),
      words: ({ day, start, end }) =>
        [
          isDay(day) ? formatDay(day) : day,
          [start, end].map((time) => time && formatClock(time)).join('–'),
        ].join(', '),
    }),
    index: orderNumber('Lesson order', 'meta.index'),
    term: orderNumber('Lesson term', 'meta.term'),
    tutor: people({ label: 'Tutors' }),
    ta: people({ label: 'TAs' }),
    hosting_platform: text({ label: 'Hosting platform', required: true }),
    hosting_type: setting(hostingTypes, { label: 'Type', default: 'webinar' }),
    is_active: flag({ label: 'Active', default: true }),
    is_released: flag({ label: 'Released', default: true }),
  },
});

export type LessonValues = ValuesOf<NonNullable<(typeof lessonForm)['kinds']>>;

/** Start values of a new lesson begun in the week: its day, and time and tutor if known. */
export type LessonBeginning = {
  day: string;
  start?: string | undefined;
  tutor?: { _id: string; name: string } | undefined;
};

type Beginning = {
  class: Pick<Class, 'tutor' | 'ta' | 'schedule' | 'start_date'>;
  /** The class's last lesson by start time. */
  last: Pick<LessonSummary, 'scheduled_on' | 'meta'> | undefined;
  at?: LessonBeginning | undefined;
  zone: string;
  /** The time now, as ISO 8601. */
  now: string;
  productName: string;
};

/**
 * Initial values: the class's teachers and times, a week after the last lesson or the first such week that has not
 * ended. A lesson begun in the week (`at`) has that day and time and the class's usual length.
 */
export const newLesson = ({ class: tuitionClass, last, at, zone, now, productName }: Beginning) => {
  const time = {
    ...usualTimes(tuitionClass.schedule, at?.start),
    day: last ? addDays(businessDayOf(last.scheduled_on, zone), 7) : firstDayOf(tuitionClass, zone),
  };
  return {
    time: { ...time, day: at?.day ?? notPast(time, now, zone) },
    index: last ? last.meta.index + 1 : 1,
    term: last ? last.meta.term : 1,
    tutor: at?.tutor ? [at.tutor] : tuitionClass.tutor,
    ta: tuitionClass.ta,
    hosting_platform: hostingPlatforms(productName)[0],
  };
};

/** The class's times, or from another start with the same length. */
const usualTimes = (schedule: Class['schedule'], from: string | undefined) => {
  const [start, end] = [schedule.start_time.slice(0, 5), schedule.end_time.slice(0, 5)];
  if (from === undefined) return { start, end };
  if (start === '' || end === '') return { start: from, end: '' };
  const length = Temporal.PlainTime.from(start).until(end);
  return { start: from, end: Temporal.PlainTime.from(from).add(length).toString().slice(0, 5) };
};

/** The day, or the first same weekday after it on which the lesson has not ended. */
const notPast = (time: LessonTime, now: string, zone: string) => {
  const today = businessDayOf(now, zone);
  const { days } = Temporal.PlainDate.from(time.day).until(today, { largestUnit: 'days' });
  const day = addDays(time.day, 7 * Math.max(0, Math.ceil(days / 7)));
  const times = timesOf({ ...time, day }, zone);
  return times && Date.parse(times.ended_on) <= Date.parse(now) ? addDays(day, 7) : day;
};

/** The first of the class's weekdays on or after its start. */
const firstDayOf = ({ schedule, start_date }: Beginning['class'], zone: string) => {
  const start = Temporal.PlainDate.from(businessDayOf(start_date, zone));
  const weekday = daysOfWeek.findIndex((day) => day === schedule.date_of_week) + 1;
  const ahead = weekday === 0 ? 0 : (weekday - start.dayOfWeek + 7) % 7;
  return start.add({ days: ahead }).toString();
};
