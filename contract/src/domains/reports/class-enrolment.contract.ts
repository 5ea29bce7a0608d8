import { z } from 'zod';
import { dateOrInstantSchema } from '../../shared/dates.ts';
import { anyOf, contains, listQuery, reportQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { classTypes, subjects } from '../classes/classes.contract.ts';
import { needs, type ScreenRoute } from '../identity/permissions.ts';

const count = z.int().min(0);

/** Lengths of the periods of recent orders, in business days with today (decisions: Reports). */
export const recentDays = [1, 7, 30] as const;
export type RecentDays = (typeof recentDays)[number];

const recentOrdersSchema = z.object({
  total: count,
  /** By agent, most orders first; `_id` is null for orders without one. Null for callers who may not see agents. */
  agents: z.array(z.object({ _id: idSchema.nullable(), name: z.string(), count })).nullable(),
});
export type RecentOrders = z.output<typeof recentOrdersSchema>;

const ofRecentDays = <T extends z.ZodType>(of: T) => z.object({ '1': of, '7': of, '30': of });

/** A class with its students and orders (part 2 §3, Class enrolment row); `_id` is the class's. */
const classEnrolmentSchema = z.object({
  _id: idSchema,
  class: named.extend({
    tutor: z.array(named),
    /** The current or next lesson; null if there is no such lesson. */
    next_lesson: z
      .object({
        _id: idSchema,
        name: z.string(),
        scheduled_on: moment,
        ended_on: moment,
        /** The trial students that the caller may see by name, and the number of all of them. */
        trial_student: z.array(named),
        trial_student_count: count,
      })
      .nullable(),
  }),
  aggregate_student_count: count.describe('Students ever on a paying roster of the class'),
  active_student_count: count.describe('Paying students of lessons that have not ended'),
  recent_order_summary: ofRecentDays(recentOrdersSchema),
});
export type ClassEnrolment = z.output<typeof classEnrolmentSchema>;

const endSchema = z.union([z.literal('now'), dateOrInstantSchema]);

/** Filter of the classes; absent fields do not filter. */
const enrolmentFilterSchema = z
  .strictObject({
    name: contains,
    class_type: anyOf(z.enum(classTypes)),
    subject: anyOf(z.enum(subjects)),
    /** A bare value means `gt`; for a day, classes that end after this day. */
    end_date: z.union([
      endSchema,
      z.strictObject({ gt: endSchema }),
      z.strictObject({ lt: endSchema }),
    ]),
    is_active: z.boolean(),
    is_listed: z.boolean(),
  })
  .partial();
export type EnrolmentFilter = z.output<typeof enrolmentFilterSchema>;

const access: readonly ScreenRoute[] = ['/dashboard', '/report'];
const permission = needs('dashboard.canViewClassEnrolment');

/** The classes that the actor sees, most active students first (part 2 §7). */
export const listClassEnrolment = operation({
  name: 'listClassEnrolment',
  domain: 'reports',
  summary: 'How many students and recent orders classes have',
  method: 'POST',
  path: '/admin/report/enrolment',
  access,
  permission,
  query: reportQuery({
    sortBy: ['active', 'aggregate', 'name', 'trials', 'orders_1', 'orders_7', 'orders_30'],
    order: 'desc',
    max: 20,
  }),
  body: enrolmentFilterSchema.extend({
    next_lesson_trial: z
      .literal(true)
      .optional()
      .describe('Only classes with a trial student in the next lesson'),
  }),
  response: many(classEnrolmentSchema),
  csv: true,
});

/** Counts of the report that have a list of students. */
export const enrolledKinds = ['active', 'aggregate', 'next-lesson-trial'] as const;
export type EnrolledKind = (typeof enrolledKinds)[number];

const enrolmentFiguresSchema = z.object({
  classes: count,
  /** Of all these classes together; a student in two of them counts once. */
  students: z.object({ active: count, aggregate: count }),
  next_lesson_trials: z.object({ students: count, classes: count }),
  /** `before`: of the same number of days before these, up to the same time of the day. */
  orders: ofRecentDays(z.object({ total: count, before: count })),
});
export type EnrolmentFigures = z.output<typeof enrolmentFiguresSchema>;

/** The figures of all classes that match, independent of paging. */
export const readEnrolmentFigures = operation({
  name: 'readEnrolmentFigures',
  domain: 'reports',
  summary: 'Totals of the students and recent orders of all classes of a report',
  method: 'POST',
  path: '/admin/report/enrolment/figures',
  access,
  permission,
  body: enrolmentFilterSchema,
  response: one(enrolmentFiguresSchema),
});

export const enrolledStudentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
});

/** The students behind a figure of all classes that match, each once. */
export const listStudentsOfClasses = operation({
  name: 'listStudentsOfClasses',
  domain: 'reports',
  summary: 'The students behind a figure of the class enrolment',
  method: 'POST',
  path: '/admin/report/enrolment/figures/students/{kind}',
  access,
  permission,
  params: z.object({ kind: z.enum(enrolledKinds) }),
  query: reportQuery({ sortBy: ['name', 'email'], order: 'asc', max: 15 }),
  body: enrolmentFilterSchema.extend({ student: contains.optional() }),
  response: many(enrolledStudentSchema),
  csv: true,
});

/** The students behind a count of a class. Throws not_found for a class that the actor may not see. */
export const listEnrolledStudents = operation({
  name: 'listEnrolledStudents',
  domain: 'reports',
  summary: 'The students behind a count of the class enrolment',
  method: 'GET',
  path: '/admin/report/enrolment/{id}/students/{kind}',
  access,
  permission,
  params: z.object({ id: idSchema, kind: z.enum(enrolledKinds) }),
  query: listQuery({
    sortBy: ['name', 'email'],
    order: 'asc',
    max: 15,
    filter: { search: contains },
  }),
  response: many(enrolledStudentSchema),
  csv: true,
});
