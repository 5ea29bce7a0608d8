import pg from 'pg';
import type { DiscountType } from 'staffroom-contract/domains/discount-codes/discount-codes.rules.ts';
import { priceOrder, type OrderType } from 'staffroom-contract/domains/orders/orders.rules.ts';
import { invariants } from 'staffroom-server/test/faults/invariants.ts';

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

/** Rules of the demo data, each as a query that finds the rows that break it; the first ones hold for any data. */
export const brokenBy: Readonly<Record<string, string>> = {
  ...invariants,
  'every student, tutor and TA has a referral code': `
    select id from users where type in ('Student', 'Tutor', 'TA') and coalesce(referral_code, '') = ''`,
  'an order and its history have the same times': `
    select o.id from orders o left join order_history h on h.order_id = o.id
    group by o.id
    having count(*) filter (where h.action = 'created' and h.at = o.created) <> 1
      or count(*) filter (where h.action = 'cancelled' and h.at = o.cancelled_at)
        <> case when o.status = 'CANCELLED' then 1 else 0 end
      or count(h.id) <> o.version or max(h.at) <> o.updated`,
  'a poll answer belongs to a question of its lesson and is given during the lesson': `
    select e.id from classroom_events e join lessons l on l.id = e.lesson_id
    left join poll_questions q on q.id = e.poll_id and q.lesson_id = e.lesson_id
    where e.action = 'answer' and (q.id is null or e.at not between l.scheduled_at and l.ended_at + interval '5 minutes')`,
  'students sign up to a live session after its creation and before its start': `
    select a.id from live_session_attendees a join live_sessions s on s.id = a.session_id join users u on u.id = a.student_id
    where u.type <> 'Student' or a.signed_up_at < s.created or a.signed_up_at > s.scheduled_at`,
  'a live session has a tutor as host and an existing cover': `
    select s.id from live_sessions s join users u on u.id = s.host_id
    where u.type <> 'Tutor' or not exists (
      select from uploaded_images i where s.cover_photo like '/api/image/' || i.id || '.%')`,
  'a won or renewed ticket has an active purchase, a trial one within 90 days': `
    select t.id from tickets t left join orders o on o.id = t.result_order_id
    where (t.status in ('CLOSED WON', 'RENEWED') and o.id is null)
      or (o.id is not null and (o.type <> 'PAYMENT' or o.status not in ('PAID', 'PROCESSED')
        or o.student_id <> t.student_id or o.class_id <> t.class_id or o.created < t.created
        or t.type = 'TrialConversion' and o.created > t.trial_date + interval '91 days'))`,
  'an order has a discount code only if the code applies': `
    select o.id from orders o join discount_codes c on c.id = o.discount_code_id
    where (o.created at time zone 'Asia/Singapore')::date not between c.start_date and c.end_date
      or (cardinality(c.class_ids) > 0 and o.class_id <> all (c.class_ids))
      or (c.discount_type in ('Absolute', 'Each Element Dollar Off') and c.currency <> o.currency)
      or o.type = 'TRIAL'`,
  'an order with the code of an agent has an agent': `
    select o.id from orders o join discount_codes c on c.id = o.discount_code_id
    where c.agent_id is not null and o.agent_id is null`,
  'the first purchase of a student was paid': `
    select u.id from users u
    where u.first_purchased_at is distinct from (
      select min(o.created) from orders o
      where o.student_id = u.id and o.type <> 'TRIAL' and o.status in ('PAID', 'PROCESSED'))`,
  'an order includes every active lesson of its class from its first to its last': `
    select o.id from orders o join lessons a on a.id = o.lesson_ids[1]
      join lessons b on b.id = o.lesson_ids[cardinality(o.lesson_ids)]
    where o.lesson_ids <> array(
      select l.id from lessons l where l.class_id = o.class_id and l.is_active
        and l.scheduled_at between a.scheduled_at and b.scheduled_at order by l.scheduled_at, l.id)`,
  'a renewal follows a paid order for the class': `
    select o.id from orders o where o.is_renewal and not exists (
      select from orders e where e.student_id = o.student_id and e.class_id = o.class_id
        and e.type = 'PAYMENT' and e.completed_at is not null and e.created < o.created)`,
  'students were created before their orders': `
    select o.id from orders o join users u on u.id = o.student_id where u.created > o.created or u.type <> 'Student'`,
  'a ledger belongs to a student and begins after the student’s creation': `
    select e.id from credit_entries e join users u on u.id = e.student_id
    where u.type <> 'Student' or e.created < u.created or e.handled_by is null`,
  'a referrer was created before the referred student, whose lead source is Referral': `
    select u.id from users u join users r on r.id = u.referred_by
    where r.created >= u.created or u.lead_source <> 'Referral'`,
  'a timeline has a row per version, from the creation to the last update': `
    select u.id from users u join audit_log a on a.entity = 'user' and a.entity_id = u.id
    group by u.id
    having count(*) filter (where a.action = 'user.created' and a.at = u.created) <> 1
      or count(*) <> u.version or max(a.at) <> u.updated`,
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
