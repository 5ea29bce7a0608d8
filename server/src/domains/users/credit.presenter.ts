import type { CreditEntry } from '@staffroom/contract/domains/users/credit.contract.ts';
import type { LedgerRow } from './credit.queries.ts';

/** An entry of the ledger with the balance after it and who made it. */
export const presentCreditEntry = (row: LedgerRow): CreditEntry => ({
  _id: row.id,
  created: row.created.toISOString(),
  action: row.action,
  qty: row.qty,
  remark: row.remark,
  balance: row.balance,
  handled_by: row.by && { _id: row.by.id, name: row.by.name },
});
