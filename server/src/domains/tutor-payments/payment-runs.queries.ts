import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { PaymentRunState } from 'staffroom-contract/domains/tutor-payments/payment-run.rules.ts';
import type { TeachingKind } from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import type { Payee } from 'staffroom-contract/domains/tutor-payments/payment-runs.contract.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import {
  carriedPay,
  carriedPaySettled,
  paymentAdjustments,
  paymentRunLines,
  paymentRunPayees,
  paymentRuns,
  paymentRunWaits,
  type RunLineRow,
} from './payment-runs.schema.ts';
import type { TaughtLesson } from './tutor-payments.queries.ts';

/** A lesson's current data beside its last payment; null fields no longer exist. */
export type OpenLesson = Omit<TaughtLesson, 'kind'> & {
  tutor_id: string;
  kind: TeachingKind | null;
  /** The line of the last payment, and the run of the first. */
  last: (PaidBefore & { run: { _id: string; month: string; state: PaymentRunState } }) | null;
};

/** The columns of a line that determine its pay. */
export type PaidBefore = Pick<
  RunLineRow,
  'step' | 'kind' | 'hours' | 'students' | 'rate' | 'unpaid' | 'pay'
>;

/**
 * Selects what a draft from `starts` to `ends` pays: unpaid lessons of the month, lessons moved into a month already
 * paid, and paid lessons that changed since, regardless of their current tutor.
 */
export const listOpenLessons = async (
  db: Db,
  { starts, ends }: { starts: Date; ends: Date },
): Promise<OpenLesson[]> => {
  const { rows } = await db.execute<OpenLesson>(sql`
    with latest as (
      select distinct on (tutor_id, lesson_id) * from payment_run_lines
      order by tutor_id, lesson_id, step desc
    ), wanted as (
      select id from lessons
      where scheduled_at >= ${starts.toISOString()}::timestamptz and scheduled_at < ${ends.toISOString()}::timestamptz
      union select lessons.id from payment_runs run
        join lessons on lessons.scheduled_at >= run.starts and lessons.scheduled_at < run.ends
        where run.state <> 'draft'
      union select lesson_id from latest
    ), taught as (
      select staff.lesson_id, staff.user_id as tutor_id, max(staff.kind) as kind
      from wanted join lesson_staff staff on staff.lesson_id = wanted.id
      group by 1, 2
    ), counted as (
      -- Counted per lesson by the index, because a join would sort a few hundred thousand places.
      select lesson.lesson_id, (
        select count(distinct place.student_id)::int from roster_sources place
        where place.lesson_id = lesson.lesson_id and place.released_at is null and place.kind = 'PAYMENT'
          and place.student_id not in (select id from users where is_internal)
      ) as students
      from (select distinct lesson_id from taught) lesson
    ), pair as (
      select tutor_id, lesson_id, taught.kind from taught full join latest using (tutor_id, lesson_id)
    )
    select coalesce(lessons.id, latest.lesson_id) as id, coalesce(lessons.name, latest.lesson_name) as name,
      coalesce(lessons.term, latest.term) as term, coalesce(lessons.lesson_index, latest.lesson_index) as lesson_index,
      coalesce(lessons.scheduled_at, latest.scheduled_at) as scheduled_at,
      coalesce(lessons.ended_at, latest.ended_at) as ended_at, coalesce(lessons.is_active, false) as is_active,
      coalesce(classes.id, latest.class_id) as class_id, coalesce(classes.name, latest.class_name) as class_name,
      coalesce(classes.class_type, latest.class_type) as class_type,
      pair.tutor_id, pair.kind, coalesce(counted.students, 0) as students,
      rates.rate, rates.reason, setter.name as set_by, rates.set_at, rates.version,
      case when latest.step is not null then json_build_object('step', latest.step, 'kind', latest.kind,
        'hours', latest.hours, 'students', latest.students, 'rate', latest.rate, 'unpaid', latest.unpaid,
        'pay', latest.pay, 'run', json_build_object('_id', run.id, 'month', run.month, 'state', run.state)) end as last
    from pair left join latest on latest.tutor_id = pair.tutor_id and latest.lesson_id = pair.lesson_id
    left join lessons on lessons.id = pair.lesson_id
    left join classes on classes.id = lessons.class_id
    left join counted on counted.lesson_id = pair.lesson_id
    left join tutor_rates rates on rates.tutor_id = pair.tutor_id and rates.lesson_id = pair.lesson_id
    left join users setter on setter.id = rates.set_by
    left join payment_run_lines first on first.tutor_id = latest.tutor_id and first.lesson_id = latest.lesson_id
      and first.step = 1
    left join payment_runs run on run.id = first.run_id
    where latest.step is null
      or (pair.kind is not null, coalesce(pair.kind, latest.kind), classes.class_type, lessons.is_active,
          lessons.ended_at - lessons.scheduled_at, coalesce(counted.students, 0))
        is distinct from (latest.is_taught, latest.kind, latest.class_type, latest.is_active,
          latest.ended_at - latest.scheduled_at, latest.students)
    order by class_name, class_id, scheduled_at, id`);
  return rows;
};

