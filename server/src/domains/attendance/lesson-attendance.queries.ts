import { and, or, sql, type SQL } from 'drizzle-orm';
import type { AttendanceCounts } from 'staffroom-contract/domains/attendance/lesson-attendance.contract.ts';
import {
  attendanceAfterMs,
  halfAttendedMinutes,
  type AttendanceStatus,
} from 'staffroom-contract/domains/attendance/attendance.rules.ts';
import type { Db } from '../../platform/database.ts';
import { containsText } from '../../platform/sql-conditions.ts';
import { users } from '../identity/users.schema.ts';
import { accountOfMany } from '../lessons/attendees.ts';
import { lessons } from '../lessons/lessons.schema.ts';

/** Condition: the lesson has rows of a source or a correction by staff, so its attendance is known. */
const isAnythingKnown = sql`(
  exists (select from attendance_rows came where came.lesson_id = ${lessons.id})
  or exists (select from attendance_corrections fix where fix.lesson_id = ${lessons.id} and fix.status is not null))`;

const hasStudents = sql`exists (select from roster_sources expected
  where expected.lesson_id = ${lessons.id} and expected.released_at is null and expected.kind <> 'PAYMENT_VIDEO')`;

/** Condition: the lesson has students and ended long enough ago, but no attendance is known. */
export const isAttendanceMissing = (now: Date): SQL =>
  sql`(${lessons.endedAt} <= ${new Date(now.getTime() - attendanceAfterMs)} and ${hasStudents} and not ${isAnythingKnown})`;

const came = accountOfMany('came');

/** The expected students of some lessons with their strongest place: 1 paying, 2 trial, 3 video. */
const placesOf = (chosen: SQL): SQL => sql`
  select chosen.id as lesson_id, place.student_id, chosen.scheduled_at, chosen.ended_at, place.kind
  from ${chosen} chosen cross join lateral (
    select own.student_id, min(case own.kind when 'PAYMENT' then 1 when 'TRIAL' then 2 else 3 end) as kind
    from roster_sources own where own.lesson_id = chosen.id and own.released_at is null
    group by own.student_id) place`;

/**
 * The attendance of each student of many lessons: the rules of `attendanceOf` and `readAttendance` in one SQL
 * statement; a test compares the two. `chosen` selects id, scheduled_at and ended_at of the lessons.
 */
