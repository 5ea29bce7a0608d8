import { z } from 'zod';
import { currencies } from '../../shared/money.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema } from '../../shared/text.ts';
import { feedbackSchema } from '../feedback/feedback.contract.ts';
import { homeworkSchema } from '../homework/homework.contract.ts';
import { lessonSummarySchema } from '../lessons/lessons.contract.ts';
import { orderSchema } from '../orders/order.schema.ts';
import { birthdayStudentSchema } from '../reports/birthdays.contract.ts';
import { ticketStatuses } from '../tickets/tickets.rules.ts';
import { followUpGroups, followUpKinds, followUpOwners } from './home.rules.ts';

/** What waits in one currency. */
const totalSchema = z.object({ currency: z.enum(currencies), amount: z.number() });

/** A student on trial in a lesson; `is_first` where the class has no lesson before on which the student stands. */
const trialSchema = z.object({ _id: idSchema, name: z.string(), is_first: z.boolean() });

/** A ticket that is due, or feedback that is followed up. */
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
  is_nobodys: z.boolean().describe('A ticket that waits for somebody to be given it'),
});
export type HomeFollowUp = z.infer<typeof followUpSchema>;

/** A Tutor's own: the lesson that is next or takes place now, the week, and the classes that go on. */
const tutorSchema = z.object({
  next: z
    .object({
      lesson: lessonSummarySchema,
      paying: z.int(),
      trial: z.array(trialSchema),
      homework: homeworkSchema
        .nullable()
        .describe('What was released last of own lessons of the class, this one’s apart'),
      poll: z.object({
        questions: z.int().describe('Prepared for this lesson'),
        answered: z
          .int()
          .nullable()
          .describe('In per cent, in the last own lesson of the class that had a poll'),
      }),
    })
    .nullable(),
  week: z.array(lessonSummarySchema).describe('Active lessons of this week, the first first'),
  classes: z
    .array(
      z.object({
        _id: idSchema,
        name: z.string(),
        max_cap: z.int(),
        students: z.int().describe('Who pays for a lesson that has not ended'),
      }),
    )
    .describe('Active classes that have not ended, by name'),
  homework: many(homeworkSchema).describe(
    'Homework of own lessons with work to mark, the first to be returned first',
  ),
  feedback: many(feedbackSchema).describe('Of the last 7 days, the latest first'),
});

/**
 * The signed-in person's day (decisions: Roles, `/`). One call, since what a person may see is not known before it is
 * known who they are. A part is null for those who may not open its screen.
 */
export const getHome = operation({
  name: 'getHome',
  summary: 'Today’s lessons and the orders that need attention, as far as this person may see them',
  method: 'GET',
  path: '/admin/home',
  access: 'signed-in',
  response: one(
    z.object({
      lessons: many(lessonSummarySchema)
        .extend({ live: z.int().describe('How many of all of them take place now') })
        .nullable()
        .describe('Active lessons that begin today, the first first'),
      orders: many(orderSchema)
        .extend({ totals: z.array(totalSchema).describe('What all of them cost, by currency') })
        .nullable()
        .describe('INIT or PAID for more than 24 hours; what is paid first, the newest first'),
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
            .describe('How many there are in each list that has any'),
          oldest: z.string().nullable().describe('The day of the first that is overdue'),
        })
        .nullable()
        .describe('Own tickets that are due and own feedback; the overdue first'),
      attendance: many(
        z.object({
          _id: idSchema,
          name: z.string(),
          meta: z.object({ index: z.int(), term: z.int() }),
          class: named,
          scheduled_on: moment,
          ended_on: moment,
          hosting_platform: z.string(),
          students: z.int().describe('Who was expected'),
        }),
      )
        .extend({ can_import: z.boolean() })
        .nullable()
        .describe(
          'Lessons of the last 7 days that are over for 2 hours without attendance, the latest first',
        ),
      birthdays: many(birthdayStudentSchema)
        .nullable()
        .describe('Students whose birthday is today, by name'),
      tutor: tutorSchema.nullable().describe('Of a Tutor alone'),
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
        .describe('Background jobs that are not started again, the latest first; for Admins'),
    }),
  ),
});
