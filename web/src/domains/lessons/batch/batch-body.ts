import type { Class } from '@staffroom/contract/domains/classes/class-record.contract.ts';
import {
  createLessonSchema,
  type CreateLesson,
} from '@staffroom/contract/domains/lessons/lesson-record.contract.ts';
import { endOfLesson } from '@staffroom/contract/domains/lessons/lessons.rules.ts';
import { schemaProblems, type FormProblems } from '../../../lib/form-problems.ts';
import type { PlannedLesson } from './batch-rows.ts';

export const batchPlaces = ['name', 'day', 'start', 'end', 'term', 'index'] as const;
export type BatchPlace = (typeof batchPlaces)[number];
export type BatchProblems = FormProblems<BatchPlace>;

const fieldOf: Record<BatchPlace, string> = {
  name: 'name',
  day: 'scheduled_on',
  start: 'start',
  end: 'ended_on',
  term: 'meta.term',
  index: 'meta.index',
};

type Times = { scheduled_on: string; ended_on: string };

/** When the lesson begins and ends; undefined while a time is missing. */
export const lessonTimes = (
  { row, day }: Pick<PlannedLesson, 'row' | 'day'>,
  timeZone: string,
): Times | undefined => {
  if (!row.start || !row.end) return undefined;
  const begins = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: row.start });
  const scheduled_on = begins.toInstant().toString();
  return { scheduled_on, ended_on: endOfLesson(scheduled_on, row.end, timeZone) };
};

type Staffed = Pick<Class, '_id' | 'tutor' | 'ta'>;

/** What is sent for a row: the class's tutors and TAs teach it. */
export const lessonBody = (planned: PlannedLesson, times: Times, tuitionClass: Staffed) => ({
  class: tuitionClass._id,
  name: planned.name.trim(),
  meta: { index: planned.index, term: planned.term },
  ...times,
  tutor: tuitionClass.tutor.map(({ _id }) => _id),
  ta: tuitionClass.ta.map(({ _id }) => _id),
  allow_overlap: planned.row.allowOverlap,
});

/** The request of a row that is ready, as it was sent where its answer was lost; else what is wrong with it. */
export const readLesson = (
  planned: PlannedLesson,
  tuitionClass: Staffed,
  timeZone: string,
): { body?: CreateLesson; problems: BatchProblems } => {
  if (planned.row.sent) return { body: planned.row.sent, problems: {} };
  const times = lessonTimes(planned, timeZone);
  const missing: BatchProblems = {
    ...(planned.row.start === '' && { start: 'Please enter the start' }),
    ...(planned.row.end === '' && { end: 'Please enter the end' }),
  };
  // While times are missing, any will do to look at the other fields.
  const body = lessonBody(planned, times ?? noTimes, tuitionClass);
  const wrong = schemaProblems(createLessonSchema, body, Object.values(fieldOf));
  const problems = {
    ...Object.fromEntries(
      batchPlaces.flatMap((place) => {
        const text = wrong[fieldOf[place]];
        return text === undefined ? [] : [[place, text]];
      }),
    ),
    ...(wrong.form !== undefined && { form: wrong.form }),
    ...missing,
  };
  if (Object.keys(problems).length > 0) return { problems };
  return { body: createLessonSchema.parse(body), problems };
};

const noTimes = { scheduled_on: '2000-01-01T00:00:00Z', ended_on: '2000-01-01T01:00:00Z' };
