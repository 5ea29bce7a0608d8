import { partnerLeadSource } from '../data/lead-sources.ts';
import { classInWeek, lessonsPerClass, weeks, type Calendar } from './class-sql.ts';
import { below, chance, idArray, idFor, instant, literal, pickFrom, weighted } from '../sql.ts';

export type People = {
  students: number;
  agents: readonly string[];
  admins: readonly { id: string; name: string }[];
};

/** Days that a code of the large data is valid, and codes that are valid at a time. */
export const codeDays = 91;
export const codesAtATime = 5;

/** How a family comes to a class, with how often; together they give 70% purchases, 22% trials and 8% videos. */
const journeys = [
  [literal('once'), 31],
  [literal('trial'), 17.5],
  [literal('converted'), 11.5],
  [literal('renewed'), 29.5],
  [literal('video'), 10.5],
] as const;
/** Journeys for each order wanted; a few more than needed. */
const journeysPerOrder = 0.77;

const runLengths = [
  ['4', 53],
  ['6', 14],
  ['8', 20],
  ['10', 13],
] as const;

/** A prime that does not divide the number of students at a time: it walks through all of them. */
const stride = 7919;
/** The part of all students from whom a class draws; the later the class, the later they joined. */
const studentsAtATime = 0.3;

const startOf = (lesson: string) => `(c.starts + interval '7 days' * (${lesson}))`;

/** One row for each journey: when, which class, from which lesson, which student. */
export const stageJourneys = (
  { today, base }: Calendar,
  classes: number,
  orders: number,
  students: number,
) => {
  const count = Math.ceil(orders * journeysPerOrder);
  const pool = Math.floor(students * studentsAtATime);
  const span = weeks * 7 * 86_400 - 7200;
  return `
    create temp table large_journeys on commit drop as
    select j.n, j.at, c.no as class_no, c.starts, entry, journey,
      (c.no::bigint * ${students - pool} / ${classes} + ((hashint8extended(c.no::bigint, 31) & 2147483647)
        + row_number() over (partition by c.no order by j.n) * ${stride}) % ${pool})::int as student_no,
      least(${weighted(runLengths, 'j.n', 32)}, ${lessonsPerClass} - entry) as first_run,
      ${weighted(runLengths, 'j.n', 33)} as second_run
    from (
      select n, at, floor(date_part('epoch', at - ${instant(base)}) / 604800)::int as week,
        ${weighted(journeys, 'n', 34)} as journey
      from generate_series(1, ${count}) as n
      cross join lateral (
        select ${instant(today)} - interval '1 second'
          * (3600 + floor((n - ${chance('n', 35)}) / ${count} * ${span})::int) as at) t) j
    join large_classes c on c.no = ${classInWeek('j.week', classes, 'j.n', 36)}
    cross join lateral (
      select greatest(0, floor(date_part('epoch', j.at - c.starts) / 604800)::int + 1) as entry) e
    where entry < ${lessonsPerClass}`;
};

/** The orders of the journeys, as many as wanted, the latest first when there are too many. */
export const stageOrders = ({ today }: Calendar, orders: number) => `
  create temp table large_orders_drawn on commit drop as
  select row_number() over (order by journey_no, turn) as n, both_turns.* from (
    select n as journey_no, 1 as turn, class_no, student_no, starts, at as created, journey,
      case journey when 'trial' then 'TRIAL' when 'converted' then 'TRIAL' when 'video' then 'PAYMENT_VIDEO'
        else 'PAYMENT' end as type,
      entry as first_lesson,
      case when journey in ('trial', 'converted') then 1 else first_run end as lessons
    from large_journeys
    union all
    select c.n, 2, class_no, student_no, starts, later.at, journey, 'PAYMENT', next_lesson,
      least(second_run, ${lessonsPerClass} - next_lesson)
    from large_journeys c
    cross join lateral (
      select entry + case journey when 'converted' then 1 else first_run end as next_lesson) l
    cross join lateral (
      select date_trunc('second', case journey
        when 'converted' then ${startOf('entry')} + interval '1 day' * (0.5 + 5 * ${chance('c.n', 41)})
        else greatest(c.at + interval '1 hour', ${startOf('next_lesson - 1')} - interval '3 days' * ${chance('c.n', 42)})
        end) as at) later
    where journey in ('converted', 'renewed') and next_lesson < ${lessonsPerClass}
      and later.at < ${instant(today)} - interval '1 hour') both_turns
  order by journey_no, turn
  limit ${orders}`;

