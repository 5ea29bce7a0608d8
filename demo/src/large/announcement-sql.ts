import { announcementTexts } from '../data/announcement-texts.ts';
import { lessonsPerClass, type Calendar } from './class-sql.ts';
import type { People } from './order-sql.ts';
import { chance, idArray, idFor, instant, pickFrom, textArray } from './sql.ts';

/** One lesson in so many that are past was written about. */
const everyLesson = 20;

/**
 * E-mails to all students of such a lesson, an hour before it; a few were refused. Places are joined, never
 * looked up one by one: the tables have no indexes yet.
 */
export const insertAnnouncements = ({ today }: Calendar, { admins }: People): string[] => [
  `insert into announcements (id, lesson_id, method, groups, subject, content, sent_by, created)
   select ${idFor('t.at', `'announcement ' || l.id`)}, l.id, 'email', '{student,trial_student,video_student}',
     ${pickFrom(textArray(announcementTexts.map(({ subject }) => subject)), announcementTexts.length, 'n.no', 61)},
     ${pickFrom(textArray(announcementTexts.map(({ content }) => content)), announcementTexts.length, 'n.no', 61)},
     ${pickFrom(idArray(admins.map(({ id }) => id)), admins.length, 'n.no', 62)}, t.at
   from large_classes c cross join generate_series(0, ${lessonsPerClass - 1}) k
   cross join lateral (select c.no * ${lessonsPerClass} + k as no) n
   join lessons l on l.id = c.lesson_ids[k + 1]
   cross join lateral (select date_trunc('second', l.scheduled_on - interval '1 hour') as at) t
   where n.no % ${everyLesson} = 0 and t.at < ${instant(today)}`,
  `insert into announcement_deliveries (id, announcement_id, address, state, tries, via, error, updated)
   select ${idFor('a.created', `'delivery ' || a.id || p.student_id`)}, a.id, u.email,
     case when h.failed then 'failed' else 'sent' end, 1, 'smtp',
     case when h.failed then '550 5.1.1 mailbox unavailable' end, a.created + interval '1 minute'
   from announcements a
   join (select distinct lesson_id, student_id from roster_sources where released_on is null) p using (lesson_id)
   join users u on u.id = p.student_id
   cross join lateral (select ${chance('hashtext(u.email)', 63)} < 0.02 as failed) h`,
  `insert into announcement_recipients (id, announcement_id, student_id, recipient_group, address_of, delivery_id, created)
   select ${idFor('a.created', `'recipient ' || d.id`)}, a.id, u.id,
     case p.kind when 'TRIAL' then 'trial_student' when 'PAYMENT_VIDEO' then 'video_student' else 'student' end,
     'student', d.id, a.created
   from announcement_deliveries d join announcements a on a.id = d.announcement_id join users u on u.email = d.address
   left join roster_places p on p.lesson_id = a.lesson_id and p.student_id = u.id`,
];
