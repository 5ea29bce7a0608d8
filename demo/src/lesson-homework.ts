import { chance, idFor, instant, weighted } from './sql.ts';

/** Inserts the homework of the lessons: their files that are homework, with the dates of homework.rules.ts. */
export const insertHomework = `
  insert into homework (id, lesson_id, name, material_id, released_at, due_at, return_at, created, updated)
  select ${idFor('a.attached_at', `'homework ' || f.key || l.id`)}, l.id, regexp_replace(f.name, '\\.pdf$', ''), f.id, l.scheduled_at,
    l.scheduled_at + interval '7 days', l.scheduled_at + interval '14 days', a.attached_at, a.attached_at
  from lesson_materials a join materials f on f.id = a.material_id join lessons l on l.id = a.lesson_id
  where f.name ~* 'homework'`;

/** Results once the work was due back, and before. */
const returned = [
  [`'marked'`, 88],
  [`'SUBMITTED'`, 4],
  [`'RESUBMITTED'`, 3],
  [`'RESUBMISSION_REQUIRE'`, 5],
] as const;
const notReturned = [
  [`'marked'`, 38],
  [`'SUBMITTED'`, 42],
  [`'RESUBMITTED'`, 8],
  [`'RESUBMISSION_REQUIRE'`, 12],
] as const;

/** Inserts submissions of paying students with results: more the longer ago it was due, `share` at most; some late. */
export const insertSubmissions = (today: number, share: number) => `
  insert into submissions (id, homework_id, student_id, status, created, updated, marked_at)
  select ${idFor('s.at', `'submission ' || h.id || p.student_id`)}, h.id, p.student_id, s.status, s.at, coalesce(m.at, s.at), m.at
  from homework h
  join lessons l on l.id = h.lesson_id
  join (
    select distinct lesson_id, student_id from roster_sources
    where kind = 'PAYMENT' and released_at is null) p on p.lesson_id = h.lesson_id
  cross join lateral (select hashtextextended(h.id::text || p.student_id, 71) as no) n
  cross join lateral (
    select date_trunc('second', l.ended_at + interval '1 hour' + interval '8 days' * ${chance('n.no', 72)}) as at,
      case when h.return_at < ${instant(today)} then ${weighted(returned, 'n.no', 73)} else ${weighted(notReturned, 'n.no', 73)} end as status) s
  cross join lateral (
    select case when s.status <> 'SUBMITTED' then
      date_trunc('second', s.at + least(interval '5 days', ${instant(today)} - s.at) * ${chance('n.no', 74)}) end as at) m
  where s.at < ${instant(today)} and ${chance('n.no', 75)} <
    ${share} * case when h.return_at < ${instant(today)} then 1 when h.due_at < ${instant(today)} then 0.93 else 0.84 end`;
