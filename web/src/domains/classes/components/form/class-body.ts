import {
  createClassSchema,
  updateClassSchema,
  type Class,
} from '@staffroom/contract/domains/classes/class-record.contract.ts';
import { cleanText } from '@staffroom/contract/shared/text.ts';
import type { z } from 'zod';
import { atZone } from '../../../../lib/day-and-time.ts';
import { schemaProblems, type FormProblems } from '../../../../lib/form-problems.ts';
import { differingFields, pick } from '../../../../lib/merge-versions.ts';
import { classValuesOf, type ClassValues } from './class-values.ts';

/** Where a request's refusals are shown. */
export const classPlaces = [
  'name',
  'subject',
  'country',
  'class_type',
  'desc',
  'start_date',
  'end_date',
  'schedule.date_of_week',
  'schedule.start_time',
  'schedule.end_time',
  'level',
  'is_active',
  'max_cap',
  'rate',
  'currency',
  'tutor',
  'ta',
] as const;
export type ClassProblems = FormProblems<(typeof classPlaces)[number]>;

type Body = z.input<typeof createClassSchema>;

/** The whole class as it is sent, without what nobody filled in yet; texts trimmed, each level once. */
const filledOf = (values: ClassValues, timeZone: string) => {
  const { start_day, start_time, end_day, end_time, lesson_from, lesson_to, ...rest } = values;
  const { name, subject, day_of_week, max_cap, rate, ...same } = rest;
  const schedule = { date_of_week: day_of_week, start_time: lesson_from, end_time: lesson_to };
  const isScheduled = Object.values(schedule).every(Boolean);
  return {
    ...same,
    ...(cleanText(name) && { name: cleanText(name) }),
    ...(subject && { subject }),
    ...(start_day && start_time && { start_date: atZone(start_day, start_time, timeZone) }),
    ...(end_day && end_time && { end_date: atZone(end_day, end_time, timeZone) }),
    ...(isScheduled && { schedule }),
    ...(max_cap !== '' && { max_cap: Number(max_cap) }),
    ...(rate !== '' && { rate: Number(rate) }),
    level: [...new Set(values.level)],
    tutor: values.tutor.map(({ _id }) => _id),
    ta: values.ta.map(({ _id }) => _id),
  };
};

/** What a new class sends; for a form in which nothing is missing. */
export const newClassBodyOf = (values: ClassValues, timeZone: string): Body =>
  filledOf(values, timeZone) as Body;

/** What changing a class sends: only what differs, with the version it is based on. */
export const classBodyOf = (
  tuitionClass: Class,
  values: ClassValues,
  timeZone: string,
): z.input<typeof updateClassSchema> => {
  const before = filledOf(classValuesOf(tuitionClass, timeZone), timeZone);
  const after = filledOf(values, timeZone);
  return {
    ...(pick(after, differingFields(after, before)) as Partial<Body>),
    version: tuitionClass.version,
  };
};

/** What saving still waits for, in the words of the labels: all but the description and TAs (part 1 §2, Class form). */
export const missingOf = (values: ClassValues): string[] => {
  const needed: [string, string | number | null][] = [
    ['name', cleanText(values.name)],
    ['subject', values.subject],
    ['level', values.level[0] ?? null],
    ['start date', values.start_day],
    ['start time', values.start_time],
    ['end date', values.end_day],
    ['end time', values.end_time],
    ['day of week', values.day_of_week],
    ['lessons from', values.lesson_from],
    ['lessons to', values.lesson_to],
    ['seats', values.max_cap],
    ['rate per lesson', values.rate],
    ['tutors', values.tutor[0]?._id ?? null],
  ];
  return needed.filter(([, value]) => value === '' || value === null).map(([label]) => label);
};

/** What is wrong with the form by itself, in words beside its fields; what is missing is told as such. */
export const classProblems = (values: ClassValues, timeZone: string): ClassProblems => {
  const { level, tutor, ...filled } = filledOf(values, timeZone);
  return schemaProblems(
    updateClassSchema,
    { ...filled, ...(level.length > 0 && { level }), ...(tutor.length > 0 && { tutor }) },
    classPlaces,
  );
};
