import {
  updateLessonSchema,
  type createLesson,
  type Lesson,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { endOfLesson } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { businessDayOf } from '@staffroom/contract/shared/dates.ts';
import type { BodyInput } from '@staffroom/contract/shared/operation.ts';
import { cleanText } from '@staffroom/contract/shared/text.ts';
import { atZone } from '../../../../lib/day-and-time.ts';
import { schemaProblems, type FormProblems } from '../../../../lib/form-problems.ts';
import { differingFields, pick } from '../../../../lib/merge-versions.ts';
import { noSuchDay } from '../../../../ui/parse-day.ts';
import { lessonValuesOf, type LessonValues } from './lesson-values.ts';

/** Where what is wrong is shown. */
export const lessonPlaces = [
  'name',
  'desc',
  'scheduled_on',
  'ended_on',
  'meta.index',
  'meta.term',
  'tutor',
  'ta',
  'hosting_platform',
  'hosting_type',
  'is_active',
  'is_released',
] as const;
export type LessonPlace = (typeof lessonPlaces)[number];
export type LessonProblems = FormProblems<LessonPlace>;

export type Times = { scheduled_on: string; ended_on: string };

/** When the lesson begins and ends; null while a field is empty. Untouched times stay as they are to the millisecond. */
export const timesOf = (
  values: LessonValues,
  { base, timeZone }: { base: Lesson | null; timeZone: string },
): Times | null => {
  const { day, start, end } = values;
  if (day === null || start === '' || end === '') return null;
  const before = base && lessonValuesOf(base, timeZone);
  const isSameStart = before?.day === day && before.start === start;
  if (base && isSameStart && before.end === end) return pickTimes(base);
  const scheduled_on = base && isSameStart ? base.scheduled_on : atZone(day, start, timeZone);
  return { scheduled_on, ended_on: endOfLesson(scheduled_on, end, timeZone) };
};

const pickTimes = ({ scheduled_on, ended_on }: Times): Times => ({ scheduled_on, ended_on });

/** The day on which the lesson ends where that is the next one. */
export const nextDayOf = (times: Times | null, timeZone: string): string | null => {
  if (times === null) return null;
  const day = businessDayOf(times.ended_on, timeZone);
  return day === businessDayOf(times.scheduled_on, timeZone) ? null : day;
};

/** What creating the lesson sends; null while its times are not whole. */
export const newLessonBodyOf = (
  classId: string,
  values: LessonValues,
  timeZone: string,
): BodyInput<typeof createLesson> | null => {
  const times = timesOf(values, { base: null, timeZone });
  return times && { class: classId, ...fieldsOf(values), ...times };
};

/** What changing the lesson sends: only what differs, with the version it is based on. */
export const lessonChangesOf = (base: Lesson, values: LessonValues, timeZone: string) => {
  const before = fieldsOf(lessonValuesOf(base, timeZone));
  const after = fieldsOf(values);
  const times = timesOf(values, { base, timeZone });
  return {
    version: base.version,
    ...pick(after, differingFields(before, after)),
    ...(times && pick(times, movedTimes(base, times))),
  };
};

const movedTimes = (base: Times, times: Times) =>
  (['scheduled_on', 'ended_on'] as const).filter(
    (name) => Date.parse(base[name]) !== Date.parse(times[name]),
  );

const fieldsOf = (values: LessonValues) => ({
  name: cleanText(values.name),
  desc: values.desc,
  meta: { index: Number(values.index), term: Number(values.term) },
  hosting_platform: values.hosting_platform,
  hosting_type: values.hosting_type,
  tutor: values.tutor.map(({ _id }) => _id),
  ta: values.ta.map(({ _id }) => _id),
  is_active: values.is_active,
  is_released: values.is_released,
});

/** What saving still waits for, in the words of the labels. */
export const lessonMissing = (values: LessonValues): string[] => [
  ...(cleanText(values.name) === '' ? ['name'] : []),
  ...(values.day === null ? ['start date'] : []),
  ...(values.start === '' ? ['start time'] : []),
  ...(values.end === '' ? ['end time'] : []),
  ...(values.index === '' ? ['lesson order'] : []),
  ...(values.term === '' ? ['lesson term'] : []),
];

/** What is wrong with the form by itself, in words beside its fields; what is missing is not told here. */
export const lessonProblems = (
  values: LessonValues,
  context: { base: Lesson | null; timeZone: string },
): LessonProblems => {
  const { base, timeZone } = context;
  const body: Partial<ReturnType<typeof fieldsOf> & Times> = base
    ? lessonChangesOf(base, values, timeZone)
    : { ...fieldsOf(values), ...timesOf(values, context) };
  const { name, meta, ...rest } = body;
  const problems: LessonProblems = schemaProblems(
    updateLessonSchema,
    {
      ...rest,
      ...(name && { name }),
      ...(meta && values.index !== '' && values.term !== '' && { meta }),
      // Both times where one moved: only together they can be wrong.
      ...((rest.scheduled_on || rest.ended_on) && timesOf(values, context)),
    },
    lessonPlaces,
  );
  return values.unreadable_day === ''
    ? problems
    : { ...problems, scheduled_on: noSuchDay(values.unreadable_day) };
};
