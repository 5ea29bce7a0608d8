import { z } from 'zod';
import { plainDateSchema } from '../../shared/dates.ts';
import { anyOf, listQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { moment } from '../../shared/shown.ts';
import { idSchema, textSchema } from '../../shared/text.ts';
import { joinedSchema } from './joining.rules.ts';
import { lessonSummarySchema } from './lessons.contract.ts';
import { hostingTypes } from './lessons.rules.ts';

/** A lesson of the day view, with its platform and its number of students by kind. */
export const dayLessonSchema = lessonSummarySchema.extend({
  hosting_platform: z.string(),
  hosting_type: z.enum(hostingTypes),
  counts: z.object({ student: z.int(), trial_student: z.int(), video_student: z.int() }),
  attended: z
    .int()
    .nullable()
    .describe('Number of paying and trial students who attended; null while not known'),
  tutor_in: z
    .boolean()
    .nullable()
    .describe(
      'True if a tutor of the lesson joined, or a person who may be the tutor is in it; null while no join is known',
    ),
  joined: joinedSchema,
  host_booked: z.boolean().describe('Its Zoom host has another lesson at the same time'),
  has_room: z.boolean().describe('Whether a Zoom lesson has its room; other lessons need no room'),
  is_completed: z.boolean(),
  polls: z.object({
    questions: z.int(),
    asked: z.int().describe('Questions with at least one answer'),
    answers: z.int().describe('Answers of all people to all questions, only the latest of each'),
  }),
});
export type DayLesson = z.infer<typeof dayLessonSchema>;

/** The lessons of a business day, by default today, earliest first (part 2 §2); `now` is the server's time. */
export const listDayLessons = operation({
  name: 'listDayLessons',
  domain: 'lessons',
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
