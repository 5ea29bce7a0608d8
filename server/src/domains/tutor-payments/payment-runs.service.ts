import {
  paymentRunSchema,
  type addAdjustment as addOperation,
  type confirmPaymentRun as confirmOperation,
  type listPaymentRuns,
  type PaymentRun,
  type setDifferencesWaiting as waitOperation,
} from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { firstPayYear } from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import { addMonths, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import { toCents } from 'staffroom-contract/shared/money.ts';
import type { BodyOf, QueryOf } from 'staffroom-contract/shared/operation.ts';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../platform/audit.ts';
import { startOfDay } from '../../platform/business-period.ts';
import type { Context } from '../../platform/context.ts';
import { shownColumns } from '../../platform/csv.ts';
import type { Db } from '../../platform/database.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import { inTransactionOnce } from '../../platform/idempotency.ts';
import { newId } from '../../platform/ids.ts';
import { anyOf, defineListQuery } from '../../platform/list-query.ts';
import { findLastSave } from '../../platform/record-changes.ts';
import { changeRecord } from '../../platform/record.ts';
import { presentPaymentRun } from './payment-run.presenter.ts';
import * as runQueries from './payment-runs.queries.ts';
import {
  paymentAdjustments,
  paymentRunPayees,
  paymentRuns,
  paymentRunWaits,
  type PaymentRunRow,
} from './payment-runs.schema.ts';
import { readRunIn, readSettled, runRecord, withReferences } from './read-payment-run.ts';
import { carryPay } from './run-debts.ts';
import {
  lineToKeep,
  nameOfLines,
  openLines,
  payeeIds,
  payeeToKeep,
  sumByTutor,
  sumOfRun,
} from './run-lines.ts';
import { findTutor } from './tutor-payments.queries.ts';

/**
 * Starts the run of a month, or returns its existing draft. Throws invalid_value for a month that has not begun,
 * payment_run_empty, and payment_run_confirmed with the run.
 */
export const startPaymentRun = (context: Context, month: string): Promise<{ data: PaymentRun }> =>
  inTransactionOnce(context, async (tx) => {
    const now = context.clock.now();
    const today = businessDayOf(now.toISOString(), context.settings.businessTimeZone);
    if (month > today.slice(0, 7))
      throw refusal('invalid_value', {
        field: 'month',
        message: 'This month has not started yet.',
      });
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

/** Returns the draft that another user started; a new statement sees the row after the lock is released. */
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

/** The list of payment runs; confirmed ones have totals. */
export const paymentRunList = defineListQuery<QueryOf<typeof listPaymentRuns>, PaymentRun>({
  from: paymentRuns,
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
      { header: 'to_bank', value: ({ confirmed }) => confirmed?.to_bank },
      { header: 'carried_forward', value: ({ confirmed }) => confirmed?.carried_forward },
      { header: 'left_out', value: ({ confirmed }) => confirmed?.left_out },
    ],
  ],
});

/** Adds an amount to a draft once per Idempotency-Key. Throws not_found, invalid_value, payment_run_confirmed. */
export const addAdjustment = (context: Context, id: string, body: BodyOf<typeof addOperation>) =>
  changeRecord(context, runRecord, { id, action: 'adjusted' }, async (tx, { row, shown }) => {
    refuseConfirmed(context, row, shown);
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
      addedAt: now,
    });
    return {};
  });

/** Removes an adjustment from a draft. Throws not_found, payment_run_confirmed. */
export const removeAdjustment = (
  context: Context,
  { id, adjustmentId }: { id: string; adjustmentId: string },
) =>
  changeRecord(context, runRecord, { id, action: 'adjusted' }, async (tx, { row, shown }) => {
    refuseConfirmed(context, row, shown);
    if (!shown.adjustments.some(({ _id }) => _id === adjustmentId)) throw notFound('adjustmentId');
    await tx.delete(paymentAdjustments).where(eq(paymentAdjustments.id, adjustmentId));
    return {};
  });

