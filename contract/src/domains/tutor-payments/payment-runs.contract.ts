import { z } from 'zod';
import { anyOf, listQuery, pageQuery } from '../../shared/lists.ts';
import { decimalsProblem } from '../../shared/money.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { idParams } from '../../shared/record.ts';
import { amount, moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText, textSchema } from '../../shared/text.ts';
import {
  debtStates,
  highestAdjustment,
  paymentRunStates,
  runWarnings,
} from './payment-run.rules.ts';
import { paidBeforeSchema, paidLessonSchema, payMonthSchema } from './tutor-payments.contract.ts';

const access = ['/tutor-payments'] as const;

export const missingWriteOffReason = 'Please enter a reason for writing this off';
export const missingAdjustmentReason = 'Please enter a reason for this adjustment';

const payeeSchema = named.extend({ _type: z.enum(['Tutor', 'TA']), email: z.string() });
export type Payee = z.infer<typeof payeeSchema>;

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
      to_bank: amount,
      carried_forward: amount.describe('0 or below: deducted by the next runs'),
      left_out: amount.describe(
        '0 or below: debts that a run before 0.11.0 left out, until an Admin settles each',
      ),
    })
    .nullable(),
  paid: z.object({ by: z.string(), at: moment }).nullable(),
  adjustments: z.array(adjustmentSchema).describe('In the order in which they were added'),
  written_off: z
    .array(adjustmentSchema.omit({ _id: true }))
    .describe('Debts that the run left out and an Admin wrote off; below 0'),
  waiting: z
    .array(z.object({ tutor: named, lesson: named, by: z.string(), at: moment }))
    .describe('Lessons whose difference waits for a later run'),
  version: z.int(),
});
export type PaymentRun = z.infer<typeof paymentRunSchema>;

/** A paid lesson whose pay has changed since: the difference is settled once, in this run. */
export const differenceSchema = z.object({
  tutor: named,
  lesson: paidLessonSchema.describe('As it is now, or was when the run was confirmed'),
  before: paidBeforeSchema.nullable().describe('Null if nothing was paid: added later'),
  paid: amount.describe('In all earlier runs'),
  amount: amount.describe('The settled amount; below 0 if too much was paid'),
  waits: z.boolean().describe('For a later run: not included in the sums of this one'),
});
export type Difference = z.infer<typeof differenceSchema>;

/** A debt of an earlier run that this run deducts. */
const carriedSchema = z.object({
  tutor: named,
  run: z.object({ _id: idSchema, month: z.string() }).describe('The run whose total was below 0'),
  amount: amount.describe('Below 0'),
});
export type Carried = z.infer<typeof carriedSchema>;

/** The pay of one tutor or TA in a run. */
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
  carried: amount.describe('From earlier runs, 0 or below'),
  total: amount,
  to_bank: amount.describe('The total if it is above 0, otherwise 0'),
  carried_forward: amount.describe('The total if the next run deducts it, otherwise 0'),
  debt: z.enum(debtStates).nullable().describe('State of a total below 0, otherwise null'),
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
  carried: amount,
  total: amount.describe('to_bank and carried_forward together'),
  to_bank: amount.describe('The sum of the bank file'),
  carried_forward: amount,
});

/** A run with all its lines. */
export const wholePaymentRunSchema = paymentRunSchema.extend({
  sums: runSumsSchema,
  tutors: z.array(runTutorSchema).describe('By name'),
  differences: z.array(differenceSchema),
  carried: z.array(carriedSchema).describe('Debts of earlier runs'),
  seen: z.string().describe('Hash of these lines: confirming refuses a run that has changed'),
});
export type WholePaymentRun = z.infer<typeof wholePaymentRunSchema>;

/** The payslip of one tutor in a run, line by line. */
export const runSlipSchema = runTutorSchema.extend({
  run: paymentRunSchema.omit({ adjustments: true, written_off: true, waiting: true }),
  number: z.string().describe('Number of the payslip: the month and the position in the run'),
  lines: z.array(paidLessonSchema).describe('By class, then by start'),
  changed: z.array(differenceSchema),
  adjusted: z.array(adjustmentSchema),
  taken: z.array(carriedSchema).describe('From earlier runs, earliest first'),
});
export type RunSlip = z.infer<typeof runSlipSchema>;

/**
 * Starts the run of a month, once: while it is a draft, returns that run. Throws invalid_value for a month that has
 * not begun, payment_run_empty, and payment_run_confirmed with the run.
 */
