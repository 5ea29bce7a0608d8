import { z } from 'zod';
import { many, operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';
import { lessonSummarySchema } from './lessons.contract.ts';
import { placeKinds } from './rosters.rules.ts';

/** A lesson on which a student stands, with the kind of the place. */
export const studentLessonSchema = lessonSummarySchema
  .omit({ class_obj: true, tutor: true, seats: true, max_cap: true })
  .extend({
    class: z.object({ _id: idSchema, name: z.string() }),
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
  params: z.object({ id: idSchema }),
  query: z.strictObject({
    period: z.enum(['coming', 'past']).default('coming'),
    max: z.coerce.number().int().min(1).max(200).default(20),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  }),
  response: many(studentLessonSchema),
});
