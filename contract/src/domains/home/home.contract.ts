import { z } from 'zod';
import { currencies } from '../../shared/money.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { feedbackSchema } from '../feedback/feedback.contract.ts';
import { homeworkSchema } from '../homework/homework.contract.ts';
import { joinedSchema } from '../lessons/joining.rules.ts';
import { lessonSummarySchema } from '../lessons/lessons.contract.ts';
import { orderSchema } from '../orders/order.schema.ts';
import { birthdayStudentSchema } from '../reports/birthdays.contract.ts';
import { ticketStatuses } from '../tickets/tickets.rules.ts';
import { followUpGroups, followUpKinds, followUpOwners, homePartNames } from './home.rules.ts';

/** The total of the waiting orders in one currency. */
const totalSchema = z.object({ currency: z.enum(currencies), amount: z.number() });

/** A student on trial in a lesson; `is_first` if no earlier lesson of the class has the student. */
const trialSchema = z.object({ _id: idSchema, name: z.string(), is_first: z.boolean() });

/** A due ticket, or feedback with a follow-up. */
const followUpSchema = z.object({
  _id: idSchema.describe('Of the ticket, or of the feedback'),
  kind: z.enum(followUpKinds),
  group: z.enum(followUpGroups),
  due: z.string().nullable().describe('A business day'),
  student: named,
  class: named,
  remark: z.string(),
  status: z.enum(ticketStatuses).nullable().describe('Of a ticket'),
  rating: z.int().nullable().describe('Of feedback'),
  is_nobodys: z.boolean().describe('An unassigned ticket'),
});
export type HomeFollowUp = z.infer<typeof followUpSchema>;

/** The Tutor's own part: the next or current lesson, the week, and the running classes. */
const tutorSchema = z.object({
  next: z
    .object({
      lesson: lessonSummarySchema.extend({ joined: joinedSchema }),
      paying: z.int(),
      trial: z.array(trialSchema),
      homework: homeworkSchema
        .nullable()
        .describe('The latest released homework of the Tutor’s other lessons of the class'),
      poll: z.object({
        questions: z.int().describe('Prepared for this lesson'),
        answered: z
          .int()
          .nullable()
          .describe('In per cent, in the Tutor’s last lesson of the class that had a poll'),
      }),
    })
    .nullable(),
  week: z.array(lessonSummarySchema).describe('Active lessons of this week, earliest first'),
  classes: z
    .array(
      z.object({
        _id: idSchema,
        name: z.string(),
        max_cap: z.int(),
        students: z.int().describe('Paying students of lessons that have not ended'),
      }),
    )
    .describe('Active classes that have not ended, by name'),
  homework: many(homeworkSchema).describe(
    'Homework of own lessons with work to mark, earliest return date first',
  ),
  feedback: many(feedbackSchema).describe('Of the last 7 days, the latest first'),
});

/**
 * The signed-in user's day (decisions: Roles, `/`): all parts, or only `part`, so that each panel of the screen loads
 * by itself. A part is null if the user may not open its screen, or if it was not requested.
 */
export const getHome = operation({
  name: 'getHome',
  domain: 'home',
  summary: 'Today’s lessons and the orders that need attention, as far as this user may see them',
  method: 'GET',
  path: '/admin/home',
  access: 'signed-in',
  query: z.strictObject({ part: z.enum(homePartNames).optional() }),
  response: one(
    z.object({
      lessons: many(lessonSummarySchema.extend({ joined: joinedSchema }))
        .extend({ live: z.int().describe('How many of all of them are live now') })
        .nullable()
        .describe('Active lessons that begin today, earliest first'),
      orders: many(orderSchema)
        .extend({ totals: z.array(totalSchema).describe('Sum of all of them, by currency') })
        .nullable()
        .describe(
          'INIT or PAID for more than 24 hours, or with a reason in `attention`; paid ones first, then newest first',
        ),
      follow_ups: z
        .object({
          data: z.array(followUpSchema),
          overdue: z.int(),
          today: z.int(),
          open: z.int().describe('Feedback to follow up later, or without a date'),
          lists: z
            .array(
              z.object({
                kind: z.enum(followUpKinds),
                whose: z.enum(followUpOwners),
                overdue: z.int(),
                today: z.int(),
                open: z.int(),
              }),
            )
            .describe('Counts of each list that is not empty'),
          oldest: z.string().nullable().describe('The day of the longest overdue one'),
        })
        .nullable()
        .describe(
          'Tickets that are due and own feedback, overdue first: up to 10 own and 5 unassigned ones',
        ),
      attendance: many(
        z.object({
          _id: idSchema,
          name: z.string(),
          meta: z.object({ index: z.int(), term: z.int() }),
          class: named,
          scheduled_on: moment,
          ended_on: moment,
          hosting_platform: z.string(),
          students: z.int().describe('Expected students'),
        }),
      )
        .extend({ can_import: z.boolean() })
        .nullable()
        .describe(
          'Lessons of the last 7 days that ended over 2 hours ago without attendance, latest first',
        ),
      birthdays: many(birthdayStudentSchema)
        .nullable()
        .describe('Students whose birthday is today, by name'),
      tutor: tutorSchema.nullable().describe('Only for a Tutor'),
      quarantined_jobs: z
        .array(
          z.object({
            _id: idSchema,
            name: z.string().describe('Verb and noun, such as deliver-announcement'),
            since: moment,
            crashes: z.int().describe('How often it ended its worker'),
          }),
        )
        .nullable()
        .describe('Background jobs that are no longer started, latest first; for Admins'),
      backup: z
        .object({
          last: moment.nullable().describe('The last one, if it is older than a day'),
          archive_fails: z.boolean().describe('PostgreSQL cannot archive its log'),
        })
        .nullable()
        .describe('Problems of the backup; for Admins'),
    }),
  ),
});
