import { z } from 'zod';
import { pageQuery } from '../../shared/lists.ts';
import { many, one, operation } from '../../shared/operation.ts';
import { moment, named } from '../../shared/shown.ts';
import { idSchema, requiredText } from '../../shared/text.ts';
import { needs } from '../identity/permissions.ts';

export const creditActions = ['ADD', 'REDEEM', 'BLOCK'] as const;

/** An entry of the ledger with the balance after it and its author. */
export const creditEntrySchema = z.object({
  _id: idSchema,
  created: moment,
  action: z.enum(creditActions),
  qty: z.int('Please enter a whole number'),
  remark: z.string(),
  balance: z.int(),
  handled_by: named.nullable(),
});
export type CreditEntry = z.infer<typeof creditEntrySchema>;

const totals = {
  remaining: z.int(),
  added: z.int(),
  redeemed: z.int(),
  blocked: z.int(),
};

/** A student's ledger, newest first, with the remaining credit (part 1 §3, Credit entry). */
export const listCredit = operation({
  name: 'listCredit',
  domain: 'users',
  summary: "A student's credit ledger",
  method: 'GET',
  path: '/admin/credit',
  access: ['/user'],
  query: z.strictObject({
    created_by: idSchema.describe('The student'),
    ...pageQuery(20),
  }),
  response: many(creditEntrySchema).extend(totals),
  errors: ['not_creditable'],
  csv: true,
});

export const addCreditSchema = z.strictObject({
  target_id: idSchema,
  action: z.enum(creditActions).default('ADD'),
  qty: z.int('Please enter a whole number').min(1, 'At least 1').max(100, 'At most 100'),
  remark: requiredText('Please enter a reason', 500),
});

/** Adds an entry to a student's ledger, at most once per Idempotency-Key; a REDEEM never takes it below zero. */
export const addCredit = operation({
  name: 'addCredit',
  domain: 'users',
  summary: 'Add, redeem or block credit',
  method: 'POST',
  path: '/admin/credit',
  access: ['/user'],
  permission: needs('user.canManageCredit'),
  body: addCreditSchema,
  response: one(creditEntrySchema).extend({ remaining: z.int() }),
  status: 201,
  errors: ['credit_too_low', 'not_creditable'],
  idempotent: true,
});
