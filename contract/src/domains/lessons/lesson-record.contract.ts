import { z } from 'zod';
import { instantSchema } from '../../shared/dates.ts';
import { operation } from '../../shared/operation.ts';
import { changesOf, recordOperations } from '../../shared/record.ts';
import { richTextSchema } from '../../shared/rich-text.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText, textSchema } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';
import { lessonSummarySchema } from './lessons.contract.ts';
import { hostingTypes, lessonTimesProblem } from './lessons.rules.ts';
import { rosterGroups } from './rosters.rules.ts';

/** A full lesson record (part 1 §3, Lesson); the source of each place is in the roster (`getLessonRoster`). */
export const lessonSchema = lessonSummarySchema.extend({
  desc: z.string().describe('Formatted text, cleaned'),
  ta: z.array(named),
  hosting_platform: z.string().describe('{product} Classroom, Zoom or ClassIn'),
  hosting_type: z.enum(hostingTypes),
  is_completed: z.boolean(),
  student: z
    .array(idSchema)
    .describe('Paying students that the actor may see; `counts` includes all'),
  trial_student: z.array(idSchema),
  video_student: z.array(idSchema),
  counts: z.object({ student: z.int(), trial_student: z.int(), video_student: z.int() }),
  created: moment,
  updated: moment,
  version: z.int(),
  abilities: z.object({ manage: z.boolean(), send_notification: z.boolean() }),
});
export type Lesson = z.infer<typeof lessonSchema>;

const staffIds = z.array(idSchema).max(50);
const orderNumber = z.int().min(1).max(1000);

/** With the specification's defaults: {product} Classroom, webinar, active and released. */
const fields = {
  name: requiredText('Please enter a name', 200),
  desc: richTextSchema().default(''),
  meta: z.strictObject({ index: orderNumber, term: orderNumber }).default({ index: 1, term: 1 }),
  scheduled_on: instantSchema,
  ended_on: instantSchema,
  hosting_platform: textSchema(80).optional(),
  hosting_type: z.enum(hostingTypes).default('webinar'),
  tutor: staffIds.default([]),
  ta: staffIds.default([]),
  is_active: z.boolean().default(true),
  is_released: z.boolean().default(true),
};

/** Saves even if a tutor already teaches an overlapping lesson (decisions: Classes, lessons, rosters). */
const allowOverlap = z.boolean().default(false);

/** Saves even if the lesson's Zoom host has another lesson at this time, or no host is free. */
const allowHostOverlap = z.boolean().default(false);

/** Saves even if the lesson was held, is on a public holiday or after the class's end, or its number is in use. */
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

export const createLessonSchema = z
  .strictObject({
    ...fields,
    class: idSchema,
    allow_overlap: allowOverlap,
    allow_host_overlap: allowHostOverlap,
    allow_unusual: allowUnusual,
  })
  .superRefine(timesFit);
export type CreateLesson = z.output<typeof createLessonSchema>;

const rosterList = z.array(idSchema).max(5000);

export const updateLessonSchema = changesOf({
  ...fields,
  student: rosterList,
  trial_student: rosterList,
  video_student: rosterList,
})
  .extend({
    allow_overlap: allowOverlap,
    allow_host_overlap: allowHostOverlap,
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

const lesson = recordOperations('Lesson', {
  noun: 'a lesson',
  domain: 'lessons',
  path: '/admin/lesson',
  access: ['/course', '/lessons'],
  saves: needs('lesson.canManage'),
  readsChanges: needs('lesson.canManage'),
  record: lessonSchema,
  create: createLessonSchema,
  update: updateLessonSchema,
  errors: ['tutor_booked', 'host_booked', 'lesson_unusual'],
});

/** To create several lessons, call `createLesson` for each, with its own Idempotency-Key. */
export const { getLesson, listLessonChanges, createLesson } = lesson;

/** Changes the given fields, and lists as a whole except students the actor may not see. Throws place_of_order. */
export const updateLesson = operation({
  ...lesson.updateLesson,
  errors: [
    'stale',
    'tutor_booked',
    'host_booked',
    'lesson_unusual',
    'class_full',
    'class_sold_out',
    'place_of_order',
  ],
  idempotent: true,
});

/** Another lesson of a person at the same time. */
const bookingSchema = z.object({
  person: named,
  as: z.enum(['tutor', 'ta', 'student']),
  lesson: z.object({
    _id: idSchema,
    name: z.string(),
    class: z.string(),
    scheduled_on: moment,
    ended_on: moment,
  }),
});
export type Booking = z.infer<typeof bookingSchema>;

/** Finds the double bookings of these lessons, in their order, without saving anything. */
export const checkLessons = operation({
  name: 'checkLessons',
  domain: 'lessons',
  summary: 'Find double bookings',
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
              .describe(
                'Students to be added; only these are checked, not those already on the lesson',
              ),
          })
          .superRefine(timesFit),
      )
      .min(1)
      .max(100),
  }),
  response: z.object({ data: z.array(z.object({ bookings: z.array(bookingSchema) })) }),
});