/** A line of a confirmed run, with the previous payment of its lesson. */
export type HeldLine = RunLineRow & { last: PaidBefore | null };

/** The lines of a confirmed run, by class and start. */
export const listHeldLines = async (db: Db, runId: string): Promise<HeldLine[]> => {
  const rows = await db
    .select()
    .from(paymentRunLines)
    .where(eq(paymentRunLines.runId, runId))
    .orderBy(
      asc(paymentRunLines.className),
      asc(paymentRunLines.classId),
      asc(paymentRunLines.scheduledAt),
      asc(paymentRunLines.lessonId),
    );
  const changed = rows.filter(({ step }) => step > 1);
  if (changed.length === 0) return rows.map((row) => ({ ...row, last: null }));
  const before = await db
    .select()
    .from(paymentRunLines)
    .where(
      anyOfList(
        paymentRunLines.lessonId,
        changed.map(({ lessonId }) => lessonId),
        'uuid',
      ),
    );
  const key = (tutor: string, lesson: string, step: number) => `${tutor} ${lesson} ${step}`;
  const byStep = new Map(before.map((line) => [key(line.tutorId, line.lessonId, line.step), line]));
  return rows.map((row) => ({
    ...row,
    last: byStep.get(key(row.tutorId, row.lessonId, row.step - 1)) ?? null,
  }));
};

/** Inserts all lines of a run in one statement. Violates `payment_run_lines_paid_once` if a lesson is already paid. */
export const insertLines = (db: Db, lines: readonly object[]) =>
  db.execute(
    sql`insert into payment_run_lines
      select * from json_populate_recordset(null::payment_run_lines, ${JSON.stringify(lines)}::json)`,
  );

/** A debt from an earlier run, as negative cents. */
export type CarriedDebt = {
  tutorId: string;
  fromRunId: string;
  month: string;
  amount: number;
  isWrittenOff: boolean;
};

const debts = (db: Db) =>
  db
    .select({
      tutorId: carriedPay.tutorId,
      fromRunId: carriedPay.runId,
      month: paymentRuns.month,
      amount: carriedPay.amount,
      isWrittenOff: sql<boolean>`${carriedPaySettled.reason} is not null`,
    })
    .from(carriedPay)
    .innerJoin(paymentRuns, eq(paymentRuns.id, carriedPay.runId))
    .leftJoin(
      carriedPaySettled,
      and(
        eq(carriedPaySettled.fromRunId, carriedPay.runId),
        eq(carriedPaySettled.tutorId, carriedPay.tutorId),
      ),
    )
    .orderBy(asc(paymentRuns.month), asc(carriedPay.tutorId));

/** Unsettled debts of all runs; the next confirmed run settles them. */
export const listOpenDebts = (db: Db): Promise<CarriedDebt[]> =>
  debts(db).where(isNull(carriedPaySettled.fromRunId));

/** Debts of earlier runs that a confirmed run settled. */
export const listTakenDebts = (db: Db, runId: string): Promise<CarriedDebt[]> =>
  debts(db).where(eq(carriedPaySettled.runId, runId));

/** Debts that a confirmed run carries forward, or that were written off. */
export const listLeftOver = (db: Db, runId: string): Promise<CarriedDebt[]> =>
  debts(db).where(eq(carriedPay.runId, runId));

/** A payee of a run; `isEnabled` is true if the account was enabled. */
export type RunPayee = Payee & { isEnabled: boolean };

/** Tutors and TAs by id, including disabled ones, sorted by name. */
export const listPayees = async (db: Db, ids: readonly string[]): Promise<RunPayee[]> =>
  db
    .select({
      _id: users.id,
      name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      email: users.email,
      _type: sql<Payee['_type']>`${users.type}`,
      isEnabled: users.enabled,
    })
    .from(users)
    .where(anyOfList(users.id, ids, 'uuid'))
    .orderBy(asc(sql`lower(coalesce(nullif(${users.name}, ''), ${users.email}))`), asc(users.id));

/** The payees stored with a confirmed run, sorted by name, with their payment references. */
export const listKeptPayees = async (
  db: Db,
  runId: string,
): Promise<(RunPayee & { reference: string })[]> =>
  db
    .select({
      _id: paymentRunPayees.tutorId,
      name: paymentRunPayees.name,
      email: paymentRunPayees.email,
      _type: paymentRunPayees.type,
      isEnabled: paymentRunPayees.isEnabled,
      reference: paymentRunPayees.reference,
    })
    .from(paymentRunPayees)
    .where(eq(paymentRunPayees.runId, runId))
    .orderBy(asc(sql`lower(${paymentRunPayees.name})`), asc(paymentRunPayees.tutorId));

