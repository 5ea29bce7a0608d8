import type {
  Difference,
  listPaymentRunSlips as listSlipsOperation,
  PaymentRun,
  RunSlip,
  RunTutor,
  WholePaymentRun,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import type { QueryOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { defineRecord, requireRow } from '../../platform/record.ts';
import { presentPaymentRun } from './payment-run.presenter.ts';
import * as runQueries from './payment-runs.queries.ts';
import { paymentRuns, type PaymentRunRow } from './payment-runs.schema.ts';
import {
  heldLines,
  nameOfLines,
  openLines,
  payeeIds,
  presentCarried,
  presentDifferences,
  sumByTutor,
  sumOfRun,
  type RunLine,
  type Settled,
} from './run-lines.ts';

/** A payment run as a record of the audit trail. */
export const runRecord = defineRecord({
  entity: 'payment_run',
  table: paymentRuns,
  scope: () => undefined,
  read: async (db, row: PaymentRunRow) => {
    const [card] = await runQueries.listRunCards(db, [row.id]);
    if (!card) throw notFound('id');
    return { ...card, row };
  },
  record: presentPaymentRun,
  present: (card) => presentPaymentRun(card),
  // The code reads what is paid before it pays; the database refuses the later of two concurrent runs.
  unique: {
    payment_run_lines_paid_once: ['payment_run_changed', 'id'],
    carried_pay_settled_once: ['payment_run_changed', 'id'],
  },
});

/** A run with its lines, and the payslip number of each tutor. */
export type Read = {
  run: WholePaymentRun;
  lines: RunLine[];
  numbers: ReadonlyMap<string, string>;
};

/** Reads a run with its lines and sums in one snapshot. Throws not_found. */
export const readRun = (context: Context, id: string): Promise<Read> =>
  context.db.transaction(
    async (tx) => readRunIn(tx, context, await requireRow(tx, runRecord, context, id)),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

/** The same in the caller's transaction. */
export const readRunIn = async (tx: Db, context: Context, row: PaymentRunRow): Promise<Read> => {
  const run = presentPaymentRun(await runRecord.read(tx, row, context));
  const { settled, waiting } = await readSettled(tx, row, run);
  const { lines, debts } = settled;
  const payees = await readPayees(tx, row, settled);
  const waitingPayees = await runQueries.listPayees(
    tx,
    waiting.map(({ tutorId }) => tutorId),
  );
  const tutors = await withDebts(tx, row, sumByTutor(settled, payees));
  return {
    run: {
      ...run,
      sums: sumOfRun(tutors),
      tutors,
      differences: [
        ...presentDifferences(lines, payees, false),
        ...presentDifferences(waiting, waitingPayees, true),
      ].toSorted(byTutor),
      carried: presentCarried(debts, payees),
      seen: nameOfLines(lines, debts),
    },
    lines,
    numbers: new Map(payees.map(({ _id, reference }) => [_id, reference])),
  };
};

const byTutor = (a: Difference, b: Difference) =>
  a.tutor.name.localeCompare(b.tutor.name) ||
  a.tutor._id.localeCompare(b.tutor._id) ||
  a.lesson.scheduled_on.localeCompare(b.lesson.scheduled_on);

/** Reads what a run settles, and the differences that are postponed to a later run. */
export const readSettled = async (
  tx: Db,
  row: PaymentRunRow,
  { adjustments, waiting }: Pick<PaymentRun, 'adjustments' | 'waiting'>,
): Promise<{ settled: Settled & { lines: RunLine[] }; waiting: RunLine[] }> => {
  const all = await readLines(tx, row);
  const debts = await readDebts(tx, row);
  const waits = new Set(waiting.map(({ tutor, lesson }) => `${tutor._id} ${lesson._id}`));
  const isWaiting = ({ isDifference, tutorId, lesson }: RunLine) =>
    row.state === 'draft' && isDifference && waits.has(`${tutorId} ${lesson._id}`);
  return {
    settled: { lines: all.filter((line) => !isWaiting(line)), adjustments, debts },
    waiting: all.filter(isWaiting),
  };
};

const readLines = async (db: Db, row: PaymentRunRow): Promise<RunLine[]> =>
  row.state === 'draft'
    ? openLines(await runQueries.listOpenLessons(db, row), row)
    : heldLines(await runQueries.listHeldLines(db, row.id), row);

const readDebts = (db: Db, row: PaymentRunRow) =>
  row.state === 'draft' ? runQueries.listOpenDebts(db) : runQueries.listTakenDebts(db, row.id);

/** Sets the state of each debt of a confirmed run: runs before 0.11.0 left debts out. */
const withDebts = async (db: Db, row: PaymentRunRow, tutors: RunTutor[]): Promise<RunTutor[]> => {
  if (row.state === 'draft' || tutors.every(({ debt }) => debt === null)) return tutors;
  const debts = await runQueries.listLeftOver(db, row.id);
  return tutors.map((tutor) => {
    if (tutor.debt === null) return tutor;
    const left = debts.find(({ tutorId }) => tutorId === tutor._id);
    if (!left) return { ...tutor, carried_forward: 0, debt: 'left_out' };
    return left.isWrittenOff ? { ...tutor, carried_forward: 0, debt: 'written_off' } : tutor;
  });
};

/** Returns a run with everything it pays; a draft is calculated on each read. Throws not_found. */
export const getPaymentRun = async (context: Context, id: string) => ({
  data: (await readRun(context, id)).run,
});

/** The payees of a draft as they are now, or those stored with a confirmed run. */
const readPayees = async (tx: Db, row: PaymentRunRow, settled: Settled) =>
  row.state === 'draft'
    ? withReferences(row.month, await runQueries.listPayees(tx, payeeIds(settled)))
    : runQueries.listKeptPayees(tx, row.id);

/** Adds a reference to each payee: the month, and the position among the sorted ids, which names do not affect. */
export const withReferences = (
  month: string,
  payees: readonly runQueries.RunPayee[],
): (runQueries.RunPayee & { reference: string })[] => {
  const places = new Map(
    payees
      .map(({ _id }) => _id)
      .toSorted()
      .map((id, index) => [id, String(index + 1).padStart(4, '0')]),
  );
  return payees.map((payee) => ({ ...payee, reference: `${month}-${places.get(payee._id)}` }));
};

/** Returns a tutor's payslip of a run, line by line. Throws not_found, also for a tutor who is not in the run. */
export const getPaymentRunTutor = async (
  context: Context,
  { id, tutorId }: { id: string; tutorId: string },
): Promise<{ data: RunSlip }> => {
  const read = await readRun(context, id);
  const [data] = slipsOf(
    read,
    read.run.tutors.filter(({ _id }) => _id === tutorId),
  );
  if (!data) throw notFound('tutorId');
  return { data };
};

/** Returns a page of a run's payslips, sorted by name. Throws not_found. */
export const listPaymentRunSlips = async (
  context: Context,
  id: string,
  { max, offset }: QueryOf<typeof listSlipsOperation>,
): Promise<{ data: RunSlip[]; count: number }> => {
  const read = await readRun(context, id);
  const { tutors } = read.run;
  return { data: slipsOf(read, tutors.slice(offset, offset + max)), count: tutors.length };
};

/** The payslips of these tutors. */
const slipsOf = ({ run: whole, lines, numbers }: Read, wanted: readonly RunTutor[]): RunSlip[] => {
  const { sums: _sums, tutors: _tutors, seen: _seen, ...shown } = whole;
  const {
    differences,
    carried,
    adjustments,
    written_off: _writtenOff,
    waiting: _waiting,
    ...run
  } = shown;
  const linesOf = Map.groupBy(lines, ({ tutorId }) => tutorId);
  return wanted.map((own) => ({
    ...own,
    run,
    number: numbers.get(own._id) ?? '',
    lines: (linesOf.get(own._id) ?? [])
      .filter(({ isDifference }) => !isDifference)
      .map(({ lesson }) => lesson),
    changed: differences.filter(({ tutor, waits }) => tutor._id === own._id && !waits),
    adjusted: adjustments.filter(({ tutor }) => tutor._id === own._id),
    taken: carried.filter(({ tutor }) => tutor._id === own._id),
  }));
};
