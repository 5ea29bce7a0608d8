import { z } from 'zod';
import { changesQuery, recordChangeSchema } from '../../shared/changes.ts';
import { instantSchema } from '../../shared/dates.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { richTextSchema } from '../../shared/rich-text.ts';
import { idSchema, requiredText, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { lessonSummarySchema } from './lessons.contract.ts';
import { hostingTypes, lessonTimesProblem } from './lessons.rules.ts';
import { rosterGroups } from './rosters.rules.ts';

const named = z.object({ _id: idSchema, name: z.string() });

/** A lesson whole (part 1 §3, Lesson); why each student stands there is the roster's (`getLessonRoster`). */
export const lessonSchema = lessonSummarySchema.extend({
  desc: z.string().describe('Formatted text, cleaned'),
  ta: z.array(named),
  hosting_platform: z.string().describe('{product} Classroom, Zoom or ClassIn'),
  hosting_type: z.enum(hostingTypes),
  is_completed: z.boolean(),
  student: z.array(idSchema).describe('Paying students whom the actor may see; `counts` has all'),
  trial_student: z.array(idSchema),
  video_student: z.array(idSchema),
  counts: z.object({ student: z.int(), trial_student: z.int(), video_student: z.int() }),
  created: z.string(),
  updated: z.string(),
  version: z.int(),
  abilities: z.object({ manage: z.boolean(), send_notification: z.boolean() }),
});
export type Lesson = z.infer<typeof lessonSchema>;

const idParams = z.object({ id: idSchema });

/** One lesson. Throws not_found, also for lessons out of the actor's scope. */
export const getLesson = operation({
  name: 'getLesson',
  summary: 'One lesson',
  method: 'GET',
  path: '/admin/lesson/{id}',
  access: ['/course', '/lessons'],
  params: idParams,
  response: one(lessonSchema),
});

/** What was changed on a lesson, by whom and when, newest first. */
export const listLessonChanges = operation({
  name: 'listLessonChanges',
  summary: 'The timeline of a lesson',
  method: 'GET',
  path: '/admin/audit/lesson/{id}',
  access: ['/course', '/lessons'],
  permission: needs('lesson.canManage'),
  params: idParams,
  query: changesQuery,
  response: many(recordChangeSchema),
});

const staffIds = z.array(idSchema).max(50);
const orderNumber = z.int().min(1, 'At least 1').max(1000);

const fields = {
  name: requiredText('Please enter a name', 200),
  desc: richTextSchema(),
  meta: z.strictObject({ index: orderNumber, term: orderNumber }),
  scheduled_on: instantSchema,
  ended_on: instantSchema,
  hosting_platform: textSchema(80),
  hosting_type: z.enum(hostingTypes),
  tutor: staffIds,
  ta: staffIds,
  is_active: z.boolean(),
  is_released: z.boolean(),
};

/** Saves although a tutor already teaches an overlapping lesson (decisions: Classes, lessons, rosters). */
const allowOverlap = z.boolean().default(false);

/** Saves although the lesson was held, lies past its class's end, on a public holiday, or beside its own number. */
export const allowUnusual = z.boolean().default(false);

const timesFit = (
  written: { scheduled_on?: string | undefined; ended_on?: string | undefined },
  context: z.RefinementCtx,
) => {
  const { scheduled_on, ended_on } = written;
  if (scheduled_on === undefined || ended_on === undefined) return;
  const message = lessonTimesProblem({ scheduled_on, ended_on });
  if (message) context.addIssue({ code: 'custom', path: ['ended_on'], message });
};

/** A new lesson with the specification's defaults: {product} Classroom, webinar, active and released. */
export const createLessonSchema = z
  .strictObject({
    ...fields,
    class: idSchema,
    desc: fields.desc.default(''),
    meta: fields.meta.default({ index: 1, term: 1 }),
    hosting_platform: fields.hosting_platform.optional(),
    hosting_type: fields.hosting_type.default('webinar'),
    tutor: fields.tutor.default([]),
    ta: fields.ta.default([]),
    is_active: fields.is_active.default(true),
    is_released: fields.is_released.default(true),
    allow_overlap: allowOverlap,
    allow_unusual: allowUnusual,
  })
  .superRefine(timesFit);
export type CreateLesson = z.output<typeof createLessonSchema>;

/** Creates a lesson; a batch is one call a lesson, each with its own Idempotency-Key. */
export const createLesson = operation({
  name: 'createLesson',
  summary: 'Create a lesson',
  method: 'POST',
  path: '/admin/lesson',
  access: ['/course', '/lessons'],
  permission: needs('lesson.canManage'),
  body: createLessonSchema,
  response: one(lessonSchema),
  status: 201,
  errors: ['tutor_booked', 'lesson_unusual'],
  idempotent: true,
});

const rosterList = z.array(idSchema).max(5000);

export const updateLessonSchema = z
  .strictObject({
    ...fields,
    student: rosterList,
    trial_student: rosterList,
    video_student: rosterList,
  })
  .partial()
  .extend({
    version: z.int().optional(),
    allow_overlap: allowOverlap,
    allow_overbook: z.boolean().default(false),
    allow_unusual: allowUnusual,
  })
  .superRefine(timesFit)
  .superRefine((written, context) => {
    if (written.version !== undefined) return;
    if (rosterGroups.some((group) => written[group] !== undefined))
      context.addIssue({
        code: 'custom',
        path: ['version'],
        message: 'A new list of students says which version it is based on',
      });
  });

/**
 * Changes the given fields; lists of tutors, TAs and students are the new whole lists. Students whom the actor may not
 * see stay; a place that an order gave is refused with place_of_order.
 */
export const updateLesson = operation({
  name: 'updateLesson',
  summary: 'Change a lesson',
  method: 'PATCH',
  path: '/admin/lesson/{id}',
  access: ['/course', '/lessons'],
  permission: needs('lesson.canManage'),
  params: idParams,
  body: updateLessonSchema,
  response: one(lessonSchema),
  errors: [
    'stale',
    'tutor_booked',
    'lesson_unusual',
    'class_full',
    'class_sold_out',
    'place_of_order',
  ],
});

/** Somebody's other lesson at the same time. */
const bookingSchema = z.object({
  person: named,
  as: z.enum(['tutor', 'ta', 'student']),
  lesson: z.object({
    _id: idSchema,
    name: z.string(),
    class: z.string(),
    scheduled_on: z.string(),
    ended_on: z.string(),
  }),
});
export type Booking = z.infer<typeof bookingSchema>;

/** Who would be booked twice by these lessons, in their order; nothing is saved. */
export const checkLessons = operation({
  name: 'checkLessons',
  summary: 'Who would be booked twice',
  method: 'POST',
  path: '/admin/lesson/check',
  access: ['/course', '/lessons'],
  permission: needs('lesson.canManage'),
  body: z.strictObject({
    lessons: z
      .array(
        z
          .strictObject({
            _id: idSchema.optional().describe('The lesson itself when it exists already'),
            scheduled_on: instantSchema,
            ended_on: instantSchema,
            tutor: staffIds.default([]),
            ta: staffIds.default([]),
            student: z
              .array(idSchema)
              .max(1000)
              .default([])
              .describe('Who would be added: only these are asked about, not who stands on it'),
          })
          .superRefine(timesFit),
      )
      .min(1)
      .max(100),
  }),
  response: z.object({ data: z.array(z.object({ bookings: z.array(bookingSchema) })) }),
});
