import { z } from 'zod';
import { errorCodes } from '../../shared/errors.ts';
import { listQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { plainDateSchema } from '../../shared/dates.ts';
import { currencySchema } from '../../shared/money.ts';
import { named } from '../../shared/shown.ts';
import { emailSchema, idSchema, textSchema } from '../../shared/text.ts';
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

/** Most rows of a file. */
export const maxImportRows = 5000;
/** Most cells of a row. */
export const maxImportColumns = 200;

/** State of a row: `open` is to be ordered or skipped, `cancelled` can be ordered again, `ignored` is no order row. */
export const importRowStates = [
  'open',
  'processed',
  'cancelled',
  'skipped',
  'rejected',
  'ignored',
] as const;
export type ImportRowState = (typeof importRowStates)[number];

/** reject: cannot become an order; fix: staff must decide; warn: can be ordered, with a note; ignore: not an order. */
export const importSeverities = ['reject', 'fix', 'warn', 'ignore'] as const;
export type ImportSeverity = (typeof importSeverities)[number];

export const importProblemSchema = z.object({
  severity: z.enum(importSeverities),
  field: z.enum([...importColumns, 'row']),
  message: z.string(),
  code: z.enum(errorCodes).optional().describe('Error code with which the order would be refused'),
  suggestion: z
    .object({ class: idSchema.optional(), label: z.string() })
    .optional()
    .describe('A fix to apply with one click'),
});
export type ImportProblem = z.infer<typeof importProblemSchema>;

export const importRowSchema = z.object({
  row: z.int().describe('Number of the data row in the file, from 1'),
  state: z.enum(importRowStates),
  cells: z.record(z.string(), z.string()).describe('The trimmed cells, as printed in the file'),
  email: z.string(),
  name: z.string(),
  type: z.enum(orderTypes).nullable(),
  month: z.string().nullable().describe('for_month as YYYY-MM'),
  date_of_order: z.string().nullable().describe('YYYY-MM-DD'),
  wanted_lessons: z.int().nullable(),
  student: z
    .object({ _id: idSchema, name: z.string() })
    .nullable()
    .describe('null: would be created'),
  class: idSchema.nullable(),
  lesson: z.array(idSchema).describe('The first N upcoming lessons of the named month'),
  owned_lesson: z.array(idSchema),
  original_price: z.number().nullable().describe('Before the discount code'),
  price: z.number().nullable().describe('null while class, type or lessons are not known'),
  currency: currencySchema.nullable(),
  problems: z.array(importProblemSchema),
  without_problems: z.boolean().describe('Included in "Confirm all rows without problems"'),
  order: idSchema
    .nullable()
    .describe('The order of the row; for a cancelled row the cancelled order'),
  note: z.string().describe('The correction, or the error of the last try'),
  shifted: z
    .object({ columns: z.array(z.string()), cells: z.array(z.string()) })
    .nullable()
    .describe("The original row, while its number of cells differs from the header's"),
});
export type ImportRow = z.infer<typeof importRowSchema>;

/** A class named in the file, with the lessons that its rows can choose from. */
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

/** Parses a file and returns for each row what it would do and its problems; creates no orders. */
export const previewOrderImport = operation({
  name: 'previewOrderImport',
  domain: 'orders',
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
    // A row counts as one value, and each cell as one more. Everything else is under 1,000 values.
    mostValues: (maxImportRows + 1) * (maxImportColumns + 1) + 1000,
    tooMany: {
      code: 'file_too_long',
      field: 'rows',
      message: 'The file has more than 5,000 rows of at most 200 cells. Please split it.',
    },
  },
});

