import { z } from 'zod';
import { pageQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { named } from '../../shared/shown.ts';
import { lessonSummarySchema } from './lessons.contract.ts';
import { placeKinds } from './rosters.rules.ts';

/** A lesson on which a student stands, with the kind of the place. */
export const studentLessonSchema = lessonSummarySchema
  .omit({ class_obj: true, tutor: true, seats: true, trial_seats: true, max_cap: true })
  .extend({
    class: named,
    kind: z.enum(placeKinds),
  });
export type StudentLesson = z.infer<typeof studentLessonSchema>;

/** A student's lessons: those to come, soonest first, or those that have ended, latest first. */
export const listStudentLessons = operation({
  name: 'listStudentLessons',
  summary: "A student's lessons, past or coming",
  method: 'GET',
  path: '/admin/lesson/student/{id}',
  access: ['/user'],
  params: idParams,
  query: z.strictObject({
    period: z.enum(['coming', 'past']).default('coming'),
    ...pageQuery(20),
  }),
  response: many(studentLessonSchema),
});
