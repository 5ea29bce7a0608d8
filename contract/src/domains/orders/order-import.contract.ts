import { z } from 'zod';
import { errorCodes } from '../../shared/errors.ts';
import { listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { currencySchema } from '../../shared/money.ts';
import { named } from '../../shared/shown.ts';
import { emailSchema, idSchema, textSchema } from '../../shared/text.ts';
import { discountTypes } from '../discount-codes/discount-codes.rules.ts';
import { needs } from '../identity/permissions.ts';
import { orderSchema } from './order.schema.ts';
import { expectedPriceSchema } from './orders.contract.ts';
import { discountRefusals, orderTypes } from './orders.rules.ts';

/** The columns of a partner's file, in the specification's order (part 2 §9). */
export const importColumns = [
  'no',
  'date_of_order',
  'name',
  'email',
  'class',
  'type',
  'for_month',
  'lessons',
  'llp_price',
  'total',
  'commission',
  'commission_paid',
  'transaction_number',
  'remarks',
  'to_be_paid',
] as const;
export type ImportColumn = (typeof importColumns)[number];

export const maxImportRows = 5000;
/** Cells of a row. */
export const maxImportColumns = 200;

/**
 * Where a row stands. `open` rows still wait to be ordered or skipped; the order of `cancelled` ones was cancelled since, and
 * they can be ordered again by hand; `ignored` are no order rows.
 */
export const importRowStates = [
  'open',
  'processed',
  'cancelled',
  'skipped',
  'rejected',
  'ignored',
] as const;
export type ImportRowState = (typeof importRowStates)[number];

/** reject: cannot become an order; fix: a person must decide; warn: can go on, with a note. */
export const importSeverities = ['reject', 'fix', 'warn', 'ignore'] as const;
export type ImportSeverity = (typeof importSeverities)[number];

export const importProblemSchema = z.object({
  severity: z.enum(importSeverities),
  field: z.enum([...importColumns, 'row']),
  message: z.string(),
  code: z.enum(errorCodes).optional().describe('Of what would refuse the order'),
  suggestion: z
    .object({ class: idSchema.optional(), label: z.string() })
    .optional()
    .describe('A fix the person can take with one click'),
});
export type ImportProblem = z.infer<typeof importProblemSchema>;

export const importRowSchema = z.object({
  row: z.int().describe('Number of the data row in the file, from 1'),
  state: z.enum(importRowStates),
  cells: z.record(z.string(), z.string()).describe('The trimmed cells, as printed in the file'),
  email: z.string(),
  name: z.string(),
  type: z.enum(orderTypes).nullable(),
  month: z.string().nullable().describe('YYYY-MM that for_month means'),
  date_of_order: z.string().nullable().describe('YYYY-MM-DD'),
  wanted_lessons: z.int().nullable(),
  student: z
    .object({ _id: idSchema, name: z.string() })
    .nullable()
    .describe('null: would be created'),
  class: idSchema.nullable(),
  lesson: z.array(idSchema).describe('The first N upcoming lessons of the named month'),
  owned_lesson: z.array(idSchema),
  price: z.number().nullable(),
  currency: currencySchema.nullable(),
  problems: z.array(importProblemSchema),
  without_problems: z.boolean().describe('Taken by "Confirm all rows without problems"'),
  order: idSchema.nullable().describe('What it became; of a cancelled row the cancelled order'),
  note: z.string().describe('What was corrected, or why the last try failed'),
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** A class named in the file, with the lessons a row of it can choose from. */
export const importClassSchema = z.object({
  _id: idSchema,
  name: z.string(),
  schedule: z.object({ date_of_week: z.string(), start_time: z.string(), end_time: z.string() }),
  rate: z.number().describe('Per lesson; 0 when the class is free'),
  currency: currencySchema,
  max_cap: z.int(),
  lessons: z.array(
    z.object({
      _id: idSchema,
      name: z.string(),
      meta: z.object({ index: z.int(), term: z.int() }),
      scheduled_on: z.string(),
      seats: z.int(),
    }),
  ),
});
export type ImportClass = z.infer<typeof importClassSchema>;

/** The file's code as its own record keeps it, so that the screen prices an edited row like the server. */
export const importDiscountSchema = z.object({
  code: z.string(),
  discount_type: z.enum(discountTypes),
  value: z.int().describe('Hundredths of a percent, cents, or whole lessons, as in DiscountTerms'),
  currency: currencySchema,
  block_trial: z.boolean(),
  classes: z.array(idSchema).describe('Empty: every class'),
});
export type ImportDiscount = z.infer<typeof importDiscountSchema>;

export const importProgressSchema = z.object({
  _id: idSchema,
  file_name: z.string(),
  created: z.string(),
  discount_code: z.string().nullable(),
  run: z.enum(['idle', 'running', 'stopped', 'done']),
  run_total: z.int().describe('Rows the run set out to order'),
  run_done: z.int(),
  counts: z.record(z.enum(importRowStates), z.int()),
  ordered_total: z.array(z.object({ currency: currencySchema, amount: z.number() })),
});
export type ImportProgress = z.infer<typeof importProgressSchema>;

const importAccess = {
  access: ['/orders'] as const,
  permission: needs('order.canCreateOrderByCSV'),
};

/** Reads a file, says row by row what it would do and what is wrong; orders nothing. */
export const previewOrderImport = operation({
  name: 'previewOrderImport',
  summary: 'Dry run of a CSV file',
  method: 'POST',
  path: '/admin/order/csv/preview',
  ...importAccess,
  body: z.strictObject({
    file_name: textSchema(255),
    columns: z.array(textSchema(200)).max(maxImportColumns),
    rows: z.array(z.array(textSchema(5000)).max(maxImportColumns)),
    discount_code: textSchema(80)
      .transform((code) => code.trim().toUpperCase())
      .optional(),
  }),
  response: one(
    z.object({
      progress: importProgressSchema,
      rows: z.array(importRowSchema),
      classes: z.array(importClassSchema),
      extra_columns: z.array(z.string()),
      discount: importDiscountSchema.nullish(),
    }),
  ),
  errors: [
    'file_columns_missing',
    'file_empty',
    'file_too_long',
    'discount_code_unknown',
    'import_running',
    'input_too_heavy',
    'busy',
  ],
  bodyLimit: 16 * 1024 * 1024,
  inThread: {
    // A row is a value more than its cells. The rest of the body has fewer than a thousand.
    mostValues: (maxImportRows + 1) * (maxImportColumns + 1) + 1000,
    tooMany: {
      code: 'file_too_long',
      field: 'rows',
      message: 'The file has more than 5,000 rows of at most 200 cells. Please split it.',
    },
  },
});

/** Orders one row, as the person corrected it; the same file and row never order twice. */
export const orderImportRow = operation({
  name: 'orderImportRow',
  summary: 'Order one row of a CSV file',
  method: 'POST',
  path: '/admin/order/csv',
  ...importAccess,
  body: z.strictObject({
    import_id: idSchema,
    row: z.int().min(1).max(maxImportRows),
    class: idSchema,
    email: emailSchema,
    lesson: z.array(idSchema).min(1, 'Choose at least one lesson.').max(500),
    /** Only where the file's type could not be read, or was wrong. */
    type: z.enum(orderTypes).optional(),
    allow_overbook: z.boolean().default(false),
    /** The cancelled order that this one takes the place of. */
    instead_of: idSchema.optional(),
    /** A trial of more than one lesson. */
    allow_several_lessons: z.boolean().default(false),
    /** At the full price, where the import's discount code does not apply to this row. */
    without_discount_code: z.boolean().default(false),
    expected_price: expectedPriceSchema,
  }),
  response: one(orderSchema),
  status: 201,
  errors: [
    'row_not_importable',
    'row_already_processed',
    'import_running',
    'lessons_not_in_class',
    'price_changed',
    'all_lessons_owned',
    'class_not_orderable',
    'class_full',
    'class_sold_out',
    'full_purchase_required',
    'not_a_student',
    'trial_already_taken',
    'trial_several_lessons',
    'discount_code_unknown',
    ...discountRefusals,
  ],
});

export const skipImportRow = operation({
  name: 'skipImportRow',
  summary: 'Skip one row of a CSV file',
  method: 'POST',
  path: '/admin/order/csv/skip',
  ...importAccess,
  body: z.strictObject({ import_id: idSchema, row: z.int().min(1).max(maxImportRows) }),
  response: one(importRowSchema),
  errors: ['row_already_processed', 'row_not_importable', 'import_running'],
});

/** Orders every row without problems in the background. */
export const runOrderImport = operation({
  name: 'runOrderImport',
  summary: 'Confirm all rows without problems',
  method: 'POST',
  path: '/admin/order/csv/run',
  ...importAccess,
  body: z.strictObject({ import_id: idSchema }),
  response: one(importProgressSchema),
  status: 202,
});

const importParams = z.object({ importId: idSchema });

export const getOrderImport = operation({
  name: 'getOrderImport',
  summary: 'Progress of a CSV import',
  method: 'GET',
  path: '/admin/order/csv/{importId}',
  ...importAccess,
  params: importParams,
  response: one(importProgressSchema),
});

/** The rows of an import as they stand; also the downloads of the Summary tabs. */
export const listImportRows = operation({
  name: 'listImportRows',
  summary: 'Rows of a CSV import by state',
  method: 'GET',
  path: '/admin/order/csv/{importId}/rows',
  ...importAccess,
  params: importParams,
  query: z.strictObject({ state: z.enum(importRowStates).optional() }),
  response: many(importRowSchema).extend({
    classes: z.array(importClassSchema),
    discount: importDiscountSchema.nullable(),
  }),
  csv: true,
});

export const importSummarySchema = importProgressSchema
  .pick({ _id: true, file_name: true, created: true, run: true, counts: true })
  .extend({ created_by: named });
export type ImportSummary = z.infer<typeof importSummarySchema>;

/** The files that were read, newest first, so that one can be found and resumed without the file. */
export const listOrderImports = operation({
  name: 'listOrderImports',
  summary: 'CSV imports, newest first',
  method: 'GET',
  path: '/admin/order/csv',
  ...importAccess,
  query: listQuery({ sortBy: ['created'], order: 'desc', max: 20, filter: {} }),
  response: many(importSummarySchema),
});

export const stopOrderImport = operation({
  name: 'stopOrderImport',
  summary: 'Stop the run of a CSV import after the row in hand',
  method: 'POST',
  path: '/admin/order/csv/{importId}/stop',
  ...importAccess,
  params: importParams,
  response: one(importProgressSchema),
});

export const resumeOrderImport = operation({
  name: 'resumeOrderImport',
  summary: 'Resume the run of a CSV import',
  method: 'POST',
  path: '/admin/order/csv/{importId}/resume',
  ...importAccess,
  params: importParams,
  response: one(importProgressSchema),
  status: 202,
});