/** Status, price, code, channel and times of every drawn order, in the order of time; unpaid web shop orders expire after a day. */
export const stageTerms = ({ today }: Calendar, { agents }: People) => `
  create temp table large_orders on commit drop as
  select o.n, ${idFor('o.created', `'order ' || o.n`)} as id, o.type, s.status, o.created, o.student_no, o.class_no,
    o.first_lesson, o.lessons, s.online, o.journey = 'renewed' and o.turn = 2 as is_renewal, code_no,
    case when ${chance('o.n', 51)} >= 0.3 then ${pickFrom(idArray(agents), agents.length, 'o.n', 52)} end as agent_id,
    f.original, f.rate, c.currency,
    case when s.paid then o.created + interval '1 second' * case when s.online then 60 + ${below(500, 'o.n', 53)} else 0 end
      end as completed_at,
    s.expired,
    case when s.expired then o.created + interval '24 hours 3 minutes'
      when s.status = 'CANCELLED' then date_trunc('second', o.created + interval '40 minutes'
      + (least(interval '14 days', ${instant(today)} - interval '15 minutes' - o.created) - interval '40 minutes')
        * (${chance('o.n', 54)} ^ 2)) end as cancelled_at,
    s.paid and s.status <> 'PAID' as holds_places
  from large_orders_drawn o
  join large_classes c on c.no = o.class_no
  cross join lateral (
    select case
      when o.turn = 1 and o.journey in ('renewed', 'converted') then 'PROCESSED'
      when ${chance('o.n', 55)} < 0.115 then 'CANCELLED'
      when not (o.turn = 2 and o.journey = 'renewed') and o.journey <> 'trial' then 'PROCESSED'
      when ${chance('o.n', 55)} < 0.31 then 'INIT'
      when ${chance('o.n', 55)} < 0.36 then 'PAID'
      else 'PROCESSED' end as drawn) t
  cross join lateral (
    select t.drawn = 'INIT' and o.created < ${instant(today)} - interval '25 hours' as expired) e
  cross join lateral (
    select case when e.expired then 'CANCELLED' else t.drawn end as status, e.expired,
      t.drawn in ('INIT', 'PAID') or ${chance('o.n', 56)} < 0.52 as online,
      t.drawn in ('PAID', 'PROCESSED')
        or (t.drawn = 'CANCELLED' and (${chance('o.n', 56)} >= 0.52 or ${chance('o.n', 57)} < 0.8)) as paid) s
  cross join lateral (
    select case when o.type = 'TRIAL' or c.is_free then 0 else c.rate * o.lessons end as original, c.rate) f
  cross join lateral (
    select case when f.original > 0 and c.currency = 'SGD' and ${chance('o.n', 58)} < 0.25 then
      (((${instant(today)} at time zone 'Asia/Singapore')::date
        - (o.created at time zone 'Asia/Singapore')::date - 1) / ${codeDays}) * ${codesAtATime}
        + ${below(codesAtATime, 'o.n', 59)} end as code_no) d
  order by o.created, o.n`;

/** The amount of the discount, as in the contract's rules (discount-codes.rules.ts). */
const discounted = `case d.discount_type
  when 'Percent' then (o.original::bigint * (10000 - d.value) + 5000) / 10000
  when 'Absolute' then greatest(0, o.original - d.value)
  when 'Each Element Dollar Off' then greatest(0, o.rate - d.value) * o.lessons
  when 'Number of Element Free' then o.original - o.rate * least(o.lessons, d.value)
  else o.original end`;

