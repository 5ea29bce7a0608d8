import pg from 'pg';
import type { DiscountType } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { priceOrder, type OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';

const withClient = async <T>(url: string, use: (client: pg.Client) => Promise<T>) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
};

export const rowsOf = <T extends pg.QueryResultRow>(url: string, text: string) =>
  withClient(url, async (client) => (await client.query<T>(text)).rows);

/** The empty text, and every text of one or two letters within a line. */
const partsOf = (text: string) => `
  select distinct part
  from (select string_to_array(${text}, null) as letters) of_text, unnest(letters, letters[2:]) as at (one, next),
    lateral (values (''), (one), (one || next)) as parts (part)
  where part !~ '\\n'`;

/** Rules for any data set, each as a query that finds the rows that break it. */
export const brokenBy: Readonly<Record<string, string>> = {
  'the correct answers of a poll question are among its options': `
    select q.id from poll_questions q
    where cardinality(q.answer_index) = 0
      or exists (select from unnest(q.answer_index) i where i not between 0 and jsonb_array_length(q.option) - 1)`,
  'poll questions of a lesson are numbered from 0 without gaps': `
    select lesson_id from poll_questions group by lesson_id
    having min(question_index) <> 0 or max(question_index) <> count(*) - 1 or count(distinct question_index) <> count(*)`,
  'a poll answer belongs to a question of its lesson and is given during the lesson': `
    select e.id from classroom_events e join lessons l on l.id = e.lesson_id
    left join poll_questions q on q.id = e.poll_id and q.lesson_id = e.lesson_id
    where e.action = 'answer' and (q.id is null or e.at not between l.scheduled_at and l.ended_at + interval '5 minutes')`,
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
  'students sign up to a live session after its creation and before its start': `
    select a.id from live_session_attendees a join live_sessions s on s.id = a.session_id join users u on u.id = a.student_id
    where u.type <> 'Student' or a.signed_up_at < s.created or a.signed_up_at > s.scheduled_at`,
  'a live session has a tutor as host and an existing cover': `
    select s.id from live_sessions s join users u on u.id = s.host_id
    where u.type <> 'Tutor' or not exists (
      select from uploaded_images i where s.cover_photo like '/api/image/' || i.id || '.%')`,
  'every processed trial has a ticket for its student, class and first lesson': `
    select o.id from orders o
    left join tickets t on t.order_id = o.id and t.student_id = o.student_id and t.class_id = o.class_id
      and t.lesson_id = (select l.id from lessons l where l.id = any(o.lesson_ids) order by l.scheduled_at limit 1)
    where o.type = 'TRIAL' and o.status = 'PROCESSED' and t.id is null`,
  'a ticket has the date of its lesson': `
    select t.id from tickets t join lessons l on l.id = t.lesson_id
    where coalesce(t.trial_date, t.subscription_end_date) <> l.scheduled_at`,
  'a won or renewed ticket has an active purchase, a trial one within 90 days': `
    select t.id from tickets t left join orders o on o.id = t.result_order_id
    where (t.status in ('CLOSED WON', 'RENEWED') and o.id is null)
      or (o.id is not null and (o.type <> 'PAYMENT' or o.status not in ('PAID', 'PROCESSED')
        or o.student_id <> t.student_id or o.class_id <> t.class_id or o.created < t.created
        or t.type = 'TrialConversion' and o.created > t.trial_date + interval '91 days'))`,
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
  'an order has a discount code only if the code applies': `
    select o.id from orders o join discount_codes c on c.id = o.discount_code_id
    where (o.created at time zone 'Asia/Singapore')::date not between c.start_date and c.end_date
      or (cardinality(c.class_ids) > 0 and o.class_id <> all (c.class_ids))
      or (c.discount_type in ('Absolute', 'Each Element Dollar Off') and c.currency <> o.currency)
      or o.type = 'TRIAL'`,
  'an order with the code of an agent has an agent': `
    select o.id from orders o join discount_codes c on c.id = o.discount_code_id
    where c.agent_id is not null and o.agent_id is null`,
  'first_purchased_at is the first purchase that was not cancelled': `
    select u.id from users u
    where u.first_purchased_at is distinct from (
      select min(o.created) from orders o
      where o.student_id = u.id and o.type <> 'TRIAL' and o.status <> 'CANCELLED')`,
  'the first purchase of a student was paid': `
    select u.id from users u
    where u.first_purchased_at is distinct from (
      select min(o.created) from orders o
      where o.student_id = u.id and o.type <> 'TRIAL' and o.status in ('PAID', 'PROCESSED'))`,
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
      and r.released_at is distinct from case when l.scheduled_at > o.cancelled_at then o.cancelled_at end`,
  'a cancelled order has a place per billable lesson if it was paid, otherwise none': `
    select o.id from orders o
    where o.status = 'CANCELLED' and (select count(*) from roster_sources r where r.order_id = o.id)
      <> case when o.completed_at is null then 0 else cardinality(o.billable_lesson_ids) end`,
  'no student bought a lesson twice': `
    select lesson_id from roster_sources where released_at is null
    group by lesson_id, student_id, kind having count(*) > 1`,
  'an order includes every active lesson of its class from its first to its last': `
    select o.id from orders o join lessons a on a.id = o.lesson_ids[1]
      join lessons b on b.id = o.lesson_ids[cardinality(o.lesson_ids)]
    where o.lesson_ids <> array(
      select l.id from lessons l where l.class_id = o.class_id and l.is_active
        and l.scheduled_at between a.scheduled_at and b.scheduled_at order by l.scheduled_at, l.id)`,
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
  'a renewal follows a paid order for the class': `
    select o.id from orders o where o.is_renewal and not exists (
      select from orders e where e.student_id = o.student_id and e.class_id = o.class_id
        and e.type = 'PAYMENT' and e.completed_at is not null and e.created < o.created)`,
  'a student has at most one active trial per class': `
    select student_id from orders where type = 'TRIAL' and status <> 'CANCELLED'
    group by student_id, class_id having count(*) > 1`,
  'students were created before their orders': `
    select o.id from orders o join users u on u.id = o.student_id where u.created > o.created or u.type <> 'Student'`,
  'an order’s history begins with its creation and includes its cancellation': `
    select o.id from orders o left join order_history h on h.order_id = o.id
    group by o.id
    having count(*) filter (where h.action = 'created' and h.at = o.created) <> 1
      or count(*) filter (where h.action = 'cancelled' and h.at = o.cancelled_at)
        <> case when o.status = 'CANCELLED' then 1 else 0 end
      or count(h.id) <> o.version or max(h.at) <> o.updated`,
  'a balance of credit is never below zero': `
    select student_id from (
      select student_id, sum(case action when 'ADD' then qty when 'REDEEM' then -qty else 0 end)
        over (partition by student_id order by position) as balance from credit_entries) as ledger
    where balance < 0`,
  'a ledger belongs to a student and begins after the student’s creation': `
    select e.id from credit_entries e join users u on u.id = e.student_id
    where u.type <> 'Student' or e.created < u.created or e.handled_by is null`,
  'a referrer was created before the referred student, whose lead source is Referral': `
    select u.id from users u join users r on r.id = u.referred_by
    where r.created >= u.created or u.lead_source <> 'Referral'`,
  'every student, tutor and TA has a referral code': `
    select id from users where type in ('Student', 'Tutor', 'TA') and coalesce(referral_code, '') = ''`,
  'a contact preference has at most one channel': `
    select id from users where contact_preference <> '{}'
      and contact_preference <> '{"whatsapp": true}'
      and (contact_preference ->> 'wechat' is distinct from 'true' or contact_preference ->> 'wechat_id' is null
        or contact_preference - 'wechat' - 'wechat_id' <> '{}')
      and (coalesce(contact_preference ->> 'other', '') = '' or contact_preference - 'other' <> '{}')`,
  'a campaign, its medium and its link parameters are set together': `
    select id from users where (lead_campaign is null) <> (lead_medium is null)
      or (lead_campaign is null) <> (lead_meta = '{}')`,
  'a timeline has a row per version, from the creation to the last update': `
    select u.id from users u join audit_log a on a.entity = 'user' and a.entity_id = u.id
    group by u.id
    having count(*) filter (where a.action = 'user.created' and a.at = u.created) <> 1
      or count(*) <> u.version or max(a.at) <> u.updated`,
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
  'lessons last one to four hours': `
    select id from lessons where ended_at - scheduled_at not between interval '1 hour' and interval '4 hours'`,
  'homework is a file of its lesson and is released at its start': `
    select h.id from homework h join lessons l on l.id = h.lesson_id
    where h.released_at <> l.scheduled_at
      or not exists (select from lesson_materials m where m.lesson_id = h.lesson_id and m.material_id = h.material_id)`,
  'no work is submitted or marked before the lesson has ended': `
    select s.id from submissions s join homework h on h.id = s.homework_id join lessons l on l.id = h.lesson_id
    where s.created < l.ended_at or s.marked_at < s.created or s.updated < s.created`,
  'students with classroom events or feedback had a place on the lesson': `
    select e.id from (select id, lesson_id, student_id from classroom_events union all select id, lesson_id, student_id from feedback) e
    where e.student_id is not null
      and not exists (select from roster_sources r where r.lesson_id = e.lesson_id and r.student_id = e.student_id)`,
};

/** Lessons whose paying and trial students are more than, or exactly, their class's max_cap. */
export const filledTo = (comparison: '>' | '=', among = 'true') => `
  select c.name, l.id, count(distinct r.student_id)::int as seats, c.max_cap from classes c
  join lessons l on l.class_id = c.id join roster_sources r on r.lesson_id = l.id
  where r.released_at is null and r.kind <> 'PAYMENT_VIDEO' and ${among}
  group by c.id, l.id having count(distinct r.student_id) ${comparison} c.max_cap`;

const fingerprinted = [
  'users',
  'classes',
  'lessons',
  'discount_codes',
  'credit_entries',
  'orders',
  'order_history',
  'roster_sources',
  'audit_log',
  'homework',
  'submissions',
  'attendance_records',
  'classroom_events',
  'feedback',
  'feedback_follow_ups',
  'poll_questions',
  'tickets',
  'ticket_history',
];

/** Returns a line per table, which changes with any of its rows until then, except with a password's salt. */
export const fingerprint = async (url: string, until = new Date('2100-01-01')) => {
  const lines: string[] = [];
  for (const table of fingerprinted) {
    const [row] = await rowsOf<{ hash: string }>(
      url,
      `select md5(string_agg((to_jsonb(t) - 'password_hash')::text, '' order by id)) as hash from ${table} t
       where coalesce(to_jsonb(t) ->> 'at', to_jsonb(t) ->> 'left_at', '-infinity')::timestamptz <= '${until.toISOString()}'`,
    );
    lines.push(`${table} ${row?.hash ?? ''}`);
  }
  return lines;
};

type PricedRow = {
  id: string;
  type: OrderType;
  is_free: boolean;
  rate: number;
  lessons: number;
  discount_type: DiscountType | null;
  value: number | null;
  original_price: number;
  actual_price: number;
};

/** Ids of orders whose prices are not what the contract's rules say. */
export const wronglyPriced = async (url: string) => {
  const rows = await rowsOf<PricedRow>(
    url,
    `select o.id, o.type, c.is_free, c.rate, cardinality(o.billable_lesson_ids) as lessons,
       d.discount_type, d.value, o.original_price::float8, o.actual_price::float8
     from orders o join classes c on c.id = o.class_id left join discount_codes d on d.id = o.discount_code_id`,
  );
  return rows
    .filter((row) => {
      const price = priceOrder({
        type: row.type,
        isFree: row.is_free,
        rateCents: row.rate,
        billableLessons: row.lessons,
        discount:
          row.discount_type === null || row.value === null
            ? undefined
            : { discount_type: row.discount_type, value: row.value },
      });
      return price.original !== row.original_price || price.actual !== row.actual_price;
    })
    .map((row) => row.id);
};