export const startPaymentRun = operation({
  name: 'startPaymentRun',
  domain: 'tutor-payments',
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

/** Payment runs, latest month first. */
export const listPaymentRuns = operation({
  name: 'listPaymentRuns',
  domain: 'tutor-payments',
  summary: 'Payment runs, latest month first',
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
 * A run with all its tutors, calculated on request while it is a draft; as CSV the file for the bank, only of a
 * confirmed run. Throws not_found, and payment_run_not_confirmed for the file.
 */
export const getPaymentRun = operation({
  name: 'getPaymentRun',
  domain: 'tutor-payments',
  summary: 'A payment run with all its tutors; as CSV the file for the bank',
  method: 'GET',
  path: '/admin/payment-run/{id}',
  access,
  params: idParams,
  response: one(wholePaymentRunSchema),
  errors: ['payment_run_not_confirmed'],
  csv: true,
});

/** The payslip of one tutor in a run, line by line. Throws not_found, also for a person who is not in the run. */
export const getPaymentRunTutor = operation({
  name: 'getPaymentRunTutor',
  domain: 'tutor-payments',
  summary: 'The payslip of one tutor in a run',
  method: 'GET',
  path: '/admin/payment-run/{id}/tutor/{tutorId}',
  access,
  params: z.object({ id: idSchema, tutorId: idSchema }),
  response: one(runSlipSchema),
});

/** Payslips on one page: a run of several hundred tutors takes several requests. */
export const slipsAtOnce = 50;

/** The payslips of a run by tutor name, by default `slipsAtOnce`. Throws not_found. */
export const listPaymentRunSlips = operation({
  name: 'listPaymentRunSlips',
  domain: 'tutor-payments',
  summary: 'The payslips of a run',
  method: 'GET',
  path: '/admin/payment-run/{id}/tutor',
  access,
  params: idParams,
  query: z.strictObject(pageQuery(slipsAtOnce)),
  response: many(runSlipSchema),
});

/** Adds an adjustment; an amount below 0 is deducted. Throws not_found, invalid_value, payment_run_confirmed. */
export const addAdjustment = operation({
  name: 'addAdjustment',
  domain: 'tutor-payments',
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
      .refine((value) => value !== 0, 'An adjustment must not be 0')
      .refine((value) => decimalsProblem(value) === undefined, 'At most two decimals'),
    reason: requiredText(missingAdjustmentReason, 500),
  }),
  response: one(paymentRunSchema),
  status: 201,
  errors: ['payment_run_confirmed'],
  idempotent: true,
});

/** Removes an adjustment. Throws not_found, payment_run_confirmed. */
export const removeAdjustment = operation({
  name: 'removeAdjustment',
  domain: 'tutor-payments',
  summary: 'Remove an adjustment of a draft run',
  method: 'DELETE',
  path: '/admin/payment-run/{id}/adjustment/{adjustmentId}',
  access,
  params: z.object({ id: idSchema, adjustmentId: idSchema }),
  response: one(paymentRunSchema),
  errors: ['payment_run_confirmed'],
  idempotent: true,
});

/**
 * Postpones differences of a draft to a later run, or settles them in it after all. Throws not_found, invalid_value
 * for a lesson that is not a difference of the run, payment_run_confirmed.
 */
export const setDifferencesWaiting = operation({
  name: 'setDifferencesWaiting',
  domain: 'tutor-payments',
  summary: 'Postpone differences of a draft run',
  method: 'PATCH',
  path: '/admin/payment-run/{id}/wait',
  access,
  params: idParams,
  body: z.strictObject({
    wait: z.boolean(),
    differences: z
      .array(z.strictObject({ tutor: idSchema, lesson: idSchema }))
      .min(1)
      .max(1000),
  }),
  response: one(paymentRunSchema),
  errors: ['payment_run_confirmed'],
  idempotent: true,
});

/**
 * Stores every line and locks the run, without the postponed differences. `seen` is the hash that the user saw.
 * Throws not_found, stale, payment_run_changed with the run, payment_run_confirmed, payment_run_month_runs before the
 * month is over, payment_run_empty.
 */
export const confirmPaymentRun = operation({
  name: 'confirmPaymentRun',
  domain: 'tutor-payments',
  summary: 'Confirm a payment run: store every line and lock it',
  method: 'PATCH',
  path: '/admin/payment-run/{id}/confirm',
  access,
  params: idParams,
  body: z.strictObject({
    version: z.int(),
    seen: z.string().max(100).optional(),
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

/** Carries or writes off a debt that a run before 0.11.0 left out. Throws not_found without such a debt, and stale. */
export const settleLeftOutDebt = operation({
  name: 'settleLeftOutDebt',
  domain: 'tutor-payments',
  summary: 'Carry or write off a debt that a run left out',
  method: 'PATCH',
  path: '/admin/payment-run/{id}/tutor/{tutorId}/debt',
  access,
  params: z.object({ id: idSchema, tutorId: idSchema }),
  body: z
    .strictObject({
      version: z.int(),
      decision: z.enum(['carry', 'write_off']),
      reason: textSchema(500).trim().default(''),
    })
    .refine(({ decision, reason }) => decision === 'carry' || reason !== '', {
      path: ['reason'],
      message: missingWriteOffReason,
    }),
  response: one(paymentRunSchema),
  errors: ['stale'],
  idempotent: true,
});

/** Records that the bank has paid a confirmed run. Throws not_found, stale, payment_run_not_confirmed. */
export const markPaymentRunPaid = operation({
  name: 'markPaymentRunPaid',
  domain: 'tutor-payments',
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
