import { z } from 'zod';
import { decimalsProblem } from '../../shared/money.ts';
import { one, operation } from '../../shared/operation.ts';
import { amount, moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText } from '../../shared/text.ts';
import { paymentRunStates } from './payment-run.rules.ts';
import { highestHourlyRate, teachingKinds, unpaidReasons } from './tutor-pay.rules.ts';

const access = ['/tutor-payments'] as const;

export const missingRateReason = 'Please enter a reason for this rate';

/** The confirmed run in which a lesson was paid to this tutor first, and what all runs have paid for it since. */
const paidInSchema = z.object({
  _id: idSchema,
  month: z.string(),
  state: z.enum(paymentRunStates),
  paid: amount,
});

/** A lesson that somebody taught in the month, and how its pay is reckoned; all amounts are dollars (SGD). */
export const paidLessonSchema = z.object({
  _id: idSchema.describe('Of the lesson'),
  name: z.string(),
  meta: z.object({ index: z.int(), term: z.int() }),
  class: named.extend({ class_type: z.string() }),
  as: z.enum(teachingKinds),
  scheduled_on: moment,
  ended_on: moment.nullable(),
  hours: z.number().describe('Not rounded'),
  students: z.int().describe('On its paying roster now, without the internal ones'),
  limit: z.int().describe('Students above it pay extra'),
  per_extra: amount.describe('An hour for each student above the limit'),
  usual_rate: amount.describe('An hour, before anybody edited it'),
  rate: amount.describe('An hour'),
  base: amount,
  extra: amount,
  pay: amount.describe('Rounded half up to cents'),
  unpaid: z.enum(unpaidReasons).nullable().describe('Why it pays nothing whatever its rate'),
  edited: z.object({ by: z.string(), at: moment, reason: z.string() }).nullable(),
  paid_in: paidInSchema.nullable().describe('Its rate is locked then'),
  version: z.int().describe('Of the rate, 1 before anybody edited it'),
});
export type PaidLesson = z.infer<typeof paidLessonSchema>;

export const tutorPaySchema = z.object({
  tutor: named.extend({ _type: z.enum(['Tutor', 'TA']), email: z.string() }),
  month: z.string(),
  lessons: z.array(paidLessonSchema).describe('By class, and there by their start'),
  total: amount,
});
export type TutorPay = z.infer<typeof tutorPaySchema>;

/** A month of the business time zone, by the start of its lessons: "2026-02". */
export const payMonthSchema = z
  .string()
  .regex(/^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/, 'A month looks like 2026-02');

/** What a tutor or TA earns in a month, all its lessons however many. Throws not_found for anybody else. */
export const readTutorPay = operation({
  name: 'readTutorPay',
  summary: 'The lessons of a tutor in a month, with the reckoning of each',
  method: 'GET',
  path: '/admin/tutor-payments',
  access,
  query: z.strictObject({ tutor: idSchema, month: payMonthSchema }),
  response: one(tutorPaySchema),
  csv: true,
});

/**
 * Sets what an hour of a lesson pays this tutor, with the reason; null brings the usual rate back, and what is left out
 * stays. Throws not_found, stale, lesson_paid once a run holds the lesson, and invalid_value for a rate without any reason.
 */
export const setTutorRate = operation({
  name: 'setTutorRate',
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
