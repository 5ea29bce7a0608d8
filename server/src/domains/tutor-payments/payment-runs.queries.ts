import { asc, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PaymentRunState } from '@staffroom/contract/domains/tutor-payments/payment-run.rules.ts';
import type { TeachingKind } from '@staffroom/contract/domains/tutor-payments/tutor-pay.rules.ts';
import type { Payee } from '@staffroom/contract/domains/tutor-payments/payment-runs.contract.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import {
  paymentAdjustments,
  paymentRunLines,
  paymentRuns,
  type RunLineRow,
} from './payment-runs.schema.ts';
import type { TaughtLesson } from './tutor-payments.queries.ts';

/** A lesson as it is now beside what was paid for it last; what is null has gone. */
export type OpenLesson = Omit<TaughtLesson, 'kind'> & {
  tutor_id: string;
  kind: TeachingKind | null;
  /** The line that paid it last, and the run that paid it first. */
  last: (PaidBefore & { run: { _id: string; month: string; state: PaymentRunState } }) | null;
};

/** What of a line tells what it paid. */
export type PaidBefore = Pick<
  RunLineRow,
  'step' | 'kind' | 'hours' | 'students' | 'rate' | 'unpaid' | 'pay'
>;

/**
 * What a draft of the month from `starts` to `ends` has to pay, as of one moment: lessons that start in it and were
 * never paid to who teaches them, those that came into a month which was paid already, and those that have changed since
 * they were paid, whoever teaches them now.
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
      where scheduled_on >= ${starts.toISOString()}::timestamptz and scheduled_on < ${ends.toISOString()}::timestamptz
      union select lessons.id from payment_runs run
        join lessons on lessons.scheduled_on >= run.starts and lessons.scheduled_on < run.ends
        where run.state <> 'draft'
      union select lesson_id from latest
    ), taught as (
      select staff.lesson_id, staff.user_id as tutor_id, max(staff.kind) as kind
      from wanted join lesson_staff staff on staff.lesson_id = wanted.id
      group by 1, 2
    ), counted as (
      -- Lesson by lesson, along the index: together, a few hundred thousand places would have to be sorted.
      select lesson.lesson_id, (
        select count(distinct place.student_id)::int from roster_sources place
        where place.lesson_id = lesson.lesson_id and place.released_on is null and place.kind = 'PAYMENT'
          and place.student_id not in (select id from users where is_internal)
      ) as students
      from (select distinct lesson_id from taught) lesson
    ), pair as (
      select tutor_id, lesson_id, taught.kind from taught full join latest using (tutor_id, lesson_id)
    )
    select coalesce(lessons.id, latest.lesson_id) as id, coalesce(lessons.name, latest.lesson_name) as name,
      coalesce(lessons.term, latest.term) as term, coalesce(lessons.lesson_index, latest.lesson_index) as lesson_index,
      coalesce(lessons.scheduled_on, latest.scheduled_on) as scheduled_on,
      coalesce(lessons.ended_on, latest.ended_on) as ended_on, coalesce(lessons.is_active, false) as is_active,
      coalesce(classes.id, latest.class_id) as class_id, coalesce(classes.name, latest.class_name) as class_name,
      coalesce(classes.class_type, latest.class_type) as class_type,
      pair.tutor_id, pair.kind, coalesce(counted.students, 0) as students,
      rates.rate, rates.reason, setter.name as set_by, rates.set_on, rates.version,
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
          lessons.ended_on - lessons.scheduled_on, coalesce(counted.students, 0))
        is distinct from (latest.is_taught, latest.kind, latest.class_type, latest.is_active,
          latest.ended_on - latest.scheduled_on, latest.students)
    order by class_name, class_id, scheduled_on, id`);
  return rows;
};

/** A line of a confirmed run, with the line that paid the lesson before. */
export type HeldLine = RunLineRow & { last: PaidBefore | null };

/** What a confirmed run holds, by class and start. */
export const listHeldLines = async (db: Db, runId: string): Promise<HeldLine[]> => {
  const rows = await db
    .select()
    .from(paymentRunLines)
    .where(eq(paymentRunLines.runId, runId))
    .orderBy(
      asc(paymentRunLines.className),
      asc(paymentRunLines.classId),
      asc(paymentRunLines.scheduledOn),
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

/** Writes the lines of a run down in one statement, however many. Breaks `payment_run_lines_paid_once` where one is paid already. */
export const insertLines = (db: Db, lines: readonly object[]) =>
  db.execute(
    sql`insert into payment_run_lines
      select * from json_populate_recordset(null::payment_run_lines, ${JSON.stringify(lines)}::json)`,
  );

/** Tutors and TAs by id, those that are disabled too, by name. */
export const listPayees = async (db: Db, ids: readonly string[]): Promise<Payee[]> =>
  db
    .select({
      _id: users.id,
      name: sql<string>`coalesce(nullif(${users.name}, ''), ${users.email})`,
      email: users.email,
      _type: sql<Payee['_type']>`${users.type}`,
    })
    .from(users)
    .where(anyOfList(users.id, ids, 'uuid'))
    .orderBy(asc(sql`lower(coalesce(nullif(${users.name}, ''), ${users.email}))`), asc(users.id));

/** The run of a month. */
export const findByMonth = async (db: Db, month: string) =>
  (await db.select().from(paymentRuns).where(eq(paymentRuns.month, month)))[0];

/** Runs with who did what, and their adjustments in the order in which they were added. */
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
  const adjustments = await db
    .select({
      row: paymentAdjustments,
      tutor: sql<string>`(select coalesce(nullif(name, ''), email) from users where id = ${paymentAdjustments.tutorId})`,
      by: sql<string>`(select name from users where id = ${paymentAdjustments.addedBy})`,
    })
    .from(paymentAdjustments)
    .where(anyOfList(paymentAdjustments.runId, ids, 'uuid'))
    .orderBy(asc(paymentAdjustments.id));
  const byRun = Map.groupBy(adjustments, ({ row }) => row.runId);
  return runs.map((run) => ({ ...run, adjustments: byRun.get(run.row.id) ?? [] }));
};
export type RunCard = Awaited<ReturnType<typeof listRunCards>>[number];

/** Rates are set beside each other; a run is confirmed while none is. Ends with the transaction. */
export const lockRates = (db: Db, how: 'set one' | 'read all') =>
  how === 'set one'
    ? db.execute(sql`select pg_advisory_xact_lock_shared(hashtext('tutor rates'))`)
    : db.execute(sql`select pg_advisory_xact_lock(hashtext('tutor rates'))`);
