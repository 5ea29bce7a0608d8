import { z } from 'zod';
import { pageQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { named } from '../../shared/shown.ts';
import { lessonSummarySchema } from './lessons.contract.ts';
import { placeKinds } from './rosters.rules.ts';

/** A lesson of a student, with the kind of the place. */
export const studentLessonSchema = lessonSummarySchema
  .omit({ class_obj: true, tutor: true, seats: true, trial_seats: true, max_cap: true })
  .extend({
    class: named,
    kind: z.enum(placeKinds),
  });
export type StudentLesson = z.infer<typeof studentLessonSchema>;

/** A student's lessons: future ones, earliest first, or ended ones, latest first. */
export const listStudentLessons = operation({
  name: 'listStudentLessons',
  domain: 'lessons',
  summary: "A student's lessons, past or future",
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
