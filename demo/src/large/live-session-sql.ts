import { imagePath } from 'staffroom-contract/shared/rich-text.ts';
import { seriesPlans } from '../data/live-session-plans.ts';
import { dayOf, days, iso } from '../demo-time.ts';
import type { Row } from '../insert-rows.ts';
import { pictureRow } from '../picture-row.ts';
import { drawCover } from '../session-covers.ts';
import type { Calendar } from './class-sql.ts';
import { below, idArray, idFor, instant, literal, pickFrom, textArray } from '../sql.ts';

/** Over three years, and how many sign up to each. */
const sessions = 3000;
const attendeesEach = 40;
const coverId = '5e551045-0000-4000-8000-000000000001';

/** The one cover that they all have. */
export const coverRow = ({ today }: Calendar, uploadedBy: string): Row =>
  pictureRow(drawCover('Mathematics', 0), {
    id: coverId,
    uploadedBy,
    created: iso(today - days(1100)),
  });

/** Sessions over three years up to a month from now, hosted by these tutors, and students who signed up to them. */
export const insertLiveSessions = (
  { today }: Calendar,
  tutors: readonly string[],
  scale: number,
): string[] => {
  const count = Math.max(30, Math.round(sessions * scale));
  const last = dayOf(today).add({ days: 30 }).toString();
  const names = seriesPlans.flatMap(({ episodes }) => episodes.map(([name]) => name));
  return [
    `insert into live_sessions (id, name, description, level, subject, keywords, series_name, series_order, scheduled_at,
       event_duration, host_id, is_listed, is_public_viewable, playback_url, target_audience, cover_photo, created, updated)
     select ${idFor('t.created', `'live session ' || n`)}, ${pickFrom(textArray(names), names.length, 'n', 71)} || ' ' || n,
       'Shared live, watched again later.', 'primary-' || (1 + ${below(6, 'n', 72)}),
       ${pickFrom(textArray(['English', 'Mathematics', 'Science']), 3, 'n', 73)}, '{PSLE,Heuristics}',
       ${pickFrom(textArray(seriesPlans.map(({ name }) => name)), seriesPlans.length, 'n', 74)}, 1 + n / 10, t.at, 20,
       ${pickFrom(idArray(tutors), tutors.length, 'n', 75)}, true, n % 5 = 0,
       case when t.at < ${instant(today)} then 'https://watch.staffroom.example/tls/' || n else '' end,
       case when n % 6 = 0 then 'parent' else 'student' end, ${literal(`${imagePath}${coverId}.png`)}, t.created, t.created
     from generate_series(1, ${count}) n
     cross join lateral (select timestamptz ${literal(`${last}T11:30:00Z`)} - n * interval '${Math.floor((1125 * 86_400) / count)} seconds' as at) a
     cross join lateral (select date_trunc('second', a.at) as at, date_trunc('second', a.at) - interval '40 days' as created) t`,
    `insert into live_session_attendees (id, session_id, student_id, signed_up_at)
     select ${idFor('s.created', `'attendee ' || s.id || k`)}, s.id,
       p.ids[1 + (s.no * 37 + k) % cardinality(p.ids)], s.created + k * interval '1 hour'
     from (select id, created, row_number() over (order by id) as no from live_sessions) s
     cross join generate_series(1, ${attendeesEach}) k
     cross join (select array(select id from users where type = 'Student' order by id limit 5000) as ids) p`,
  ];
};