/** Postpones or settles a draft's differences. Throws not_found, invalid_value, payment_run_confirmed. */
export const setDifferencesWaiting = (
  context: Context,
  id: string,
  { wait, differences }: BodyOf<typeof waitOperation>,
) =>
  changeRecord(
    context,
    runRecord,
    { id, action: wait ? 'differences_waiting' : 'differences_settled' },
    async (tx, { row, shown }) => {
      refuseConfirmed(context, row, shown);
      if (!wait) {
        await runQueries.removeWaits(tx, id, differences);
        return {};
      }
      const { run } = await readRunIn(tx, context, row);
      const known = new Set(
        run.differences.map(({ tutor, lesson }) => `${tutor._id} ${lesson._id}`),
      );
      if (differences.some(({ tutor, lesson }) => !known.has(`${tutor} ${lesson}`)))
        throw refusal('invalid_value', {
          field: 'differences',
          message: 'Only a lesson that changed after payment can wait.',
        });
      const set = { setBy: context.actor.id, setAt: context.clock.now() };
      await tx
        .insert(paymentRunWaits)
        .values(
          differences.map(({ tutor, lesson }) => ({
            runId: id,
            tutorId: tutor,
            lessonId: lesson,
            ...set,
          })),
        )
        .onConflictDoNothing();
      return {};
    },
  );

/** Throws with the name of the user who confirmed the run, and the time. */
const refuseConfirmed = (context: Context, { state }: PaymentRunRow, current: PaymentRun) => {
  if (state === 'draft') return;
  const { by = '–', at = current.updated } = current.confirmed ?? {};
  const time = new Date(at).toLocaleString('en-GB', {
    timeZone: context.settings.businessTimeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  throw refusal('payment_run_confirmed', {
    message: `${by} confirmed this run on ${time}: it can no longer be changed.`,
    current,
    saved: { by, at },
  });
};

/**
 * Confirms a run: stores and locks every line (ADR 30). Throws not_found, stale, payment_run_confirmed,
 * payment_run_month_runs, payment_run_changed if the amounts differ from those shown, payment_run_empty.
 */
export const confirmPaymentRun = (
  context: Context,
  id: string,
  { version, seen }: BodyOf<typeof confirmOperation>,
) =>
  changeRecord(context, runRecord, { id, action: 'confirmed' }, async (tx, { row, shown }) => {
    // Checked before the version, so that a second user sees who confirmed it instead of a stale error.
    refuseConfirmed(context, row, shown);
    if (version !== row.version)
      throw refusal('stale', {
        current: shown,
        saved: await findLastSave(tx, runRecord.entity, id),
      });
    const now = context.clock.now();
    if (now < row.ends) throw refusal('payment_run_month_runs', { current: shown });
    await runQueries.lockRates(tx, 'read all');
    const { settled } = await readSettled(tx, row, shown);
    const { lines, debts } = settled;
    if (seen !== undefined && seen !== nameOfLines(lines, debts))
      throw refusal('payment_run_changed', { current: shown });
    if (lines.length === 0 && shown.adjustments.length === 0) throw refusal('payment_run_empty');
    await runQueries.insertLines(
      tx,
      lines.map((line) => lineToKeep(id, line)),
    );
    const payees = withReferences(row.month, await runQueries.listPayees(tx, payeeIds(settled)));
    await tx.insert(paymentRunPayees).values(payees.map((payee) => payeeToKeep(id, payee)));
    const tutors = sumByTutor(settled, payees);
    await carryPay(tx, context, { runId: id, debts, tutors });
    const sums = sumOfRun(tutors);
    return {
      state: 'confirmed' as const,
      confirmedBy: context.actor.id,
      confirmedAt: now,
      tutorCount: sums.tutors,
      lessonCount: sums.lessons,
      total: toCents(sums.total),
      toBank: toCents(sums.to_bank),
      carriedForward: toCents(sums.carried_forward),
    };
  });

/** Records that the bank has paid a confirmed run. Throws not_found, stale, payment_run_not_confirmed. */
export const markPaymentRunPaid = (
  context: Context,
  id: string,
  { version }: { version: number },
) =>
  changeRecord(context, runRecord, { id, version, action: 'paid' }, (_tx, { row, shown }) => {
    if (row.state === 'draft') throw refusal('payment_run_not_confirmed', { current: shown });
    if (row.state === 'paid') return null;
    return { state: 'paid' as const, paidBy: context.actor.id, paidAt: context.clock.now() };
  });
