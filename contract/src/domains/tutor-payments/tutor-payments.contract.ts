import { z } from 'zod';
import { decimalsProblem } from '../../shared/money.ts';
import { one, operation } from '../../shared/operation.ts';
import { amount, moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText } from '../../shared/text.ts';
import { paymentRunStates } from './payment-run.rules.ts';
import { highestHourlyRate, payReasons, teachingKinds, unpaidReasons } from './tutor-pay.rules.ts';

const access = ['/tutor-payments'] as const;

export const missingRateReason = 'Please enter a reason for this rate';

/** The confirmed run that first paid this tutor for a lesson, and the amount that all runs have paid since. */
const paidInSchema = z.object({
  _id: idSchema,
  month: z.string(),
  state: z.enum(paymentRunStates),
  paid: amount,
});

/** A lesson of a tutor or TA in the month, and how its pay is calculated; all amounts are dollars (SGD). */
export const paidLessonSchema = z.object({
  _id: idSchema.describe('Of the lesson'),
  name: z.string(),
  meta: z.object({ index: z.int(), term: z.int() }),
  class: named.extend({ class_type: z.string() }),
  as: z.enum(teachingKinds),
  scheduled_on: moment,
  ended_on: moment.nullable(),
  hours: z.number().describe('Not rounded'),
  students: z.int().describe('On its paying roster now, without internal ones'),
  limit: z.int().describe('Students above it pay extra'),
  per_extra: amount.describe('Per hour for each student above the limit'),
  usual_rate: amount.describe('Per hour, without edits'),
  rate: amount.describe('Per hour'),
  base: amount,
  extra: amount,
  pay: amount.describe('Rounded half up to cents'),
  unpaid: z.enum(unpaidReasons).nullable().describe('Why it pays nothing at any rate'),
  edited: z.object({ by: z.string(), at: moment, reason: z.string() }).nullable(),
  paid_in: paidInSchema.nullable().describe('If set, its rate is locked'),
  version: z.int().describe('Of the rate, 1 before the first edit'),
});
export type PaidLesson = z.infer<typeof paidLessonSchema>;

/** The values of a lesson that its pay was calculated from when it was paid. */
export const paidBeforeSchema = z.object({
  as: z.enum(teachingKinds),
  hours: z.number(),
  students: z.int(),
  rate: amount,
  unpaid: z.enum(unpaidReasons).nullable(),
});

/** A lesson's pay on the payslip of the month, and why it differs from its current pay. */
const onPayslip = {
  payslip: amount.describe(
    'Its pay in the run of the month, calculated now if there is no confirmed run',
  ),
  differs: z.enum(payReasons).nullable(),
  was: paidBeforeSchema
    .extend({ scheduled_on: moment })
    .nullable()
    .describe('Values of the first payment; null if it is not paid'),
};

export const monthLessonSchema = paidLessonSchema.extend(onPayslip);
export type MonthLesson = z.infer<typeof monthLessonSchema>;

/** A lesson that the run of the month paid and that is no longer a lesson of this tutor and month. */
export const leftLessonSchema = paidLessonSchema
  .pick({ _id: true, name: true, meta: true, class: true, as: true, scheduled_on: true })
  .extend(onPayslip)
  .extend({ paid_in: paidInSchema });
export type LeftLesson = z.infer<typeof leftLessonSchema>;

export const tutorPaySchema = z.object({
  tutor: named.extend({ _type: z.enum(['Tutor', 'TA']), email: z.string() }),
  month: z.string(),
  lessons: z.array(monthLessonSchema).describe('By class, then by start'),
  left: z.array(leftLessonSchema).describe('By class, then by the paid start'),
  total: amount.describe('Of the current lessons'),
  payslip: amount.describe('Pay of the lessons in the run of the month'),
  reasons: z
    .array(z.object({ code: z.enum(payReasons), lessons: z.int(), amount }))
    .describe('The total plus these amounts is the payslip'),
});
export type TutorPay = z.infer<typeof tutorPaySchema>;

/** A month of the business time zone, by the start of its lessons: "2026-02". */
export const payMonthSchema = z
  .string()
  .regex(/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/, 'A month looks like 2026-02');

/** The pay of a tutor or TA in a month, with all lessons. Throws not_found for other users. */
export const readTutorPay = operation({
  name: 'readTutorPay',
  domain: 'tutor-payments',
  summary: 'The lessons of a tutor in a month, with the pay of each',
  method: 'GET',
  path: '/admin/tutor-payments',
  access,
  query: z.strictObject({ tutor: idSchema, month: payMonthSchema }),
  response: one(tutorPaySchema),
  csv: true,
});

/**
 * Sets the rate per hour of a lesson for this tutor, with the reason; null restores the usual rate, omitted fields are
 * kept. Throws not_found, stale, lesson_paid once a run contains the lesson, and invalid_value without any reason.
 */
export const setTutorRate = operation({
  name: 'setTutorRate',
  domain: 'tutor-payments',
  summary: 'Set the rate of a lesson for one tutor',
  method: 'PATCH',
  path: '/admin/tutor-payments/{tutorId}/{lessonId}',
  access,
  params: z.object({ tutorId: idSchema, lessonId: idSchema }),
  body: z.strictObject({
    rate: z
      .number()
      .min(0)
      .max(highestHourlyRate, `At most ${highestHourlyRate.toLocaleString('en-SG')} an hour`)
      .refine((rate) => decimalsProblem(rate) === undefined, 'At most two decimals')
      .nullable()
      .optional(),
    reason: requiredText(missingRateReason, 500).optional(),
    version: z.int().optional(),
  }),
  response: one(paidLessonSchema),
  errors: ['stale', 'lesson_paid'],
});
