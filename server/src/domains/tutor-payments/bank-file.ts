import type { RunTutor } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { refusal } from '../../platform/errors.ts';
import { readRun, runRecord } from './read-payment-run.ts';

type BankRow = RunTutor & { reference: string };

const bankColumns: CsvColumn<BankRow>[] = [
  { header: 'tutor', value: ({ tutor }) => tutor.name },
  { header: 'email', value: ({ tutor }) => tutor.email },
  { header: 'reference', value: ({ reference }) => reference },
  { header: 'amount_sgd', value: ({ to_bank: amount }) => amount.toFixed(2) },
  { header: 'lessons', value: ({ lessons }) => lessons },
];

/** Exports the bank file: one row for each payee with a total above 0. Throws not_found, payment_run_not_confirmed. */
export const exportForBank = async (context: Context, id: string) => {
  const { run, numbers } = await readRun(context, id);
  if (run.state === 'draft') throw refusal('payment_run_not_confirmed', { current: run });
  const rows = run.tutors
    .filter(({ to_bank: amount }) => amount > 0)
    .map((tutor) => ({ ...tutor, reference: numbers.get(tutor._id) ?? '' }));
  return {
    ...csvAnswer(`bank-${run.month}.csv`, bankColumns, rows),
    // Not `payment_run.…`, because a download is no save of the run.
    of: { action: 'bank_file.downloaded', entity: runRecord.entity, entityId: id },
  };
};
