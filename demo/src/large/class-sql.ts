import { classList } from '../data/class-list.ts';
import type { ClassPlan } from '../data/class-plan.ts';
import { topics } from '../data/topics.ts';
import { businessZone, dayOf, instantAt, mondayOf } from '../demo-time.ts';
import { below, chance, idArray, idFor, instant, pickFrom } from '../sql.ts';

export const weeks = 156;
/** Classes that were running when the orders begin. */
const weeksBefore = 16;
export const lessonsPerClass = 20;

export type Calendar = {
  /** Start of the business day, milliseconds. */
  today: number;
  /** Monday on which the three years begin. */
  base: number;
};

export const calendarOf = (today: number): Calendar => ({
  today,
  base: instantAt(mondayOf(dayOf(today)).subtract({ weeks }), '00:00'),
});

/** Where a plan's lesson lies in the business zone, for classes planned in another. */
const businessSlot = (plan: ClassPlan, today: number) => {
  const day = mondayOf(dayOf(today)).add({ days: plan.weekday - 1 });
  const at = Temporal.Instant.fromEpochMilliseconds(instantAt(day, plan.time, plan.zone));
  const there = at.toZonedDateTimeISO(businessZone);
  return { weekday: there.dayOfWeek, seconds: there.hour * 3600 + there.minute * 60 };
};

const planRows = (today: number) =>
  classList
    .filter((plan) => !plan.recording)
    .map((plan, no) => {
      const { weekday, seconds } = businessSlot(plan, today);
      const primary = plan.levels.every((level) => level.startsWith('primary'));
      return {
        no,
        name: plan.name,
        subject: plan.subject,
        levels: plan.levels,
        class_type: plan.workshop ? 'Workshop' : 'Regular Classes',
        country: plan.country ?? 'SG',
        currency: plan.currency ?? 'SGD',
        rate: plan.rate * 100,
        cap: plan.cap,
        is_free: plan.free ?? false,
        weekday,
        seconds,
        minutes: plan.minutes ?? (primary ? 90 : 120),
        topics: topics[plan.curriculum],
      };
    });

/** A class number that runs, or soon begins, in week `w` (an SQL expression). */
export const classInWeek = (w: string, classes: number, n: string, salt: number) => {
  const perWeek = `${classes} / ${weeks + weeksBefore}.0`;
  const first = `greatest(0, ceil((${w} + ${weeksBefore - lessonsPerClass + 3}) * ${perWeek})::int)`;
  const last = `least(${classes - 1}, floor((${w} + ${weeksBefore + 3}) * ${perWeek})::int)`;
  return `least(${classes - 1}, ${first} + ${below(`greatest(1, ${last} - ${first} + 1)`, n, salt)})`;
};

/** Stages plans from the demo's class list, and classes with their first lesson and lesson ids. */
export const stageClasses = ({ today, base }: Calendar, classes: number) => {
  const plans = planRows(today);
  return [
    {
      text: `
      create temp table large_plans on commit drop as
      select * from jsonb_to_recordset($1::jsonb) as plan (
        no int, name text, subject text, levels text[], class_type text, country text, currency text,
        rate int, cap int, is_free boolean, weekday int, seconds int, minutes int, topics text[])`,
      values: [JSON.stringify(plans)],
    },
    {
      text: `
      create temp table large_classes on commit drop as
      select c as no, p.no as plan, p.rate, p.currency, p.is_free, starts, made,
        ${idFor('made', `'class ' || c`)} as id,
        (select array_agg(${idFor('made', `'lesson ' || c || ' ' || k`)} order by k)
          from generate_series(0, ${lessonsPerClass - 1}) k) as lesson_ids
      from generate_series(0, ${classes - 1}) c
      join large_plans p on p.no = c % ${plans.length}
      cross join lateral (
        select ${instant(base)}
          + interval '1 day' * (7 * (floor(c * ${weeks + weeksBefore}.0 / ${classes}) - ${weeksBefore}) + p.weekday - 1)
          + interval '1 second' * p.seconds as starts) s
      cross join lateral (
        select least(starts - interval '30 days', ${instant(today)} - interval '1 day') as made) m`,
    },
  ];
};

