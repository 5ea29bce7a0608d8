import { z } from 'zod';
import { anyOf, between, listQuery } from '../../shared/lists.ts';
import { many, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { instantSchema } from '../../shared/dates.ts';
import { placeKinds } from './rosters.rules.ts';

/** A lesson for lists and pickers; `seats` counts paying and trial students, `trial_seats` only trial students. */
export const lessonSummarySchema = z.object({
  _id: idSchema,
  class: idSchema,
  class_obj: named.extend({ subject: z.string() }),
  name: z.string(),
  meta: z.object({ index: z.int(), term: z.int() }),
  scheduled_on: moment,
  ended_on: moment,
  tutor: z.array(named),
  is_active: z.boolean(),
  is_released: z.boolean(),
  seats: z.int(),
  trial_seats: z.int(),
  max_cap: z.int(),
});
export type LessonSummary = z.infer<typeof lessonSummarySchema>;

export const listLessons = operation({
  name: 'listLessons',
  domain: 'lessons',
  summary: 'Find lessons by class, time and tutor',
  method: 'GET',
  path: '/admin/lesson',
  access: ['/course', '/lessons', '/orders'],
  query: listQuery({
    sortBy: ['scheduled_on', 'ended_on'],
    order: 'asc',
    max: 100,
    filter: {
      _id: anyOf(idSchema),
      class: anyOf(idSchema),
      scheduled_on: between(instantSchema),
      ended_on: between(instantSchema),
      tutor: anyOf(idSchema),
      is_active: z.boolean(),
    },
  }),
  response: many(lessonSummarySchema),
  csv: true,
});

/** A student's place on a lesson with its sources; a student whose name the caller may not see is only counted. */
export const rosterPlaceSchema = z.object({
  student: z.object({ _id: idSchema, name: z.string(), email: z.string() }),
  kind: z.enum(placeKinds),
  sources: z.array(
    z.object({
      kind: z.enum(placeKinds),
      order: idSchema.nullable(),
      added_by: z.string().nullable(),
      created: moment,
    }),
  ),
});
export type RosterPlace = z.infer<typeof rosterPlaceSchema>;

export const getLessonRoster = operation({
  name: 'getLessonRoster',
  domain: 'lessons',
  summary: 'The roster of a lesson with the sources of each place',
  method: 'GET',
  path: '/admin/lesson/{id}/roster',
  access: ['/course', '/lessons', '/orders'],
  params: idParams,
  response: z.object({ data: z.array(rosterPlaceSchema), count: z.int(), unnamed: z.int() }),
  csv: true,
});
