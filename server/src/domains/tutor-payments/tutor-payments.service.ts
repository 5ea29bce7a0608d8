import {
  missingRateReason,
  type LeftLesson,
  type MonthLesson,
  type PaidLesson,
  type readTutorPay,
  type setTutorRate as setOperation,
  type TutorPay,
} from 'staffroom-contract/domains/tutor-payments/tutor-payments.contract.ts';
import { payReasonWords } from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import { addMonths } from 'staffroom-contract/shared/dates.ts';
import { toCents, toWireAmount } from 'staffroom-contract/shared/money.ts';
import type { BodyOf, QueryOf } from 'staffroom-contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { startOfDay } from '../../platform/business-period.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { compareWithPayslip } from './month-and-payslip.ts';
import { presentTaught } from './paid-lesson.presenter.ts';
import { findByMonth, lockRates } from './payment-runs.queries.ts';
import * as queries from './tutor-payments.queries.ts';

type Query = QueryOf<typeof readTutorPay>;

/** Returns a tutor's or TA's pay of a month in the business time zone. Throws not_found for any other user. */
export const findTutorPay = async (
  context: Context,
  { tutor: id, month }: Query,
): Promise<{ data: TutorPay }> => {
  const tutor = await queries.findTutor(context.db, id);
  if (!tutor) throw notFound('tutor');
  const first = `${month}-01`;
  const run = await findByMonth(context.db, month);
  // A confirmed run keeps the boundaries of the month that it paid.
  const starts = run?.starts ?? startOfDay(context, first);
  const ends = run?.ends ?? startOfDay(context, addMonths(first, 1));
  const confirmedRun = run && run.state !== 'draft' ? run.id : null;
  const taught = await queries.listTaught(context.db, id, { from: starts, before: ends });
  const lines = await queries.listFirstLines(context.db, id, {
    lessonIds: taught.map((lesson) => lesson.id),
    runId: confirmedRun,
  });
  const compared = compareWithPayslip(taught.map(presentTaught), lines, {
    starts,
    ends,
    confirmedRun,
  });
  return { data: { tutor, month, ...compared } };
};

/** A row of the CSV: a lesson of the month, one that left it, or a sum. */
type PayRow = { lesson?: MonthLesson; left?: LeftLesson; sum?: Sum };
type Sum = { words: string; lessons: number; total?: number; payslip?: number; difference: number };

const columns: CsvColumn<PayRow>[] = [
  { header: 'class', value: ({ sum, ...row }) => sum?.words ?? shown(row)?.class.name },
  { header: 'term', value: (row) => shown(row)?.meta.term },
  { header: 'index', value: (row) => shown(row)?.meta.index },
  {
    header: 'lesson',
    value: ({ sum, ...row }) =>
      sum ? `${sum.lessons} ${sum.lessons === 1 ? 'lesson' : 'lessons'}` : shown(row)?.name,
  },
  { header: 'as', value: (row) => shown(row)?.as },
  { header: 'start', time: (row) => shown(row)?.scheduled_on },
  { header: 'end', time: ({ lesson }) => lesson?.ended_on },
  { header: 'hours', value: ({ lesson }) => lesson?.hours },
  { header: 'students', value: ({ lesson }) => lesson?.students },
  { header: 'rate', value: ({ lesson }) => lesson?.rate },
  { header: 'base', value: ({ lesson }) => lesson?.base },
  { header: 'extra', value: ({ lesson }) => lesson?.extra },
  { header: 'pay', value: ({ lesson, sum }) => lesson?.pay ?? sum?.total },
  { header: 'unpaid', value: ({ lesson }) => lesson?.unpaid },
  { header: 'reason', value: ({ lesson }) => lesson?.edited?.reason },
  { header: 'paid_in', value: (row) => shown(row)?.paid_in?.month },
  { header: 'payslip', value: (row) => shown(row)?.payslip ?? row.sum?.payslip },
  {
    header: 'difference',
    value: ({ lesson, left, sum }) =>
      lesson ? less(lesson.payslip, lesson.pay) : (left?.payslip ?? sum?.difference),
  },
  { header: 'why', value: (row) => shown(row)?.differs },
];

const shown = ({ lesson, left }: Omit<PayRow, 'sum'>) => lesson ?? left;
const less = (amount: number, by: number) => toWireAmount(toCents(amount) - toCents(by));

/** Exports a tutor's pay of a month as CSV, with sums that lead from the month's total to its payslip. */
export const exportTutorPay = async (context: Context, query: Query) => {
  const { lessons, left, total, payslip, reasons } = (await findTutorPay(context, query)).data;
  const difference = less(payslip, total);
  const sums = [
    { words: 'Grand total', lessons: lessons.length, total, payslip, difference },
    ...reasons.map((reason) => ({
      words: payReasonWords[reason.code],
      lessons: reason.lessons,
      difference: reason.amount,
    })),
  ];
  return csvAnswer('tutor-pay.csv', columns, [
    ...lessons.map((lesson) => ({ lesson })),
    ...left.map((one) => ({ left: one })),
    ...sums.map((sum) => ({ sum })),
  ]);
};

/**
 * Sets a tutor's rate per hour for a lesson, or restores the usual one, if that is a change. Throws not_found for a
 * lesson that the tutor does not teach, stale after a concurrent change, and lesson_paid if a run contains the lesson.
 */
export const setTutorRate = (
  context: Context,
  { tutorId, lessonId }: { tutorId: string; lessonId: string },
  body: BodyOf<typeof setOperation>,
): Promise<{ data: PaidLesson }> =>
  inTransaction(context, async (tx) => {
    await lessonQueries.lockByIds(tx, [lessonId]);
    await lockRates(tx, 'set one');
    const tutor = await queries.findTutor(tx, tutorId);
    const read = async () =>
      (await queries.listTaught(tx, tutorId, { id: lessonId })).map(presentTaught)[0];
    const before = tutor && (await read());
    if (!tutor || !before) throw notFound('lessonId');
    if (body.version !== undefined && body.version !== before.version)
      throw refusal('stale', {
        current: before,
        saved: before.edited ? { by: before.edited.by, at: before.edited.at } : undefined,
      });
    const rate = body.rate === undefined ? before.rate : body.rate;
    const reason = body.reason ?? before.edited?.reason;
    if (reason === undefined)
      throw refusal('invalid_value', { field: 'reason', message: missingRateReason });
    const isSame =
      rate === null
        ? before.edited === null
        : before.edited?.reason === reason && before.rate === rate;
    if (isSame) return { data: before };
    if (before.paid_in) throw refusal('lesson_paid', { current: before });
    await queries.saveRate(tx, {
      lessonId,
      tutorId,
      rate: rate === null ? null : toCents(rate),
      reason,
      setBy: context.actor.id,
      setAt: context.clock.now(),
      version: before.version + 1,
    });
    const after = (await read()) ?? before;
    await recordAudit(tx, context, {
      action: 'tutorRate.set',
      // A separate entity, because users without access to payroll read the lesson's timeline.
      entity: 'tutorRate',
      entityId: lessonId,
      before: { tutor: tutor.name, rate: before.rate },
      after: { tutor: tutor.name, rate: after.rate, reason },
    });
    return { data: after };
  });