/** Creates the order of one row, as the user corrected it; the same file and row never create two orders. */
export const orderImportRow = operation({
  name: 'orderImportRow',
  domain: 'orders',
  summary: 'Order one row of a CSV file',
  method: 'POST',
  path: '/admin/order/csv',
  ...importAccess,
  body: z.strictObject({
    import_id: idSchema,
    row: z.int().min(1).max(maxImportRows),
    class: idSchema,
    email: emailSchema,
    /** The name of a new student, if the file has none. */
    name: textSchema(200).optional(),
    lesson: z.array(idSchema).min(1, 'Choose at least one lesson.').max(500),
    /** Only if the file's type could not be read or was wrong. */
    type: z.enum(orderTypes).optional(),
    allow_overbook: z.boolean().default(false),
    /** The cancelled order that this one replaces. */
    instead_of: idSchema.optional(),
    /** Allows a trial of more than one lesson. */
    allow_several_lessons: z.boolean().default(false),
    /** Orders at the full price if the import's discount code does not apply to this row. */
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
    'name_required',
    'trial_already_taken',
    'trial_several_lessons',
    'discount_code_unknown',
    ...discountRefusals,
  ],
});

export const skipImportRow = operation({
  name: 'skipImportRow',
  domain: 'orders',
  summary: 'Skip one row of a CSV file',
  method: 'POST',
  path: '/admin/order/csv/skip',
  ...importAccess,
  body: z.strictObject({ import_id: idSchema, row: z.int().min(1).max(maxImportRows) }),
  response: one(importRowSchema),
  errors: ['row_already_processed', 'row_not_importable', 'import_running'],
});

const importRowParams = z.object({
  importId: idSchema,
  row: z.coerce.number().int().min(1).max(maxImportRows),
});

/** Replaces the cells of a row not ordered yet, which then counts as complete; the audit trail keeps the old ones. */
export const repairImportRow = operation({
  name: 'repairImportRow',
  domain: 'orders',
  summary: 'Replace the cells of one row of a CSV file',
  method: 'PATCH',
  path: '/admin/order/csv/{importId}/row/{row}',
  ...importAccess,
  params: importRowParams,
  body: z.strictObject({
    cells: z.strictObject(
      Object.fromEntries(importColumns.map((column) => [column, textSchema(5000)])) as Record<
        ImportColumn,
        ReturnType<typeof textSchema>
      >,
    ),
  }),
  response: one(importRowSchema),
  errors: ['row_already_processed', 'row_not_importable', 'import_running'],
});

/** Answers what ordering a row with corrections would do, without changes; omitted fields stay as in the file. */
export const assessImportRow = operation({
  name: 'assessImportRow',
  domain: 'orders',
  summary: 'What a corrected row of a CSV file would do and cost',
  method: 'POST',
  path: '/admin/order/csv/{importId}/row/{row}/assess',
  ...importAccess,
  params: importRowParams,
  body: z.strictObject({
    class: idSchema.optional(),
    /** May be incomplete; the answer then names the problem. */
    email: textSchema(254).optional(),
    name: textSchema(200).optional(),
    type: z.enum(orderTypes).optional(),
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
      .optional()
      .describe('YYYY-MM'),
    date_of_order: plainDateSchema.optional(),
    lesson: z.array(idSchema).max(500).optional().describe('Chosen by hand'),
  }),
  response: one(
    z.object({
      row: importRowSchema,
      class: importClassSchema.nullable(),
      owned: z.array(idSchema).describe('Lessons of the class that the student already has'),
    }),
  ),
});

/** Creates the orders of all rows without problems, in the background. */
export const runOrderImport = operation({
  name: 'runOrderImport',
  domain: 'orders',
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
  domain: 'orders',
  summary: 'Progress of an order import',
  method: 'GET',
  path: '/admin/order/csv/{importId}',
  ...importAccess,
  params: importParams,
  response: one(importProgressSchema),
});

/** The rows of an import in their current state; also the downloads of the Summary tabs. */
export const listImportRows = operation({
  name: 'listImportRows',
  domain: 'orders',
  summary: 'Rows of an order import by state',
  method: 'GET',
  path: '/admin/order/csv/{importId}/rows',
  ...importAccess,
  params: importParams,
  query: z.strictObject({ state: z.enum(importRowStates).optional() }),
  response: many(importRowSchema).extend({ classes: z.array(importClassSchema) }),
  csv: true,
});

export const importSummarySchema = importProgressSchema
  .pick({ _id: true, file_name: true, created: true, run: true, counts: true })
  .extend({ created_by: named });
export type ImportSummary = z.infer<typeof importSummarySchema>;

/** The imported files, newest first, so that an import can be resumed without its file. */
export const listOrderImports = operation({
  name: 'listOrderImports',
  domain: 'orders',
  summary: 'Order imports, newest first',
  method: 'GET',
  path: '/admin/order/csv',
  ...importAccess,
  query: listQuery({
    sortBy: ['created', 'processed', 'cancelled', 'open', 'rejected'],
    order: 'desc',
    max: 20,
    filter: {},
  }),
  response: many(importSummarySchema),
});

export const stopOrderImport = operation({
  name: 'stopOrderImport',
  domain: 'orders',
  summary: 'Stop the run of an order import after the current row',
  method: 'POST',
  path: '/admin/order/csv/{importId}/stop',
  ...importAccess,
  params: importParams,
  response: one(importProgressSchema),
});

export const resumeOrderImport = operation({
  name: 'resumeOrderImport',
  domain: 'orders',
  summary: 'Resume the run of an order import',
  method: 'POST',
  path: '/admin/order/csv/{importId}/resume',
  ...importAccess,
  params: importParams,
  response: one(importProgressSchema),
  status: 202,
});
