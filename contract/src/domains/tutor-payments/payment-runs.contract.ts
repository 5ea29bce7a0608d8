import { z } from 'zod';
import { anyOf, listQuery, pageQuery } from '../../shared/lists.ts';
import { decimalsProblem } from '../../shared/money.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { amount, moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText } from '../../shared/text.ts';
import { highestAdjustment, paymentRunStates, runWarnings } from './payment-run.rules.ts';
import { teachingKinds, unpaidReasons } from './tutor-pay.rules.ts';
import { paidLessonSchema, payMonthSchema } from './tutor-payments.contract.ts';

const access = ['/tutor-payments'] as const;

export const missingAdjustmentReason = 'Please enter a reason for this adjustment';

const payeeSchema = named.extend({ _type: z.enum(['Tutor', 'TA']), email: z.string() });
export type Payee = z.infer<typeof payeeSchema>;

/** An amount beside the lessons, with its reason. */
const adjustmentSchema = z.object({
  _id: idSchema,
  tutor: named,
  amount,
  reason: z.string(),
  by: z.string(),
  at: moment,
});
export type Adjustment = z.infer<typeof adjustmentSchema>;

/** A payment run (decisions: Reports, payment run; ADR 30); all amounts are dollars (SGD). */
export const paymentRunSchema = z.object({
  _id: idSchema,
  month: z.string(),
  state: z.enum(paymentRunStates),
  started_by: z.string(),
  created: moment,
  updated: moment,
  confirmed: z
    .object({
      by: z.string(),
      at: moment,
      tutors: z.int(),
      lessons: z.int(),
      total: amount,
    })
    .nullable(),
  paid: z.object({ by: z.string(), at: moment }).nullable(),
  adjustments: z.array(adjustmentSchema).describe('In the order in which they were added'),
  version: z.int(),
});
export type PaymentRun = z.infer<typeof paymentRunSchema>;

/** How a lesson was when it was paid, as far as its pay follows from it. */
const paidBeforeSchema = z.object({
  as: z.enum(teachingKinds),
  hours: z.number(),
  students: z.int(),
  rate: amount,
  unpaid: z.enum(unpaidReasons).nullable(),
});

/** A lesson whose pay is another than what was paid for it: settled once, in this run. */
export const differenceSchema = z.object({
  tutor: named,
  lesson: paidLessonSchema.describe('As it is now, or was when the run was confirmed'),
  before: paidBeforeSchema.nullable().describe('Null where nothing was paid: added later'),
  paid: amount.describe('In all runs before'),
  amount: amount.describe('What is settled; below 0 where too much was paid'),
});
export type Difference = z.infer<typeof differenceSchema>;

/** What one tutor or TA is paid in a run. */
export const runTutorSchema = z.object({
  _id: idSchema,
  tutor: payeeSchema,
  lessons: z.int(),
  hours: z.number(),
  base: amount,
  extra: amount,
  pay: amount.describe('Base and extra of the lessons'),
  differences: amount,
  adjustments: amount,
  total: amount,
  warnings: z.array(z.object({ code: z.enum(runWarnings), count: z.int() })),
});
export type RunTutor = z.infer<typeof runTutorSchema>;

const runSumsSchema = z.object({
  tutors: z.int(),
  lessons: z.int(),
  hours: z.number(),
  base: amount,
  extra: amount,
  pay: amount,
  differences: amount,
  adjustments: amount,
  total: amount,
});

/** A run with all that it pays. */
export const wholePaymentRunSchema = paymentRunSchema.extend({
  sums: runSumsSchema,
  tutors: z.array(runTutorSchema).describe('By name'),
  differences: z.array(differenceSchema),
  seen: z.string().describe('Names what is reckoned here: confirming refuses anything else'),
});
export type WholePaymentRun = z.infer<typeof wholePaymentRunSchema>;

/** What one tutor is paid in a run, line by line. */
export const runSlipSchema = runTutorSchema.extend({
  run: paymentRunSchema.omit({ adjustments: true }),
  number: z.string().describe('Of the payslip: the month and the place in the run'),
  lines: z.array(paidLessonSchema).describe('By class, and there by their start'),
  changed: z.array(differenceSchema),
  adjusted: z.array(adjustmentSchema),
});
export type RunSlip = z.infer<typeof runSlipSchema>;

/**
 * Starts the run of a month, once: who asks while it is a draft gets that one. Throws invalid_value for a month that has
 * not begun, payment_run_empty, and payment_run_confirmed with the run.
 */
export const startPaymentRun = operation({
  name: 'startPaymentRun',
  summary: 'Start the payment run of a month',
  method: 'POST',
  path: '/admin/payment-run',
  access,
  body: z.strictObject({ month: payMonthSchema }),
  response: one(paymentRunSchema),
  status: 201,
  errors: ['payment_run_empty', 'payment_run_confirmed'],
  idempotent: true,
});

