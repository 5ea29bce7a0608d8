import { and, asc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import type { PaymentRunState } from 'staffroom-contract/domains/tutor-payments/payment-run.rules.ts';
import type { TeachingKind } from 'staffroom-contract/domains/tutor-payments/tutor-pay.rules.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { lessons, lessonStaff } from '../lessons/lessons.schema.ts';
import { paymentRunLines, paymentRuns } from './payment-runs.schema.ts';
import { tutorRates } from './tutor-payments.schema.ts';

/** Selects a tutor's lessons that start from `from` until before `before`, or one lesson. */
export type WhichLessons = { from: Date; before: Date } | { id: string };

export type TaughtLesson = {
  id: string;
  name: string;
  term: number;
  lesson_index: number;
  scheduled_at: string;
  ended_at: string | null;
  is_active: boolean;
  class_id: string;
  class_name: string;
  class_type: string;
  kind: TeachingKind;
  students: number;
  rate: number | null;
  reason: string | null;
  set_by: string | null;
  set_at: string | null;
  version: number | null;
  paid_run: string | null;
  paid_month: string | null;
  paid_state: PaymentRunState | null;
  paid: number | null;
};

/**
 * Selects the lessons that a user teaches, by class and start, with the number of paying students that are not
 * internal, the rate that was set, and the amount paid by runs. A user who is both tutor and TA counts as tutor.
 */
export const listTaught = async (
  db: Db,
  tutorId: string,
  which: WhichLessons,
): Promise<TaughtLesson[]> => {
  const condition =
    'id' in which
      ? sql`lessons.id = ${which.id}`
      : sql`lessons.scheduled_at >= ${which.from.toISOString()}::timestamptz and lessons.scheduled_at < ${which.before.toISOString()}::timestamptz`;
  const { rows } = await db.execute<TaughtLesson>(sql`
    with taught as (
      select lessons.*, max(lesson_staff.kind) as kind
      from lesson_staff join lessons on lessons.id = lesson_staff.lesson_id
      where lesson_staff.user_id = ${tutorId} and ${condition}
      group by lessons.id
    )
    select taught.id, taught.name, taught.term, taught.lesson_index, taught.scheduled_at, taught.ended_at,
      taught.is_active, classes.id as class_id, classes.name as class_name, classes.class_type, taught.kind,
      (select count(distinct place.student_id)::int from roster_sources place
        join users on users.id = place.student_id
        where place.lesson_id = taught.id and place.released_at is null and place.kind = 'PAYMENT'
          and not users.is_internal) as students,
      rates.rate, rates.reason, setter.name as set_by, rates.set_at, rates.version,
      run.id as paid_run, run.month as paid_month, run.state as paid_state,
      (select line.pay from payment_run_lines line
        where line.tutor_id = ${tutorId} and line.lesson_id = taught.id order by line.step desc limit 1) as paid
    from taught join classes on classes.id = taught.class_id
    left join tutor_rates rates on rates.lesson_id = taught.id and rates.tutor_id = ${tutorId}
    left join users setter on setter.id = rates.set_by
    left join payment_run_lines first on first.tutor_id = ${tutorId} and first.lesson_id = taught.id and first.step = 1
    left join payment_runs run on run.id = first.run_id
    order by classes.name, classes.id, taught.scheduled_at, taught.id`);
  return rows;
};

/**
 * The lines of a tutor's first payments for these lessons and for all lessons of a run; each with the current start of
 * its lesson (null if deleted), whether the tutor still teaches it, and the amount paid by all runs.
 */
export const listFirstLines = (
  db: Db,
  tutorId: string,
  { lessonIds, runId }: { lessonIds: readonly string[]; runId: string | null },
) =>
  db
    .select({
      ...getTableColumns(paymentRunLines),
      month: paymentRuns.month,
      state: paymentRuns.state,
      now: lessons.scheduledAt,
      isTaught: sql<boolean>`exists (select 1 from ${lessonStaff}
        where ${lessonStaff.lessonId} = ${paymentRunLines.lessonId} and ${lessonStaff.userId} = ${tutorId})`,
      paid: sql<number>`(select line.pay from payment_run_lines line
        where line.tutor_id = ${tutorId} and line.lesson_id = ${paymentRunLines.lessonId}
        order by line.step desc limit 1)`,
    })
    .from(paymentRunLines)
    .innerJoin(paymentRuns, eq(paymentRuns.id, paymentRunLines.runId))
    .leftJoin(lessons, eq(lessons.id, paymentRunLines.lessonId))
    .where(
      and(
        eq(paymentRunLines.tutorId, tutorId),
        eq(paymentRunLines.step, 1),
        or(
          anyOfList(paymentRunLines.lessonId, lessonIds, 'uuid'),
          runId === null
            ? undefined
            : and(eq(paymentRunLines.runId, runId), eq(paymentRunLines.isDifference, false)),
        ),
      ),
    )
    .orderBy(
      asc(paymentRunLines.className),
      asc(paymentRunLines.classId),
      asc(paymentRunLines.scheduledAt),
      asc(paymentRunLines.lessonId),
    );
export type FirstLine = Awaited<ReturnType<typeof listFirstLines>>[number];

/** Returns a tutor or TA by id. */
export const findTutor = async (db: Db, id: string) =>
  (
    await db.execute<{ _id: string; name: string; email: string; _type: 'Tutor' | 'TA' }>(sql`
      select id as _id, name, email, type as _type from users
      where id = ${id} and type in ('Tutor', 'TA')`)
  ).rows[0];

/** Saves a tutor's rate for a lesson, replacing the previous one. */
export const saveRate = (db: Db, row: typeof tutorRates.$inferInsert) =>
  db
    .insert(tutorRates)
    .values(row)
    .onConflictDoUpdate({ target: [tutorRates.lessonId, tutorRates.tutorId], set: row });
