import {
  paymentRunSchema,
  type addAdjustment as addOperation,
  type confirmPaymentRun as confirmOperation,
  type listPaymentRuns,
  type listPaymentRunSlips as listSlipsOperation,
  type PaymentRun,
  type RunSlip,
  type RunTutor,
  type WholePaymentRun,
} from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import { firstPayYear } from '@staffroom/contract/domains/tutor-payments/tutor-pay.rules.ts';
import { addMonths, businessDayOf } from '@staffroom/contract/shared/dates.ts';
import { toCents } from '@staffroom/contract/shared/money.ts';
import type { BodyOf, QueryOf } from '@staffroom/contract/shared/operation.ts';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../platform/audit.ts';
import { startOfDay } from '../../platform/business-period.ts';
import type { Context } from '../../platform/context.ts';
import { csvAnswer, shownColumns, type CsvColumn } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { anyOf, defineListQuery } from '../../platform/list-query.ts';
import { changeRecord, defineRecord, requireRow } from '../../platform/record.ts';
import { presentPaymentRun } from './payment-run.presenter.ts';
import * as runQueries from './payment-runs.queries.ts';
import { paymentAdjustments, paymentRuns, type PaymentRunRow } from './payment-runs.schema.ts';
import {
  heldLines,
  lineToKeep,
  nameOfLines,
  openLines,
  payeeIds,
  presentDifferences,
  sumByTutor,
  sumOfRun,
  type RunLine,
} from './run-lines.ts';
import { findTutor } from './tutor-payments.queries.ts';

const runRecord = defineRecord({
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
  // The code reads what is paid before it pays; of two runs of one moment the database refuses the later.
  unique: { payment_run_lines_paid_once: ['payment_run_changed', 'id'] },
});

/**
 * Starts the run of a month, once: who asks while it is a draft gets that one. Throws invalid_value for a month that has
 * not begun, payment_run_empty, and payment_run_confirmed with the run.
 */
export const startPaymentRun = (context: Context, month: string): Promise<{ data: PaymentRun }> =>
  inTransactionOnce(context, async (tx) => {
    const now = context.clock.now();
    const today = businessDayOf(now.toISOString(), context.settings.businessTimeZone);
    if (month > today.slice(0, 7))
      throw refusal('invalid_value', { field: 'month', message: 'This month has not begun yet.' });
    if (month < `${firstPayYear}-01`)
      throw refusal('invalid_value', {
        field: 'month',
        message: `Payment runs begin with January ${firstPayYear}.`,
      });
    const first = `${month}-01`;
    const base = { id: newId(now), created: now, updated: now };
    const [row] = await tx
      .insert(paymentRuns)
      .values({
        ...base,
        month,
        starts: startOfDay(context, first),
        ends: startOfDay(context, addMonths(first, 1)),
        startedBy: context.actor.id,
      })
      .onConflictDoNothing({ target: paymentRuns.month })
      .returning();
    if (!row) return { data: await requireDraftOf(tx, month) };
    if (openLines(await runQueries.listOpenLessons(tx, row), row).length === 0)
      throw refusal('payment_run_empty', { field: 'month' });
    const data = presentPaymentRun(await runRecord.read(tx, row, context));
    await recordAudit(tx, context, {
      action: 'payment_run.created',
      entity: runRecord.entity,
      entityId: row.id,
      after: data,
    });
    return { data };
  });

/** The draft that somebody else has started; a statement of its own sees what was waited for. */
const requireDraftOf = async (tx: Db, month: string): Promise<PaymentRun> => {
  const known = await runQueries.findByMonth(tx, month);
  const [card] = known ? await runQueries.listRunCards(tx, [known.id]) : [];
  if (!card) throw notFound('month');
  const run = presentPaymentRun(card);
  if (run.state !== 'draft')
    throw refusal('payment_run_confirmed', { field: 'month', current: run });
  return run;
};

const column = shownColumns(paymentRunSchema);

