import type {
  addCredit as addOperation,
  listCredit as listOperation,
} from 'staffroom-contract/domains/users/credit.contract.ts';
import type { BodyOf, QueryOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { presentCreditEntry } from './credit.presenter.ts';
import * as creditQueries from './credit.queries.ts';
import { lockStudent } from './students.service.ts';
import { userScope } from './users.policy.ts';

export type CreditQuery = QueryOf<typeof listOperation>;

/** A page of a student's ledger, newest first, with balances and sums (part 1 §3). Throws not_found, not_creditable. */
export const listCredit = async (context: Context, query: CreditQuery) => {
  await requireStudent(context.db, context, query.created_by, 'created_by');
  const { entries, totals } = await creditQueries.listPage(context.db, query.created_by, query);
  return { data: entries.map(presentCreditEntry), ...totals };
};

/** Returns the student whose ledger it is. Throws what the list throws. */
export const findHolder = (context: Context, { created_by: id }: CreditQuery) =>
  requireStudent(context.db, context, id, 'created_by');

const auditActions = {
  ADD: 'credit.added',
  REDEEM: 'credit.redeemed',
  BLOCK: 'credit.blocked',
} as const;

/**
 * Adds an entry to a student's ledger, at most once per Idempotency-Key. Entries of one student are serialized, so that
 * a REDEEM sees the current balance (decisions: Users and credit). Throws not_found, not_creditable, credit_too_low.
 */
export const addCredit = (context: Context, body: BodyOf<typeof addOperation>) =>
  inTransactionOnce(context, async (tx) => {
    await requireStudent(tx, context, body.target_id, 'target_id');
    await lockStudent(tx, body.target_id);
    const { remaining, count } = await creditQueries.findTotals(tx, body.target_id);
    if (body.action === 'REDEEM' && body.qty > remaining)
      throw refusal('credit_too_low', { field: 'qty', message: tooLowText(remaining) });

    const created = context.clock.now();
    const entry = {
      id: newId(created),
      studentId: body.target_id,
      position: count + 1,
      action: body.action,
      qty: body.qty,
      remark: body.remark,
      handledBy: context.actor.id,
      created,
    };
    await creditQueries.insert(tx, entry);
    const ledger = await creditQueries.findNewest(tx, body.target_id);
    const data = presentCreditEntry(ledger.newest);
    await recordAudit(tx, context, {
      action: auditActions[body.action],
      entity: 'credit',
      entityId: entry.id,
      after: { ...data, created_by: body.target_id },
    });
    return { data, remaining: ledger.remaining };
  });

const tooLowText = (remaining: number) =>
  `The student has less credit than this: ${remaining} ${remaining === 1 ? 'remains' : 'remain'}.`;

const requireStudent = async (db: Db, context: Context, id: string, field: string) => {
  const holder = await creditQueries.findHolder(db, id, userScope(context.actor));
  if (!holder) throw notFound(field);
  if (!holder.isStudent) throw refusal('not_creditable', { field });
  return holder;
};