/** Inserts classes and lessons; max_cap is what the fullest lesson needs, at least the plan's. */
export const insertClasses = ({ today }: Calendar) => [
  `insert into classes (id, name, subject, country, class_type, description, start_date, end_date,
     date_of_week, start_time, end_time, levels, is_free, is_trial, max_cap, rate, currency, created, updated)
   select c.id, p.name || ' #' || c.no, p.subject, p.country, p.class_type, '<p>' || p.subject || '</p>',
     c.starts, c.starts + interval '7 days' * ${lessonsPerClass - 1} + interval '1 minute' * p.minutes,
     to_char(local, 'Dy'), to_char(local, 'HH24:MI'), to_char(local + interval '1 minute' * p.minutes, 'HH24:MI'),
     p.levels, p.is_free, p.class_type = 'Regular Classes',
     greatest(p.cap, (coalesce(s.seats, 0) + 9) / 10 * 10), p.rate, p.currency, c.made,
     c.made + (${instant(today)} - c.made) * ${chance('c.no', 21)}
   from large_classes c join large_plans p on p.no = c.plan
   cross join lateral (select c.starts at time zone '${businessZone}' as local) l
   left join (
     select class_no, max(seats)::int as seats
     from (
       select class_no, lesson, count(*) as seats
       from large_orders cross join lateral generate_series(first_lesson, first_lesson + lessons - 1) as lesson
       where type <> 'PAYMENT_VIDEO' and holds_places
       group by class_no, lesson) filled
     group by class_no) s on s.class_no = c.no`,
  `insert into lessons (id, class_id, name, term, lesson_index, scheduled_at, ended_at, hosting_platform,
     is_completed, created, updated)
   select c.lesson_ids[k + 1], c.id,
     'T' || (k / 10 + 1) || ' L' || (k % 10 + 1) || ' ' || p.topics[1 + k % cardinality(p.topics)],
     k / 10 + 1, k % 10 + 1, l.starts, l.starts + interval '1 minute' * p.minutes,
     ${pickFrom(`array['Staffroom Classroom', 'Zoom']`, 2, 'c.no', 22)},
     l.starts + interval '1 minute' * p.minutes < ${instant(today)}, c.made, c.made
   from large_classes c join large_plans p on p.no = c.plan
   cross join generate_series(0, ${lessonsPerClass - 1}) k
   cross join lateral (select c.starts + interval '7 days' * k as starts) l`,
];

/** One past lesson in so many was written about. */
const everyLesson = 20;

/** The announcements of the large data: an e-mail an hour before the lesson. */
export const writtenEachWeek = ({ today }: Calendar) => `
  select l.id as lesson_id, 'email' as method, date_trunc('second', l.scheduled_at - interval '1 hour') as at
  from large_classes c cross join generate_series(0, ${lessonsPerClass - 1}) k join lessons l on l.id = c.lesson_ids[k + 1]
  where (c.no * ${lessonsPerClass} + k) % ${everyLesson} = 0 and l.scheduled_at - interval '1 hour' < ${instant(today)}`;

/** Every class has a tutor, every second one a TA, and its lessons the same. */
export const insertTeachers = (tutors: readonly string[], assistants: readonly string[]) => [
  `insert into class_staff (class_id, user_id, kind)
   select id, (${idArray(tutors)})[1 + (no * 7) % ${tutors.length}], 'tutor' from large_classes
   union all
   select id, (${idArray(assistants)})[1 + (no * 5) % ${assistants.length}], 'ta' from large_classes where no % 2 = 0`,
  `insert into lesson_staff (lesson_id, user_id, kind)
   select l.id, s.user_id, s.kind from lessons l join class_staff s on s.class_id = l.class_id`,
];
