/** The empty text, and every text of one or two letters within a line. */
const partsOf = (text: string) => `
  select distinct part
  from (select string_to_array(${text}, null) as letters) of_text, unnest(letters, letters[2:]) as at (one, next),
    lateral (values (''), (one), (one || next)) as parts (part)
  where part !~ '\\n'`;

/**
 * What is true of the data at any moment, whatever was killed, refused or retried before. Each rule is a query that finds the
 * rows that break it; the tests of faults and of the demo data run them all.
 */
export const invariants: Readonly<Record<string, string>> = {
  'the correct answers of a poll question are among its options': `
    select q.id from poll_questions q
    where cardinality(q.answer_index) = 0
      or exists (select from unnest(q.answer_index) i where i not between 0 and jsonb_array_length(q.option) - 1)`,
  'poll questions of a lesson are numbered from 0 without gaps': `
    select lesson_id from poll_questions group by lesson_id
    having min(question_index) <> 0 or max(question_index) <> count(*) - 1 or count(distinct question_index) <> count(*)`,
  'a message goes to the address of its recipients, who have or had a place on the lesson': `
    select r.id from announcement_recipients r join announcements a on a.id = r.announcement_id
    join announcement_deliveries d on d.id = r.delivery_id join users u on u.id = r.student_id
    where d.announcement_id <> a.id
      or d.address <> case a.method when 'email' then u.email else '+' || u.phone_country_code || u.phone end
      or not exists (select from roster_sources p where p.lesson_id = a.lesson_id and p.student_id = r.student_id)`,
  'an announcement names the groups of its recipients, and each message has one': `
    select a.id from announcements a
    left join announcement_deliveries d on d.announcement_id = a.id
    left join announcement_recipients r on r.delivery_id = d.id
    group by a.id
    having a.groups is distinct from array_agg(distinct r.recipient_group order by r.recipient_group) or bool_or(r.id is null)`,
  'every processed trial has a ticket for its student, class and first lesson': `
    select o.id from orders o
    left join tickets t on t.order_id = o.id and t.student_id = o.student_id and t.class_id = o.class_id
      and t.lesson_id = (select l.id from lessons l where l.id = any(o.lesson_ids) order by l.scheduled_at limit 1)
    where o.type = 'TRIAL' and o.status = 'PROCESSED' and t.id is null`,
  'a ticket has the date of its lesson': `
    select t.id from tickets t join lessons l on l.id = t.lesson_id
    where coalesce(t.trial_date, t.subscription_end_date) <> l.scheduled_at`,
  'a renewal is for a regular class, and a student has one open renewal per class': `
    select t.student_id from tickets t join classes c on c.id = t.class_id where t.type = 'ClassRenewal'
    group by t.student_id, t.class_id, c.class_type
    having c.class_type <> 'Regular Classes'
      or count(*) filter (where t.status not in ('RENEWED', 'DROPPED', 'CANCELED')) > 1`,
  'a ticket’s history begins at its creation and ends at its current status': `
    select t.id from tickets t
    cross join lateral (
      select count(*) as steps, max(h.at) as last, (array_agg(h.to_status order by h.at desc, h.id desc))[1] as status,
        (array_agg(h.from_status order by h.at, h.id))[1] as beginning
      from ticket_history h where h.ticket_id = t.id) history
    where history.steps < t.version or history.status <> t.status or history.beginning is not null or history.last > t.updated
      or t.status_since > t.updated`,
  'a closed ticket has no follow-up': `
    select id from tickets
    where status in ('CLOSED WON', 'CLOSED LOSE', 'RENEWED', 'DROPPED', 'CANCELED') and next_action_date is not null`,
  'a code counts the orders that use it': `
    select code from discount_codes c
    where total_usage <> (select count(*) from orders o where o.discount_code_id = c.id and o.status <> 'CANCELLED')`,
  'first_purchased_at is the first purchase that was not cancelled': `
    select u.id from users u
    where u.first_purchased_at is distinct from (
      select min(o.created) from orders o
      where o.student_id = u.id and o.type <> 'TRIAL' and o.status <> 'CANCELLED')`,
  'a processed order has places on exactly its billable lessons': `
    select o.id from orders o
    where o.status = 'PROCESSED' and o.billable_lesson_ids <> array(
      select l.id from roster_sources r join lessons l on l.id = r.lesson_id
      where r.order_id = o.id and r.released_at is null and r.kind = o.type and r.student_id = o.student_id
      order by l.scheduled_at, l.id)`,
  'INIT and PAID orders have no places': `
    select o.id from orders o join roster_sources r on r.order_id = o.id where o.status in ('INIT', 'PAID')`,
  'a cancelled order keeps only the places on lessons that had begun': `
    select o.id from orders o join roster_sources r on r.order_id = o.id join lessons l on l.id = r.lesson_id
    where o.status = 'CANCELLED'
      and (r.released_at is null) <> (l.scheduled_at <= o.cancelled_at)`,
  'a cancelled order has a place per billable lesson if it was paid, otherwise none': `
    select o.id from orders o
    where o.status = 'CANCELLED' and (select count(*) from roster_sources r where r.order_id = o.id)
      <> case when o.completed_at is null then 0 else cardinality(o.billable_lesson_ids) end`,
  'no student bought a lesson twice': `
    select lesson_id from roster_sources where released_at is null
    group by lesson_id, student_id, kind having count(*) > 1`,
  'every order has billable lessons, which are among its lessons': `
    select id from orders where cardinality(billable_lesson_ids) = 0 or not billable_lesson_ids <@ lesson_ids`,
  'only offline orders have handled_by': `
    select id from orders where (channel = 'offline') <> (handled_by is not null)`,
  'only online orders have a provider, with its platform': `
    select id from orders where (provider is not null and channel = 'offline')
      or platform is distinct from case provider when 'stripe' then 'credit-card' when 'hitpay' then 'paynow' end`,
  'completed and cancelled times fit the status': `
    select id from orders where (status = 'CANCELLED') <> (cancelled_at is not null)
      or (status = 'INIT' and completed_at is not null)
      or (status in ('PAID', 'PROCESSED') and completed_at is null)
      or cancelled_at < created`,
  'an order has the currency of its class': `
    select o.id from orders o join classes c on c.id = o.class_id where o.currency <> c.currency`,
  'a student has at most one active trial per class': `
    select student_id from orders where type = 'TRIAL' and status <> 'CANCELLED'
    group by student_id, class_id having count(*) > 1`,
  'an order’s history begins with its creation and includes its cancellation': `
    select o.id from orders o left join order_history h on h.order_id = o.id
    group by o.id
    having count(*) filter (where h.action = 'created') <> 1
      or count(*) filter (where h.action = 'cancelled') <> case when o.status = 'CANCELLED' then 1 else 0 end
      or count(h.id) <> o.version`,
  'a balance of credit is never below zero': `
    select student_id from (
      select student_id, sum(case action when 'ADD' then qty when 'REDEEM' then -qty else 0 end)
        over (partition by student_id order by position) as balance from credit_entries) as ledger
    where balance < 0`,
  'a contact preference has at most one channel': `
    select id from users where contact_preference <> '{}'
      and contact_preference <> '{"whatsapp": true}'
      and (contact_preference ->> 'wechat' is distinct from 'true' or contact_preference ->> 'wechat_id' is null
        or contact_preference - 'wechat' - 'wechat_id' <> '{}')
      and (coalesce(contact_preference ->> 'other', '') = '' or contact_preference - 'other' <> '{}')`,
  'a campaign, its medium and its link parameters are set together': `
    select id from users where (lead_campaign is null) <> (lead_medium is null)
      or (lead_campaign is null) <> (lead_meta = '{}')`,
  'user counts match the users, per kind and per text of one or two letters': `
    with held as (
      select part, type, lead_source, enabled, count from user_counts
      union all
      select part, type, lead_source, enabled, change from user_changes
        cross join lateral (${partsOf('search')}) of_change
    ), counted as (
      select part, type, lead_source, enabled, sum(count) as count from held group by 1, 2, 3, 4 having sum(count) <> 0
    ), found as (
      select part, type, lead_source, enabled, count(*) as count from users
        cross join lateral (${partsOf('search')}) of_user group by 1, 2, 3, 4
    )
    (table counted except table found) union all (table found except table counted)`,
  'order ids sort by creation time': `
    select id from orders where ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint
      <> floor(extract(epoch from created) * 1000) or substr(id::text, 15, 1) <> '7'`,
  'a lesson of a tutor is paid once; later runs pay only its difference': `
    select lesson_id from payment_run_lines where not is_difference
    group by tutor_id, lesson_id having count(*) > 1`,
  'a confirmed run has its lines, a draft none': `
    select r.id from payment_runs r left join payment_run_lines l on l.run_id = r.id
    group by r.id having (r.state = 'draft') <> (count(l.lesson_id) = 0)`,
  'rows of an import have different orders': `
    select order_id from order_import_rows where order_id is not null
    group by import_id, order_id having count(*) > 1`,
};