const statusesIn = (chosen: SQL, now: Date): SQL => sql`
  chosen as materialized (${chosen}),
  stays as materialized (
    select came.lesson_id, ${came.account} as student_id,
      min(least(came.joined_at, came.left_at)) as joined, max(came.joined_at) as last_joined, max(came.left_at) as last_left
    from chosen
    -- Forces an index scan per lesson: a plain join would read the rows of all lessons in all sources.
    cross join lateral (select * from attendance_rows own where own.lesson_id = chosen.id offset 0) came
    ${came.joins}
    group by 1, 2),
  places as (${placesOf(sql`chosen`)}),
  present as (
    select places.*,
      case
        when stays.joined is null then null
        when stays.last_left is null or stays.last_joined > stays.last_left
          then greatest(stays.joined, least(${now}::timestamptz, places.ended_at))
        else stays.last_left
      end as until
    from places left join stays on stays.lesson_id = places.lesson_id and stays.student_id = places.student_id),
  timed as (
    select present.*, max(until) over (partition by lesson_id) as last from present),
  statuses as (
    select timed.lesson_id, timed.student_id, timed.scheduled_at, timed.kind,
      coalesce(fix.status, case
        when until is not null then
          case when last - until > ${halfAttendedMinutes} * interval '1 minute' then 'half attended' else 'attended' end
        when known.lesson_id is not null and timed.scheduled_at <= ${now}::timestamptz then 'absent'
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

const noCounts: Flat = {
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

/** Counts the paying and trial students of each of these lessons by attendance. */
export const countByLesson = async (
  db: Db,
  lessonIds: string[],
  now: Date,
): Promise<(lessonId: string) => CountsByKind> => {
  const chosen = sql`select id, scheduled_at, ended_at from lessons where id = any(${sql.param(lessonIds)}::uuid[])`;
  const { rows } = await db.execute<Flat & { lesson_id: string }>(
    sql`with ${statusesIn(chosen, now)} select lesson_id, ${counts} from statuses group by lesson_id`,
  );
  const found = new Map(rows.map((row) => [row.lesson_id, countsOf(row)]));
  return (id) => found.get(id) ?? countsOf(noCounts);
};

/** An aggregate over the students of one lesson, as a sort key for lessons. */
const ofLesson = (value: SQL, now: Date): SQL<number> => {
  const lesson = sql`select ${lessons.id} as id, ${lessons.scheduledAt} as scheduled_at, ${lessons.endedAt} as ended_at`;
  return sql`(with ${statusesIn(lesson, now)} select ${value} from statuses)`;
};

/** Sort key: the number of a lesson's students with this attendance, paying and trial together. */
export const countOfLesson = (of: keyof AttendanceCounts, now: Date): SQL<number> =>
  ofLesson(sql`count(*) filter (where ${statusIn[of]})::int`, now);

/** Sort key: `attendanceRate` of a lesson; -1 if nothing is known. */
export const rateOfLesson = (now: Date): SQL<number> =>
  ofLesson(
    sql`coalesce(round(100.0 * count(*) filter (where status <> 'absent') / nullif(count(status), 0))::int, -1)`,
    now,
  );

/** Returns the counts of all lessons that match a condition, and the number of those lessons. */
export const sumOfLessons = async (db: Db, where: SQL | undefined, now: Date) => {
  const chosen = sql`select id, scheduled_at, ended_at, ${isAttendanceMissing(now)} as missing from lessons where ${where}`;
  const { rows } = await db.execute<Flat & { lessons: number; missing: number }>(sql`
    with ${statusesIn(chosen, now)}
    select ${counts}, (select count(*)::int from chosen) as lessons,
      (select count(*)::int from chosen where chosen.missing) as missing
    from statuses`);
  const row = rows[0] ?? { ...noCounts, lessons: 0, missing: 0 };
  return { lessons: row.lessons, missing: row.missing, ...countsOf(row) };
};

type Asked = {
  kind?: 'paying' | 'trial' | undefined;
  attended?: readonly (keyof AttendanceCounts)[] | undefined;
  /** Part of a name, in lower case. */
  name?: string | undefined;
};

const statusIn: Record<keyof AttendanceCounts, SQL> = {
  attended: sql`status = 'attended'`,
  half: sql`status = 'half attended'`,
  absent: sql`status = 'absent'`,
  unknown: sql`status is null`,
};

type Page = { scope: SQL | undefined; max: number | null; offset: number };

type StudentStatus = {
  lesson_id: string;
  student_id: string;
  name: string;
  kind: 'paying' | 'trial';
  status: AttendanceStatus | null;
};

/** A page of the students behind a count, latest lesson first, then by name: those in scope, and the number of all. */
export const listStatuses = async (
  db: Db,
  where: SQL | undefined,
  { kind, attended, name }: Asked,
  { scope, max, offset, now }: Page & { now: Date },
) => {
  const chosen = sql`select id, scheduled_at, ended_at from lessons where ${where}`;
  const named = and(scope, name ? containsText(users.nameKey, name) : undefined);
  const ofKind = kind ? sql`kind = ${kind === 'paying' ? 1 : 2}` : sql`kind < 3`;
  const isAsked = and(
    ofKind,
    attended && or(...attended.map((each) => statusIn[each]), sql`false`),
  );
  // Without a filter by attendance, statuses are calculated only for the lessons on the page.
  const ofPage = sql`select id, scheduled_at, ended_at from asked where id in (select lesson_id from shown)`;
  const [counted, ofShown] = attended
    ? [
        sql`${statusesIn(chosen, now)}, counted as materialized (select * from statuses where ${isAsked})`,
        sql`known as (select * from counted)`,
      ]
    : [
        sql`asked as materialized (${chosen}),
    counted as (select * from (${placesOf(sql`asked`)}) place where ${ofKind})`,
        sql`${statusesIn(ofPage, now)}, known as (select * from statuses where ${ofKind})`,
      ];
  const { rows } = await db.execute<{ data: StudentStatus[]; count: number; all: number }>(sql`
    with ${counted},
    ${named ? sql`named as materialized (select id from users where ${named}),` : sql``}
    sized as materialized (
      select place.lesson_id, place.scheduled_at, count(*) as all, count(${named ? sql`named.id` : sql`*`}) as students
      from counted place ${named ? sql`left join named on named.id = place.student_id` : sql``}
      group by place.lesson_id, place.scheduled_at),
    shown as materialized (
      select lesson_id, upto - students as before from (
        select *, sum(students) over (order by scheduled_at desc, lesson_id desc) as upto from sized) lesson
      where students > 0 and upto > ${offset}::int
        and (${max}::int is null or upto - students < ${offset}::int + ${max}::int)),
    ${ofShown},
    page as (
      select known.*, student.name, student.name_key
      from shown join known on known.lesson_id = shown.lesson_id
      cross join lateral (
        select name, name_key from users where ${and(sql`users.id = known.student_id`, named)} offset 0) student
      order by scheduled_at desc, lesson_id desc, name_key, student_id
      limit ${max} offset greatest(${offset}::int - coalesce((select min(before) from shown), 0), 0))
    select (select coalesce(sum(sized.all), 0)::int from sized) as all,
      (select coalesce(sum(students), 0)::int from sized) as count,
      (select coalesce(json_agg(json_build_object('lesson_id', lesson_id, 'student_id', student_id, 'name', name,
          'kind', case kind when 1 then 'paying' else 'trial' end, 'status', status)
        order by scheduled_at desc, lesson_id desc, name_key, student_id), '[]') from page) as data`);
  return rows[0] ?? { data: [], count: 0, all: 0 };
};
