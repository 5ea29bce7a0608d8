import { z } from 'zod';
import { dateOrInstantSchema, instantSchema } from '../../shared/dates.ts';
import { anyOf, between, contains, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';
import { homeworkStatuses, submissionStatuses } from './homework.rules.ts';

const named = z.object({ _id: idSchema, name: z.string() });
const lessonName = named.extend({ meta: z.object({ index: z.int(), term: z.int() }) });
const idParams = z.object({ id: idSchema });

/** Screens that show homework: by lesson, by student, and of all classes in the reports. */
const screens = ['/course', '/lessons', '/user', '/dashboard', '/report'] as const;

/** Number of students by submission state; `pending` is assigned minus the others (part 2 §4). */
export const submissionStatSchema = z.object({
  assigned: z
    .int()
    .min(0)
    .describe('Paying students of the lesson, and other students who submitted'),
  pending: z.int().min(0),
  submitted: z.int().min(0),
  resubmitted: z.int().min(0),
  resubmission: z.int().min(0),
  marked: z.int().min(0),
});
export type SubmissionStat = z.infer<typeof submissionStatSchema>;

/** Homework of a lesson (part 2 §3). */
export const homeworkSchema = z.object({
  _id: idSchema,
  name: z.string(),
  class: named.extend({ subject: z.string() }),
  lesson: lessonName,
  attachment: z.array(
    z.object({
      name: z.string(),
      url: z
        .string()
        .describe('A path of this API for a file of the library, otherwise another address'),
      material: idSchema.nullable(),
    }),
  ),
  released_on: z.string(),
  due_on: z.string(),
  return_on: z.string(),
  removed: z
    .object({ by: z.string(), at: z.string() })
    .nullable()
    .describe('Who removed it from its lesson; submissions are kept'),
  version: z.int(),
  stat: submissionStatSchema,
  created: z.string(),
  updated: z.string(),
});
export type Homework = z.infer<typeof homeworkSchema>;

/** Homework, latest due first; `student` finds the homework that a student is assigned or has submitted. */
export const listHomework = operation({
  name: 'listHomework',
  domain: 'homework',
  summary: 'Find homework by lesson, class, student and dates, with its submission counts',
  method: 'GET',
  path: '/homework',
  access: screens,
  query: listQuery({
    sortBy: [
      'due_on',
      'released_on',
      'return_on',
      'name',
      'pending',
      'submitted',
      'resubmitted',
      'resubmission',
      'marked',
    ],
    order: 'desc',
    max: 10,
    filter: {
      _id: anyOf(idSchema),
      name: contains,
      class: anyOf(idSchema),
      class_name: contains,
      lesson: anyOf(idSchema),
      student: idSchema,
      released_on: between(dateOrInstantSchema),
      due_on: between(dateOrInstantSchema),
      return_on: between(dateOrInstantSchema),
      period: z.enum(['past', 'upcoming']).describe('past: due by now'),
      to_mark: z.literal(true).describe('Only with submissions to mark, also of removed homework'),
      with_removed: z.literal(true).describe('Also homework that was removed from its lesson'),
    },
  }),
  response: many(homeworkSchema),
  csv: true,
});

/** One homework. Throws not_found, also for homework of lessons out of the actor's scope. */
export const getHomework = operation({
  name: 'getHomework',
  domain: 'homework',
  summary: 'One homework with its submission counts',
  method: 'GET',
  path: '/homework/{id}',
  access: screens,
  params: idParams,
  response: one(homeworkSchema),
});

export const pendingSubmissionSchema = z.object({
  student: named.extend({ email: z.string() }),
  status: z.literal('PENDING_SUBMISSION'),
});
export type PendingSubmission = z.infer<typeof pendingSubmissionSchema>;

/** Assigned students without a submission, by name; students out of the actor's scope are only counted. */
export const listPendingSubmissions = operation({
  name: 'listPendingSubmissions',
  domain: 'homework',
  summary: 'Assigned students who have not submitted',
  method: 'GET',
  path: '/homework/{id}/pending-submission',
  access: screens,
  params: idParams,
  response: many(pendingSubmissionSchema).extend({ unnamed: z.int().min(0) }),
  csv: true,
});

/** A student's submission (part 2 §3); `created` is the first hand-in, `marked_on` the last marking. */
export const submissionSchema = z.object({
  _id: idSchema,
  created: z.string(),
  updated: z.string(),
  created_by: named.extend({ email: z.string() }),
  homework: named.extend({ due_on: z.string(), return_on: z.string() }),
  class: named,
  lesson: lessonName,
  status: z.enum(submissionStatuses),
  marked_on: z.string().nullable(),
});
export type Submission = z.infer<typeof submissionSchema>;

/** Submissions of the students whom the actor may see, latest first. */
export const listSubmissions = operation({
  name: 'listSubmissions',
  domain: 'homework',
  summary: 'Submissions by homework, student and status',
  method: 'GET',
  path: '/submission',
  access: screens,
  query: listQuery({
    sortBy: ['created', 'updated'],
    order: 'desc',
    max: 20,
    filter: {
      homework: anyOf(idSchema),
      created_by: anyOf(idSchema),
      status: anyOf(z.enum(submissionStatuses)),
      created: between(instantSchema),
    },
  }),
  response: many(submissionSchema),
  csv: true,
});

/** Counts of the requested homework that the actor may see, in the order of the request. */
export const getSubmissionStats = operation({
  name: 'getSubmissionStats',
  domain: 'homework',
  summary: 'Submission counts of homework',
  method: 'GET',
  path: '/submission/stat',
  access: screens,
  query: z.strictObject({
    homework: z
      .string()
      .max(4000)
      .describe('One id, or up to 100 with commas between them')
      .transform((text) => text.split(',').map((part) => part.trim()))
      .pipe(z.array(idSchema).min(1).max(100)),
  }),
  response: many(submissionStatSchema.extend({ homework: idSchema })),
});

/** A homework with the state of one student. */
export const studentHomeworkSchema = homeworkSchema.omit({ stat: true }).extend({
  status: z.enum(homeworkStatuses),
  submitted_on: z.string().nullable(),
  marked_on: z.string().nullable(),
});
export type StudentHomework = z.infer<typeof studentHomeworkSchema>;

/** The homework that a student is assigned or has submitted, latest due first. Throws not_found. */
export const listStudentHomework = operation({
  name: 'listStudentHomework',
  domain: 'homework',
  summary: "A student's homework with its states",
  method: 'GET',
  path: '/homework/student/{id}',
  access: ['/user'],
  params: idParams,
  query: listQuery({
    sortBy: ['due_on', 'released_on'],
    order: 'desc',
    max: 20,
    filter: { status: anyOf(z.enum(homeworkStatuses)) },
  }),
  response: many(studentHomeworkSchema),
  csv: true,
});