/** Payment runs, the latest month first. */
export const listPaymentRuns = operation({
  name: 'listPaymentRuns',
  summary: 'Payment runs, the latest month first',
  method: 'GET',
  path: '/admin/payment-run',
  access,
  query: listQuery({
    sortBy: ['month'],
    order: 'desc',
    max: 20,
    filter: { month: anyOf(payMonthSchema), state: anyOf(z.enum(paymentRunStates)) },
  }),
  response: many(paymentRunSchema),
  csv: true,
});

/**
 * A run with all its tutors, reckoned now while it is a draft; as CSV the file for the bank, of a confirmed run alone.
 * Throws not_found, and payment_run_not_confirmed for the file.
 */
export const getPaymentRun = operation({
  name: 'getPaymentRun',
  summary: 'A payment run with all its tutors; as CSV the file for the bank',
  method: 'GET',
  path: '/admin/payment-run/{id}',
  access,
  params: idParams,
  response: one(wholePaymentRunSchema),
  errors: ['payment_run_not_confirmed'],
  csv: true,
});

/** What one tutor is paid in a run, line by line: the payslip. Throws not_found, also for who is not in the run. */
export const getPaymentRunTutor = operation({
  name: 'getPaymentRunTutor',
  summary: 'What one tutor is paid in a run, line by line',
  method: 'GET',
  path: '/admin/payment-run/{id}/tutor/{tutorId}',
  access,
  params: z.object({ id: idSchema, tutorId: idSchema }),
  response: one(runSlipSchema),
});

/** How many payslips are read at once: a run of some hundred tutors takes several answers. */
export const slipsAtOnce = 50;

/** The payslips of a run by the tutors' names, `slipsAtOnce` of them unless told. Throws not_found. */
export const listPaymentRunSlips = operation({
  name: 'listPaymentRunSlips',
  summary: 'What each tutor is paid in a run, line by line',
  method: 'GET',
  path: '/admin/payment-run/{id}/tutor',
  access,
  params: idParams,
  query: z.strictObject(pageQuery(slipsAtOnce)),
  response: many(runSlipSchema),
});

/** Adds an amount, or takes it where it is below 0. Throws not_found, invalid_value, payment_run_confirmed. */
export const addAdjustment = operation({
  name: 'addAdjustment',
  summary: 'Add an adjustment to a draft run',
  method: 'POST',
  path: '/admin/payment-run/{id}/adjustment',
  access,
  params: idParams,
  body: z.strictObject({
    tutor: idSchema,
    amount: z
      .number()
      .min(-highestAdjustment, `At least −${highestAdjustment.toLocaleString('en-SG')}`)
      .max(highestAdjustment, `At most ${highestAdjustment.toLocaleString('en-SG')}`)
      .refine((value) => value !== 0, 'An adjustment adds or takes something')
      .refine((value) => decimalsProblem(value) === undefined, 'At most two decimals'),
    reason: requiredText(missingAdjustmentReason, 500),
  }),
  response: one(paymentRunSchema),
  status: 201,
  errors: ['payment_run_confirmed'],
  idempotent: true,
});

/** Takes an adjustment back. Throws not_found, payment_run_confirmed. */
export const removeAdjustment = operation({
  name: 'removeAdjustment',
  summary: 'Take an adjustment of a draft run back',
  method: 'DELETE',
  path: '/admin/payment-run/{id}/adjustment/{adjustmentId}',
  access,
  params: z.object({ id: idSchema, adjustmentId: idSchema }),
  response: one(paymentRunSchema),
  errors: ['payment_run_confirmed'],
  idempotent: true,
});

/**
 * Writes every line down and locks it. `seen` names what the person saw, `leave_out` the differences that wait for a
 * later run. Throws not_found, stale, payment_run_changed with the run, payment_run_confirmed, payment_run_month_runs
 * before the month is over, payment_run_empty.
 */
export const confirmPaymentRun = operation({
  name: 'confirmPaymentRun',
  summary: 'Confirm a payment run: write every line down and lock it',
  method: 'PATCH',
  path: '/admin/payment-run/{id}/confirm',
  access,
  params: idParams,
  body: z.strictObject({
    version: z.int(),
    seen: z.string().max(100).optional(),
    leave_out: z
      .array(z.strictObject({ tutor: idSchema, lesson: idSchema }))
      .max(1000)
      .default([]),
  }),
  response: one(paymentRunSchema),
  errors: [
    'stale',
    'payment_run_changed',
    'payment_run_confirmed',
    'payment_run_month_runs',
    'payment_run_empty',
  ],
  idempotent: true,
});

/** Notes that the bank has paid a confirmed run. Throws not_found, stale, payment_run_not_confirmed. */
export const markPaymentRunPaid = operation({
  name: 'markPaymentRunPaid',
  summary: 'Mark a confirmed payment run as paid',
  method: 'PATCH',
  path: '/admin/payment-run/{id}/paid',
  access,
  params: idParams,
  body: z.strictObject({ version: z.int() }),
  response: one(paymentRunSchema),
  errors: ['stale', 'payment_run_not_confirmed'],
  idempotent: true,
});
