import { z } from 'zod';
import { currencies } from '../../shared/money.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idSchema } from '../../shared/text.ts';
import { lessonSummarySchema } from '../lessons/lessons.contract.ts';
import { orderSchema } from '../orders/order.schema.ts';

/** What waits in one currency. */
const totalSchema = z.object({ currency: z.enum(currencies), amount: z.number() });

/** A student on trial in a lesson; `is_first` where the class has no lesson before on which the student stands. */
const trialSchema = z.object({ _id: idSchema, name: z.string(), is_first: z.boolean() });

/** A Tutor's own: the lesson that is next or takes place now, the week, and the classes that go on. */
const tutorSchema = z.object({
  next: z
    .object({
      lesson: lessonSummarySchema,
      paying: z.int(),
      trial: z.array(trialSchema),
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
        .nullable()
        .describe('Active lessons that begin today, the first first'),
      orders: many(orderSchema)
        .extend({ totals: z.array(totalSchema).describe('What all of them cost, by currency') })
        .nullable()
        .describe('INIT or PAID for more than 24 hours; what is paid first, the newest first'),
      tutor: tutorSchema.nullable().describe('Of a Tutor alone'),
    }),
  ),
});
