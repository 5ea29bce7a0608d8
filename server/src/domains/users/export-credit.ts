import type { CreditEntry } from '@staffroom/contract/domains/users/credit.contract.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { listCredit, type CreditQuery } from './credit.service.ts';

const columns: CsvColumn<CreditEntry>[] = [
  { header: 'created', time: (entry) => entry.created },
  { header: 'action', value: (entry) => entry.action },
  { header: 'qty', value: (entry) => entry.qty },
  { header: 'balance', value: (entry) => entry.balance },
  { header: 'remark', value: (entry) => entry.remark },
  { header: 'by', value: (entry) => entry.handled_by?.name },
];

/** No ledger is longer; in one piece, so that every balance is of one moment. */
const wholeLedger = { max: 1_000_000, offset: 0 };

/** A student's whole ledger as CSV; the page of the query does not matter. Throws what the list throws. */
export const exportCredit = async (context: Context, query: CreditQuery) =>
  csvAnswer('credit.csv', columns, (await listCredit(context, { ...query, ...wholeLedger })).data);
