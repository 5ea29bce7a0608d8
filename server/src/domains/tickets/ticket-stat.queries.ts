import { and, gte, lt, sql, type SQL } from 'drizzle-orm';
import type { TicketConversion } from 'staffroom-contract/domains/tickets/ticket-stat.contract.ts';
import type { ConversionKey } from 'staffroom-contract/domains/tickets/ticket-stat.rules.ts';
import {
  lostStatuses,
  ticketTypes,
  wonStatuses,
  type TicketStatus,
  type TicketType,
} from 'staffroom-contract/domains/tickets/tickets.rules.ts';
import type { Span } from '../../platform/business-period.ts';
import type { Actor } from '../../platform/context.ts';
import type { Db } from '../../platform/database.ts';
import { anyOfList } from '../../platform/sql-conditions.ts';
import { followedUpOn, hasAttended } from './ticket-conditions.ts';
import { ticketScope } from './tickets.policy.ts';
import { tickets } from './tickets.schema.ts';

/** The date by which tickets of a kind are counted. */
const countedOn = {
  TrialConversion: tickets.trialDate,
  ClassRenewal: tickets.subscriptionEndDate,
} satisfies Record<TicketType, unknown>;

const counted = (type: TicketType, actor: Actor, { from, to }: Span): SQL => {
  const at = countedOn[type];
  return and(ticketScope(type)(actor), gte(at, from), lt(at, to)) ?? sql`true`;
};

type PartCount = { type: TicketType; part: number; status: TicketStatus; count: number };

/** Counts tickets by kind, status and part of the period; part 1 begins at the first of `starts`. */
export const countByPart = async (db: Db, actor: Actor, starts: readonly Date[], to: Date) => {
  const [from = to] = starts;
  const kinds = ticketTypes.map(
    (
      type,
    ) => sql`select ${tickets.type}, ${tickets.status}, ${countedOn[type]} as at from ${tickets}
      where ${counted(type, actor, { from, to })}`,
  );
  const { rows } = await db.execute<PartCount>(sql`
    select type, width_bucket(at, ${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[]) as part,
      status, count(*)::int as count
    from (${sql.join(kinds, sql` union all `)}) shown group by 1, 2, 3`);
  return rows;
};

type Funnel = {
  registered: number;
  attended: number;
  attendance_missing: number;
  followed_up: number;
  days_to_follow_up: number | null;
  won: number;
};

/** The funnel of a period's trials, without cancelled tickets. */
export const readFunnel = async (db: Db, actor: Actor, span: Span, now: Date) => {
  const endedAt = sql`lessons.ended_at`;
  const { rows } = await db.execute<Funnel>(sql`
    select count(*)::int as registered,
      count(*) filter (where attended = 'attended')::int as attended,
      count(*) filter (where is_missing)::int as attendance_missing,
      count(followed_up)::int as followed_up,
      (avg(extract(epoch from followed_up - ended_at)) / 86400)::float8 as days_to_follow_up,
      count(*) filter (where ${anyOfList(sql`status`, wonStatuses, 'text')})::int as won
    from (
      select ${tickets.status}, ${tickets.attended}, lessons.ended_at,
        ${hasAttended('missing', now, endedAt)} as is_missing,
        case when ${tickets.attended} = 'attended' then ${followedUpOn(endedAt)} end as followed_up
      from ${tickets} join lessons on lessons.id = ${tickets.lessonId}
      where ${counted('TrialConversion', actor, span)} and ${tickets.status} <> 'CANCELED'
      -- Otherwise each figure would search for the follow-up again.
      offset 0
    ) shown`);
  return rows[0];
};

type ConversionRow = Omit<TicketConversion, 'name' | 'rate'> & { name: string | null };

export type ConversionQuery = Span & {
  type: TicketType;
  by: ConversionKey;
  sortBy: keyof TicketConversion;
  order: 'asc' | 'desc';
  /** All rows if undefined. */
  max?: number;
  offset?: number;
};

/** Returns the figures of a period grouped by `by`, and the number of groups. */
export const listConversion = async (db: Db, actor: Actor, query: ConversionQuery) => {
  const { key, join, name } = keys[query.by];
  const direction = sql.raw(query.order);
  const sorted = { ...sortKeys, name: sql`lower(name)` }[query.sortBy];
  const results = (statuses: readonly TicketStatus[]) =>
    sql`count(*) filter (where ${anyOfList(tickets.status, statuses, 'text')})::int`;
  const { rows } = await db.execute<{ count: number; data: ConversionRow[] }>(sql`
    with figures as (
      select ${key} as _id, count(*) filter (where ${tickets.status} <> 'CANCELED')::int as total,
        ${results(wonStatuses)} as won, ${results(lostStatuses)} as lost, ${results(['CANCELED'])} as canceled
      from ${tickets} ${join} where ${counted(query.type, actor, query)} group by 1
    ), named as (
      select _id::text, ${name} as name, total, won, lost, total - won - lost as pending, canceled from figures
    )
    select (select count(*) from figures)::int as count, coalesce((select json_agg(page) from (
      select * from named order by ${sorted} ${direction} nulls last, lower(name) nulls last, _id
      limit ${query.max ?? null} offset ${query.offset ?? 0}
    ) page), '[]') as data`);
  return rows[0] ?? { count: 0, data: [] };
};

const sortKeys = {
  _id: sql`_id`,
  total: sql`total`,
  won: sql`won`,
  lost: sql`lost`,
  pending: sql`pending`,
  canceled: sql`canceled`,
  rate: sql`won::float8 / nullif(won + lost, 0)`,
};

type Key = {
  key: SQL;
  join: SQL;
  /** Name for the `_id` in `figures`. */
  name: SQL;
};
const nameOfUser = sql`(select coalesce(nullif(users.name, ''), users.email) from users where users.id = figures._id)`;
const keys: Record<ConversionKey, Key> = {
  agent: { key: sql`${tickets.agentId}`, join: sql``, name: nameOfUser },
  handled_by: { key: sql`${tickets.handledBy}`, join: sql``, name: nameOfUser },
  tutor: {
    key: sql`staff.user_id`,
    join: sql`left join lesson_staff staff on staff.lesson_id = ${tickets.lessonId} and staff.kind = 'tutor'`,
    name: nameOfUser,
  },
  class: {
    key: sql`${tickets.classId}`,
    join: sql``,
    name: sql`(select classes.name from classes where classes.id = figures._id)`,
  },
  lead_source: { key: sql`${tickets.leadSource}`, join: sql``, name: sql`_id` },
};
