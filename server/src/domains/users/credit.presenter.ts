import {
  creditEntrySchema,
  type CreditEntry,
} from '@staffroom/contract/domains/users/credit.contract.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { LedgerRow } from './credit.queries.ts';

/** An entry of the ledger with the balance after it and who made it. */
export const presentCreditEntry = (row: LedgerRow): CreditEntry =>
  presentColumns(creditEntrySchema, row, {
    handled_by: row.by && { _id: row.by.id, name: row.by.name },
  });
