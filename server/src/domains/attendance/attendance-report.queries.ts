import { sql, type SQL } from 'drizzle-orm';
import type { AttendanceCounts } from '@staffroom/contract/domains/attendance/attendance-report.contract.ts';
import { halfAttendedMinutes } from '@staffroom/contract/domains/attendance/attendance.rules.ts';
import type { Db } from '../../platform/database.ts';
import { accountOfMany } from '../lessons/attendees.ts';
import { lessons } from '../lessons/lessons.schema.ts';

/** Has anything been said of who attended a lesson, by a source or by staff? */
const isAnythingKnown = sql`(
  exists (select from attendance_rows came where came.lesson_id = ${lessons.id})
  or exists (select from attendance_corrections fix where fix.lesson_id = ${lessons.id} and fix.status is not null))`;

const hasStudents = sql`exists (select from roster_sources expected
  where expected.lesson_id = ${lessons.id} and expected.released_on is null and expected.kind <> 'PAYMENT_VIDEO')`;

/** Over, with students, and nobody knows who attended. */
export const isAttendanceMissing = (now: Date): SQL =>
  sql`(${lessons.endedOn} <= ${now} and ${hasStudents} and not ${isAnythingKnown})`;

const came = accountOfMany('came');

/**
 * How each student of some lessons attended: the rules of `attendanceOf` and of `readAttendance` in one statement, for
 * more lessons than anybody would read one by one; a test holds the two against each other. `chosen` selects id,
 * scheduled_on and ended_on of the lessons.
 */
const statusesIn = (chosen: SQL, now: Date): SQL => sql`
  with chosen as materialized (${chosen}),
  stays as materialized (
    select came.lesson_id, ${came.account} as student_id,
      min(least(came.joined_on, came.left_on)) as joined, max(came.joined_on) as last_joined, max(came.left_on) as last_left
    from chosen
    -- One lesson after the other by its index: a join would read what all sources have of all lessons.
    cross join lateral (select * from attendance_rows own where own.lesson_id = chosen.id offset 0) came
    ${came.joins}
    group by 1, 2),
  places as (
    select place.lesson_id, place.student_id, chosen.scheduled_on, chosen.ended_on,
      min(case place.kind when 'PAYMENT' then 1 when 'TRIAL' then 2 else 3 end) as kind
    from chosen join roster_sources place on place.lesson_id = chosen.id and place.released_on is null
    group by 1, 2, 3, 4),
  present as (
    select places.*,
      case
        when stays.joined is null then null
        when stays.last_left is null or stays.last_joined > stays.last_left
          then greatest(stays.joined, least(${now}::timestamptz, places.ended_on))
        else stays.last_left
      end as until
    from places left join stays on stays.lesson_id = places.lesson_id and stays.student_id = places.student_id),
  timed as (
    select present.*, max(until) over (partition by lesson_id) as last from present),
  statuses as (
    select timed.lesson_id, timed.kind,
      coalesce(fix.status, case
        when until is not null then
          case when last - until > ${halfAttendedMinutes} * interval '1 minute' then 'half attended' else 'attended' end
        when known.lesson_id is not null and timed.scheduled_on <= ${now}::timestamptz then 'absent'
      end) as status
    from timed
    left join (select distinct lesson_id from stays) known on known.lesson_id = timed.lesson_id
    left join attendance_corrections fix
      on fix.lesson_id = timed.lesson_id and fix.student_id = timed.student_id
    where timed.kind < 3)`;

const counts = sql.raw(
  (['paying', 'trial'] as const)
    .flatMap((kind, index) =>
      (
        [
          ['attended', "= 'attended'"],
          ['half', "= 'half attended'"],
          ['absent', "= 'absent'"],
          ['unknown', 'is null'],
        ] as const
      ).map(
        ([name, is]) =>
          `count(*) filter (where kind = ${index + 1} and status ${is})::int as ${kind}_${name}`,
      ),
    )
    .join(', '),
);

type Flat = {
  [Name in `${'paying' | 'trial'}_${keyof AttendanceCounts}`]: number;
};

const countsOf = (row: Flat) => ({
  paying: {
    attended: row.paying_attended,
    half: row.paying_half,
    absent: row.paying_absent,
    unknown: row.paying_unknown,
  },
  trial: {
    attended: row.trial_attended,
    half: row.trial_half,
    absent: row.trial_absent,
    unknown: row.trial_unknown,
  },
});

const nobody: Flat = {
  paying_attended: 0,
  paying_half: 0,
  paying_absent: 0,
  paying_unknown: 0,
  trial_attended: 0,
  trial_half: 0,
  trial_absent: 0,
  trial_unknown: 0,
};

export type CountsByKind = ReturnType<typeof countsOf>;

/** How many paying and trial students of each of these lessons attended how. */
export const countByLesson = async (
  db: Db,
  lessonIds: string[],
  now: Date,
): Promise<(lessonId: string) => CountsByKind> => {
  const chosen = sql`select id, scheduled_on, ended_on from lessons where id = any(${sql.param(lessonIds)}::uuid[])`;
  const { rows } = await db.execute<Flat & { lesson_id: string }>(
    sql`${statusesIn(chosen, now)} select lesson_id, ${counts} from statuses group by lesson_id`,
  );
  const found = new Map(rows.map((row) => [row.lesson_id, countsOf(row)]));
  return (id) => found.get(id) ?? countsOf(nobody);
};

/** The same of all lessons that a condition chooses, and how many these are. */
export const sumOfLessons = async (db: Db, where: SQL | undefined, now: Date) => {
  const chosen = sql`select id, scheduled_on, ended_on, ${isAttendanceMissing(now)} as missing from lessons where ${where}`;
  const { rows } = await db.execute<Flat & { lessons: number; missing: number }>(sql`
    ${statusesIn(chosen, now)}
    select ${counts}, (select count(*)::int from chosen) as lessons,
      (select count(*)::int from chosen where chosen.missing) as missing
    from statuses`);
  const row = rows[0] ?? { ...nobody, lessons: 0, missing: 0 };
  return { lessons: row.lessons, missing: row.missing, ...countsOf(row) };
};
