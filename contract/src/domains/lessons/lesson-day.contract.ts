import { z } from 'zod';
import { plainDateSchema } from '../../shared/dates.ts';
import { anyOf, listQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { moment } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { lessonSummarySchema } from './lessons.contract.ts';
import { hostingTypes } from './lessons.rules.ts';

/** A lesson as the day shows it: where it takes place, and how many of each kind stand on it. */
export const dayLessonSchema = lessonSummarySchema.extend({
  hosting_platform: z.string(),
  hosting_type: z.enum(hostingTypes),
  counts: z.object({ student: z.int(), trial_student: z.int(), video_student: z.int() }),
  attended: z
    .int()
    .nullable()
    .describe('How many paying and trial students were there; null while nothing is known'),
  tutor_in: z
    .boolean()
    .nullable()
    .describe('Has a tutor of it come? null while nobody is known to have come at all'),
  has_room: z.boolean().describe('Of a Zoom lesson; others need none'),
  is_completed: z.boolean(),
  polls: z.object({
    questions: z.int(),
    asked: z.int().describe('Questions that somebody has answered'),
    answers: z.int().describe('Answers of everybody to all of them, the latest of each alone'),
  }),
});
export type DayLesson = z.infer<typeof dayLessonSchema>;

/**
 * The lessons that begin on a business day, today where none is named, the first first (part 2 §2, Quick Lesson
 * Management). `now` is the server's: what is coming, live or over is decided by it, wherever the browser's clock is.
 */
export const listDayLessons = operation({
  name: 'listDayLessons',
  summary: 'The lessons of a business day',
  method: 'GET',
  path: '/admin/lesson/day',
  access: ['/lessons'],
  query: listQuery({
    sortBy: ['scheduled_on'],
    order: 'asc',
    max: 200,
    filter: {
      date: plainDateSchema,
      tutor: anyOf(idSchema),
      class: anyOf(idSchema),
      hosting_platform: anyOf(textSchema(100)),
      is_active: z.boolean(),
      is_live: z.boolean().describe('Takes place now, by the server’s clock'),
    },
  }),
  response: many(dayLessonSchema).extend({ date: plainDateSchema, now: moment }),
  csv: true,
});