/** Payment runs, with their totals once they are confirmed. */
export const paymentRunList = defineListQuery<QueryOf<typeof listPaymentRuns>, PaymentRun>({
  from: paymentRuns,
  id: paymentRuns.id,
  sort: { month: paymentRuns.month },
  where: { month: anyOf(paymentRuns.month), state: anyOf(paymentRuns.state) },
  cards: async (db, ids) => (await runQueries.listRunCards(db, ids)).map(presentPaymentRun),
  csv: [
    'payment-runs.csv',
    [
      ...column('month', 'state', 'started_by', 'created'),
      { header: 'confirmed_by', value: ({ confirmed }) => confirmed?.by },
      { header: 'confirmed_on', time: ({ confirmed }) => confirmed?.at },
      { header: 'paid_by', value: ({ paid }) => paid?.by },
      { header: 'paid_on', time: ({ paid }) => paid?.at },
      { header: 'tutors', value: ({ confirmed }) => confirmed?.tutors },
      { header: 'lessons', value: ({ confirmed }) => confirmed?.lessons },
      { header: 'total', value: ({ confirmed }) => confirmed?.total },
    ],
  ],
});

type Read = { run: WholePaymentRun; lines: RunLine[] };

/** A run, its lines and its sums as of one moment. Throws not_found. */
const readRun = (context: Context, id: string): Promise<Read> =>
  context.db.transaction(
    async (tx) => {
      const row = await requireRow(tx, runRecord, context, id);
      const run = presentPaymentRun(await runRecord.read(tx, row, context));
      const lines = await readLines(tx, row);
      const payees = await runQueries.listPayees(tx, payeeIds(lines, run.adjustments));
      const tutors = sumByTutor(lines, run.adjustments, payees);
      const differences = presentDifferences(lines, payees);
      const sums = sumOfRun(tutors);
      return { run: { ...run, sums, tutors, differences, seen: nameOfLines(lines) }, lines };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

const readLines = async (db: Db, row: PaymentRunRow): Promise<RunLine[]> =>
  row.state === 'draft'
    ? openLines(await runQueries.listOpenLessons(db, row), row)
    : heldLines(await runQueries.listHeldLines(db, row.id), row);

/** A run with all that it pays, reckoned now while it is a draft. Throws not_found. */
export const getPaymentRun = async (context: Context, id: string) => ({
  data: (await readRun(context, id)).run,
});

type BankRow = RunTutor & { reference: string };

const bankColumns: CsvColumn<BankRow>[] = [
  { header: 'tutor', value: ({ tutor }) => tutor.name },
  { header: 'email', value: ({ tutor }) => tutor.email },
  { header: 'reference', value: ({ reference }) => reference },
  { header: 'amount_sgd', value: ({ total }) => total.toFixed(2) },
  { header: 'lessons', value: ({ lessons }) => lessons },
];

/**
 * The file for the bank: who is paid what. A bank pays nothing and collects nothing, so those who are owed nothing or
 * owe something are left out. Throws not_found, payment_run_not_confirmed.
 */
export const exportForBank = async (context: Context, id: string) => {
  const { run } = await readRun(context, id);
  if (run.state === 'draft') throw refusal('payment_run_not_confirmed', { current: run });
  const numbers = slipNumbers(run);
  const rows = run.tutors
    .filter(({ total }) => total > 0)
    .map((tutor) => ({ ...tutor, reference: numbers.get(tutor._id) ?? '' }));
  return csvAnswer(`bank-${run.month}.csv`, bankColumns, rows);
};

/** The number of each payslip: the month, and the place among all who are paid in the run, which names never change. */
const slipNumbers = ({ month, tutors }: Pick<WholePaymentRun, 'month' | 'tutors'>) =>
  new Map(
    tutors
      .map(({ _id }) => _id)
      .toSorted()
      .map((id, index) => [id, `${month}-${String(index + 1).padStart(4, '0')}`]),
  );

/** What one tutor is paid in a run, line by line. Throws not_found, also for who is not in the run. */
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

/** The payslips of a run by the tutors' names, a page of them. Throws not_found. */
export const listPaymentRunSlips = async (
  context: Context,
  id: string,
  { max, offset }: QueryOf<typeof listSlipsOperation>,
): Promise<{ data: RunSlip[]; count: number }> => {
  const read = await readRun(context, id);
  const { tutors } = read.run;
  return { data: slipsOf(read, tutors.slice(offset, offset + max)), count: tutors.length };
};

/** What these of its tutors are paid in a run. */
const slipsOf = ({ run: whole, lines }: Read, wanted: readonly RunTutor[]): RunSlip[] => {
  const { sums: _sums, tutors: _tutors, differences, seen: _seen, adjustments, ...run } = whole;
  const numbers = slipNumbers(whole);
  const linesOf = Map.groupBy(lines, ({ tutorId }) => tutorId);
  return wanted.map((own) => ({
    ...own,
    run,
    number: numbers.get(own._id) ?? '',
    lines: (linesOf.get(own._id) ?? [])
      .filter(({ isDifference }) => !isDifference)
      .map(({ lesson }) => lesson),
    changed: differences.filter(({ tutor }) => tutor._id === own._id),
    adjusted: adjustments.filter(({ tutor }) => tutor._id === own._id),
  }));
};

/** Adds an amount to a draft, at most once per Idempotency-Key. Throws not_found, invalid_value, payment_run_confirmed. */
export const addAdjustment = (context: Context, id: string, body: BodyOf<typeof addOperation>) =>
  changeRecord(context, runRecord, { id, action: 'adjusted' }, async (tx, { row, shown }) => {
    refuseConfirmed(row, shown);
    if (!(await findTutor(tx, body.tutor)))
      throw refusal('invalid_value', {
        field: 'tutor',
        message: 'An adjustment is for a tutor or TA.',
      });
    const now = context.clock.now();
    await tx.insert(paymentAdjustments).values({
      id: newId(now),
      runId: id,
      tutorId: body.tutor,
      amount: toCents(body.amount),
      reason: body.reason,
      addedBy: context.actor.id,
      addedOn: now,
    });
    return {};
  });

/** Takes an adjustment of a draft back. Throws not_found, payment_run_confirmed. */
export const removeAdjustment = (
  context: Context,
  { id, adjustmentId }: { id: string; adjustmentId: string },
) =>
  changeRecord(context, runRecord, { id, action: 'adjusted' }, async (tx, { row, shown }) => {
    refuseConfirmed(row, shown);
    if (!shown.adjustments.some(({ _id }) => _id === adjustmentId)) throw notFound('adjustmentId');
    await tx.delete(paymentAdjustments).where(eq(paymentAdjustments.id, adjustmentId));
    return {};
  });

const refuseConfirmed = ({ state }: PaymentRunRow, current: PaymentRun) => {
  if (state !== 'draft') throw refusal('payment_run_confirmed', { current });
};

/**
 * Writes every line down and locks it (ADR 30). Throws not_found, stale, payment_run_confirmed, payment_run_month_runs,
 * payment_run_changed where what would be paid is not what the person saw, payment_run_empty.
 */
export const confirmPaymentRun = (
  context: Context,
  id: string,
  { version, seen, leave_out: leftOut }: BodyOf<typeof confirmOperation>,
) =>
  changeRecord(
    context,
    runRecord,
    { id, version, action: 'confirmed' },
    async (tx, { row, shown }) => {
      refuseConfirmed(row, shown);
      const now = context.clock.now();
      if (now < row.ends) throw refusal('payment_run_month_runs', { current: shown });
      await runQueries.lockRates(tx, 'read all');
      const open = await readLines(tx, row);
      if (seen !== undefined && seen !== nameOfLines(open))
        throw refusal('payment_run_changed', { current: shown });
      const waits = new Set(leftOut.map(({ tutor, lesson }) => `${tutor} ${lesson}`));
      const lines = open.filter(
        ({ isDifference, tutorId, lesson }) =>
          !isDifference || !waits.has(`${tutorId} ${lesson._id}`),
      );
      if (lines.length === 0 && shown.adjustments.length === 0) throw refusal('payment_run_empty');
      await runQueries.insertLines(
        tx,
        lines.map((line) => lineToKeep(id, line)),
      );
      const payees = await runQueries.listPayees(tx, payeeIds(lines, shown.adjustments));
      const sums = sumOfRun(sumByTutor(lines, shown.adjustments, payees));
      return {
        state: 'confirmed' as const,
        confirmedBy: context.actor.id,
        confirmedOn: now,
        tutorCount: sums.tutors,
        lessonCount: sums.lessons,
        total: toCents(sums.total),
      };
    },
  );

/** Notes that the bank has paid a confirmed run. Throws not_found, stale, payment_run_not_confirmed. */
export const markPaymentRunPaid = (
  context: Context,
  id: string,
  { version }: { version: number },
) =>
  changeRecord(context, runRecord, { id, version, action: 'paid' }, (_tx, { row, shown }) => {
    if (row.state === 'draft') throw refusal('payment_run_not_confirmed', { current: shown });
    if (row.state === 'paid') return null;
    return { state: 'paid' as const, paidBy: context.actor.id, paidOn: context.clock.now() };
  });