/** Returns the run of a month. */
export const findByMonth = async (db: Db, month: string) =>
  (await db.select().from(paymentRuns).where(eq(paymentRuns.month, month)))[0];

/** Runs with the names of the users who acted on them; adjustments are in the order they were added. */
export const listRunCards = async (db: Db, ids: readonly string[]) => {
  const nameOf = (column: PgColumn) =>
    sql<string | null>`(select name from users where id = ${column})`;
  const runs = await db
    .select({
      row: paymentRuns,
      startedBy: nameOf(paymentRuns.startedBy),
      confirmedBy: nameOf(paymentRuns.confirmedBy),
      paidBy: nameOf(paymentRuns.paidBy),
    })
    .from(paymentRuns)
    .where(anyOfList(paymentRuns.id, ids, 'uuid'));
  // Columns of the outer table are qualified; a bare name would refer to the payee's table.
  const payeeName = (table: PgTable) => {
    const tutor = sql`${table}.tutor_id`;
    return sql<string>`coalesce(
      (select payee.name from payment_run_payees payee
        where payee.run_id = ${table}.run_id and payee.tutor_id = ${tutor}),
      (select coalesce(nullif(name, ''), email) from users where id = ${tutor}))`;
  };
  const adjustments = await db
    .select({
      row: paymentAdjustments,
      tutor: payeeName(paymentAdjustments),
      by: sql<string>`(select name from users where id = ${paymentAdjustments.addedBy})`,
    })
    .from(paymentAdjustments)
    .where(anyOfList(paymentAdjustments.runId, ids, 'uuid'))
    .orderBy(asc(paymentAdjustments.id));
  const writtenOff = await db
    .select({
      row: carriedPaySettled,
      amount: carriedPay.amount,
      tutor: payeeName(carriedPay),
      by: sql<string>`(select name from users where id = ${carriedPaySettled.settledBy})`,
    })
    .from(carriedPaySettled)
    .innerJoin(
      carriedPay,
      and(
        eq(carriedPay.runId, carriedPaySettled.fromRunId),
        eq(carriedPay.tutorId, carriedPaySettled.tutorId),
      ),
    )
    .where(and(anyOfList(carriedPay.runId, ids, 'uuid'), isNull(carriedPaySettled.runId)))
    .orderBy(asc(carriedPaySettled.settledAt), asc(carriedPay.tutorId));
  const waits = await db
    .select({
      row: paymentRunWaits,
      tutor: payeeName(paymentRunWaits),
      lesson: sql<string>`coalesce((select name from lessons where id = ${paymentRunWaits.lessonId}),
        (select lesson_name from payment_run_lines line where line.lesson_id = ${paymentRunWaits.lessonId} limit 1), '')`,
      by: sql<string>`(select name from users where id = ${paymentRunWaits.setBy})`,
    })
    .from(paymentRunWaits)
    .where(anyOfList(paymentRunWaits.runId, ids, 'uuid'))
    .orderBy(
      asc(paymentRunWaits.setAt),
      asc(paymentRunWaits.tutorId),
      asc(paymentRunWaits.lessonId),
    );
  const waitsOf = Map.groupBy(waits, ({ row }) => row.runId);
  const byRun = Map.groupBy(adjustments, ({ row }) => row.runId);
  const writtenOffOf = Map.groupBy(writtenOff, ({ row }) => row.fromRunId);
  return runs.map((run) => ({
    ...run,
    adjustments: byRun.get(run.row.id) ?? [],
    writtenOff: writtenOffOf.get(run.row.id) ?? [],
    waits: waitsOf.get(run.row.id) ?? [],
  }));
};
export type RunCard = Awaited<ReturnType<typeof listRunCards>>[number];

/** Makes a draft settle waiting differences again. */
export const removeWaits = (
  db: Db,
  runId: string,
  differences: readonly { tutor: string; lesson: string }[],
) =>
  db
    .delete(paymentRunWaits)
    .where(
      and(
        eq(paymentRunWaits.runId, runId),
        or(
          ...differences.map(({ tutor, lesson }) =>
            and(eq(paymentRunWaits.tutorId, tutor), eq(paymentRunWaits.lessonId, lesson)),
          ),
        ),
      ),
    );

/** Setting rates takes a shared lock, confirming a run an exclusive one, until the transaction ends. */
export const lockRates = (db: Db, how: 'set one' | 'read all') =>
  how === 'set one'
    ? db.execute(sql`select pg_advisory_xact_lock_shared(hashtext('tutor rates'))`)
    : db.execute(sql`select pg_advisory_xact_lock(hashtext('tutor rates'))`);
