import type { CreditEntry } from 'staffroom-contract/domains/users/credit.contract.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { findHolder, listCredit, type CreditQuery } from './credit.service.ts';

const entryColumns: CsvColumn<CreditEntry>[] = [
  { header: 'created', time: (entry) => entry.created },
  { header: 'action', value: (entry) => entry.action },
  { header: 'qty', value: (entry) => entry.qty },
  { header: 'balance', value: (entry) => entry.balance },
  { header: 'remark', value: (entry) => entry.remark },
  { header: 'by', value: (entry) => entry.handled_by?.name },
];

/** No ledger is longer. It is read in one query, so that all balances come from one snapshot. */
const wholeLedger = { max: 1_000_000, offset: 0 };

/** Exports a student's whole ledger as CSV, each line naming the student. Throws what the list throws. */
export const exportCredit = async (context: Context, query: CreditQuery) => {
  const { name, email } = await findHolder(context, query);
  const { data } = await listCredit(context, { ...query, ...wholeLedger });
  const columns: CsvColumn<CreditEntry>[] = [
    { header: 'student_email', value: () => email },
    { header: 'student_name', value: () => name },
    ...entryColumns,
  ];
  return csvAnswer('credit.csv', columns, data);
};
