import { addMonths, businessDayOf } from 'staffroom-contract/shared/dates.ts';
import type { Dataset } from './dataset.ts';
import type { Figure } from './figure.ts';
import { measureViews } from './measure-views.ts';
import type { ServerUnderLoad } from './server-under-load.ts';

/** Size of a month in a very large company. */
const lessonsOfMonth = 5000;
const studentsOfLesson = 30;

/** A tutor's month, and a run of 5,000 lessons after one of 5,000: the draft also checks paid lessons for changes. */
export const measureTutorPay = async (
  server: ServerUnderLoad,
  dataset: Dataset,
  log: (line: string) => void,
): Promise<Figure[]> => {
  const today = businessDayOf(new Date().toISOString(), 'Asia/Singapore');
  const month = (ago: number) => addMonths(`${today.slice(0, 7)}-01`, -ago).slice(0, 7);
  for (const ago of [1, 2]) await fillMonth(dataset, month(ago));
  await dataset.rows('vacuum analyze lessons, lesson_staff, roster_sources');
  const start = async (of: string) =>
    (
      await server.call<{ data: { _id: string; version: number } }>('/admin/payment-run', {
        method: 'POST',
        body: { month: of },
      })
    ).data;
  const before = await start(month(2));
  const began = performance.now();
  await server.call(`/admin/payment-run/${before._id}/confirm`, {
    method: 'PATCH',
    body: { version: before.version },
  });
  const confirmed = performance.now() - began;
  const draft = await start(month(1));
  const [busiest] = await dataset.rows<{ id: string }>(
    `select user_id as id from lesson_staff group by 1 order by count(*) desc, 1 limit 1`,
  );
  const at = { server, dataset };
  return [
    {
      what: `Payment run of ${lessonsOfMonth.toLocaleString('en-SG')} lessons: confirming`,
      value: confirmed,
      unit: 'ms',
      bar: 5000,
      atLeast: false,
    },
    ...(await measureViews(
      at,
      {
        list: 'Payment run, 5,000 paid before',
        path: `/admin/payment-run/${draft._id}`,
        bar: 1000,
      },
      [['draft of 5,000 lessons', {}]],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Payment run', path: `/admin/payment-run/${before._id}`, bar: 1000 },
      [['confirmed, of 5,000 lessons', {}]],
      log,
    )),
    ...(await measureViews(
      at,
      { list: 'Tutor pay', path: '/admin/tutor-payments' },
      [['the busiest tutor’s month', {}, { tutor: busiest?.id ?? '', month: month(1) }]],
      log,
    )),
  ];
};

/** Fills a month up to 5,000 lessons, each with a tutor and paying students. */
const fillMonth = (dataset: Dataset, month: string) =>
  dataset.rows(
    `with had as (
       select count(*)::int as lessons from lessons
       where scheduled_at >= ($1 || '-01')::date and scheduled_at < ($1 || '-01')::date + interval '1 month'
     ), made as (
       insert into lessons (id, class_id, name, scheduled_at, ended_at, hosting_platform, created, updated)
       select gen_random_uuid(), class.id, 'Bench ' || number, start, start + interval '90 minutes', 'Zoom', start, start
       from had, generate_series(1, greatest(0, ${lessonsOfMonth} - had.lessons)) number
       cross join lateral (select ($1 || '-02')::timestamptz + number * interval '7 minutes' as start) at
       join lateral (select id from classes offset number % (select count(*) from classes) limit 1) class on true
       returning id, scheduled_at
     ), numbered as (
       select id, scheduled_at, row_number() over (order by scheduled_at, id) as number from made
     ), tutors as (
       select id, row_number() over (order by id) as number from users where type = 'Tutor'
     ), students as (
       select id, row_number() over (order by id) as number from (select id from users where type = 'Student' limit 5000) s
     ), staffed as (
       insert into lesson_staff (lesson_id, user_id, kind, position)
       select lesson.id, tutors.id, 'tutor', 0 from numbered lesson
       join tutors on tutors.number = 1 + lesson.number % (select count(*) from tutors)
     )
     insert into roster_sources (id, lesson_id, student_id, kind, added_by, created)
     select gen_random_uuid(), lesson.id, students.id, 'PAYMENT', (select id from tutors limit 1), lesson.scheduled_at
     from numbered lesson cross join generate_series(1, ${studentsOfLesson}) place
     join students on students.number = 1 + (lesson.number * 31 + place) % (select count(*) from students)`,
    [month],
  );
