import { lessonsPerClass, type Calendar } from './class-sql.ts';
import type { People } from './order-sql.ts';
import { below, chance, idArray, idFor, instant, weighted } from './sql.ts';

/** The part of the paying students of a lesson that was held who handed something in. */
const shareHandedIn = 0.5;

const folder = `case p.subject when 'Science' then 'science' when 'English' then 'english-paper-1' else 'mathematics' end`;
const shortLevel = `case split_part(p.levels[1], '-', 1)
  when 'primary' then 'P' when 'secondary' then 'Sec ' when 'junior' then 'JC' else 'IP' end || right(p.levels[1], 1)`;

/** Every lesson has a homework, from a file that the classes of its level and subject share. */
export const insertHomework = ({ base }: Calendar, { admins }: People): string[] => [
  `create temp table large_homework on commit drop as
   select c.no * ${lessonsPerClass} + k as no, ${idFor('c.made', `'homework ' || l.id`)} as id, l.id as lesson_id,
     l.scheduled_on, l.ended_on, c.made, ${folder} as folder, ${shortLevel} || ' ' || l.name || ' Homework' as name
   from large_classes c
   join large_plans p on p.no = c.plan
   cross join generate_series(0, ${lessonsPerClass - 1}) k
   join lessons l on l.id = c.lesson_ids[k + 1]`,
  `insert into materials (id, key, folder, name, size, created)
   select ${idFor(instant(base), `'material ' || folder || name`)}, folder || '/' || name || '.pdf', folder, name || '.pdf',
     20000 + ${below(400_000, 'hashtext(name)', 71)}, ${instant(base)}
   from (select distinct folder, name from large_homework) f`,
  `insert into lesson_materials (lesson_id, material_id, attached_on, attached_by)
   select h.lesson_id, m.id, h.made, (${idArray(admins.map(({ id }) => id))})[1]
   from large_homework h join materials m on m.key = h.folder || '/' || h.name || '.pdf'`,
  `insert into homework (id, lesson_id, name, material_id, released_on, due_on, return_on, created, updated)
   select h.id, h.lesson_id, h.name, m.id, h.scheduled_on, h.scheduled_on + interval '7 days',
     h.scheduled_on + interval '14 days', h.made, h.made
   from large_homework h join materials m on m.key = h.folder || '/' || h.name || '.pdf'`,
];

/** Submissions within nine days of the lesson, and their results. */
export const insertSubmissions = ({ today }: Calendar) => `
  insert into submissions (id, homework_id, student_id, status, created, updated, marked_on)
  select ${idFor('s.at', `'submission ' || h.id || p.student_id`)}, h.id, p.student_id, s.status, s.at, greatest(s.at, m.at), m.at
  from large_homework h
  join (
    select distinct lesson_id, student_id from roster_sources
    where kind = 'PAYMENT' and released_on is null) p on p.lesson_id = h.lesson_id
  cross join lateral (select hashtextextended(p.student_id::text, h.no) as no) n
  cross join lateral (
    select date_trunc('second', h.ended_on + interval '1 hour' + interval '9 days' * ${chance('n.no', 72)}) as at,
      ${weighted(
        [
          [`'marked'`, 85],
          [`'SUBMITTED'`, 6],
          [`'RESUBMITTED'`, 4],
          [`'RESUBMISSION_REQUIRE'`, 5],
        ],
        'n.no',
        73,
      )} as status) s
  cross join lateral (
    select case when s.status = 'marked' then
      date_trunc('second', s.at + (least(interval '5 days', ${instant(today)} - s.at)) * ${chance('n.no', 74)}) end as at) m
  where ${chance('n.no', 75)} < ${shareHandedIn} and s.at < ${instant(today)}`;
