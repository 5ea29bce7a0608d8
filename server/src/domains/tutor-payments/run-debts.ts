import type { settleLeftOutDebt as settleLeftOutOperation } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import type { RunTutor } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import { toCents } from 'staffroom-contract/shared/money.ts';
import type { BodyOf } from 'staffroom-contract/shared/operation.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { notFound } from '../../platform/errors.ts';
import { changeRecord } from '../../platform/record.ts';
import { carriedPay, carriedPaySettled } from './payment-runs.schema.ts';
import { readRunIn, runRecord } from './read-payment-run.ts';
import type { Settled } from './run-lines.ts';

/** Carries or writes off a debt that a run before 0.11.0 left out. Throws not_found without such a debt, and stale. */
export const settleLeftOutDebt = (
  context: Context,
  { id, tutorId }: { id: string; tutorId: string },
  { version, decision, reason }: BodyOf<typeof settleLeftOutOperation>,
) =>
  changeRecord(context, runRecord, { id, version, action: 'debt_settled' }, async (tx, { row }) => {
    const { run } = await readRunIn(tx, context, row);
    const owing = run.tutors.find(({ _id, debt }) => _id === tutorId && debt === 'left_out');
    if (!owing) throw notFound('tutorId');
    const amount = toCents(owing.total);
    await tx.insert(carriedPay).values({ runId: id, tutorId, amount });
    if (decision === 'carry') return { carriedForward: row.carriedForward + amount };
    await tx.insert(carriedPaySettled).values({
      fromRunId: id,
      tutorId,
      reason,
      settledBy: context.actor.id,
      settledAt: context.clock.now(),
    });
    return {};
  });

type Carrying = { runId: string; debts: Settled['debts']; tutors: readonly RunTutor[] };

/** Settles the debts that the run takes and stores the debts that it carries forward. */
export const carryPay = async (tx: Db, context: Context, { runId, debts, tutors }: Carrying) => {
  const settled = { settledBy: context.actor.id, settledAt: context.clock.now() };
  if (debts.length > 0)
    await tx
      .insert(carriedPaySettled)
      .values(debts.map(({ fromRunId, tutorId }) => ({ fromRunId, tutorId, runId, ...settled })));
  const owing = tutors.filter((tutor) => tutor.carried_forward < 0);
  if (owing.length > 0)
    await tx.insert(carriedPay).values(
      owing.map((tutor) => ({
        runId,
        tutorId: tutor._id,
        amount: toCents(tutor.carried_forward),
      })),
    );
};
