import { announcementTexts } from './data/announcement-texts.ts';
import { below, chance, idArray, idFor, instant, pickFrom, textArray } from './sql.ts';

type Sent = {
  /** A query of the announcements: lesson_id, method, at. */
  written: string;
  /** The part of the messages of unknown outcome. */
  unknown: number;
  senders: readonly { id: string }[];
};

/** Lessons around today that were written about. */
const lessonCount = 40;

/** The demo's: an e-mail before lessons around today, and to some of them a text message soon after. */
export const writtenAroundToday = (today: number) => `
  select l.id as lesson_id, m.method, date_trunc('second', least(l.scheduled_at, ${instant(today)})
    - interval '1 hour' * (2 + ${below(19, 'l.no', 64)}) + interval '1 minute' * m.later) as at
  from (
    select id, scheduled_at, hashtextextended(id::text, 65) as no from lessons
    where is_active and abs(date_part('epoch', scheduled_at - ${instant(today)})) < 7 * 86400
      and id in (select lesson_id from roster_places)
    order by no limit ${lessonCount}) l
  cross join (values ('email', 0), ('sms', 20)) as m (method, later)
  where m.method = 'email' or ${chance('l.no', 66)} < 0.5`;

const textOf = (part: keyof (typeof announcementTexts)[number]) =>
  pickFrom(
    textArray(announcementTexts.map((text) => text[part])),
    announcementTexts.length,
    'a.no',
    61,
  );
const button = `nullif(case a.method when 'email' then ${textOf('button')} end, '')`;

const deliveryId = idFor('r.at', `'delivery ' || r.id || lower(r.address)`);

/**
 * Inserts announcements to students, some refused; a shared address gets one message. Places are joined, never looked
 * up one by one: the large data's tables have no indexes yet.
 */
export const insertAnnouncements = ({ written, unknown, senders }: Sent): string[] => [
  `create temp table announcements_to_write on commit drop as
   select ${idFor('at', `'announcement ' || lesson_id || method`)} as id, lesson_id, method, at,
     hashtextextended(lesson_id::text || method, 60) as no
   from (${written}) w`,
  `create temp table recipients_to_write on commit drop as
   select a.id, a.method, a.at, p.student_id,
     case p.kind when 'TRIAL' then 'trial_student' when 'PAYMENT_VIDEO' then 'video_student' else 'student' end as recipient_group,
     case a.method when 'email' then u.email else '+' || u.phone_country_code || u.phone end as address
   from announcements_to_write a join roster_places p using (lesson_id) join users u on u.id = p.student_id`,
  `insert into announcements (id, lesson_id, method, groups, subject, content, cta_text, cta_link, sent_by, created)
   select a.id, a.lesson_id, a.method, r.groups, case a.method when 'email' then ${textOf('subject')} else '' end,
     case a.method when 'email' then ${textOf('content')} else ${textOf('sms')} end, c.button,
     case when c.button is not null then 'https://classroom.example.com/lessons' end,
     ${pickFrom(idArray(senders.map(({ id }) => id)), senders.length, 'a.no', 62)}, a.at
   from announcements_to_write a
   join (
     select id, array_agg(distinct recipient_group order by recipient_group) as groups
     from recipients_to_write group by id) r using (id)
   cross join lateral (select ${button} as button) c`,
  `insert into announcement_deliveries (id, announcement_id, address, state, tries, via, error, updated)
   select d.id, r.id, r.address, d.state, 1, case r.method when 'email' then 'smtp' else 'twilio' end,
     case d.state when 'unknown' then 'no answer recorded'
       when 'failed' then case r.method when 'email' then '550 5.1.1 mailbox unavailable' else 'this is not a mobile number' end end,
     r.at + interval '1 second' * (2 + ${below(88, 'd.no', 67)})
   from (select id, method, at, min(address) as address from recipients_to_write group by id, method, at, lower(address)) r
   cross join lateral (
     select ${deliveryId} as id, hashtextextended(r.address, 63) as no) i
   cross join lateral (
     select i.id, i.no, case when ${chance('i.no', 68)} < 0.03 then 'failed'
       when r.method = 'email' and ${chance('i.no', 69)} < ${unknown} then 'unknown' else 'sent' end as state) d`,
  `insert into announcement_recipients (id, announcement_id, student_id, recipient_group, address_of, delivery_id, created)
   select ${idFor('r.at', `'recipient ' || r.id || r.student_id`)}, r.id, r.student_id, r.recipient_group, 'student', ${deliveryId}, r.at
   from recipients_to_write r`,
];
