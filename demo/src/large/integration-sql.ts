import type { Calendar } from './class-sql.ts';
import { below, chance, idFor, instant, pickFrom, textArray } from '../sql.ts';

/** The part of the students of a lesson who came to it, and the part who say what they think of it. */
const shareCame = 0.86;
const shareRates = 0.05;

const said = [
  '',
  '',
  'The tutor explained the hard questions well.',
  'A little fast today.',
  'I understand fractions now!',
  'More examples please.',
];

/** The students of past lessons, numbered. */
const whoStood = ({ today }: Calendar) => `
  (select distinct r.lesson_id, r.student_id, l.scheduled_at, l.ended_at, l.hosting_platform, u.email, u.name
   from roster_sources r
   join lessons l on l.id = r.lesson_id
   join users u on u.id = r.student_id
   where r.released_at is null and r.kind <> 'PAYMENT_VIDEO' and l.ended_at < ${instant(today)}) p
  cross join lateral (select hashtextextended(p.lesson_id::text || p.student_id, 81) as no) n`;

/** Events of the classroom and the student app: joins, leaves and feedback. */
export const insertReceived = (calendar: Calendar) => [
  `insert into classroom_events (id, lesson_id, student_id, email, name, action, at, received)
   select ${idFor('e.at', `e.action || p.lesson_id || p.student_id`)}, p.lesson_id, p.student_id, p.email, p.name, e.action, e.at, e.at
   from ${whoStood(calendar)}
   cross join lateral (values
     ('join', p.scheduled_at + interval '1 second' * (${below(900, 'n.no', 82)} - 600)),
     ('leave', p.ended_at - interval '1 second' * ${below(600, 'n.no', 83)})
   ) as e (action, at)
   where p.hosting_platform = 'Staffroom Classroom' and ${chance('n.no', 84)} < ${shareCame}`,
  `insert into feedback (id, lesson_id, student_id, rating, content, created, received)
   select ${idFor('t.at', `'feedback ' || p.lesson_id || p.student_id`)}, p.lesson_id, p.student_id,
     5 - least(4, floor(6 * ${chance('n.no', 85)} ^ 3)::int),
     ${pickFrom(textArray(said), said.length, 'n.no', 86)}, t.at, t.at
   from ${whoStood(calendar)}
   cross join lateral (
     select least(${instant(calendar.today)}, p.ended_at + interval '1 second' * ${below(86_400, 'n.no', 87)}) as at) t
   where ${chance('n.no', 88)} < ${shareRates}`,
  sentItems('submissions', 'submissions', 'created', 'Student app'),
  sentItems('feedback', 'feedback', 'received', 'Student app'),
  sentItems('classroom-events', 'classroom_events', 'received', 'Classroom'),
];

/** Each was sent once, under the other system's name of it. */
const sentItems = (scope: string, table: string, received: string, system: string) => `
  insert into integration_items (scope, system, external_id, content_hash, steps, record_id, service_token_id, received)
  select '${scope}', t.name, 'E-' || r.id, sha256(uuid_send(r.id)), '{sent}', r.id, t.id, r.${received}
  from ${table} r join service_tokens t on t.name = '${system}'`;
