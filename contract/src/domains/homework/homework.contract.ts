import { z } from 'zod';
import { dateOrInstantSchema, instantSchema } from '../../shared/dates.ts';
import { anyOf, between, contains, listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';
import { homeworkStatuses, submissionStatuses } from './homework.rules.ts';

const named = z.object({ _id: idSchema, name: z.string() });
const lessonName = named.extend({ meta: z.object({ index: z.int(), term: z.int() }) });
const idParams = z.object({ id: idSchema });

/** Where homework is read: by lesson, by student, and of all classes in the reports. */
const screens = ['/course', '/lessons', '/user', '/dashboard', '/report'] as const;

/** How many students stand where; `pending` is assigned minus the others (part 2 §4). */
export const submissionStatSchema = z.object({
  assigned: z.int().min(0).describe('Paying students of the lesson, and whoever handed work in'),
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
      url: z.string().describe('Below this API for a file of the library, else another address'),
      material: idSchema.nullable(),
    }),
  ),
  released_on: z.string(),
  due_on: z.string(),
  return_on: z.string(),
  stat: submissionStatSchema,
  created: z.string(),
  updated: z.string(),
});
export type Homework = z.infer<typeof homeworkSchema>;

/** Homework, latest due first; `student` finds what one student is assigned or has handed in. */
export const listHomework = operation({
  name: 'listHomework',
  summary: 'Find homework by lesson, class, student and dates, with its submission counts',
  method: 'GET',
  path: '/homework',
  access: screens,
  query: listQuery({
    sortBy: ['due_on', 'released_on', 'return_on', 'name'],
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
      period: z.enum(['past', 'upcoming']).describe('Past is what was due by now'),
      to_mark: z.literal(true).describe('With submissions that wait to be marked'),
    },
  }),
  response: many(homeworkSchema),
  csv: true,
});

/** One homework. Throws not_found, also for homework of lessons out of the actor's scope. */
export const getHomework = operation({
  name: 'getHomework',
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

/** Who is assigned and has handed nothing in, by name; students out of the actor's scope are only counted. */
export const listPendingSubmissions = operation({
  name: 'listPendingSubmissions',
  summary: 'Assigned students who have not submitted',
  method: 'GET',
  path: '/homework/{id}/pending-submission',
  access: screens,
  params: idParams,
  response: many(pendingSubmissionSchema).extend({ unnamed: z.int().min(0) }),
  csv: true,
});

/** What a student handed in (part 2 §3); `created` is when first, `marked_on` when it was last marked. */
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

/** What was handed in by students whom the actor may see, latest first. */
export const listSubmissions = operation({
  name: 'listSubmissions',
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

/** The counts of each homework asked for that the actor may see, in the order asked. */
export const getSubmissionStats = operation({
  name: 'getSubmissionStats',
  summary: 'How many students of a homework have submitted, and where they stand',
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

/** A homework as it stands for one student. */
export const studentHomeworkSchema = homeworkSchema.omit({ stat: true }).extend({
  status: z.enum(homeworkStatuses),
  submitted_on: z.string().nullable(),
  marked_on: z.string().nullable(),
});
export type StudentHomework = z.infer<typeof studentHomeworkSchema>;

/** The homework that a student is assigned or has handed in, latest due first. Throws not_found. */
export const listStudentHomework = operation({
  name: 'listStudentHomework',
  summary: "A student's homework and how each stands",
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
