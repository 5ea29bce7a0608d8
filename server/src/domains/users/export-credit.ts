import type { CreditEntry } from '@staffroom/contract/domains/users/credit.contract.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, everyRow, type CsvColumn } from '../../platform/csv.ts';
import type { CsvAnswer } from '../../platform/handle.ts';
import { listCredit, type CreditQuery } from './credit.service.ts';

const columns: CsvColumn<CreditEntry>[] = [
  { header: 'created', value: (entry) => entry.created },
  { header: 'action', value: (entry) => entry.action },
  { header: 'qty', value: (entry) => entry.qty },
  { header: 'balance', value: (entry) => entry.balance },
  { header: 'remark', value: (entry) => entry.remark },
  { header: 'by', value: (entry) => entry.handled_by?.name },
];

/** A student's whole ledger as CSV; the page of the query does not matter. Throws what the list throws. */
export const exportCredit = async (context: Context, query: CreditQuery): Promise<CsvAnswer> => {
  // What is refused must be refused before the download begins.
  await listCredit(context, { ...query, max: 1, offset: 0 });
  return csvAnswer(
    'credit.csv',
    columns,
    everyRow((page) => listCredit(context, page), query),
  );
};
