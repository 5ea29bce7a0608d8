import {
  closedStatuses,
  renewalLeadSources,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import {
  followUpDays,
  resultDays,
} from 'staffroom-server/src/domains/tickets/ticket-life.rules.ts';
import * as remarks from '../data/ticket-remarks.ts';
import { businessZone } from '../demo-time.ts';
import type { Calendar } from './class-sql.ts';
import type { People } from './order-sql.ts';
import {
  below,
  chance,
  idArray,
  idFor,
  instant,
  literal,
  pickFrom,
  textArray,
  weighted,
} from '../sql.ts';

const dayOf = (at: string) => `((${at}) at time zone '${businessZone}')::date`;
const startOf = (day: string) => `((${day})::timestamp at time zone '${businessZone}')`;
const bought = (order: string) => `greatest(${order}.created, ${order}.completed_at)`;

/** Active purchases, by student and class. */
const stagePurchases = `
  create temp table large_purchases on commit drop as
  select o.id, o.student_no, o.class_no, ${bought('o')} as bought, o.first_lesson + o.lessons - 1 as last_lesson,
    o.agent_id, o.status
  from large_orders o where o.type = 'PAYMENT' and o.status in ('PAID', 'PROCESSED')`;

/** The attendees of each lesson, if known. */
const stageCame = `
  create temp table large_came on commit drop as
  select distinct lesson_id, student_id from classroom_events where action in ('join', 'leave')`;

/** Trials that were processed, how they were attended and who bought within 90 days. */
const stageTrials = ({ today }: Calendar) => `
  create temp table large_trials on commit drop as
  select o.n, o.id as order_id, s.id as student_id, c.id as class_id, l.id as lesson_id, l.scheduled_at as start, l.ended_at,
    o.created, coalesce(o.completed_at, o.created) as opened, o.agent_id, o.cancelled_at, s.lead_source,
    case when l.ended_at > ${instant(today)} - interval '2 hours' then null
      when mine.student_id is not null then 'attended' when there.lesson_id is not null then 'absent' end as attended,
    won.id as won_id, won.bought
  from large_orders o
  join large_classes c on c.no = o.class_no
  join large_students s on s.no = o.student_no
  join lessons l on l.id = c.lesson_ids[o.first_lesson + 1]
  left join (select distinct lesson_id from large_came) there on there.lesson_id = l.id
  left join large_came mine on mine.lesson_id = l.id and mine.student_id = s.id
  left join (
    select distinct on (t.n) t.n, p.id, p.bought
    from large_orders t
    join large_classes c on c.no = t.class_no
    join large_purchases p on p.student_no = t.student_no and p.class_no = t.class_no and p.bought >= t.created
      and ${dayOf('p.bought')} <= ${dayOf(`c.starts + interval '7 days' * t.first_lesson`)} + ${resultDays}
    where t.type = 'TRIAL'
    order by t.n, p.bought, p.id) won on won.n = o.n and (o.cancelled_at is null or won.bought <= o.cancelled_at)
  where o.type = 'TRIAL' and o.holds_places`;

const openedOn = (ends: string, since: string) =>
  `greatest(${startOf(`${dayOf(ends)} - ${followUpDays}`)}, ${since})`;

const stageRegular = `
  create temp table large_regular on commit drop as
  select c.no, c.id, c.lesson_ids from large_classes c
  join large_plans p on p.no = c.plan and p.class_type = 'Regular Classes'`;

/** Subscriptions that were renewed once they were followed up. */
const stageRenewed = `
  create temp table large_renewed on commit drop as
  select distinct on (student_no, class_no, lesson_id) one.student_no, one.class_no, lesson_id, ends, opened, one.agent_id,
    other.id as renewed_id, other.bought
  from (
    select p.*, l.id as lesson_id, l.scheduled_at as ends, ${openedOn('l.scheduled_at', 'p.bought')} as opened
    from large_purchases p
    join large_regular c on c.no = p.class_no
    join lessons l on l.id = c.lesson_ids[p.last_lesson + 1]
    where p.status = 'PROCESSED') one
  join large_purchases other on other.student_no = one.student_no and other.class_no = one.class_no
    and other.bought > opened
  order by student_no, class_no, lesson_id, other.bought`;

/** The last paid lessons of all others, as far as they are followed up by now. */
const stageLastPaid = ({ today }: Calendar) => `
  create temp table large_last_paid on commit drop as
  select s.no as student_no, c.no as class_no, max(l.scheduled_at) as ends,
    (array_agg(l.id order by l.scheduled_at desc))[1] as lesson_id
  from roster_sources r
  join lessons l on l.id = r.lesson_id
  join large_regular c on c.id = l.class_id
  join large_students s on s.id = r.student_id
  where r.kind = 'PAYMENT' and r.released_at is null
  group by s.no, c.no
  having max(l.scheduled_at) < ${startOf(`${dayOf(instant(today))} + ${followUpDays + 1}`)}`;

const stageLatest = `
  create temp table large_latest on commit drop as
  select distinct on (student_no, class_no) student_no, class_no, bought, agent_id
  from large_purchases order by student_no, class_no, bought desc`;

/** Both, the latest first, as many as wanted. */
const stageSubscriptions = ({ today }: Calendar, wanted: number) => `
  create temp table large_subscriptions on commit drop as
  select row_number() over (order by ends, opened, student_no, class_no) as n, wanted.*
  from (
    select * from large_renewed
    union all
    select p.student_no, p.class_no, p.lesson_id, p.ends,
      least(${openedOn('p.ends', 'latest.bought')}, ${instant(today)}), latest.agent_id, null::uuid, null::timestamptz
    from large_last_paid p
    left join large_latest latest on latest.student_no = p.student_no and latest.class_no = p.class_no
    left join (select student_no, class_no, max(ends) as ends from large_renewed group by student_no, class_no) r
      on r.student_no = p.student_no and r.class_no = p.class_no and r.ends >= p.ends
    where r.student_no is null
    order by ends desc, student_no, class_no
    limit greatest(0, ${wanted} - (select count(*) from large_trials))) wanted`;

const trialFate = (today: string) => `case
  when t.won_id is not null then 'CLOSED WON'
  when t.cancelled_at is not null then 'CANCELED'
  when t.start > ${today} then case when t.handled and ${chance('t.n', 101)} < 0.35 then 'PRE TRIAL FOLLOWED UP' else 'TRIAL REGISTERED' end
  when t.start < ${today} - interval '21 days' and ${chance('t.n', 102)} < 0.97 then 'CLOSED LOSE'
  when ${chance('t.n', 103)} < 0.3 then case t.attended when 'attended' then 'TRIAL ATTENDED' when 'absent' then 'TRIAL ABSENT'
    else 'TRIAL REGISTERED' end
  else ${weighted(
    [
      [literal('POST TRIAL FOLLOWED UP'), 4],
      [literal('PENDING DECISION'), 4],
      [literal('PENDING PAYMENT'), 2],
      [literal('CLOSED LOSE'), 3],
    ],
    't.n',
    104,
  )} end`;

const renewalFate = (today: string) => `case
  when t.won_id is not null then 'RENEWED'
  when t.start < ${today} - interval '21 days' and ${chance('t.n', 105)} < 0.97 then 'DROPPED'
  when ${chance('t.n', 106)} < 0.03 then 'CANCELED'
  else ${weighted(
    [
      [literal('INIT'), 40],
      [literal('FOLLOWED UP'), 30],
      [literal('PENDING DECISION'), 15],
      [literal('PENDING PAYMENT'), 6],
      [literal('DROPPED'), 9],
    ],
    't.n',
    107,
  )} end`;

const texts = (list: readonly string[], salt: number) =>
  pickFrom(textArray(list), list.length, 't.n', salt);

/** Every ticket with its status and the time of that status, by the rules of tickets and of sales staff. */
export const stageTickets = (calendar: Calendar, { agents }: People, wanted: number) => {
  const today = instant(calendar.today);
  const agentsOfAll = idArray(agents);
  const closed = closedStatuses.map(literal).join(', ');
  return [
    'analyze classroom_events',
    stagePurchases,
    stageCame,
    stageRegular,
    'analyze large_purchases, large_came, large_regular',
    stageTrials(calendar),
    stageRenewed,
    stageLastPaid(calendar),
    stageLatest,
    'analyze large_trials, large_renewed, large_last_paid, large_latest',
    stageSubscriptions(calendar, wanted),
    `create temp table large_tickets on commit drop as
    select t.*, ${idFor('t.created', `t.type || t.n`)} as id,
      case when t.handled then coalesce(t.agent_id, ${pickFrom(agentsOfAll, agents.length, 't.n', 108)}) end as handled_by,
      s.since, s.attended_at,
      case when t.status in (${closed}) then null
        when t.status in ('TRIAL REGISTERED', 'PRE TRIAL FOLLOWED UP') then greatest(${dayOf('t.start')} - 1, ${dayOf('t.created')})
        when t.status in ('TRIAL ATTENDED', 'TRIAL ABSENT') then ${dayOf('s.since')}
        when t.status = 'INIT' then ${dayOf('t.opened')}
        else ${dayOf(today)} - 3 + ${below(10, 't.n', 109)} end as next_action_date,
      case t.status when 'CLOSED LOSE' then ${texts(remarks.lostRemarks, 110)}
        when 'DROPPED' then ${texts(remarks.droppedRemarks, 110)}
        when 'CANCELED' then case when t.cancelled_at is null then ${texts(remarks.cancelledRemarks, 110)}
          else 'Wrong class chosen, cancel and re-create' end
        when 'PENDING DECISION' then ${texts(remarks.decisionRemarks, 110)}
        when 'PENDING PAYMENT' then ${texts(remarks.paymentRemarks, 110)}
        when 'POST TRIAL FOLLOWED UP' then ${texts(remarks.trialFollowUps, 110)}
        when 'FOLLOWED UP' then ${texts(remarks.renewalFollowUps, 110)}
        else '' end as remark
    from (
      select t.*, case t.type when 'TrialConversion' then ${trialFate(today)} else ${renewalFate(today)} end as status
      from (
        select t.*, ${chance('t.n', 111)} < 0.86 and t.opened < ${today} - interval '1 hour' as handled
        from (
          select 'TrialConversion' as type, n, order_id, won_id, student_id, class_id, lesson_id, start, ended_at, created,
            opened, agent_id, cancelled_at, lead_source, attended, bought
          from large_trials
          union all
          select 'ClassRenewal', r.n, null, r.renewed_id, s.id, c.id, r.lesson_id, r.ends, r.ends, r.opened, r.opened,
            r.agent_id, null, case when s.lead_source in (${renewalLeadSources.map(literal).join(', ')}) then s.lead_source end,
            null, r.bought
          from large_subscriptions r
          join large_students s on s.no = r.student_no
          join large_classes c on c.no = r.class_no) t) t) t
    cross join lateral (select
      case when t.attended is not null and (t.bought is null or t.bought > t.ended_at + interval '2 hours')
          and (t.cancelled_at is null or t.cancelled_at > t.ended_at + interval '2 hours')
        then t.ended_at + interval '2 hours' end as attended_at) a
    cross join lateral (select a.attended_at, case t.status
      when 'TRIAL REGISTERED' then t.opened
      when 'INIT' then t.opened
      when 'CLOSED WON' then t.bought
      when 'RENEWED' then t.bought
      when 'TRIAL ATTENDED' then a.attended_at
      when 'TRIAL ABSENT' then a.attended_at
      when 'PRE TRIAL FOLLOWED UP' then t.opened + interval '40 minutes'
      when 'CANCELED' then coalesce(t.cancelled_at, t.opened + interval '40 minutes')
      else greatest(t.opened + interval '40 minutes', least(${today} - interval '10 minutes',
        greatest(t.opened, t.ended_at) + interval '1 second' * (10800 + ${below('86400 * 12', 't.n', 112)}))) end as since) s`,
  ];
};

/** The tickets with their history: opened, assigned, attended, current status. */
export const insertTickets = ({ admins }: People) => {
  const ids = idArray(admins.map((admin) => admin.id));
  const names = textArray(admins.map((admin) => admin.name));
  const by = below(admins.length, 't.n', 113);
  return [
    'analyze large_tickets',
    `insert into ticket_history (id, ticket_id, at, actor_id, actor_name, from_status, to_status, remark, action, changes)
    select ${idFor('h.at', `t.type || t.n || ' step ' || h.step`)}, t.id, h.at, (${ids})[h.by], coalesce((${names})[h.by], 'Staffroom'),
      h.from_status, h.to_status, h.remark, h.action, h.changes
    from large_tickets t
    cross join lateral (select case t.type when 'TrialConversion' then 'TRIAL REGISTERED' else 'INIT' end as first,
      case t.attended when 'attended' then 'TRIAL ATTENDED' else 'TRIAL ABSENT' end as came) s
    cross join lateral (select case when t.attended_at is null then s.first else s.came end as before) b
    cross join lateral (values
      (1, t.opened, null::int, null, s.first, '', case t.type when 'TrialConversion' then 'Trial ordered' else 'Subscription ends' end,
        '[]'::jsonb),
      (2, case when t.handled then t.opened + interval '20 minutes' end, 1 + ${by}, s.first, s.first, '', '',
        jsonb_build_array(jsonb_build_object('field', 'handled_by', 'from', '', 'to',
          (select u.name from users u where u.id = t.handled_by)))),
      (3, t.attended_at, null, s.first, s.came, '', case t.attended when 'attended' then 'Trial attended' else 'Trial missed' end,
        '[]'::jsonb),
      (4, case when t.status <> b.before then t.since end, case when t.won_id is null then 1 + ${by} end, b.before, t.status, t.remark,
        case t.status when 'CLOSED WON' then 'Purchased' when 'RENEWED' then 'Renewed'
          when 'CANCELED' then case when t.cancelled_at is null then '' else 'Trial order cancelled' end else '' end, '[]'::jsonb)
    ) as h (step, at, by, from_status, to_status, remark, action, changes)
    where h.at is not null`,
    `insert into tickets (id, type, status, status_since, student_id, class_id, lesson_id, order_id, result_order_id, trial_date,
      subscription_end_date, attended, next_action_date, remark, handled_by, agent_id, lead_source, created, updated, version)
    select t.id, t.type, t.status, t.since, t.student_id, t.class_id, t.lesson_id, t.order_id, t.won_id,
      case t.type when 'TrialConversion' then t.start end, case t.type when 'ClassRenewal' then t.start end, t.attended,
      t.next_action_date, t.remark, t.handled_by, t.agent_id, t.lead_source, t.created, h.last, h.steps
    from large_tickets t
    join (select ticket_id, count(*) as steps, max(at) as last from ticket_history group by ticket_id) h on h.ticket_id = t.id`,
  ];
};
