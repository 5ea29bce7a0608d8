import {
  creditEntrySchema,
  type CreditEntry,
} from 'staffroom-contract/domains/users/credit.contract.ts';
import { presentColumns } from '../../platform/wire.ts';
import type { LedgerRow } from './credit.queries.ts';

/** Presents a ledger entry with the balance after it and its author. */
export const presentCreditEntry = (row: LedgerRow): CreditEntry =>
  presentColumns(creditEntrySchema, row, {
    handled_by: row.by && { _id: row.by.id, name: row.by.name },
  });
