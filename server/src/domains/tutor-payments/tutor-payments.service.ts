import {
  missingRateReason,
  type PaidLesson,
  type readTutorPay,
  type setTutorRate as setOperation,
  type TutorPay,
} from '@staffroom/contract/domains/tutor-payments/tutor-payments.contract.ts';
import { addMonths } from '@staffroom/contract/shared/dates.ts';
import { toCents, toWireAmount } from '@staffroom/contract/shared/money.ts';
import type { BodyOf, QueryOf } from '@staffroom/contract/shared/operation.ts';
import { recordAudit } from '../../platform/audit.ts';
import { startOfDay } from '../../platform/business-period.ts';
import { inTransaction, type Context } from '../../platform/context.ts';
import { csvAnswer, type CsvColumn } from '../../platform/csv.ts';
import { notFound, refusal } from '../../platform/errors.ts';
import * as lessonQueries from '../lessons/lessons.queries.ts';
import { presentTaught } from './paid-lesson.presenter.ts';
import { lockRates } from './payment-runs.queries.ts';
import * as queries from './tutor-payments.queries.ts';

type Query = QueryOf<typeof readTutorPay>;

/** What somebody earns in a month of the business time zone. Throws not_found for who is neither tutor nor TA. */
export const findTutorPay = async (
  context: Context,
  { tutor: id, month }: Query,
): Promise<{ data: TutorPay }> => {
  const tutor = await queries.findTutor(context.db, id);
  if (!tutor) throw notFound('tutor');
  const first = `${month}-01`;
  const taught = await queries.listTaught(context.db, id, {
    from: startOfDay(context, first),
    before: startOfDay(context, addMonths(first, 1)),
  });
  const lessons = taught.map(presentTaught);
  const cents = lessons.reduce((sum, { pay }) => sum + toCents(pay), 0);
  return { data: { tutor, month, lessons, total: toWireAmount(cents) } };
};

const columns: CsvColumn<PaidLesson>[] = [
  { header: 'class', value: (lesson) => lesson.class.name },
  { header: 'term', value: (lesson) => lesson.meta.term },
  { header: 'index', value: (lesson) => lesson.meta.index },
  { header: 'lesson', value: (lesson) => lesson.name },
  { header: 'as', value: (lesson) => lesson.as },
  { header: 'start', time: (lesson) => lesson.scheduled_on },
  { header: 'end', time: (lesson) => lesson.ended_on },
  { header: 'hours', value: (lesson) => lesson.hours },
  { header: 'students', value: (lesson) => lesson.students },
  { header: 'rate', value: (lesson) => lesson.rate },
  { header: 'base', value: (lesson) => lesson.base },
  { header: 'extra', value: (lesson) => lesson.extra },
  { header: 'pay', value: (lesson) => lesson.pay },
  { header: 'unpaid', value: (lesson) => lesson.unpaid },
  { header: 'reason', value: (lesson) => lesson.edited?.reason },
  { header: 'paid_in', value: (lesson) => lesson.paid_in?.month },
];

/** The same as a file. */
export const exportTutorPay = async (context: Context, query: Query) => {
  const { data } = await findTutorPay(context, query);
  return csvAnswer('tutor-pay.csv', columns, data.lessons);
};

/**
 * Sets what an hour of a lesson pays this tutor, or brings the usual rate back. Throws not_found for a lesson that the
 * tutor does not teach, stale where somebody set it meanwhile, and lesson_paid once a run holds the lesson. The same rate and reason again change nothing.
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
      setOn: context.clock.now(),
      version: before.version + 1,
    });
    const after = (await read()) ?? before;
    await recordAudit(tx, context, {
      action: 'tutorRate.set',
      // Not the lesson's own timeline, which others than payroll read.
      entity: 'tutorRate',
      entityId: lessonId,
      before: { tutor: tutor.name, rate: before.rate },
      after: { tutor: tutor.name, rate: after.rate, reason },
    });
    return { data: after };
  });