export const insertOrders = ({ admins }: People) => `
  insert into orders (id, type, status, created, student_id, class_id, agent_id, handled_by, remark, currency,
    original_price, actual_price, is_renewal, brand, channel, provider, platform, completed_at, cancelled_at,
    expired, lesson_ids, billable_lesson_ids, discount_code_id, updated, version)
  select o.id, o.type, o.status, o.created, s.id, c.id, o.agent_id,
    case when not o.online then ${pickFrom(idArray(admins.map((admin) => admin.id)), admins.length, 'o.n', 61)} end,
    case when o.expired then ''
      when o.cancelled_at is not null then 'Wrong class chosen, cancel and re-create'
      when o.type = 'TRIAL' then 'Trial, requested by phone'
      when o.provider is not null then o.provider || ' ' || o.n
      else 'PayNow ref ' || to_char(o.created, 'YYYYMMDD') || '-' || o.n end,
    o.currency, o.original, o.actual, o.is_renewal,
    case when not o.online and s.lead_source = ${literal(partnerLeadSource)} then ${literal(partnerLeadSource)} else 'HOUSE' end,
    case when o.online then 'online' else 'offline' end,
    o.provider, case o.provider when 'stripe' then 'credit-card' when 'hitpay' then 'paynow' end,
    o.completed_at, o.cancelled_at, o.expired, l.ids, l.ids, o.code_id,
    greatest(o.created, o.completed_at, o.cancelled_at),
    1 + (o.online and o.completed_at is not null)::int + (o.cancelled_at is not null)::int
  from (
    select o.*, ${discounted} as actual, d.id as code_id,
      case when o.online and ${discounted} > 0 then case when ${chance('o.n', 62)} < 0.6 then 'stripe' else 'hitpay' end end as provider
    from large_orders o left join large_codes d on d.no = o.code_no) o
  join large_classes c on c.no = o.class_no
  join large_students s on s.no = o.student_no
  cross join lateral (select c.lesson_ids[o.first_lesson + 1 : o.first_lesson + o.lessons] as ids) l`;

const change = (from: string, to: string) =>
  `jsonb_build_array(jsonb_build_object('field', 'status', 'from', ${from}, 'to', ${to}))`;

/** Taken; paid in the web shop; cancelled. */
export const insertHistory = ({ admins }: People) => {
  const ids = idArray(admins.map((admin) => admin.id));
  const names = `array[${admins.map((admin) => literal(admin.name)).join(', ')}]`;
  const by = (salt: number) => below(admins.length, 'o.n', salt);
  return `
    insert into order_history (id, order_id, at, actor_id, actor_name, action, remark, changes)
    select ${idFor('h.at', `'history ' || o.n || ' ' || h.step`)}, o.id, h.at, (${ids})[h.by], coalesce((${names})[h.by], case when o.expired and h.step = 3 then 'Staffroom' else 'Web shop' end),
      h.action, case when o.expired and h.step = 3 then 'Not paid within 24 hours.' else '' end, h.changes
    from large_orders o
    cross join lateral (values
      (1, o.created, case when not o.online then 1 + ${by(61)} end, 'created', '[]'::jsonb),
      (2, case when o.online then o.completed_at end, null, 'updated',
        ${change(`'INIT'`, `case o.status when 'PAID' then 'PAID' else 'PROCESSED' end`)}),
      (3, o.cancelled_at, case when not o.expired then 1 + ${by(63)} end, 'cancelled',
        ${change(`case when o.completed_at is null then 'INIT' else 'PROCESSED' end`, `'CANCELLED'`)})
    ) as h (step, at, by, action, changes)
    where h.at is not null`;
};

/** The places of orders that were processed; a cancelled one gave up those not yet begun. */
export const insertPlaces = `
  insert into roster_sources (id, lesson_id, student_id, kind, order_id, created, released_at)
  select ${idFor('o.completed_at', `'place ' || o.n || ' ' || k`)}, c.lesson_ids[k + 1], s.id, o.type, o.id, o.completed_at,
    case when c.starts + interval '7 days' * k > o.cancelled_at then o.cancelled_at end
  from large_orders o
  join large_classes c on c.no = o.class_no
  join large_students s on s.no = o.student_no
  cross join lateral generate_series(o.first_lesson, o.first_lesson + o.lessons - 1) as k
  where o.holds_places`;
